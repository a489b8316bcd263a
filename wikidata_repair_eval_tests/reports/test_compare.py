"""Who left the report: the whole-page rule, truncation, vanished and changed sections, and the flags."""

import pytest

from wikidata_repair_eval.reports import NotAReport, ReportRevision, compare, parse_report
from wikidata_repair_eval_tests.reports.pages import KRBOT2, NEW_DATE, listed, page, report, section

CUT = "Too many results. 7 records skipped."


def gone(old, new, **options):
    return {candidate.qid: set(candidate.flags) for candidate in compare(old, new, **options)}


def revision(revision_id, timestamp, user=KRBOT2):
    return ReportRevision(revision_id, timestamp, user)


def test_a_candidate_has_every_field_of_the_contract():
    old = page(
        section("Unique value", "* 9: [[Q1]], [[Q2]], [[Q11]]"),
        section("Conflicts with {{P|31}}", "* [[Q1]]: [[Q5]]", "* [[Q3]]: [[Q6]]"),
    )
    new = page(section("Conflicts with {{P|31}}", "* [[Q3]]: [[Q6]]"), section("Unique value"), date=NEW_DATE)
    found = compare(
        old,
        new,
        revision(10, "2025-08-10T15:00:00Z"),
        revision(11, "2025-08-11T15:00:00Z"),
        title="Wikidata:Database reports/Constraint violations/P214",
    )
    assert [candidate.qid for candidate in found] == ["Q1", "Q2", "Q11"]
    assert found[0].model_dump() == {
        "schema_version": 1,
        "qid": "Q1",
        "property_id": "P214",
        "violation_type": "Conflicts with",
        "violation_types": ("Conflicts with", "Unique value"),
        "fix_date": "2025-08-11T15:00:00Z",
        "report_revision_old": 10,
        "report_revision_new": 11,
        "report_page_title": "Wikidata:Database reports/Constraint violations/P214",
        "published_old": "2025-08-10T15:00:00Z",
        "published_new": "2025-08-11T15:00:00Z",
        "data_date_old": "2025-08-10T11:59:01Z",
        "data_date_new": "2025-08-11T12:00:00Z",
        "constraints": (
            {
                "family": "Conflicts with",
                "type_qids": ("Q21502838",),
                "properties": ("P31",),
                "items": (),
                "language": None,
                "heading": "Conflicts with {{P|31}}",
            },
            {
                "family": "Unique value",
                "type_qids": ("Q21502410",),
                "properties": (),
                "items": (),
                "language": None,
                "heading": "Unique value",
            },
        ),
        "report_bot": "KrBot2",
        "values": ("Q5", "9"),
        "companions": ("Q2", "Q11"),
        "flags": (),
    }


def test_trap_1_a_value_that_disappears_is_no_candidate():
    old, new = page(section("Inverse", "* [[Q1]]: [[Q70]]")), page(section("Inverse", "* [[Q1]]: [[Q71]]"))
    assert gone(old, new) == {}


def test_trap_2_a_shared_value_that_disappears_is_no_candidate():
    old = page(section("Unique value", "* [[Q5]]: [[Q1]], [[Q2]]"))
    assert set(gone(old, page(section("Unique value"), date=NEW_DATE))) == {"Q1", "Q2"}


def test_trap_1_a_former_subject_that_is_now_a_value_is_a_candidate():
    old = page(section("Inverse", "* [[Q1]]: [[Q2]]", "* [[Q3]]: [[Q4]]"))
    assert set(gone(old, page(section("Inverse", "* [[Q3]]: [[Q1]]"), date=NEW_DATE))) == {"Q1"}


def test_moving_to_another_section_is_no_repair():
    old = page(section("Format", *listed("Q1")), section("Scope", *listed("Q2")))
    new = page(section("Format", *listed("Q2")), section("Scope", *listed("Q1")), date=NEW_DATE)
    assert gone(old, new) == {}


def test_trap_4_moving_to_another_group_is_no_repair():
    old = page(section("Format", "=== {{Q|1}} ===", "* [[Q7]]: x", "=== {{Q|2}} ===", "* [[Q8]]: y"))
    new = page(section("Format", "=== {{Q|2}} ===", "* [[Q8]]: y", "* [[Q7]]: x"), date=NEW_DATE)
    assert gone(old, new) == {}


def test_trap_5_standing_only_in_the_statistics_is_standing_nowhere():
    old = page(section("Format", *listed("Q5")), "== Types statistics ==", "* [[Q5]]: 1", "* [[Q6]]: 2")
    new = page(section("Format"), "== Types statistics ==", "* [[Q5]]: 1", date=NEW_DATE)
    assert set(gone(old, new)) == {"Q5"}


def test_trap_7_a_changed_parameter_list_is_the_same_section():
    old = page(section("Type {{Q|5}}, {{Q|6}}", *listed("Q1", "Q2")))
    new = page(section("Type {{Q|5}}, {{Q|6}}, {{Q|8274}}", *listed("Q1")), date=NEW_DATE)
    assert gone(old, new) == {"Q2": {"heading_changed"}}


def test_classes_in_another_order_are_no_changed_heading():
    old = page(section("Type {{Q|5}}, {{Q|6}}", *listed("Q1")))
    new = page(section("Type {{Q|Q6}}, {{Q|5}}"), date=NEW_DATE)
    assert gone(old, new) == {"Q1": set()}


def test_a_vanished_section_is_emitted_with_a_flag():
    old = page(section("Format", *listed("Q1")), section("Scope", *listed("Q2")))
    new = page(section("Scope", *listed("Q2")), date=NEW_DATE)
    assert gone(old, new) == {"Q1": {"section_removed"}}


def test_an_empty_section_is_not_a_vanished_one():
    old, new = page(section("Format", *listed("Q1"))), page(section("Format"), date=NEW_DATE)
    assert gone(old, new) == {"Q1": set()}


def test_another_property_in_the_heading_is_another_constraint():
    old = page(section("Item {{P|31}}", *listed("Q1")), section("Item {{P|17}}", *listed("Q2")))
    new = page(section("Item {{P|17}}", *listed("Q2")), date=NEW_DATE)
    assert gone(old, new) == {"Q1": {"section_removed"}}


def test_trap_8_a_cut_list_of_the_old_report_hides_others_and_explains_no_disappearance():
    old = page(section("Format", *listed("Q1", "Q2"), after=CUT))
    new = page(section("Format", *listed("Q1")), date=NEW_DATE)
    assert gone(old, new) == {"Q2": {"section_truncated_old"}}


@pytest.mark.parametrize(
    ("old_cut", "new_cut", "flags"),
    [
        pytest.param("", CUT, {"section_truncated_new"}, id="new"),
        pytest.param(CUT, CUT, {"section_truncated_old", "section_truncated_new"}, id="both"),
    ],
)
def test_trap_8_a_truncated_section_of_the_new_revision_explains_the_disappearance(old_cut, new_cut, flags):
    old = page(section("Format", *listed("Q1", "Q2"), after=old_cut))
    new = page(section("Format", *listed("Q1"), after=new_cut), date=NEW_DATE)
    assert gone(old, new) == {}
    assert gone(old, new, include_truncated=True) == {"Q2": flags}


def test_trap_8_truncation_of_one_section_says_nothing_about_another():
    old = page(section("Format", *listed("Q1")), section("Scope", *listed("Q2"), after=CUT))
    new = page(section("Format"), section("Scope", after=CUT), date=NEW_DATE)
    assert gone(old, new) == {"Q1": set()}


def test_trap_8_one_truncated_section_of_several_is_enough_to_doubt():
    old = page(section("Format", *listed("Q1")), section("Scope", *listed("Q1", "Q2")))
    new = page(section("Format"), section("Scope", *listed("Q2"), after=CUT), date=NEW_DATE)
    assert gone(old, new) == {}


def test_trap_8_a_truncated_section_whose_heading_changed_still_explains():
    old = page(section("Type {{Q|5}}", *listed("Q1")), section("Item {{P|31}}", *listed("Q2")))
    new = page(section("Type {{Q|6}}", after=CUT), section("Item {{P|279}}", after=CUT), date=NEW_DATE)
    assert gone(old, new) == {}


def test_trap_8_more_than_a_limit_is_truncated_too():
    old, new = page(section("Format", *listed("Q1"))), page(section("Format", count="more than 5000"))
    assert gone(old, new) == {}


def test_trap_8_a_count_above_the_lines_is_a_flag_and_no_more():
    old = page(section("Format", *listed("Q1", "Q2"), count=3))
    new = page(section("Format", *listed("Q1"), count=2), date=NEW_DATE)
    assert gone(old, new) == {"Q2": {"possibly_truncated_old", "possibly_truncated_new"}}


@pytest.mark.parametrize(
    "text",
    ["", "ERROR: timeout", "#REDIRECT [[X]]", "no header"],
    ids=["blank", "failed", "redirect", "other"],
)
def test_trap_9_and_10_what_is_no_report_is_not_compared(text):
    good, bad = page(section("Format", *listed("Q1"))), parse_report(text)
    with pytest.raises(NotAReport, match="the new page is no report"):
        compare(good, bad)
    with pytest.raises(NotAReport, match="the old page is no report"):
        compare(bad, good)


def test_trap_22_a_report_that_changed_its_date_alone_gives_nothing():
    parts = [section("Format", *listed("Q1", "Q2")), section("Unique value", "* 1: [[Q3]], [[Q4]]")]
    assert gone(page(*parts), page(*parts, date=NEW_DATE)) == {}


@pytest.mark.parametrize(
    ("published_new", "flagged"),
    [("2025-08-17T15:00:00Z", False), ("2025-08-17T15:00:01Z", True), ("2025-09-20T15:00:00Z", True)],
)
def test_trap_23_reports_more_than_a_week_apart_are_flagged(published_new, flagged):
    old, new = page(section("Format", *listed("Q1"))), page(section("Format"), date=NEW_DATE)
    found = compare(old, new, revision(1, "2025-08-10T15:00:00Z"), revision(2, published_new))
    assert ("report_gap" in found[0].flags) == flagged


@pytest.mark.parametrize(
    ("published_old", "flagged"),
    [("2016-01-01T00:00:00Z", True), ("2017-06-30T23:59:59Z", True), ("2017-07-01T00:00:00Z", False)],
)
def test_trap_21_before_july_2017_constraints_were_templates(published_old, flagged):
    old, new = page(section("Format", *listed("Q1"))), page(section("Format"), date=NEW_DATE)
    found = compare(old, new, revision(1, published_old), revision(2, "2017-08-01T00:00:00Z"))
    assert ("constraints_on_talk_pages" in found[0].flags) == flagged


def test_a_report_without_data_date_is_flagged():
    old, new = page(section("Format", *listed("Q1")), date=""), page(section("Format"), date=NEW_DATE)
    [candidate] = compare(old, new)
    assert candidate.data_date_old is None
    assert candidate.flags == ("no_data_date",)


def test_a_data_date_that_does_not_advance_is_flagged():
    old, new = page(section("Format", *listed("Q1"))), page(section("Format"))
    assert gone(old, new) == {"Q1": {"data_date_not_later"}}


def test_an_unmarked_collapse_is_flagged():
    old = page(section("Format", *listed(*(f"Q{number}" for number in range(1, 2000)))))
    new = page(date=NEW_DATE)
    assert len(gone(old, new)) == 1999
    assert gone(old, new)["Q1"] == {"section_removed", "report_collapsed"}


def test_a_short_page_that_still_has_sections_did_not_collapse():
    old = page(section("Format", *listed(*(f"Q{number}" for number in range(1, 2000)))))
    assert gone(old, page(section("Format"), date=NEW_DATE))["Q1"] == set()


def test_somebody_named_in_an_unknown_section_of_the_new_page_is_flagged():
    old = page(section("Format", *listed("Q1", "Q2")))
    new = page(section("Format"), section("Wholly new", "* [[Q1]]: [[Q9]]"), date=NEW_DATE)
    assert gone(old, new) == {"Q1": {"in_unknown_section_new"}, "Q2": set()}


def test_unknown_sections_of_the_old_page_give_no_candidates():
    assert gone(page(section("Wholly new", *listed("Q1"))), page(date=NEW_DATE)) == {}


def test_trap_19_property_and_lexeme_subjects_become_candidates_under_their_own_ids():
    old = page(
        section("Format", "* [[Property:P31]]: x", "* [[Lexeme:L1]]: x", "* [[Lexeme:L1#F2]]: x", "* [[Q1]]")
    )
    assert list(gone(old, page(section("Format"), date=NEW_DATE))) == ["L1", "L1-F2", "P31", "Q1"]


def test_trap_16_the_same_item_in_two_spellings_did_not_leave():
    old = page(section("Format", "* [[Q42]]: x"))
    for spelling in ("[[q42]]", "{{Q|42}}", "[[Q42|Douglas]]"):
        assert gone(old, page(section("Format", f"* {spelling}: x"), date=NEW_DATE)) == {}


def test_trap_13_the_constraints_of_a_single_value_candidate_name_both_types():
    [candidate] = compare(page(section("Single value", "* [[Q1]]: 1, 2")), page(section("Single value")))
    assert candidate.constraints[0].type_qids == ("Q19474404", "Q52060874")
    assert candidate.values == ("1", "2")


def test_several_lines_of_one_item_are_one_candidate_with_all_its_values():
    old = page(section("Format", "* [[Q1]]: b", "=== empty ===", "* [[Q1]]: a", "* [[Q1]]: b"))
    [candidate] = compare(old, page(section("Format"), date=NEW_DATE))
    assert candidate.values == ("b", "a")


def test_two_sections_of_one_heading_count_alike():
    # DeltaBot gives no parameter, so two constraints of one family share their heading.
    old = page(section("Conflicts with", *listed("Q1")), section("Conflicts with", *listed("Q2")))
    new = page(section("Conflicts with"), section("Conflicts with", after=CUT), date=NEW_DATE)
    assert gone(old, new) == {}
    assert set(gone(old, new, include_truncated=True)) == {"Q1", "Q2"}


def test_bare_texts_leave_unknown_what_only_a_wiki_knows():
    [candidate] = compare(parse_report(report(section("Format", *listed("Q1")))), parse_report(report()))
    assert (candidate.property_id, candidate.fix_date, candidate.report_revision_new) == (None, None, None)
