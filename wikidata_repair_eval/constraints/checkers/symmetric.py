"""Q21510862: the value points back with the same property."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.snaks import has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.targets import points_back, target_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation


def check(use: Use, _constraint: Constraint, context: Context) -> Verdict:
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    target = target_of(use, context)
    if isinstance(target, Verdict):
        return target
    if points_back(target, use.property, use.subject.id):
        return COMPLIANCE
    return violation("{0} has no {1} that points back to {2}.", target.id, use.property, use.subject.id)
