"""Moments as the wiki writes them (`2026-06-08T11:20:00Z`) and closed intervals of them.

One second is the wiki's own resolution, so `[.., 10:00:00]` and `[10:00:01, ..]` touch. The text form
sorts as time does, and nothing here asks what time it is.
"""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

# Sorts before every revision: an interval from here reaches back to before the page was created.
BEGINNING = "0001-01-01T00:00:00Z"
_FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


class Interval(NamedTuple):
    """All moments from `start` to `end`, both included."""

    start: str
    end: str


def checked_moment(text: str) -> str:
    """The same text, if it is a moment in the wiki's form; comparing any other form as text would lie."""
    if not _FORM.fullmatch(text):
        raise ValueError(f"{text!r} is no moment of the form 2026-06-08T11:20:00Z")
    return text


def shifted(moment: str, seconds: int) -> str:
    """So many seconds later (or earlier)."""
    then = datetime.fromisoformat(checked_moment(moment)) + timedelta(seconds=seconds)
    return then.isoformat().replace("+00:00", "Z")


def union(intervals: Iterable[Interval]) -> list[Interval]:
    """The same moments in as few intervals as possible, in order."""
    merged: list[Interval] = []
    for interval in sorted(intervals):
        if merged and interval.start <= shifted(merged[-1].end, 1):
            merged[-1] = Interval(merged[-1].start, max(merged[-1].end, interval.end))
        else:
            merged.append(interval)
    return merged


def gaps(covered: Iterable[Interval], start: str, end: str) -> list[Interval]:
    """What of `[start, end]` is not covered, in order."""
    found, at = [], start
    for interval in union(covered):
        if interval.end < at or at > end:
            continue
        if interval.start > end:
            break
        if interval.start > at:
            found.append(Interval(at, shifted(interval.start, -1)))
        at = shifted(interval.end, 1)
    if at <= end:
        found.append(Interval(at, end))
    return found
