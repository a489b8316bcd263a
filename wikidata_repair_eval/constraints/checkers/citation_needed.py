"""Q54554025: the statement has at least one reference, whatever it says."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.subjects import Use, reference_snaks, references_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, not_in_scope, violation


def check(use: Use, _constraint: Constraint, _context: Context) -> Verdict:
    """A reference without any snak is none: Wikibase does not keep such a one."""
    if use.place != "statement":
        return not_in_scope("Only statements have references.")
    if any(reference_snaks(reference) for reference in references_of(use.statement)):
        return COMPLIANCE
    return violation("The statement of {0} has no reference.", use.property)
