"""Q53869507: the property is used only in the places listed (P5314)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_property_scope
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation
from wikidata_repair_eval.constraints.vocabulary import PLACE_NAMES, PLACES


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    allowed = constraint.reading(read_property_scope)
    if use.place in allowed:
        return COMPLIANCE
    places = [PLACE_NAMES[place] for place in PLACES if place in allowed]
    return violation("{0} is for {1} use only, not for a {2}.", use.property, places, PLACE_NAMES[use.place])
