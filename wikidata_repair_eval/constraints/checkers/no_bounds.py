"""Q51723761: a quantity has no bounds, not even ones equal to its amount."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.quantities import quantity_of
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, _constraint: Constraint, _context: Context) -> Verdict:
    quantity = quantity_of(use.snak)
    if quantity is None or not quantity.bounded:
        return COMPLIANCE
    return violation("The value {0} of {1} has bounds.", use.snak, use.property)
