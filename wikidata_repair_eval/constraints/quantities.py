"""Quantities as the wiki's own checker calculates with them, its rounding included.

Amounts are exact decimals; converting a unit rounds an amount that has bounds to the order of its
uncertainty, and a difference is computed in binary floating point. Both are quirks of the reference that
change verdicts near a limit, so we share them.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

from wikidata_repair_eval.constraints.snaks import QUANTITY, RawSnak, content_of
from wikidata_repair_eval.wikibase.datavalues import entity_or_text

NO_UNIT = "1"
LONGEST = 127  # Wikibase refuses longer decimals
_DECIMAL = re.compile(r"[-+]?(?:[1-9][0-9]*|[0-9])(?:\.[0-9]+)?", re.ASCII)
_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount with its unit (an entity id, "1", or what stands there), and bounds: both or none."""

    amount: Decimal
    unit: str = NO_UNIT
    lower: Decimal | None = None
    upper: Decimal | None = None

    @property
    def bounded(self) -> bool:
        return self.lower is not None


@dataclass(frozen=True, slots=True)
class Conversion:
    """One line of a conversion table: so many of the standard unit."""

    factor: Decimal
    unit: str


class UnitTable:
    """Which units convert to which standard unit; an empty table converts nothing."""

    __slots__ = ("_conversions",)

    def __init__(self, conversions: Mapping[str, Conversion]) -> None:
        self._conversions = conversions

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "UnitTable":
        """From `{unit: {factor, unit}}`; units may be entity URLs, ids, or any other text."""
        lines = {entity_or_text(unit): _conversion(line) for unit, line in raw.items()}
        return cls({unit: line for unit, line in lines.items() if line is not None})

    def standard(self, quantity: Quantity) -> Quantity:
        """The quantity in standard units; unchanged if it has no unit or none that we can convert."""
        line = self._conversions.get(quantity.unit) if quantity.unit != NO_UNIT else None
        if line is None or line.unit == quantity.unit or line.factor <= 0:
            return quantity
        return _converted(quantity, line)


def _conversion(line: Any) -> Conversion | None:
    factor, unit = line.get("factor"), line.get("unit")
    amount = decimal_of(factor)
    return None if amount is None or not isinstance(unit, str) else Conversion(amount, entity_or_text(unit))


def decimal_of(raw: object) -> Decimal | None:
    """A decimal as Wikibase accepts it: text without padding, or a plain JSON number."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int | float):
        return as_written(float(raw)) if math.isfinite(raw) else None
    if not isinstance(raw, str) or len(raw) > LONGEST or not _DECIMAL.fullmatch(raw.strip()):
        return None
    return Decimal(raw.strip())


def as_written(number: float) -> Decimal:
    """A float as the reference turns it into a decimal: 17 digits, so that 0.1 becomes a little more."""
    return Decimal(f"{number:.16e}")


def quantity_of(snak: RawSnak) -> Quantity | None:
    """The quantity a snak holds; None where Wikibase would not read one."""
    return quantity_from(content_of(snak, QUANTITY))


def quantity_from(content: Any) -> Quantity | None:
    if not isinstance(content, Mapping):
        return None
    amount, unit = decimal_of(content.get("amount")), content.get("unit")
    if amount is None or not isinstance(unit, str) or not unit:
        return None
    if content.get("lowerBound") is None and content.get("upperBound") is None:
        return Quantity(amount, entity_or_text(unit))
    return _bounded(content, amount, entity_or_text(unit))


def _bounded(content: Mapping[str, Any], amount: Decimal, unit: str) -> Quantity | None:
    lower, upper = decimal_of(content.get("lowerBound")), decimal_of(content.get("upperBound"))
    if lower is None or upper is None or not lower <= amount <= upper:
        return None
    return Quantity(amount, unit, lower, upper)


def _converted(quantity: Quantity, line: Conversion) -> Quantity:
    amount = _EXACT.multiply(quantity.amount, line.factor)
    if quantity.lower is None or quantity.upper is None:
        return Quantity(amount, line.unit)
    lower, upper = (_EXACT.multiply(bound, line.factor) for bound in (quantity.lower, quantity.upper))
    exponent = _order_of_uncertainty(amount, lower, upper)
    return Quantity(line_up(amount, exponent), line.unit, line_up(lower, exponent), line_up(upper, exponent))


def _order_of_uncertainty(amount: Decimal, lower: Decimal, upper: Decimal) -> int:
    """The exponent of the last digit that the nearer bound leaves significant."""
    margin = min(float(amount) - float(lower), float(upper) - float(amount))
    if margin == 0.0:
        return -_decimals(amount)
    # The small summand is the reference's own guard against errors of the subtraction.
    return math.floor(math.log10(max(margin + 0.0000000005, 5e-324)))


def line_up(number: Decimal, exponent: int) -> Decimal:
    """Rounded half away from zero at this exponent; 0 if the number has no digit there."""
    if exponent < 0:
        return (
            number
            if _decimals(number) <= -exponent
            else _EXACT.quantize(number, Decimal((0, (1,), exponent)))
        )
    digits = len(str(abs(int(number))))
    if digits <= exponent:
        return Decimal(0)
    return _EXACT.quantize(number, Decimal((0, (1,), exponent)))


def _decimals(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def difference(minuend: Quantity, subtrahend: Quantity) -> Quantity:
    """In binary floating point, as the reference does it; the unit is the minuend's, whatever the other's."""
    return Quantity(as_written(float(minuend.amount) - float(subtrahend.amount)), minuend.unit)
