"""Q52004125: the entity that holds the snak is of one of these types (P2305)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_entity_types
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    allowed = constraint.reading(read_entity_types)
    if use.subject.type in allowed:
        return COMPLIANCE
    kind = use.subject.type
    return violation("{0} is not for entities of type {1}, only {2}.", use.property, kind, sorted(allowed))
