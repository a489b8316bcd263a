"""Q21503250: the subject belongs to one of the classes (P2308) by the relation (P2309)."""

from wikidata_repair_eval.constraints.classes import is_in_classes
from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_classes, read_relation
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, not_in_scope, violation
from wikidata_repair_eval.constraints.vocabulary import RELATION_NAMES


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    """References are out of scope even where P4680 asks for them: they say nothing of the subject."""
    if use.place == "reference":
        return not_in_scope("A reference says nothing of the type of {0}.", use.subject.id)
    classes, relations = constraint.reading(read_classes), constraint.reading(read_relation)
    subject = use.subject
    if is_in_classes(subject, relations, classes, context):
        return COMPLIANCE
    relation = RELATION_NAMES[relations]
    return violation("{0} is not {1} any of {2}.", subject.id, relation, sorted(classes))
