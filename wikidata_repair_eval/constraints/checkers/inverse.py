"""Q21510855: the value points back with the inverse property (P2306)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_property
from wikidata_repair_eval.constraints.snaks import has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.targets import points_back, target_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    inverse = constraint.reading(read_property)
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    target = target_of(use, context)
    if isinstance(target, Verdict):
        return target
    if points_back(target, inverse, use.subject.id):
        return COMPLIANCE
    return violation("{0} has no {1} that points back to {2}.", target.id, inverse, use.subject.id)
