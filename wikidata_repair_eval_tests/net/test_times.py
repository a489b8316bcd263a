"""Moments and intervals: closed, one second fine, merged where they touch."""

import pytest

from wikidata_repair_eval.net.times import BEGINNING, Interval, checked_moment, gaps, shifted, union


def day(number: int, second: int = 0) -> str:
    return f"2026-03-{number:02}T00:00:{second:02}Z"


@pytest.mark.parametrize(
    ("moment", "seconds", "expected"),
    [
        pytest.param("2024-02-28T23:59:59Z", 1, "2024-02-29T00:00:00Z", id="into a leap day"),
        pytest.param("2026-01-01T00:00:00Z", -1, "2025-12-31T23:59:59Z", id="into the old year"),
        pytest.param(BEGINNING, 1, "0001-01-01T00:00:01Z", id="years keep four digits"),
    ],
)
def test_shifting_a_moment(moment, seconds, expected):
    assert shifted(moment, seconds) == expected


@pytest.mark.parametrize("text", ["2026-03-01", "20260301000000", "2026-03-01T00:00:00+00:00", ""])
def test_a_moment_in_another_form_is_refused_since_text_order_would_lie(text):
    with pytest.raises(ValueError, match="is no moment of the form"):
        checked_moment(text)


@pytest.mark.parametrize(
    ("intervals", "expected"),
    [
        pytest.param([(1, 3), (2, 5)], [(1, 5)], id="overlapping"),
        pytest.param([(1, 9), (2, 5)], [(1, 9)], id="one inside the other"),
        pytest.param([(6, 7), (1, 3)], [(1, 3), (6, 7)], id="apart, in order"),
    ],
)
def test_union_of_intervals(intervals, expected):
    assert union(Interval(day(a), day(b)) for a, b in intervals) == [
        Interval(day(a), day(b)) for a, b in expected
    ]


def test_intervals_one_second_apart_touch_and_two_seconds_apart_do_not():
    assert union([Interval(day(1), day(2)), Interval(day(2, 1), day(3))]) == [Interval(day(1), day(3))]
    assert len(union([Interval(day(1), day(2)), Interval(day(2, 2), day(3))])) == 2


@pytest.mark.parametrize(
    ("covered", "expected"),
    [
        pytest.param([], [(day(2), day(8))], id="nothing covered"),
        pytest.param([(day(1), day(9))], [], id="all covered"),
        pytest.param([(day(2), day(8))], [], id="exactly covered"),
        pytest.param([(day(1), day(3))], [(day(3, 1), day(8))], id="beginning covered"),
        pytest.param([(day(7), day(9))], [(day(2), shifted(day(7), -1))], id="end covered"),
        pytest.param(
            [(day(4), day(5))], [(day(2), shifted(day(4), -1)), (day(5, 1), day(8))], id="middle covered"
        ),
        pytest.param([(BEGINNING, day(1)), (day(9), day(10))], [(day(2), day(8))], id="only outside covered"),
    ],
)
def test_gaps_are_what_is_left_to_ask(covered, expected):
    found = gaps([Interval(*pair) for pair in covered], day(2), day(8))
    assert found == [Interval(*pair) for pair in expected]
