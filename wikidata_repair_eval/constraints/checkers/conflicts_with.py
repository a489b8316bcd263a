"""Q21502838: the entity has no statement of another property (P2306), or none with these items (P2305)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_optional_items, read_property
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.targets import conflicting
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    """Deprecated conflicting statements do not count. The property may be the constrained one itself."""
    forbidden, items = constraint.reading(read_property), constraint.reading(read_optional_items)
    conflict = conflicting(use.subject, forbidden, items)
    if conflict is None:
        return COMPLIANCE
    return violation("{0} conflicts with {1}, which is {2}.", use.property, forbidden, conflict)
