"""The history store answers what was current when, or that it does not know: never a guess."""

import sqlite3
import threading

import pytest

from wikidata_repair_eval.net.history import HistoryStore, NotYetCreated, Unknown
from wikidata_repair_eval.net.revision import Content, Revision
from wikidata_repair_eval.net.times import BEGINNING, Interval, shifted


def day(number: int) -> str:
    return f"2026-03-{number:02}T00:00:00Z"


def revision(revid: int, number: int, **more) -> Revision:
    return Revision(revid, day(number), **more)


@pytest.fixture
def store(tmp_path) -> HistoryStore:
    return HistoryStore(tmp_path / "history.sqlite", "test")


def test_everything_known_of_a_revision_comes_back_but_its_text(store):
    whole = Revision(
        7, day(3), 6, "~2026-1", 12, False, True, "a", ("x", "y"), 5, "ab", True, "wikibase-item", ("text",)
    )
    with_text = Revision(8, day(4), hidden=("comment", "user"), content=Content(8, "text", "Q1", None, "{}"))
    store.add("Q1", [whole, with_text], Interval(day(3), day(5)))
    assert store.between("Q1", day(1), day(9)) == [whole, Revision(8, day(4), hidden=("comment", "user"))]


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        pytest.param(day(3), 10, id="the second of the edit counts"),
        pytest.param(day(4), 10, id="between two edits"),
        pytest.param(day(5), 11, id="at the second edit"),
        pytest.param(day(8), 11, id="at the end of what is covered"),
    ],
)
def test_the_revision_current_at_a_moment(store, moment, expected):
    store.add("Q1", [revision(11, 5), revision(10, 3)], Interval(day(2), day(8)))
    found = store.as_of("Q1", moment)
    assert isinstance(found, Revision)
    assert found.revid == expected


@pytest.mark.parametrize(
    ("covered", "moment"),
    [
        pytest.param(None, day(4), id="nothing covered, though a revision is stored"),
        pytest.param(Interval(day(2), day(8)), day(9), id="after what is covered"),
        pytest.param(Interval(day(2), day(8)), day(1), id="before what is covered"),
        pytest.param(
            Interval(day(2), day(8)), day(2), id="covered, but the edit before it was never fetched"
        ),
    ],
)
def test_what_is_not_covered_is_unknown_and_neither_empty_nor_missing(store, covered, moment):
    store.add("Q1", [revision(10, 3)], covered)
    assert store.as_of("Q1", moment) == Unknown("Q1", moment)


def test_not_yet_created_is_known_only_from_the_very_beginning(store):
    store.add("Q1", [revision(10, 3, parentid=0)], Interval(BEGINNING, day(8)))
    assert store.as_of("Q1", day(2)) == NotYetCreated("Q1", day(2))
    assert store.as_of("Q2", day(2)) == Unknown("Q2", day(2))


def test_trap_31_of_two_revisions_in_one_second_the_child_is_current(store):
    store.add("Q1", [revision(8, 3, parentid=5), revision(7, 3, parentid=8)], Interval(day(3), day(4)))
    found = store.as_of("Q1", day(4))
    assert isinstance(found, Revision)
    assert found.revid == 7


def test_overlapping_windows_leave_only_the_rest_to_ask(store):
    store.add("Q1", [], Interval(day(2), day(5)))
    store.add("Q1", [], Interval(day(8), day(9)))
    assert store.missing("Q1", day(1), day(10)) == [
        Interval(day(1), shifted(day(2), -1)),
        Interval(shifted(day(5), 1), shifted(day(8), -1)),
        Interval(shifted(day(9), 1), day(10)),
    ]
    assert store.missing("Q1", day(3), day(4)) == []
    assert store.missing("Q2", day(3), day(4)) == [Interval(day(3), day(4))]


def test_intervals_that_meet_become_one_and_answer_across_the_seam(store):
    store.add("Q1", [revision(10, 3)], Interval(day(2), day(5)))
    store.add("Q1", [], Interval(shifted(day(5), 1), day(9)))
    assert store.covered("Q1") == [Interval(day(2), day(9))]
    found = store.as_of("Q1", day(8))
    assert isinstance(found, Revision)
    assert found.revid == 10


def test_an_interval_is_never_claimed_without_its_revisions(store):
    broken = Revision(11, "yesterday")
    with pytest.raises(ValueError, match="'yesterday' is no moment"):
        store.add("Q1", [revision(10, 3), broken], Interval(day(2), day(5)))
    assert store.covered("Q1") == []
    assert store.between("Q1", day(1), day(9)) == []


def test_an_interval_that_ends_before_it_begins_claims_nothing(store):
    store.add("Q1", [], Interval(day(5), day(2)))
    assert store.covered("Q1") == []


def test_sources_and_titles_are_kept_apart(tmp_path, store):
    store.add("Q1", [revision(10, 3)], Interval(day(2), day(5)))
    other = HistoryStore(tmp_path / "history.sqlite", "other")
    assert other.covered("Q1") == []
    assert other.between("Q1", day(1), day(9)) == []


def test_a_missing_page_is_remembered_for_a_while_and_until_it_comes_back(tmp_path):
    now = [1_000.0]
    store = HistoryStore(tmp_path / "history.sqlite", "test", negative_ttl_s=600, clock=lambda: now[0])
    store.note_missing("Q1")
    assert store.is_missing("Q1")
    assert store.as_of("Q1", day(3)) == Unknown("Q1", day(3))
    now[0] += 601
    assert not store.is_missing("Q1")
    store.note_missing("Q1")
    store.add("Q1", [revision(10, 3)], None)
    assert not store.is_missing("Q1")


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("data = x'0011'", id="overwritten"),
        pytest.param("data = substr(data, 1, length(data) - 1)", id="cut"),
        pytest.param("timestamp = '2026-03-04T00:00:00Z'", id="moved in time"),
    ],
)
def test_a_damaged_revision_is_no_answer_and_takes_its_claims_with_it(tmp_path, store, caplog, damage):
    store.add("Q1", [revision(10, 3)], Interval(day(2), day(5)))
    store.close()
    connection = sqlite3.connect(tmp_path / "history.sqlite")
    connection.execute(f"UPDATE revisions SET {damage}")
    connection.commit()
    connection.close()
    assert store.as_of("Q1", day(5)) == Unknown("Q1", day(5))
    assert store.covered("Q1") == []
    assert "revision 10 is not what was stored" in caplog.text


def test_writers_of_one_page_at_the_same_time_lose_no_interval(store):
    def claim(first: int) -> None:
        for number in range(first, 28, 4):
            store.add("Q1", [revision(number, number)], Interval(day(number), shifted(day(number + 1), -1)))

    threads = [threading.Thread(target=claim, args=(first,)) for first in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.covered("Q1") == [Interval(day(1), shifted(day(28), -1))]
    assert len(store.between("Q1", day(1), day(28))) == 27
