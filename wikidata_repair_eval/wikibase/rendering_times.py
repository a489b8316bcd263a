"""Texts of dates by their precision: `1952-03-11`, `1952-03`, `1952`, `1950s`, `19th century`, `44 BCE`.

Years are counted as people count them (1 BCE, no year 0); RDF's astronomical years are not shown here.
"""

from wikidata_repair_eval.wikibase.values import GREGORIAN, JULIAN, TimeValue

_CENTURY, _DECADE, _YEAR, _MONTH, _DAY = 7, 8, 9, 10, 11
_SPAN_WORDS = {7: ("century", 100), 6: ("millennium", 1000)}
# Below a millennium a date is an order of magnitude: 5 is ten thousand years, 0 a billion.
_COARSE = {
    5: "10 thousand",
    4: "100 thousand",
    3: "1 million",
    2: "10 million",
    1: "100 million",
    0: "1 billion",
}


def render_time(value: TimeValue) -> str:
    era = " BCE" if value.year < 0 else ""
    return f"{_date(value)}{era}{_calendar(value.calendar)}"


def _date(value: TimeValue) -> str:
    year = abs(value.year)
    if value.precision >= _MONTH:
        return _month_or_finer(value)
    if value.precision == _DECADE:
        return f"{year // 10 * 10}s"
    if value.precision in _SPAN_WORDS:
        word, length = _SPAN_WORDS[value.precision]
        return f"{_ordinal(max(1, -(-year // length)))} {word}"
    if value.precision in _COARSE:
        return f"{year} (to {_COARSE[value.precision]} years)"
    return str(year)


def _month_or_finer(value: TimeValue) -> str:
    """As fine as the precision says and the value can show: old values claim a day and give none."""
    year = f"{abs(value.year):04d}"
    if value.month == 0:
        return year
    if value.precision == _MONTH or value.day == 0:
        return f"{year}-{value.month:02d}"
    day = f"{year}-{value.month:02d}-{value.day:02d}"
    return day if value.precision == _DAY else f"{day}T{value.clock}"


def _ordinal(number: int) -> str:
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _calendar(calendar: str) -> str:
    if calendar == GREGORIAN:
        return ""
    return " (Julian)" if calendar == JULIAN else f" ({calendar})"
