"""Q108139345: the entity has a label in one of the languages (P424), or one for all languages (`mul`)."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_languages
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, violation
from wikidata_repair_eval.wikibase.shapes import as_map, part

ALL_LANGUAGES = "mul"


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    languages = constraint.reading(read_languages)
    labels = as_map(part(use.subject.raw, "labels"), f"{use.subject.id}, labels")
    if any(language in labels for language in (*languages, ALL_LANGUAGES)):
        return COMPLIANCE
    return violation("{0} has no label in {1}.", use.subject.id, languages)
