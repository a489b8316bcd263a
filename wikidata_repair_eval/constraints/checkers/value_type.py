"""Q21510865: the value belongs to one of the classes (P2308) by the relation (P2309)."""

from wikidata_repair_eval.constraints.classes import is_in_classes
from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_classes, read_relation
from wikidata_repair_eval.constraints.snaks import has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.targets import target_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation
from wikidata_repair_eval.constraints.vocabulary import RELATION_NAMES


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    classes, relations = constraint.reading(read_classes), constraint.reading(read_relation)
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    target = target_of(use, context)
    if isinstance(target, Verdict):
        return target
    if is_in_classes(target, relations, classes, context):
        return COMPLIANCE
    relation = RELATION_NAMES[relations]
    return violation("The value {0} is not {1} any of {2}.", target.id, relation, sorted(classes))
