"""Wikibase time values as xsd:dateTime: proleptic Gregorian, astronomical years, precision lost."""

import calendar
import re
from typing import Any

JULIAN = "http://www.wikidata.org/entity/Q1985786"
YEAR, MONTH, DAY = 9, 10, 11

_TIME = re.compile(r"([+-])(\d+)-(\d\d)-(\d\d)T(.+)")
_EARLIEST_CONVERTIBLE_YEAR = -4712


def date_time(value: dict[str, Any]) -> str | None:
    """None where there is no such instant (year 0): the query service then shows the raw text."""
    match = _TIME.fullmatch(value["time"])
    if match is None or int(match[2]) == 0:
        return None
    year, month, day = int(match[1] + match[2]), _within(match[3], 12), _within(match[4], 31)
    precision = value["precision"]
    if precision <= YEAR:
        month = day = 1
    elif precision == MONTH:
        day = 1
    if precision >= YEAR and year < 0:
        year += 1  # 1 BCE is -0001 in JSON and 0000 in RDF; coarser values are not moved
    if _is_convertible(value, year):
        year, month, day = julian_to_gregorian(year, month, day)
    return f"{_year_text(year)}-{month:02}-{min(day, _days_in(year, month)):02}T{match[5]}"


def _within(digits: str, highest: int) -> int:
    return min(max(int(digits), 1), highest)


def _is_convertible(value: dict[str, Any], year: int) -> bool:
    """Less than a day says too little to be moved to the other calendar."""
    return (
        value["calendarmodel"] == JULIAN and value["precision"] >= DAY and year >= _EARLIEST_CONVERTIBLE_YEAR
    )


def _year_text(year: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04}"


def _days_in(year: int, month: int) -> int:
    if month == 2:
        return 29 if calendar.isleap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def julian_to_gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """Through the day number, with astronomical years on both sides."""
    return _gregorian_of(_julian_day(year, month, day))


def _julian_day(year: int, month: int, day: int) -> int:
    before_march = month <= 2
    shifted_year = year + 4800 - before_march
    shifted_month = month + 12 * before_march - 3
    return day + (153 * shifted_month + 2) // 5 + 365 * shifted_year + shifted_year // 4 - 32083


def _gregorian_of(day_number: int) -> tuple[int, int, int]:
    a = day_number + 32044
    century = (4 * a + 3) // 146097
    rest = a - 146097 * century // 4
    year_of_century = (4 * rest + 3) // 1461
    day_of_year = rest - 1461 * year_of_century // 4
    shifted_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * shifted_month + 2) // 5 + 1
    month = shifted_month + 3 - 12 * (shifted_month // 10)
    return 100 * century + year_of_century - 4800 + shifted_month // 10, month, day
