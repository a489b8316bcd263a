"""Short texts of values read back: `1952-03-11`, `1950s`, `44 BCE`, `10±1 Q11573`, `52.5, 13.4`, `Haus (de)`.

The counterpart of `wikibase.rendering`, and a little more forgiving: models write dates and numbers in
several ways. Each reader answers with a datavalue, or None where the text is no such value.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from wikidata_repair_eval.wikibase import (
    GlobeCoordinateValue,
    MonolingualTextValue,
    QuantityValue,
    TimeValue,
    to_datavalue,
)
from wikidata_repair_eval.wikibase.values import GREGORIAN, JULIAN

Datavalue = dict[str, Any]
Resolve = Callable[[str], str | None]
_DATE = re.compile(
    r"(?P<sign>[+-]?)(?P<year>[0-9]{1,16})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?)?"
    r"(?:T(?P<clock>[0-9]{2}:[0-9]{2}:[0-9]{2})Z?)?(?P<era>\s*(?:BCE|BC|CE|AD))?",
    re.ASCII,
)
_DECADE = re.compile(r"([0-9]{1,15}0)s", re.ASCII)
_SPAN = re.compile(r"([0-9]{1,6})(?:st|nd|rd|th)?\s+(century|millennium)(\s*BCE?)?", re.ASCII)
_CALENDAR = re.compile(r"\s*\((Julian|Gregorian)\)$", re.ASCII)
_NUMBER = r"[+-]?[0-9]{1,60}(?:\.[0-9]{1,60})?"
_QUANTITY = re.compile(rf"({_NUMBER})\s*(?:(?:±|\+/-)\s*({_NUMBER}))?\s*(.*)", re.DOTALL)
_POINT = re.compile(rf"Point\(({_NUMBER})\s+({_NUMBER})\)", re.IGNORECASE)
_PAIR = re.compile(rf"({_NUMBER})\s*[,;/ ]\s*({_NUMBER})")
_TEXT = re.compile(r"(.*\S)\s*(?:\(([a-z][a-z0-9-]{1,20})\)|@([a-z][a-z0-9-]{1,20}))", re.DOTALL)
_QUOTED = re.compile(r'"(.*)"(@[a-z][a-z0-9-]{1,20})?', re.DOTALL)
_YEAR, _MONTH, _DAY, _SECOND = 9, 10, 11, 14
_LAST_JULIAN_YEAR = 1582  # the wiki's own parser takes earlier dates as Julian where nothing else is said


def date_from(text: str) -> Datavalue | None:
    text, calendar = _without_calendar(text.strip())
    if (decade := _DECADE.fullmatch(text)) is not None:
        return _time(int(decade[1]), 0, 0, 8, calendar)
    if (span := _SPAN.fullmatch(text)) is not None:
        return _span(int(span[1]), span[2], bool(span[3]), calendar)
    match = _DATE.fullmatch(text)
    return None if match is None else _date(match, calendar)


def _without_calendar(text: str) -> tuple[str, str | None]:
    match = _CALENDAR.search(text)
    if match is None:
        return text, None
    return text[: match.start()], JULIAN if match[1] == "Julian" else GREGORIAN


def _span(number: int, word: str, before_christ: bool, calendar: str | None) -> Datavalue:
    """The 19th century is stored as its last year, 1900."""
    length, precision = (100, 7) if word == "century" else (1000, 6)
    year = number * length
    return _time(-year if before_christ else year, 0, 0, precision, calendar)


def _date(match: re.Match[str], calendar: str | None) -> Datavalue | None:
    year = int(match["year"])
    before_christ = match["sign"] == "-" or (match["era"] or "").strip() in ("BCE", "BC")
    month, day = int(match["month"] or 0), int(match["day"] or 0)
    if month > 12 or day > 31:
        return None
    clock = match["clock"] or "00:00:00"
    precision = _DAY if day else _MONTH if month else _YEAR
    if day and clock != "00:00:00":
        precision = _SECOND
    return _time(-year if before_christ else year, month, day, precision, calendar, clock)


def _time(
    year: int, month: int, day: int, precision: int, calendar: str | None, clock: str = "00:00:00"
) -> Datavalue:
    chosen = calendar or (JULIAN if year <= _LAST_JULIAN_YEAR else GREGORIAN)
    return to_datavalue(TimeValue(year, month, day, precision, chosen, clock))


def quantity_from(text: str, resolve: Resolve) -> Datavalue | None:
    """The unit may be an id or a label of the case; one that stands for nothing spoils the value."""
    match = _QUANTITY.fullmatch(text.strip().replace("\u2212", "-"))
    if match is None:
        return None
    unit = resolve(match[3]) if match[3].strip() else "1"
    if unit is None:
        return None
    amount = Decimal(match[1])
    if match[2] is None:
        return to_datavalue(QuantityValue(amount, unit))
    margin = abs(Decimal(match[2]))
    return to_datavalue(QuantityValue(amount, unit, amount - margin, amount + margin))


def coordinate_from(text: str) -> Datavalue | None:
    """`52.5, 13.4` is latitude first; `Point(13.4 52.5)` is longitude first."""
    point, pair = _POINT.fullmatch(text.strip()), _PAIR.fullmatch(text.strip())
    if point is not None:
        longitude, latitude = float(point[1]), float(point[2])
    elif pair is not None:
        latitude, longitude = float(pair[1]), float(pair[2])
    else:
        return None
    if abs(latitude) > 90 or abs(longitude) > 360:
        return None
    return to_datavalue(GlobeCoordinateValue(latitude, longitude))


def monolingual_from(text: str, language: str | None = None) -> Datavalue | None:
    """`Haus (de)`, `Haus@de` or `"Haus"@de`; plain text only where the language is told."""
    match = _TEXT.fullmatch(text.strip())
    if match is not None:
        content = match[1]
        quoted = _QUOTED.fullmatch(content)
        return to_datavalue(MonolingualTextValue(quoted[1] if quoted else content, match[2] or match[3]))
    return to_datavalue(MonolingualTextValue(text, language)) if language else None
