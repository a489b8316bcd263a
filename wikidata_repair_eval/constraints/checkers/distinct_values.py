"""Q21502410: no other entity has the same value."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.snaks import has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    """Equal values on the same entity are no violation: that is for single value."""
    separators = constraint.separators
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    others = context.holders(use, separators)
    if others is None:
        raise Unknown("Which other entities have the value {0} for {1} is not known.", use.snak, use.property)
    if not others:
        return COMPLIANCE
    known = [other for other in others if other is not None] or ["another entity"]
    return violation("The value {0} of {1} is also used by {2}.", use.snak, use.property, known)
