"""Q55819106: the lexeme, or the one that owns the form or sense, has one of the languages (P2305)."""

from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.constraints.context import MISSING, Absence, Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_items
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, Verdict, not_in_scope, violation


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    languages = constraint.reading(read_items)
    lexeme = _lexeme(use, context)
    if isinstance(lexeme, Absence):
        return not_in_scope("{0} belongs to no lexeme.", use.subject.id)
    language = lexeme.get("language")
    if language is None:
        raise Unknown("The language of {0} is not known.", str(lexeme.get("id")))
    if language in languages.ids:
        return COMPLIANCE
    return violation("{0} is for lexemes in {1}, not in {2}.", use.property, languages.listed, language)


def _lexeme(use: Use, context: Context) -> Mapping[str, Any] | Absence:
    if use.subject.type == "lexeme":
        return use.subject.raw
    if use.subject.type not in ("form", "sense"):
        return MISSING
    lexeme_id = use.subject.id.partition("-")[0]
    found = context.entity(lexeme_id)
    if found is None:
        raise Unknown("The lexeme {0} is not known.", lexeme_id)
    return found if isinstance(found, Absence) else found.raw
