"""The ends of a range, as P2313 to P2312 (quantities) or P2310 to P2311 (dates) give them.

No value is an open end; for dates unknown value is now. What the values are of is not checked here, since the
reference does not check it either: a malformed end only matters once a value is compared with it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wikidata_repair_eval.constraints.comparisons import Measure, NotComparable, compare, measure_of
from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import BadParameters, Unknown
from wikidata_repair_eval.constraints.parameters import Qualifiers, single
from wikidata_repair_eval.constraints.quantities import Quantity
from wikidata_repair_eval.constraints.snaks import RawSnak
from wikidata_repair_eval.constraints.vocabulary import (
    MAXIMUM,
    MAXIMUM_DATE,
    MINIMUM,
    MINIMUM_DATE,
    YEAR,
)
from wikidata_repair_eval.wikibase.canonical import canonical_datavalue


@dataclass(frozen=True, slots=True)
class Now:
    """An end that moves with the clock."""


NOW = Now()
End = Measure | Now | None


@dataclass(frozen=True, slots=True)
class Range:
    """Both ends belong to the range; None is open."""

    minimum: End
    maximum: End
    parameters: tuple[str, str]

    @property
    def in_years(self) -> bool:
        return any(isinstance(end, Quantity) and end.unit == YEAR for end in (self.minimum, self.maximum))

    def contains(self, measure: Measure, context: Context) -> bool:
        """Whether the value lies within; the maximum is only looked at if the minimum is kept."""
        low, high = self.parameters
        return (
            self._compare(self.minimum, measure, low, context) <= 0
            and -self._compare(self.maximum, measure, high, context) <= 0
        )

    def _compare(self, end: End, measure: Measure, parameter: str, context: Context) -> int:
        try:
            return compare(_at(end, context), measure, context.units)
        except NotComparable:
            raise BadParameters(parameter, "cannot be compared with the value") from None


def _at(end: End, context: Context) -> Measure | None:
    if not isinstance(end, Now):
        return end
    if context.now is None:
        raise Unknown("The range ends now, and what time it is is not known.")
    return context.now


def read_quantity_range(qualifiers: Qualifiers) -> Range:
    return _read(qualifiers, MINIMUM, MAXIMUM, _value_or_open)


def read_date_range(qualifiers: Qualifiers) -> Range:
    return _read(qualifiers, MINIMUM_DATE, MAXIMUM_DATE, _value_open_or_now)


def _read(qualifiers: Qualifiers, low: str, high: str, read: Callable[[RawSnak, str], End]) -> Range:
    if not qualifiers.get(low) or not qualifiers.get(high):
        raise BadParameters(f"{low} and {high}", "must both be given")
    first, second = single(qualifiers, low), single(qualifiers, high)
    minimum, maximum = read(first, low), read(second, high)
    if _only_one_in_years(minimum, maximum):
        raise BadParameters(f"{low} and {high}", "must both be in years, or neither")
    if _same(first, minimum, second, maximum):
        raise BadParameters(f"{low} and {high}", "must be two different ends")
    return Range(minimum, maximum, (low, high))


def _value_or_open(snak: RawSnak, parameter: str) -> End:
    if snak["snaktype"] == "somevalue":
        raise BadParameters(parameter, "must be a value or no value, not unknown value")
    return measure_of(snak) if snak["snaktype"] == "value" else None


def _value_open_or_now(snak: RawSnak, parameter: str) -> End:
    return NOW if snak["snaktype"] == "somevalue" else _value_or_open(snak, parameter)


def _only_one_in_years(minimum: End, maximum: End) -> bool:
    if not isinstance(minimum, Quantity) or not isinstance(maximum, Quantity):
        return False
    return (minimum.unit == YEAR) != (maximum.unit == YEAR)


def _same(first: RawSnak, minimum: End, second: RawSnak, maximum: End) -> bool:
    """Equal as written: 1 and 1.0 are two ends, as for the reference."""
    if minimum is None or maximum is None or isinstance(minimum, Now) or isinstance(maximum, Now):
        return minimum is maximum
    return canonical_datavalue(first["datavalue"]) == canonical_datavalue(second["datavalue"])
