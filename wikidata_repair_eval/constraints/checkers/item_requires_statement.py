"""Q21503247: the entity also has a statement of another property (P2306), with one of the items (P2305)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_optional_items, read_property
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.targets import has_statement
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    """Statements of any rank satisfy it, deprecated ones too."""
    required, items = constraint.reading(read_property), constraint.reading(read_optional_items)
    if has_statement(use.subject, required, items):
        return COMPLIANCE
    if items:
        return violation("{0} has no {1} with one of {2}.", use.subject.id, required, items.listed)
    return violation("{0} has no statement of {1}.", use.subject.id, required)
