"""Q52060874: at most one value of the best rank."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.counting import count_best
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    """The best rank is that of the whole property, before separators divide it."""
    separators = constraint.separators
    count = count_best(use, separators)
    if count <= 1:
        return COMPLIANCE
    if separators:
        return violation("{0} has {1} best values with the same {2}.", use.property, count, separators)
    return violation("{0} has {1} best values where one should be preferred.", use.property, count)
