"""How much of what people kept a proposal keeps: main values, qualifiers, references, terms, parameters.

Only what was there before the repair and is still there after people's own repair counts, so their repair
keeps everything by definition, and nothing is lost by removing what they removed too. A value that is
deprecated counts as given up. Of a merged entity everything counts that its target holds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.pre_repair import State
from wikidata_repair_eval.wikibase import rank_of
from wikidata_repair_eval.wikibase.canonical import canonical_reference, canonical_snak
from wikidata_repair_eval.wikibase.shapes import claims_of

Raw = Mapping[str, Any]
Pieces = Counter[Any]
_TERMS = ("labels", "descriptions")


def information_kept(before: State, people: State, proposal: State) -> float:
    """The share that the proposal keeps; 1.0 where there was nothing to keep."""
    expected = kept = 0
    for entity_id in _changed_entities(before, people, proposal):
        ours = [_resolved(state, entity_id) for state in (before, people, proposal)]
        more, of_them = _entity_pieces(*ours)
        expected, kept = expected + more, kept + of_them
    if people.constraints is not before.constraints or proposal.constraints is not before.constraints:
        definitions = [constraint_pieces(state.constraints) for state in (before, people, proposal)]
        more, of_them = _compared(*definitions)
        expected, kept = expected + more, kept + of_them
    return kept / expected if expected else 1.0


def _changed_entities(before: State, *others: State) -> list[str]:
    """Whatever one of the two sides changed."""
    names = {entity_id: None for state in others for entity_id in state.entities}
    return [
        entity_id
        for entity_id in names
        if any(state.entities.get(entity_id) is not before.entities.get(entity_id) for state in others)
    ]


def _resolved(state: State, entity_id: str) -> Raw:
    raw = state.entity(entity_id) if state.knows(entity_id) else {}
    return state.entities.get(str(raw["redirect"]), {}) if "redirect" in raw else raw


def _entity_pieces(before: Raw, people: Raw, proposal: Raw) -> tuple[int, int]:
    claims = [_claims(raw) for raw in (before, people, proposal)]
    expected = kept = 0
    for property_id, statements in claims[0].items():
        later = [own.get(property_id) or () for own in claims[1:]]
        if all(one is statements for one in later):
            more = of_them = sum(map(_count, statements))
        else:
            more, of_them = _compared(*(_statement_pieces(one) for one in (statements, *later)))
        expected, kept = expected + more, kept + of_them
    more, of_them = _terms_compared(before, people, proposal)
    return expected + more, kept + of_them


def _terms_compared(before: Raw, people: Raw, proposal: Raw) -> tuple[int, int]:
    expected = kept = 0
    for part in _TERMS:
        terms = [raw.get(part) or {} for raw in (before, people, proposal)]
        if terms[0] is terms[1] is terms[2]:
            more = of_them = len(terms[0])  # most edits leave all terms alone, and there may be hundreds
        else:
            more, of_them = _compared(*(Counter(_texts(one)) for one in terms))
        expected, kept = expected + more, kept + of_them
    return expected, kept


def _texts(terms: Mapping[str, Raw]) -> Iterable[tuple[str, str]]:
    return ((language, terms[language]["value"]) for language in terms)


def _claims(raw: Raw) -> Mapping[str, Any]:
    return claims_of(raw) if raw and "missing" not in raw else {}


def _compared(before: Pieces, people: Pieces, proposal: Pieces) -> tuple[int, int]:
    expected = before & people
    return expected.total(), (expected & proposal).total()


def _count(statement: Raw) -> int:
    """As many pieces as `_statement_pieces` finds in a statement."""
    qualifiers = statement.get("qualifiers") or {}
    return 1 + sum(map(len, qualifiers.values())) + len(statement.get("references") or ())


def _statement_pieces(statements: Sequence[Raw]) -> Pieces:
    return Counter(piece for raw in statements for piece in _pieces_of(raw))


def _pieces_of(raw: Raw) -> Iterable[Any]:
    yield ("value", rank_of(raw) == "deprecated", canonical_snak(raw["mainsnak"]))
    for snaks in (raw.get("qualifiers") or {}).values():
        yield from (("qualifier", canonical_snak(snak)) for snak in snaks)
    yield from (("reference", canonical_reference(one)) for one in raw.get("references") or ())


def constraint_pieces(statements: Sequence[Raw]) -> Pieces:
    """The constraints of a definition and each of their parameters; references say nothing here."""
    found: Pieces = Counter()
    for raw in statements:
        kind = canonical_snak(raw["mainsnak"])
        found["constraint", rank_of(raw) == "deprecated", kind] += 1
        for snaks in (raw.get("qualifiers") or {}).values():
            found.update(("parameter", kind, canonical_snak(snak)) for snak in snaks)
    return found
