"""Q19474404: at most one value."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.counting import count_standing
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    """A lone preferred rank does not cure it, and two equal values are two."""
    separators = constraint.separators
    count = count_standing(use, separators)
    if count <= 1:
        return COMPLIANCE
    if separators:
        return violation("{0} has {1} values with the same {2}.", use.property, count, separators)
    return violation("{0} has {1} values where only one is allowed.", use.property, count)
