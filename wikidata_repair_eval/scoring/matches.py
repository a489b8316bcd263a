"""Does a proposal say what people said: exactly, and in meaning?

Compared is the place that people edited, as it is after both edits. Values always count. Where people changed
no value but ranks, qualifiers or references, that is what must match. In meaning, deprecated values are left
aside (unless ranks are the repair), and of a definition what changes no verdict.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.pre_repair import State
from wikidata_repair_eval.benchmark.verdicts import Reported, type_key
from wikidata_repair_eval.constraints.vocabulary import CLARIFICATION, GROUP_BY, STATUS, SYNTAX
from wikidata_repair_eval.scoring.meaning import Meaning, plain
from wikidata_repair_eval.wikibase import constraint_signature, not_deprecated, rank_of
from wikidata_repair_eval.wikibase.canonical import (
    canonical_qualifiers,
    canonical_references,
    canonical_snak,
)
from wikidata_repair_eval.wikibase.shapes import as_map, statements_of

Raw = Mapping[str, Any]
_VALUE_OPS = frozenset({"add", "remove", "change_value"})
_FACETS: Mapping[str, Callable[[Raw], Any]] = {
    "change_rank": rank_of,
    "change_qualifiers": canonical_qualifiers,
    "change_references": canonical_references,
}
_WITHOUT_EFFECT = frozenset({STATUS, CLARIFICATION, GROUP_BY, SYNTAX})


def statements_at(state: State, entity_id: str, property_id: str) -> Sequence[Raw]:
    """The statements of an entity; none where it is a redirect by now, or does not exist."""
    raw = state.entity(entity_id) if state.knows(entity_id) else {"missing": ""}
    return () if "redirect" in raw or "missing" in raw else statements_of(raw, property_id)


def term_at(state: State, entity_id: str, term: str) -> list[Raw]:
    """A term as a list of values: language and text, or nothing."""
    part, _, language = term.partition("/")
    raw = state.entity(entity_id) if state.knows(entity_id) else {}
    entry = as_map(raw.get(part) or {}, part).get(language)
    if entry is None:
        return []
    content = {"language": language, "text": entry["value"]}
    return [{"snaktype": "value", "value": content, "rank": "normal"}]


def value_matches(target: Raw, people: State, proposal: State, meaning: Meaning) -> tuple[bool, bool]:
    """(exact, semantic) for an edit of an entity."""
    entity_id = target["entity"]
    if target.get("property") is None:
        theirs, ours = (term_at(state, entity_id, str(target["term"])) for state in (people, proposal))
        texts = [[plain(value["value"]["text"]) for value in side] for side in (theirs, ours)]
        return theirs == ours, texts[0] == texts[1]
    theirs, ours = (list(statements_at(state, entity_id, target["property"])) for state in (people, proposal))
    facets = _facets(target["statement_ops"])
    exact = _keys(theirs, facets) == _keys(ours, facets)
    return exact, exact or _same_meaning(theirs, ours, facets, meaning)


def _facets(ops: Sequence[Raw]) -> list[Callable[[Raw], Any]]:
    kinds = {op["op"] for op in ops}
    if kinds & _VALUE_OPS:
        kinds &= {"change_rank"}
    return [view for name, view in _FACETS.items() if name in kinds]


def _keys(statements: Sequence[Raw], facets: Sequence[Callable[[Raw], Any]]) -> Counter[Any]:
    return Counter((canonical_snak(raw["mainsnak"]), *(view(raw) for view in facets)) for raw in statements)


def _same_meaning(
    theirs: Sequence[Raw], ours: Sequence[Raw], facets: Sequence[Callable[[Raw], Any]], meaning: Meaning
) -> bool:
    if facets:
        left = list(ours)
        return len(theirs) == len(ours) and all(_taken(raw, left, facets, meaning) for raw in theirs)
    standing = [[raw["mainsnak"] for raw in not_deprecated(side)] for side in (theirs, ours)]
    return meaning.same_sets(*standing)


def _taken(raw: Raw, left: list[Raw], facets: Sequence[Callable[[Raw], Any]], meaning: Meaning) -> bool:
    """Take a statement that says the same out of those left."""
    for place, other in enumerate(left):
        if meaning.same(raw["mainsnak"], other["mainsnak"]) and all(
            view(raw) == view(other) or _means(view, raw, other, meaning) for view in facets
        ):
            del left[place]
            return True
    return False


def _means(view: Callable[[Raw], Any], raw: Raw, other: Raw, meaning: Meaning) -> bool:
    """Qualifiers that mean the same; another source for the same statement is a source as well."""
    if view is canonical_references:
        return bool(raw.get("references")) == bool(other.get("references"))
    if view is not canonical_qualifiers:
        return False
    mine, others = (statement.get("qualifiers") or {} for statement in (raw, other))
    return mine.keys() == others.keys() and all(meaning.same_sets(mine[key], others[key]) for key in mine)


def definition_matches(target: Raw, proposal: State, reported: Reported) -> tuple[bool, bool]:
    """(exact, semantic) for an edit of the constraints."""
    delta = target["constraint_delta"]
    exact = constraint_signature(proposal.constraints) == delta["hash_after"]
    sides = [_effective(side, reported) for side in (delta["statements_after"], proposal.constraints)]
    return exact, exact or sides[0] == sides[1]


def _effective(statements: Sequence[Raw], reported: Reported) -> Counter[Any]:
    """The reported constraints that are in force, without what changes no verdict."""
    standing = [raw for raw in not_deprecated(statements) if type_key(raw) in reported.types]
    return Counter((type_key(raw), _parameters(raw)) for raw in standing)


def _parameters(raw: Raw) -> tuple[bytes, ...]:
    groups = (raw.get("qualifiers") or {}).items()
    snaks = [snak for name, group in groups if name not in _WITHOUT_EFFECT for snak in group]
    return tuple(sorted(canonical_snak(snak) for snak in snaks))
