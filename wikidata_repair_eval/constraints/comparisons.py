"""Comparing two values, or taking their difference, as the range, difference and contemporary checkers do.

Only dates and quantities can be compared, each with its own kind. What cannot be compared raises
NotComparable, and the checker decides whose fault that is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.moments import Moment, moment_from
from wikidata_repair_eval.constraints.quantities import (
    Quantity,
    UnitTable,
    as_written,
    difference,
    quantity_from,
)
from wikidata_repair_eval.constraints.snaks import QUANTITY, TIME, RawSnak, value_type
from wikidata_repair_eval.constraints.vocabulary import SECOND


@dataclass(frozen=True, slots=True)
class Other:
    """A value that is neither a date nor a quantity, or that contradicts its own type (type `bad`)."""

    type: str


Measure = Moment | Quantity | Other


class NotComparable(Exception):
    """Two values that have no order: different types, or neither dates nor quantities."""


def measure_of(snak: RawSnak) -> Measure:
    """The value of a snak that has one."""
    kind = value_type(snak)
    if kind == TIME:
        return moment_from(_content(snak)) or Other("bad")
    if kind == QUANTITY:
        return quantity_from(_content(snak)) or Other("bad")
    return Other(kind or "bad")


def _content(snak: RawSnak) -> Any:
    datavalue = snak.get("datavalue")
    return datavalue.get("value") if isinstance(datavalue, Mapping) else None


def kind_of(measure: Measure) -> str:
    if isinstance(measure, Other):
        return measure.type
    return TIME if isinstance(measure, Moment) else QUANTITY


def compare(left: Measure | None, right: Measure | None, units: UnitTable | None) -> int:
    """Below, at or above zero; an end that is not given compares as equal to everything."""
    if left is None or right is None:
        return 0
    if isinstance(left, Moment) and isinstance(right, Moment):
        return _sign(left.seconds, right.seconds)
    if isinstance(left, Quantity) and isinstance(right, Quantity):
        return _compare_quantities(left, right, units)
    raise NotComparable(kind_of(left), kind_of(right))


def _compare_quantities(left: Quantity, right: Quantity, units: UnitTable | None) -> int:
    if units is not None:
        return _sign(units.standard(left).amount, units.standard(right).amount)
    _same_unit(left, right)
    return _sign(left.amount, right.amount)


def _same_unit(left: Quantity, right: Quantity) -> None:
    """Without a conversion table only equal units can be compared: the reference would convert the rest."""
    if left.unit != right.unit:
        raise Unknown("How {0} converts to {1} is not known.", left.unit, right.unit)


def _sign(left: float | Decimal, right: float | Decimal) -> int:
    return (left > right) - (left < right)


def subtract(minuend: Measure, subtrahend: Measure, units: UnitTable | None) -> Quantity:
    """Dates in seconds; quantities in standard units where they can be converted."""
    if isinstance(minuend, Moment) and isinstance(subtrahend, Moment):
        return Quantity(as_written(minuend.seconds - subtrahend.seconds), SECOND)
    if isinstance(minuend, Quantity) and isinstance(subtrahend, Quantity):
        if units is None:
            _same_unit(minuend, subtrahend)
            return difference(minuend, subtrahend)
        return difference(units.standard(minuend), units.standard(subtrahend))
    raise NotComparable(kind_of(minuend), kind_of(subtrahend))
