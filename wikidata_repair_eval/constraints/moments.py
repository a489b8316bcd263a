"""Dates as the wiki's own checker compares them: seconds since 1970, precision and calendar left aside.

A month or day of 0 counts as 1, there is no year 0 (so year 0 and 1 BCE fall together), days beyond the end
of a month run on into the next, the timezone counts, and far years lose their seconds in floating point.
Years may have 16 digits, which is why `datetime` is no help here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Any

from wikidata_repair_eval.constraints.snaks import TIME, RawSnak, content_of

_STAMP = re.compile(r"([-+])([0-9]{1,16})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z", re.ASCII)
_ISO = re.compile(r"([-+]?)([0-9]{4,16})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9:.]+))?(?:Z|\+00:00)?", re.ASCII)
_DAYS_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_LIMITS = (12, 31, 23, 59, 61)  # month, day, hour, minute, second: what Wikibase lets through
_NUMBERS = (("timezone", 0), ("precision", 11), ("before", 0), ("after", 0))
_EARLIEST_ZONE, _LATEST_ZONE = -12 * 3600, 14 * 3600


@dataclass(frozen=True, slots=True)
class Moment:
    """A date as it is written, and the second since 1970 for which it stands."""

    year: int
    month: int
    day: int
    clock: tuple[int, int, int]
    seconds: float

    @property
    def within_year(self) -> float:
        """The second within a year that is no leap year: for telling which of two dates is earlier in it."""
        return _seconds(1970, self.month, self.day, self.clock)


def moment_of(snak: RawSnak) -> Moment | None:
    """The date a snak holds; None where Wikibase would not read one."""
    return moment_from(content_of(snak, TIME))


def moment_from(content: Any) -> Moment | None:
    if not isinstance(content, Mapping) or not isinstance(content.get("time"), str):
        return None
    numbers = [content.get(name, default) for name, default in _NUMBERS]
    if any(type(number) is not int for number in numbers):
        return None
    zone, precision, before, after = numbers
    if not _EARLIEST_ZONE <= zone <= _LATEST_ZONE or not 0 <= precision <= 14 or min(before, after) < 0:
        return None
    return _parsed(content["time"], zone)


@lru_cache(maxsize=65536)
def _parsed(text: str, zone: int) -> Moment | None:
    match = _STAMP.fullmatch(text)
    if match is None:
        return None
    year, numbers = int(match[1] + match[2]), [int(part) for part in match.groups()[2:]]
    if any(number > limit for number, limit in zip(numbers, _LIMITS, strict=True)):
        return None
    month, day, *clock = numbers
    if (day and not month) or (any(clock) and not day):  # nobody can place such a date in a year
        return None
    return _moment(year, numbers, zone)


def _moment(year: int, numbers: list[int], zone: int = 0) -> Moment:
    month, day, *clock = numbers
    time_of_day = (clock[0], clock[1], clock[2])
    return Moment(year, month, day, time_of_day, _seconds(year, month, day, time_of_day) - zone * 60)


def now_from(text: str) -> Moment | None:
    """Today, from an ISO date or time in UTC; None for any other text."""
    match = _ISO.fullmatch(text.strip())
    if match is None:
        return None
    clock = [int(float(part)) for part in (match[5] or "0:0:0").split(":")] + [0, 0]
    return _moment(int(f"{match[1]}{match[2]}"), [int(match[3]), int(match[4]), *clock[:3]])


def _seconds(year: int, month: int, day: int, clock: tuple[int, int, int]) -> float:
    """Float on purpose: the reference's numbers for far years are floats too, and equality follows them."""
    astronomical = year + 1 if year < 0 else year
    leap = _is_leap(astronomical)
    base = 1972 if leap else 1970
    days = _DAYS_BEFORE[max(1, month) - 1] + (1 if leap and month > 2 else 0) + max(1, day) - 1
    within = (730 if leap else 0) * 86400 + days * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    leap_days = _leap_days(float(astronomical)) - _leap_days(float(base))
    return within + ((astronomical - base) * 365 + leap_days) * 86400


def _is_leap(year: int) -> bool:
    return (year % 4 == 0 and year % 100 != 0) or year % 400 == 0


def _leap_days(year: float) -> float:
    return float(floor(year / 4) - floor(year / 100) + floor(year / 400))


def years_between(minuend: Moment, subtrahend: Moment) -> float:
    """The difference in years: no year 0, and half a year more or less if the day within the year differs."""
    years = float(minuend.year) - float(subtrahend.year)
    if minuend.year > 0 > subtrahend.year:
        years -= 1.0
    elif minuend.year < 0 < subtrahend.year:
        years += 1.0
    own, other = minuend.within_year, subtrahend.within_year
    return years + (0.5 if own > other else -0.5 if own < other else 0.0)
