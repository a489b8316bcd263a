"""Q21502404: the text matches the regular expression (P1793) as a whole."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_regex, read_syntax
from wikidata_repair_eval.constraints.regexes import matches
from wikidata_repair_eval.constraints.snaks import has_value, text_of
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation
from wikidata_repair_eval.constraints.wording import joined


def check(use: Use, constraint: Constraint, _context: Context) -> Verdict:
    pattern, explanations = constraint.reading(read_regex), constraint.reading(read_syntax)
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    text = text_of(use.snak)
    if text is None:
        return violation("The value {0} of {1} is not a text.", use.snak, use.property)
    if matches(pattern, text):
        return COMPLIANCE
    why = explanations.get("en") or joined(explanations[language] for language in sorted(explanations)[:1])
    hint = f" ({why})" if explanations else ""
    return violation("{0} is not in the format {1}{2}.", use.snak, pattern, hint)
