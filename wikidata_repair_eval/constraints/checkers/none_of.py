"""Q52558054: the value is none of the listed ones (P2305)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_items
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    forbidden = constraint.reading(read_items)
    if not forbidden.match(use.snak):
        return COMPLIANCE
    return violation("The value {0} is not allowed for {1}.", use.snak, use.property)
