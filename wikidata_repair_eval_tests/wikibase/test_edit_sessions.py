"""Edit sessions: who joins one, what ends it, and in which order edits are read."""

from dataclasses import dataclass

import pytest

from wikidata_repair_eval.wikibase import RevisionNotListed, edit_sessions, session_of


@dataclass(frozen=True)
class Edit:
    revid: int
    timestamp: str
    user: str | None


def history(*rows):
    """`(id, "HH:MM[:SS]", user)` on one day."""
    return [
        Edit(number, f"2025-03-01T{clock if clock.count(':') == 2 else clock + ':00'}Z", user)
        for number, clock, user in rows
    ]


def ids(sessions):
    return [[edit.revid for edit in session] for session in sessions]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([(1, "10:00", "A"), (2, "10:05", "A")], [[1, 2]], id="minutes apart"),
        pytest.param([(1, "10:00", "A"), (2, "11:00", "A")], [[1, 2]], id="sixty minutes exactly"),
        pytest.param([(1, "10:00", "A"), (2, "11:00:01", "A")], [[1], [2]], id="a second more"),
        pytest.param(
            [(1, "10:00", "A"), (2, "10:50", "A"), (3, "11:10", "A")],
            [[1, 2, 3]],
            id="the gap counts, not the sum",
        ),
        pytest.param(
            [(1, "10:00", "A"), (2, "10:01", "B"), (3, "10:02", "A")], [[1], [2], [3]], id="interrupted"
        ),
        pytest.param(
            [(1, "10:00", "A"), (2, "10:01", None), (3, "10:02", "A")],
            [[1], [2], [3]],
            id="interrupted by a hidden user",
        ),
        pytest.param(
            [(1, "10:00", None), (2, "10:01", None)], [[1], [2]], id="two hidden users may be two people"
        ),
        pytest.param(
            [(9, "10:00", "A"), (3, "10:01", "A"), (5, "12:30", "A")],
            [[9, 3], [5]],
            id="trap 30: ids do not follow time",
        ),
        pytest.param([], [], id="no edits, no sessions"),
    ],
)
def test_sessions(rows, expected):
    assert ids(edit_sessions(history(*rows))) == expected
    assert ids(edit_sessions(history(*rows)[::-1], newest_first=True)) == expected


def test_trap_31_edits_of_one_second_keep_the_order_in_which_the_wiki_lists_them():
    listed = history((8, "10:00:00", "A"), (7, "10:00:00", "A"), (9, "10:00:00", "B"))
    assert ids(edit_sessions(listed)) == [[8, 7], [9]]
    assert ids(edit_sessions(listed[::-1], newest_first=True)) == [[8, 7], [9]]


def test_edits_are_put_in_order_of_time_first():
    shuffled = history((3, "10:02", "A"), (1, "10:00", "A"), (2, "10:01", "B"))
    assert ids(edit_sessions(shuffled)) == [[1], [2], [3]]


def test_the_session_of_one_edit():
    edits = history((1, "10:00", "A"), (2, "10:05", "A"), (3, "10:06", "B"))
    assert [edit.revid for edit in session_of(2, edits)] == [1, 2]
    assert [edit.revid for edit in session_of(3, edits)] == [3]
    with pytest.raises(RevisionNotListed, match="revision 4 is not among the 3 given"):
        session_of(4, edits)
