"""Q52848401: the amount, and its bounds if it has any, are whole numbers."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.quantities import quantity_of
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, _constraint: Constraint, _context: Context) -> Verdict:
    """7251.0 counts as whole; what is no quantity complies."""
    quantity = quantity_of(use.snak)
    if quantity is None:
        return COMPLIANCE
    numbers = (quantity.amount, quantity.lower, quantity.upper)
    if all(number is None or number == number.to_integral_value() for number in numbers):
        return COMPLIANCE
    return violation("The value {0} of {1} is not a whole number.", use.snak, use.property)
