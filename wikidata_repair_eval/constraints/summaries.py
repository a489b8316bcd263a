"""`rule_summary`: one true English sentence per constraint.

Every parameter appears in it, in a fixed order, so that two definitions give the same sentence exactly if
they say the same. What a verdict says is worded by its checker.
"""

from collections.abc import Callable, Mapping, Sequence

from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameter_words import listed, parameter_words
from wikidata_repair_eval.constraints.registry import CONSTRAINT_TYPES
from wikidata_repair_eval.constraints.snaks import entity_id_of
from wikidata_repair_eval.constraints.vocabulary import (
    CLARIFICATION,
    CLASS,
    EXCEPTION,
    GROUP_BY,
    ITEM,
    LANGUAGE,
    MAXIMUM,
    MAXIMUM_DATE,
    MINIMUM,
    MINIMUM_DATE,
    NAMESPACE,
    PROPERTY,
    PROPERTY_SCOPE,
    REGEX,
    RELATION,
    RELATION_NAMES,
    RELATIONS,
    SCOPE,
    SEPARATOR,
    STATUS,
    STATUSES,
    SYNTAX,
)
from wikidata_repair_eval.constraints.wording import Labels
from wikidata_repair_eval.wikibase import render_id
from wikidata_repair_eval.wikibase.ranks import rank_of

Words = Callable[[str], str]

# What each type demands; a parameter in braces is filled in, and its lack reads as `(not given)`.
_DEMANDS: Mapping[str, str] = {
    "Q21502410": "no two entities have the same value of {property}",
    "Q21510857": "{property} has at least two values",
    "Q19474404": "{property} has only one value",
    "Q52060874": "{property} has only one best value",
    "Q21510862": "every value of {property} points back with the same property",
    "Q21510855": "every value of {property} points back with {P2306}",
    "Q21503250": "an entity with {property} is {P2309} {P2308}",
    "Q21510865": "every value of {property} is {P2309} {P2308}",
    "Q21503247": "an entity with {property} also has {P2306}{P2305}",
    "Q21510864": "every value of {property} has {P2306}{P2305}",
    "Q21502838": "an entity with {property} has no {P2306}{P2305}",
    "Q21510859": "every value of {property} is one of {P2305}",
    "Q52558054": "no value of {property} is one of {P2305}",
    "Q21510856": "every statement of {property} has the qualifier {P2306}",
    "Q21510851": "statements of {property} have no qualifiers other than {P2306}",
    "Q21510860": "every value of {property} lies between {low} and {high}",
    "Q21510854": "{property} minus {P2306} lies between {P2313} and {P2312}",
    "Q21510852": "every value of {property} is a page on Wikimedia Commons in the namespace {P2307}",
    "Q25796498": "the entity and its value of {property} exist at the same time",
    "Q21502404": "every value of {property} has the format {P1793}",
    "Q21528958": "{property} is used for main values only",
    "Q21510863": "{property} is used as a qualifier only",
    "Q21528959": "{property} is used in references only",
    "Q53869507": "{property} is used only in {P5314}",
    "Q51723761": "no value of {property} has bounds",
    "Q52848401": "every value of {property} is a whole number",
    "Q21514353": "every value of {property} has one of the units {P2305}",
    "Q52004125": "{property} is used only on {P2305}",
    "Q54554025": "every statement of {property} has a reference",
    "Q55819106": "{property} is used only on lexemes in {P2305}",
    "Q108139345": "an entity with {property} has a label in {P424}",
}
# Parameters that stand in the demand itself; whatever else a statement carries is added behind it.
_WITHIN: Mapping[str, frozenset[str]] = {
    qid: frozenset(
        name
        for name in (
            PROPERTY,
            ITEM,
            CLASS,
            RELATION,
            NAMESPACE,
            REGEX,
            PROPERTY_SCOPE,
            LANGUAGE,
            MINIMUM,
            MAXIMUM,
        )
        if f"{{{name}}}" in demand
    )
    for qid, demand in _DEMANDS.items()
}
_TAILS: tuple[tuple[str, str], ...] = (
    (SEPARATOR, "values with different {0} are counted apart"),
    (SYNTAX, "the format means {0}"),
    (SCOPE, "it is checked on {0}"),
    (EXCEPTION, "it does not apply to {0}"),
    (CLARIFICATION, "it is explained as {0}"),
    (GROUP_BY, "reports are grouped by {0}"),
)
_DATES = (MINIMUM_DATE, MAXIMUM_DATE)


def rule_summary(constraint: Constraint, labels: Labels | None = None) -> str:
    """The whole definition in one sentence, with labels where they are known."""
    strength = {"mandatory": "must be that", "suggestion": "is suggested that", None: "should be that"}
    status, status_words = _status(constraint, labels)
    sentence = f"It {strength[status]} {_demand(constraint, labels)}"
    return "; ".join([sentence, *_tails(constraint, labels), *status_words, *_rank(constraint)]) + "."


def _status(constraint: Constraint, labels: Labels | None) -> tuple[str | None, list[str]]:
    snaks = constraint.qualifiers.get(STATUS) or ()
    if not snaks:
        return None, []
    status = STATUSES.get(str(entity_id_of(snaks[0]))) if len(snaks) == 1 else None
    return status, [] if status else [f"its status is {listed(snaks, labels)}"]


def _rank(constraint: Constraint) -> list[str]:
    rank = rank_of(constraint.raw)
    return [] if rank == "normal" else [f"the constraint itself is {rank}"]


def _demand(constraint: Constraint, labels: Labels | None) -> str:
    kind = constraint.type or "unknown"
    if kind not in _DEMANDS:
        return f"{render_id(constraint.property, labels)} obeys {render_id(kind, labels)}"
    words = parameter_words(constraint, labels)
    words["property"] = render_id(constraint.property, labels)
    words[RELATION] = _relation(constraint, words[RELATION])
    words["low"], words["high"] = _ends(constraint, words)
    if not constraint.qualifiers.get(NAMESPACE):
        words[NAMESPACE] = "that is the main one (none is given)"
    if kind in ("Q21503247", "Q21510864", "Q21502838"):
        words[ITEM] = f" with one of {words[ITEM]}" if constraint.qualifiers.get(ITEM) else ""
    return _DEMANDS[kind].format_map(words)


def _relation(constraint: Constraint, words: str) -> str:
    """The three known relations read as words; anything else as it is written."""
    snaks = constraint.qualifiers.get(RELATION) or ()
    hops = RELATIONS.get(str(entity_id_of(snaks[0]))) if len(snaks) == 1 else None
    return RELATION_NAMES[hops] if hops else f"in the relation {words} to"


def _ends(constraint: Constraint, words: Mapping[str, str]) -> tuple[str, str]:
    low, high = _range_parameters(constraint)
    return words[low], words[high]


def _range_parameters(constraint: Constraint) -> tuple[str, str]:
    dates = any(name in constraint.qualifiers for name in _DATES)
    return _DATES if dates else (MINIMUM, MAXIMUM)


def _tails(constraint: Constraint, labels: Labels | None) -> list[str]:
    known = dict(_TAILS)
    within = _WITHIN.get(constraint.type or "", frozenset()) | {STATUS}
    if constraint.type == "Q21510860":
        within |= set(_range_parameters(constraint))
    rest = [name for name in constraint.qualifiers if name not in within and constraint.qualifiers[name]]
    order = [name for name, _ in _TAILS]
    ranked: Sequence[str] = sorted(rest, key=lambda name: (order.index(name) if name in order else 99, name))
    return [_tail(name, known.get(name), constraint, labels) for name in ranked]


def _tail(name: str, template: str | None, constraint: Constraint, labels: Labels | None) -> str:
    words = listed(constraint.qualifiers[name], labels)
    # Not `format`: labels and texts may hold braces.
    return template.replace("{0}", words) if template else f"{render_id(name, labels)} is {words}"


def type_label(constraint: Constraint) -> str:
    """`single-value constraint`, or the id of a type that we do not know."""
    kind = CONSTRAINT_TYPES.get(constraint.type or "")
    return kind.label if kind else str(constraint.type)
