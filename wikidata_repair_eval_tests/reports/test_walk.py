"""Walking a page history: which revisions are read, what is stepped over and why, and going on later."""

import random

import pytest

from wikidata_repair_eval.reports import (
    EntryRow,
    HistoryChanged,
    HistoryWalk,
    ReportRevision,
    RevisionRow,
    SnapshotTables,
    find_candidates,
    walk_history,
)
from wikidata_repair_eval_tests.reports.pages import (
    BOTS,
    DELTABOT,
    KRBOT,
    KRBOT2,
    History,
    listed,
    report,
    section,
)

FAILED = "error while update for [[Property:P166]]"
TITLE = "Wikidata:Database reports/Constraint violations/P214"


def text(*ids, date="2025-08-01T01:00:00Z"):
    return report(section("Format", *listed(*ids)), date=date)


def walked(history, **options):
    return walk_history(history.revisions, history.text, bots=BOTS, property_id="P214", **options)


def found(tables, **options):
    candidates = find_candidates(tables, property_id="P214", title=TITLE, **options)
    return [(each.qid, each.report_revision_old, each.report_revision_new) for each in candidates]


def flags(tables):
    return {each.qid: set(each.flags) for each in find_candidates(tables, property_id="P214", title=TITLE)}


def test_each_report_is_compared_with_the_one_before_it():
    history = History()
    first = history.add(text("Q1", "Q2", "Q3", date="2025-08-01T01:00:00Z"))
    second = history.add(text("Q1", "Q3", date="2025-08-02T01:00:00Z"))
    third = history.add(text("Q3", "Q2", date="2025-08-03T01:00:00Z"))
    tables = walked(history)
    assert found(tables) == [("Q2", first, second), ("Q1", second, third)]
    assert [row.compared_with for row in tables.revisions] == [None, first, second]
    assert flags(tables) == {"Q2": set(), "Q1": set()}


@pytest.mark.parametrize(
    ("middle", "options", "status", "reason"),
    [
        pytest.param("ERROR: timeout", {}, "failed", "error_text", id="failed page"),
        pytest.param("x" * 108, {"comment": FAILED}, "failed", "error_comment", id="failed by its comment"),
        pytest.param("", {}, "blank", "blank", id="blank"),
        pytest.param("some words", {}, "unparseable", "no_header", id="no header"),
        pytest.param("#REDIRECT [[X]]", {}, "unparseable", "redirect: X", id="redirect"),
        pytest.param(None, {}, "unparseable", "hidden_text", id="hidden text"),
    ],
)
def test_trap_9_a_revision_that_is_no_report_is_stepped_over_with_its_reason(middle, options, status, reason):
    history = History()
    first = history.add(text("Q1", "Q2"))
    history.add(middle, **options)
    third = history.add(text("Q1", date="2025-08-03T01:00:00Z"))
    tables = walked(history)
    assert (tables.revisions[1].status, tables.revisions[1].reason) == (status, reason)
    assert found(tables) == [("Q2", first, third)]


@pytest.mark.parametrize(
    ("middle", "options", "reason"),
    [
        pytest.param(text("Q1"), {"user": "Somebody"}, "other_editor", id="struck by a person"),
        pytest.param("", {"user": "Somebody"}, "other_editor", id="blanked by a person"),
        pytest.param(text("Q7"), {"user": "Somebody", "tags": ["mw-undo"]}, "revert", id="undone"),
        pytest.param(text("Q7"), {"user": "Somebody", "tags": ["mw-rollback"]}, "revert", id="rolled back"),
        pytest.param(text("Q7"), {"user": None}, "hidden_user", id="by nobody knows whom"),
    ],
)
def test_trap_10_people_are_stepped_over_unread_and_leave_a_flag(middle, options, reason):
    history = History()
    first = history.add(text("Q1", "Q2"))
    second = history.add(middle, **options)
    third = history.add(text("Q1", date="2025-08-03T01:00:00Z"))
    fourth = history.add(text("Q9", date="2025-08-04T01:00:00Z"))
    tables = walked(history)
    assert (tables.revisions[1].bot, tables.revisions[1].reason) == (None, reason)
    assert second not in history.read
    assert found(tables) == [("Q2", first, third), ("Q1", third, fourth)]
    assert flags(tables) == {"Q2": {"page_edited_by_person"}, "Q1": set()}


def test_trap_11_bots_are_compared_with_themselves_alone():
    history = History()
    first = history.add(text("Q1", "Q2"), KRBOT2)
    delta = history.add(text("Q1", "Q5", date="2025-08-02T01:00:00Z"), DELTABOT)
    third = history.add(text("Q1", "Q2", "Q3", date="2025-08-03T01:00:00Z"), KRBOT2)
    delta_again = history.add(text("Q5", date="2025-08-04T01:00:00Z"), DELTABOT)
    last = history.add(text("Q1", "Q3", date="2025-08-05T01:00:00Z"), KRBOT2)
    history.add(text("Q8", date="2025-08-06T01:00:00Z"), KRBOT)
    tables = walked(history)
    assert found(tables) == [("Q1", delta, delta_again), ("Q2", third, last)]
    assert flags(tables) == {"Q1": set(), "Q2": set()}
    assert first not in {row.compared_with for row in tables.revisions[3:]}


def test_a_text_with_a_known_sha1_is_never_read():
    history = History()
    good, bad = text("Q1", "Q2"), "ERROR: timeout"
    history.add(good)
    history.add(bad)
    history.add(good)
    history.add(bad)
    history.add(text("Q1", date="2025-08-05T01:00:00Z"))
    tables = walked(history)
    assert history.read == [1000, 1001, 1004]
    assert [row.status for row in tables.revisions] == ["ok", "failed", "unchanged", "failed", "ok"]
    assert found(tables) == [("Q2", 1000, 1004)]
    assert tables.counts() == {"error_text": 2, "ok": 2, "same_sha1": 1}


def test_a_bots_return_to_an_older_report_is_a_revert():
    history = History()
    history.add(text("Q1", "Q2"))
    history.add(text("Q1", date="2025-08-02T01:00:00Z"))
    history.add(text("Q1", "Q2"))
    history.add(text("Q1", "Q4", date="2025-08-04T01:00:00Z"))
    tables = walked(history)
    assert [row.reason for row in tables.revisions] == [None, None, "revert", None]
    assert found(tables) == [("Q2", 1000, 1001)]


def test_trap_22_an_update_of_the_date_alone_is_a_snapshot_without_candidates():
    history = History()
    history.add(text("Q1", date="2025-08-01T01:00:00Z"))
    history.add(text("Q1", date="2025-08-02T01:00:00Z"))
    tables = walked(history)
    assert [row.status for row in tables.revisions] == ["ok", "ok"]
    assert found(tables) == []
    assert [(row.first_revision, row.last_revision) for row in tables.entries] == [(1000, 1001)]


def test_trap_23_a_gap_of_weeks_is_flagged():
    history = History()
    history.add(text("Q1"), day=1)
    history.add(text(date="2025-08-20T01:00:00Z"), day=21)
    assert flags(walked(history)) == {"Q1": {"report_gap"}}


def test_trap_21_transitions_before_july_2017_are_flagged():
    history = History()
    history.add(text("Q1", date="2017-06-01T01:00:00Z"), month="2017-06", day=1)
    history.add(text(date="2017-06-02T01:00:00Z"), month="2017-06", day=2)
    assert flags(walked(history)) == {"Q1": {"constraints_on_talk_pages"}}


def test_truncated_lists_explain_disappearances_in_a_history_too():
    history = History()
    history.add(text("Q1", "Q2"))
    cut = report(section("Format", *listed("Q1"), after="Too many results."), date="2025-08-02T01:00:00Z")
    history.add(cut)
    tables = walked(history)
    assert found(tables) == []
    assert found(tables, include_truncated=True) == [("Q2", 1000, 1001)]


def test_who_is_named_in_an_unknown_section_is_flagged_in_a_history_too():
    history = History()
    history.add(text("Q1", "Q2"))
    history.add(report(section("Format"), section("Wholly new", *listed("Q1")), date="2025-08-02T01:00:00Z"))
    assert flags(walked(history)) == {"Q1": {"in_unknown_section_new"}, "Q2": set()}


def test_stays_have_the_first_and_last_report_of_each_unbroken_run():
    history = History()
    for number, ids in enumerate([["Q1", "Q2"], ["Q1"], ["Q1", "Q2"], ["Q2"]], start=1):
        history.add(text(*ids, date=f"2025-08-0{number}T01:00:00Z"))
    history.add("ERROR: this one does not count")
    tables = walked(history)
    assert [(row.subjects, row.first_revision, row.last_revision) for row in tables.entries] == [
        (("Q2",), 1000, 1000),
        (("Q1",), 1000, 1002),
        (("Q2",), 1002, 1003),
    ]


def test_an_entry_row_says_where_the_line_stood():
    history = History()
    history.add(report(section("Format", "=== {{Q|5}} ===", "* [[Q1]]: a, b")), DELTABOT)
    assert walked(history).entries == (
        EntryRow("DeltaBot", "Format", "Format", "Q5", ("Q1",), ("a, b",), "* [[Q1]]: a, b", 1000, 1000),
    )


def test_revisions_are_walked_in_the_order_of_time_and_not_of_ids():
    history = History()
    history.texts = {30: text("Q1", "Q2"), 20: text("Q1", date="2025-08-02T01:00:00Z"), 21: text()}
    history.revisions = [
        ReportRevision(20, "2025-08-02T00:00:00Z", KRBOT2),
        ReportRevision(21, "2025-08-02T00:00:00Z", KRBOT2),
        ReportRevision(30, "2025-08-01T00:00:00Z", KRBOT2),
    ]
    assert [row.revision_id for row in walked(history).revisions] == [30, 20, 21]
    assert found(walked(history)) == [("Q2", 30, 20), ("Q1", 20, 21)]


def long_history(seed):
    choice = random.Random(seed)
    history = History()
    for day in range(1, 20):
        ids = [f"Q{number}" for number in range(1, 9) if choice.random() < 0.7]
        kind = choice.choice(["good"] * 6 + ["same", "error", "person", "blank"])
        new = text(*ids, date=f"2025-08-{day:02}T01:00:00Z")
        bot = choice.choice(BOTS)
        again = history.texts.get(1000 + choice.randrange(day)) or new
        history.add(
            {"good": new, "same": again, "error": "ERROR: x", "person": new, "blank": ""}[kind],
            "Somebody" if kind == "person" else bot,
        )
    return history


@pytest.mark.parametrize("seed", range(5))
def test_a_refresh_reads_only_what_is_new_and_gives_what_a_full_walk_gives(seed):
    history = long_history(seed)
    whole, read_by_whole = walked(history), list(history.read)
    for cut in range(len(history.revisions) + 1):
        history.read.clear()
        part = walk_history(history.revisions[:cut], history.text, bots=BOTS, property_id="P214")
        stored = SnapshotTables(
            tuple(RevisionRow.model_validate(row.model_dump(mode="json")) for row in part.revisions),
            tuple(EntryRow.of({**row._asdict(), "subjects": list(row.subjects)}) for row in part.entries),
        )
        assert walked(history, known=stored) == whole
        assert history.read == read_by_whole


def test_a_refresh_that_finds_nothing_new_reads_nothing():
    history = long_history(1)
    tables = walked(history)
    history.read.clear()
    assert walked(history, known=tables) == tables
    assert history.read == []


def test_a_wiki_that_is_down_stops_the_walk_and_loses_nothing_before_it():
    history = History()
    history.add(text("Q1"))
    history.add(text("Q2", date="2025-08-02T01:00:00Z"))

    def read(revision_id):
        if revision_id == 1001:
            raise ConnectionError("down")
        return history.text(revision_id)

    walk, steps = HistoryWalk(BOTS), []
    with pytest.raises(ConnectionError):
        steps.extend(walk.steps(history.revisions, read))
    assert [step.row.revision_id for step in walk.steps(history.revisions, history.text)] == [1001]
    assert [row.subjects for row in walk.standing()] == [("Q2",)]


def test_an_older_revision_that_was_not_there_before_asks_for_a_new_walk():
    history = History()
    history.add(text("Q1"), day=5)
    tables = walked(history)
    history.add(text("Q1", "Q2"), day=2)
    with pytest.raises(HistoryChanged, match="revision 1001 of 2025-08-02T08:00:00Z is older"):
        walked(history, known=tables)


def test_a_bot_that_is_none_any_more_asks_for_a_new_walk():
    history = History()
    history.add(text("Q1"), DELTABOT)
    with pytest.raises(HistoryChanged, match="DeltaBot is no report bot any more"):
        walk_history(history.revisions, history.text, bots=[KRBOT2], known=walked(history))


@pytest.mark.parametrize("newer", ["revisions", "entries"])
def test_two_tables_of_different_walks_are_refused(newer):
    history = History()
    history.add(text("Q1", "Q2"))
    old = walked(history)
    history.add(text("Q1", "Q3", date="2025-08-02T01:00:00Z"))
    new = walked(history)
    mixed = (
        SnapshotTables(new.revisions, old.entries)
        if newer == "revisions"
        else SnapshotTables(old.revisions, new.entries)
    )
    with pytest.raises(HistoryChanged, match="the kept entries are of other revisions"):
        walked(history, known=mixed)
    with pytest.raises(HistoryChanged, match="the kept entries are of other revisions"):
        find_candidates(mixed, property_id=None, title=None)


def test_a_page_that_never_had_a_report_has_rows_and_no_candidates():
    history = History()
    history.add("Hello", "Somebody")
    history.add("", KRBOT2)
    tables = walked(history)
    assert tables.counts() == {"blank": 1, "other_editor": 1}
    assert (tables.entries, found(tables)) == ((), [])


def test_no_name_of_a_person_stands_in_a_row():
    history = History()
    history.add(text("Q1"), "Jane Example")
    assert "Jane" not in walked(history).revisions[0].model_dump_json()
