"""When two values mean the same, though they are not written the same.

Dates are the same if their precision is and nothing that it shows differs (a day in the Julian calendar is
the same day in the Gregorian one); quantities if amount and unit are, after conversion where the case tells
how; places if they are closer than the coarser precision; texts after Unicode normalisation; ids after
redirects. Unknown value and no value mean themselves only.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from unicodedata import normalize

from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.quantities import Quantity, UnitTable
from wikidata_repair_eval.wikibase import (
    EntityIdValue,
    GlobeCoordinateValue,
    MalformedValue,
    MonolingualTextValue,
    QuantityValue,
    StringValue,
    TimeValue,
    Value,
    parse_datavalue,
)
from wikidata_repair_eval.wikibase.canonical import canonical_snak
from wikidata_repair_eval.wikibase.values import JULIAN

Raw = Mapping[str, Any]
Redirects = Callable[[str], str]
_DAY, _MONTH, _DECADE = 11, 10, 8
_DEGREES = 1e-6  # a tenth of a metre: what a short text shows of a place
_SPANS = {7: 100, 6: 1_000, 5: 10**4, 4: 10**5, 3: 10**6, 2: 10**7, 1: 10**8, 0: 10**9}


class Meaning:
    """Compares snaks with the help of what a case knows: unit conversions and redirects."""

    def __init__(self, units: UnitTable, redirects: Redirects) -> None:
        self._units, self._redirects = units, redirects

    def same(self, one: Raw, other: Raw) -> bool:
        """True if two snaks of one property say the same."""
        if canonical_snak(one) == canonical_snak(other):
            return True
        if one.get("snaktype") != "value" or other.get("snaktype") != "value":
            return False
        try:
            left, right = (parse_datavalue(snak.get("datavalue")) for snak in (one, other))
        except MalformedValue:
            return False
        return type(left) is type(right) and self._same_value(left, right)

    def same_sets(self, some: Sequence[Raw], others: Sequence[Raw]) -> bool:
        """True if the snaks of both sides can be paired so that each pair says the same."""
        if len(some) != len(others):
            return False
        left = list(others)
        for snak in sorted(some, key=canonical_snak):
            place = next((i for i, other in enumerate(left) if self.same(snak, other)), None)
            if place is None:
                return False
            del left[place]
        return True

    def _same_value(self, left: Value, right: Value) -> bool:
        match left, right:
            case TimeValue(), TimeValue():
                return _date_key(left) == _date_key(right)
            case QuantityValue(), QuantityValue():
                return self._standard(left) == self._standard(right)
            case GlobeCoordinateValue(), GlobeCoordinateValue():
                return _same_place(left, right)
            case MonolingualTextValue(), MonolingualTextValue():
                same = left.language.lower() == right.language.lower()
                return same and plain(left.text) == plain(right.text)
            case StringValue(), StringValue():
                return plain(left.text) == plain(right.text)
            case EntityIdValue(), EntityIdValue():
                return self._redirects(left.id) == self._redirects(right.id)
            case _:
                return False

    def _standard(self, value: QuantityValue) -> tuple[Decimal, str]:
        """Amount and unit without bounds, in the standard unit where the conversion is known."""
        try:
            found = self._units.standard(Quantity(value.amount, value.unit))
        except Unknown:
            return value.amount, value.unit
        return found.amount, found.unit


def plain(text: str) -> str:
    return " ".join(normalize("NFC", text).split())


def _date_key(value: TimeValue) -> tuple[Any, ...]:
    """What the precision shows of a date, in one calendar."""
    if value.precision >= _DAY and value.month and value.day:
        clock = value.clock if value.precision > _DAY else ""
        return (value.precision, _day_number(value), clock)
    if value.precision >= _MONTH:
        return (value.precision, value.year, value.month, value.day if value.precision > _MONTH else 0)
    if value.precision == _DECADE:
        return (value.precision, value.year < 0, abs(value.year) // 10)
    length = _SPANS.get(value.precision)
    if length is None:
        return (value.precision, value.year)
    return (value.precision, value.year < 0, -(-abs(value.year) // length))


def _day_number(value: TimeValue) -> int:
    """The day counted on through both calendars (a Julian day number)."""
    shift = (14 - value.month) // 12
    year, month = value.astronomical_year + 4800 - shift, value.month + 12 * shift - 3
    days = value.day + (153 * month + 2) // 5 + 365 * year + year // 4
    if value.calendar == JULIAN:
        return days - 32083
    return days - year // 100 + year // 400 - 32045


def _same_place(left: GlobeCoordinateValue, right: GlobeCoordinateValue) -> bool:
    if left.globe != right.globe:
        return False
    within = max(left.precision or 0.0, right.precision or 0.0, _DEGREES)
    east = abs(left.longitude - right.longitude) % 360
    return abs(left.latitude - right.latitude) <= within and min(east, 360 - east) <= within
