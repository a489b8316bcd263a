"""Q21514353: the unit is one of the listed ones (P2305), or converts to the same standard unit as one."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import Items, read_units
from wikidata_repair_eval.constraints.quantities import NO_UNIT, Quantity, UnitTable, quantity_of
from wikidata_repair_eval.constraints.snaks import has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    allowed = constraint.reading(read_units)
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    quantity = quantity_of(use.snak)
    if quantity is None:
        return violation("The value {0} of {1} is not a quantity.", use.snak, use.property)
    if _is_allowed(quantity, allowed, context.units):
        return COMPLIANCE
    if quantity.unit == NO_UNIT:
        return violation("The value {0} of {1} has no unit.", use.snak, use.property)
    return violation("{0} has the unit {1}, not one of {2}.", use.property, quantity.unit, allowed.listed)


def _is_allowed(quantity: Quantity, allowed: Items, units: UnitTable | None) -> bool:
    if quantity.unit == NO_UNIT:
        return allowed.none
    if quantity.unit in allowed.ids:
        return True
    if not allowed.ids:
        return False
    if units is None:
        raise Unknown("Whether {0} converts to an allowed unit is not known.", quantity.unit)
    standard = units.standard(quantity).unit
    return any(units.standard(Quantity(quantity.amount, unit)).unit == standard for unit in allowed.ids)
