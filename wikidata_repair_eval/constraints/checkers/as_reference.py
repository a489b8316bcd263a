"""Q21528959: the property is used in references only."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation
from wikidata_repair_eval.constraints.vocabulary import PLACE_NAMES


def check(use: Use, _constraint: Constraint, _context: Context) -> Verdict:
    if use.place == "reference":
        return COMPLIANCE
    return violation("{0} is for references only, not for a {1}.", use.property, PLACE_NAMES[use.place])
