"""Q21510856: the statement has a qualifier of the property (P2306)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_property
from wikidata_repair_eval.constraints.subjects import Use, qualifiers_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, not_in_scope, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    """Any snak satisfies it, unknown value and no value too."""
    if use.place != "statement":
        return not_in_scope("Only statements have qualifiers.")
    required = constraint.reading(read_property)
    if qualifiers_of(use.statement).get(required):
        return COMPLIANCE
    return violation("The statement of {0} has no qualifier {1}.", use.property, required)
