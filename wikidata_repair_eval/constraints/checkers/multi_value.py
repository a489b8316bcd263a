"""Q21510857: at least two values."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.counting import count_standing
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    """Unknown value and no value count, and so do two equal statements."""
    separators = constraint.separators
    if count_standing(use, separators) > 1:
        return COMPLIANCE
    if separators:
        return violation("{0} has only one value with the same {1}.", use.property, separators)
    return violation("{0} has only one value where several are expected.", use.property)
