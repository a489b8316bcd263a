"""Whole pages: what is a report and what is not, sections, groups, counts, truncation."""

import time

import pytest

from wikidata_repair_eval.reports import page_json, parse_report
from wikidata_repair_eval_tests.reports.pages import header, listed, page, report, section


def entries_of(found):
    return [(list(entry.subjects), list(entry.values)) for entry in found.sections[0].entries]


def test_a_report_as_the_bots_write_it_is_read_whole():
    text = report(
        section(
            "Single value", "* [[Q111]]: [https://viaf.org/viaf/111 111], [https://viaf.org/viaf/222 222]"
        ),
        section("Unique value", "* [https://viaf.org/viaf/9 9]: [[Q1]], [[Q2]]", count="1 (+ 2 exceptions)"),
        section("Conflicts with {{P|31}}", "* [[Q7]]: [[Q5]]"),
    )
    found = page_json(parse_report(text, "P214"))
    assert {key: value for key, value in found.items() if key != "sections"} == {
        "schema_version": 1,
        "property": "P214",
        "status": "ok",
        "reason": None,
        "data_date": "2025-08-10T11:59:01Z",
        "items_processed": 1691671,
        "notes": [],
        "unknown_headings": [],
    }
    shown = [
        (part["violation_type"], part["declared_count"], part["exceptions"]) for part in found["sections"]
    ]
    assert shown == [("Single value", 1, None), ("Unique value", 1, 2), ("Conflicts with", 1, None)]
    assert found["sections"][1]["entries"] == [
        {
            "subjects": ("Q1", "Q2"),
            "values": ("9",),
            "group": None,
            "raw": "* [https://viaf.org/viaf/9 9]: [[Q1]], [[Q2]]",
        }
    ]


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        pytest.param("", "blank", "blank", id="blank"),
        pytest.param(" \n\n", "blank", "blank", id="blanks"),
        pytest.param("#REDIRECT [[Wikidata:X/P1]]", "unparseable", "redirect: Wikidata:X/P1", id="redirect"),
        pytest.param(
            "#redirect: [[A|b]]\n" + report(), "unparseable", "redirect: A", id="redirect with a text"
        ),
        pytest.param("Hello.", "unparseable", "no_header", id="no header"),
        pytest.param(
            section("Format", "* [[Q1]]: x"), "unparseable", "no_header", id="sections without header"
        ),
        pytest.param("ERROR: timeout", "failed", "error_text", id="error message alone"),
        pytest.param(report("ERROR: out of memory"), "failed", "error_text", id="error below a header"),
        pytest.param(report("* ERROR: timeout"), "failed", "error_text", id="error as a list line"),
        pytest.param(report(), "ok", None, id="header alone: nothing violates"),
        pytest.param(report(section("Format", "* [[Q1]]: ERROR: x")), "ok", None, id="ERROR: as a value"),
        pytest.param(
            report(section("Unique value", "* ERROR: [[Q1]], [[Q2]]")), "ok", None, id="ERROR shared"
        ),
    ],
)
def test_trap_9_and_10_status_tells_reports_from_everything_else(text, status, reason):
    found = parse_report(text)
    assert (found.status, found.reason) == (status, reason)


def test_trap_9_a_page_that_is_no_report_has_no_subjects_at_all():
    found = parse_report(report("ERROR: 1", section("Format", "* [[Q1]]: x")))
    assert found.subjects() == frozenset()
    assert found.sections == ()


def test_trap_1_links_among_the_values_are_not_subjects():
    found = page(
        section("Type {{Q|5}}, {{Q|6}}", "* [[Q1]]: [[Q70]], [[Q71]]"),
        section("Inverse", "* [[Q2]]: [[Q72]]"),
        section("Item {{P|31}} one of {{Q|73}}", "* [[Q3]]"),
    )
    assert found.subjects() == {"Q1", "Q2", "Q3"}


def test_trap_2_the_shared_value_of_a_unique_value_line_is_no_subject():
    assert page(section("Unique value", "* [[Q5]]: [[Q1]], [[Q2]]")).subjects() == {"Q1", "Q2"}


def test_trap_3_groups_belong_to_the_section_above_them():
    found = page(
        section(
            "Format", "* [[Q9]]: x", "=== {{Q|145}} ===", "* [[Q1]]: a", "== empty ==", "* [[Q2]]: b", count=3
        ),
        section("Scope", "* [[Q3]]"),
    )
    assert [part.row.violation_type for part in found.sections] == ["Format", "Scope"]
    assert found.sections[0].row.groups == ("Q145", "empty")
    assert [(entry.group, entry.subjects) for entry in found.sections[0].entries] == [
        (None, ("Q9",)),
        ("Q145", ("Q1",)),
        ("empty", ("Q2",)),
    ]


def test_a_group_below_no_section_explains_nothing():
    found = page("== {{Q|145}} ==", "* [[Q1]]: a")
    assert found.subjects() == frozenset()
    assert found.unknown_headings() == ("Q145",)


def test_trap_5_types_statistics_lists_no_violations():
    found = page(
        section("Format", "* [[Q1]]: x"),
        "== Types statistics ==",
        "* [[Q5]]: 900",
        "=== {{Q|7}} ===",
        "* [[Q6]]: 3",
    )
    assert found.subjects() == {"Q1"}
    assert [(part.row.kind, part.row.entries) for part in found.sections] == [
        ("violations", 1),
        ("statistics", 2),
    ]
    assert list(found.sections[1].entries) == []


def test_trap_6_lines_below_a_heading_with_an_equals_sign_are_not_the_previous_sections():
    found = page(section("Format", "* [[Q1]]: x"), section("Item {{P|31}} = {{Q|5}}", "* [[Q2]]"))
    assert [(part.row.violation_type, len(part.entries)) for part in found.sections] == [
        ("Format", 1),
        ("Item", 1),
    ]


def test_unknown_sections_are_kept_counted_and_shown_but_nobody_in_them_counts():
    found = page(section("Format", "* [[Q1]]: x"), section("Wholly new", "* [[Q2]]: [[Q3]]", "* [[Q4]]"))
    assert found.subjects() == {"Q1"}
    assert found.unknown_headings() == ('"Wholly new" violations',)
    assert found.sections[1].row.entries == 2
    assert [entry.raw for entry in found.sections[1].entries] == ["* [[Q2]]: [[Q3]]", "* [[Q4]]"]
    assert found.notes == ("heading is of no known family: '\"Wholly new\" violations' (2 list lines)",)


def test_list_lines_before_the_first_heading_are_shown_and_not_counted():
    found = page("* [[Q1]]: lost", section("Format", "* [[Q2]]: x"))
    assert found.subjects() == {"Q2"}
    assert [(part.row.kind, part.row.heading) for part in found.sections] == [
        ("unknown", ""),
        ("violations", "Format"),
    ]


def test_a_line_of_unknown_shape_is_kept_and_counted_as_unread():
    found = page(section("Format", "* [[Q1]]: x", "* something else"))
    assert found.sections[0].row.unread == 1
    assert entries_of(found) == [(["Q1"], ["x"]), ([], [])]
    assert found.notes == ("no subject found in 1 lines of 'Format'",)


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6])
def test_sections_may_have_any_level(level):
    assert page(section("Format", "* [[Q1]]: x", level=level)).subjects() == {"Q1"}


@pytest.mark.parametrize(
    ("line", "count", "exceptions", "truncated"),
    [
        ("Violations count: 543", 543, None, False),
        ("Violations count: 543 (+ 2 exceptions)", 543, 2, False),
        ("Violations count: 12,345 (+ 1,002 exceptions)", 12345, 1002, False),
        ("Violations count: 12 345", 12345, None, False),
        ("'''Violations count:''' 7", 7, None, False),
        ("<b>violations count</b>: '''7'''", 7, None, False),
        ("Violations count: 0", 0, None, False),
        ("Violations count: more than 5000", 5000, None, True),
        ("Violations count:", None, None, False),
        ("No count here", None, None, False),
    ],
)
def test_count_lines_of_all_forms(line, count, exceptions, truncated):
    row = page('== "Format" violations ==', line).sections[0].row
    assert (row.declared_count, row.exceptions, row.truncated) == (count, exceptions, truncated)


@pytest.mark.parametrize(
    "mark",
    [
        "Too many results. 120 records skipped.",
        "Too many results.",
        "'''Too many results.'''",
        "* Too many results. 7 records skipped.",
        "3 records skipped",
    ],
)
def test_trap_8_every_mark_of_truncation_is_seen(mark):
    row = page(section("Format", "* [[Q1]]: x", after=mark)).sections[0].row
    assert row.truncated
    assert row.entries == 1


def test_a_value_that_says_too_many_results_is_a_value():
    row = page(section("Format", "* [[Q1]]: Too many results.")).sections[0].row
    assert not row.truncated
    assert row.entries == 1


def test_a_mark_below_a_group_truncates_the_section():
    found = page(
        section(
            "Format", "=== {{Q|1}} ===", "* [[Q1]]: x", "Too many results.", "=== empty ===", "* [[Q2]]: y"
        )
    )
    assert found.sections[0].row.truncated


@pytest.mark.parametrize(("count", "possibly"), [(3, True), (2, False), (1, False)])
def test_trap_8_a_count_above_the_listed_lines_is_only_a_hint(count, possibly):
    row = page(section("Format", "* [[Q1]]: x", "* [[Q2]]: y", count=count)).sections[0].row
    assert (row.possibly_truncated, row.truncated) == (possibly, False)


def test_counts_below_groups_are_added_up_where_the_section_has_none():
    lines = [
        "=== {{Q|1}} ===",
        "Violations count: 2",
        "* [[Q1]]",
        "=== empty ===",
        "Violations count: 3",
        "* [[Q2]]",
    ]
    assert page('== "Format" violations ==', *lines).sections[0].row.declared_count == 5
    assert (
        page('== "Format" violations ==', "Violations count: 9", *lines).sections[0].row.declared_count == 9
    )


def test_a_section_without_violations_is_there_and_empty():
    row = page(section("Format")).sections[0].row
    assert (row.declared_count, row.entries, row.possibly_truncated) == (0, 0, False)


def test_other_line_ends_inside_a_value_do_not_cut_the_line():
    found = page(section("Format", "* [[Q1]]: a\u2028* [[Q2]]: b\x0bc"))
    assert found.subjects() == {"Q1"}


def test_windows_line_ends_do_not_change_a_page():
    text = report(section("Format", *listed("Q1", "Q2")), section("Item {{P|31}} = {{Q|5}}", "* [[Q3]]: x"))
    assert page_json(parse_report(text.replace("\n", "\r\n"))) == page_json(parse_report(text))


def test_the_header_may_stand_below_a_note():
    assert parse_report(
        "A note by somebody\n" + header() + "\n" + section("Format", "* [[Q1]]")
    ).subjects() == {"Q1"}


@pytest.mark.parametrize(
    "piece",
    [
        "= ",
        "=",
        "== a =\n",
        "{{",
        "{{Constraint violations report|",
        "<!--",
        "<!-- -->",
        '"',
        "{{Q|5}}, ",
        "[[Q5|",
    ],
)
def test_hostile_pages_cost_their_length_once(piece):
    body = piece * (60_000 // len(piece))
    begin = time.process_time()
    parse_report(body)
    parse_report(report("== " + body + " =="))
    parse_report(report(section("Format", "* [[Q1]]"), body))
    # A pattern that goes back over its text for each character of it takes ten times as long and more.
    assert time.process_time() - begin < 2
