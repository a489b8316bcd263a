"""Q21510859: the value is one of the listed ones (P2305)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_items
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    """Unknown value and no value get no free pass: they comply only if they are listed."""
    allowed = constraint.reading(read_items)
    if allowed.match(use.snak):
        return COMPLIANCE
    return violation("The value {0} of {1} is none of {2}.", use.snak, use.property, allowed.listed)
