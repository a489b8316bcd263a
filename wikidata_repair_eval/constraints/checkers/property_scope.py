"""Q53869507: the property is used only in the places listed (P5314)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_property_scope
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    allowed = constraint.reading(read_property_scope)
    if use.place in allowed:
        return COMPLIANCE
    return violation(
        "{0} stands in a {1}, but may only stand in a {2}.", use.property, use.place, sorted(allowed)
    )
