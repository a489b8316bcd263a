"""Q21510851: the statement has no other qualifiers than these (P2306)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_properties
from wikidata_repair_eval.constraints.subjects import Use, qualifiers_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, not_in_scope, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    if use.place != "statement":
        return not_in_scope("Only statements have qualifiers.")
    allowed = constraint.reading(read_properties)
    foreign = [name for name, snaks in qualifiers_of(use.statement).items() if snaks and name not in allowed]
    if not foreign:
        return COMPLIANCE
    if not allowed:
        return violation("{0} may have no qualifiers, but has {1}.", use.property, foreign)
    return violation("{0} may not have the qualifier {1}, only {2}.", use.property, foreign, allowed)
