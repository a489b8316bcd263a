"""Q21510864: the value has a statement of another property (P2306), with one of the items (P2305)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_optional_items, read_property
from wikidata_repair_eval.constraints.snaks import has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.targets import has_statement, target_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    required, items = constraint.reading(read_property), constraint.reading(read_optional_items)
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    target = target_of(use, context)
    if isinstance(target, Verdict):
        return target
    if has_statement(target, required, items):
        return COMPLIANCE
    if items:
        return violation("The value {0} has no {1} with one of {2}.", target.id, required, items.listed)
    return violation("The value {0} has no statement of {1}.", target.id, required)
