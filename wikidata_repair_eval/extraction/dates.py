"""Dates as extractors write them and as Wikidata states them, read into one shape and compared.

Two dates match when nothing that both say is in contradiction. A year that both say and nothing more is a
year-level match. Years before 1 have two spellings, one year apart: `-0044` is 44 BCE in Wikibase's JSON and
45 BCE in ISO 8601 and SPARQL. `Years` says which of them a value is spelt in, as far as that is known; where
it is not, words (`44 BC`) may mean either. Two numeric spellings are compared as they stand.
"""

from dataclasses import dataclass, replace
from typing import Literal

MILLENNIUM, CENTURY, DECADE, YEAR, MONTH, DAY = 6, 7, 8, 9, 10, 11
SAME, MONTH_LEVEL, YEAR_LEVEL, DECADE_LEVEL, CENTURY_LEVEL, TOO_COARSE = 1.0, 0.97, 0.95, 0.9, 0.85, 0.5
_SPAN = {DECADE: 10, CENTURY: 100, MILLENNIUM: 1000}
Years = Literal["astronomical", "historical"]


@dataclass(frozen=True, slots=True)
class Date:
    """`year` as it is spelt; `bce` marks a year that words placed before the common era (then positive)."""

    year: int
    month: int | None = None
    day: int | None = None
    precision: int = DAY
    bce: bool = False
    years: Years | None = None


def compare(truth: Date, said: Date, *, julian: bool = False) -> float:
    """How well what was said fits what is stated; below 0.85 it does not."""
    return max(_compare(reading, said) for reading in _readings(truth, julian))


def _readings(truth: Date, julian: bool) -> list[Date]:
    """A Julian day may be meant, and may have been stored, in either calendar."""
    if not julian or truth.precision < DAY or truth.month is None or truth.day is None:
        return [truth]
    number = _gregorian_day_number(truth.year, truth.month, truth.day)
    as_julian = _date(_julian_from_day_number(number), truth.years)
    number = _julian_day_number(truth.year, truth.month, truth.day)
    as_gregorian = _date(_gregorian_from_day_number(number), truth.years)
    return [truth, as_julian, as_gregorian]


def _compare(truth: Date, said: Date) -> float:
    precision = min(truth.precision, said.precision)
    if precision < YEAR:
        return _compare_spans(truth, said)
    if not _same_year(truth, said):
        return 0.0
    if precision == YEAR:
        return YEAR_LEVEL
    if truth.month != said.month:
        return 0.0
    if precision == MONTH:
        return SAME if truth.precision == said.precision else MONTH_LEVEL
    return SAME if truth.day == said.day else 0.0


def _same_year(truth: Date, said: Date) -> bool:
    if said.bce == truth.bce:
        return truth.year == said.year
    words, spelt = (said, truth) if said.bce else (truth, said)
    return -words.year in _historical_years(spelt)


def _historical_years(date: Date) -> set[int]:
    """What a year may be in the count without a year 0: `-0044` is 44 BC, or 45 BC, or either."""
    if date.year > 0:
        return {date.year}
    if date.years == "historical":
        return {date.year}
    if date.years == "astronomical" or date.year == 0:
        return {date.year - 1}
    return {date.year, date.year - 1}


def _compare_spans(truth: Date, said: Date) -> float:
    """Decades, centuries and coarser."""
    span = _SPAN.get(min(truth.precision, said.precision))
    if span is None:
        return _compare_ages(truth, said)
    starts_at_one = span > 10  # the 19th century is 1801 to 1900, the 1860s are 1860 to 1869
    buckets = [_bucket(date, span, starts_at_one) for date in (truth, said)]
    if not buckets[0] & buckets[1]:
        return 0.0
    if truth.precision == said.precision:
        return SAME
    if said.precision < truth.precision:
        return TOO_COARSE
    return DECADE_LEVEL if span == 10 else CENTURY_LEVEL


def _bucket(date: Date, span: int, starts_at_one: bool) -> set[tuple[int, int]]:
    """Sign and number of the span. A year that is spelt negative may be two."""
    era = -1 if date.bce or date.year < 1 else 1
    years = {date.year} if date.bce else {abs(year) for year in _historical_years(date)}
    return {(era, (year - 1) // span if starts_at_one else year // span) for year in years}


def _compare_ages(truth: Date, said: Date) -> float:
    """Geological ages: equal within half of the coarser precision's unit."""
    unit = 10 ** (9 - min(truth.precision, said.precision))
    years = [-date.year if date.bce else date.year for date in (truth, said)]
    return SAME if abs(years[0] - years[1]) * 2 <= unit else 0.0


# --- calendars: day numbers of the proleptic calendars, astronomical years ----------------------------------


def _gregorian_day_number(year: int, month: int, day: int) -> int:
    a = (14 - month) // 12
    y, m = year + 4800 - a, month + 12 * a - 3
    return day + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045


def _julian_day_number(year: int, month: int, day: int) -> int:
    a = (14 - month) // 12
    y, m = year + 4800 - a, month + 12 * a - 3
    return day + (153 * m + 2) // 5 + 365 * y + y // 4 - 32083


def _gregorian_from_day_number(number: int) -> tuple[int, int, int]:
    a = number + 32044
    b = (4 * a + 3) // 146097
    return _from_march(a - 146097 * b // 4, 100 * b)


def _julian_from_day_number(number: int) -> tuple[int, int, int]:
    return _from_march(number + 32082, 0)


def _from_march(c: int, years: int) -> tuple[int, int, int]:
    d = (4 * c + 3) // 1461
    e = c - 1461 * d // 4
    m = (5 * e + 2) // 153
    return years + d - 4800 + m // 10, m + 3 - 12 * (m // 10), e - (153 * m + 2) // 5 + 1


def _date(parts: tuple[int, int, int], years: Years | None) -> Date:
    return Date(*parts, years=years)


def with_precision(date: Date, precision: int | None) -> Date:
    """A stated precision wins over the digits: day and month of a year-precise value say nothing."""
    if precision is None or precision >= date.precision:
        return date
    month = date.month if precision >= MONTH else None
    return replace(date, month=month, day=None, precision=precision)
