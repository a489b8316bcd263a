"""Constraint statements followed through edits of their property.

By statement id; one that was deleted and added again under a new id is the same constraint.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.constraints.snaks import entity_id_of
from wikidata_repair_eval.constraints.vocabulary import PROPERTY
from wikidata_repair_eval.wikibase import rank_of
from wikidata_repair_eval.wikibase.canonical import canonical_snak

Raw = Mapping[str, Any]
# Conflicts with, item requires, value requires, required qualifier.
_ABOUT_A_PROPERTY = frozenset({"Q21502838", "Q21503247", "Q21510864", "Q21510856"})


def followed(meant: Sequence[Raw], known: Collection[str], statements: Sequence[Raw]) -> list[Raw]:
    """What became of the statements `meant`: by id, else one that is new and as alike as any.

    `known` are the ids of all statements of their day; deprecated ones are gone.
    """
    by_id = {str(raw.get("id")): raw for raw in statements}
    fresh = [raw for raw in statements if str(raw.get("id")) not in known]
    found = []
    for one in meant:
        same = by_id.get(str(one.get("id")))
        if same is None or _type(same) != _type(one):
            same = _most_alike(one, fresh)
        if same is not None and rank_of(same) != "deprecated":
            found.append(same)
    return found


def _most_alike(meant: Raw, fresh: Sequence[Raw]) -> Raw | None:
    """A constraint that asks about another property is another one: a property may have many such."""
    alike = [raw for raw in fresh if _type(raw) == _type(meant) and _about(raw) == _about(meant)]
    ranked = sorted(alike, key=lambda raw: (-len(_snaks(raw) & _snaks(meant)), sorted(_snaks(raw))))
    return ranked[0] if ranked else None


def _type(raw: Raw) -> bytes:
    return canonical_snak(raw["mainsnak"])


def _about(raw: Raw) -> frozenset[bytes]:
    """The property that is asked for, of types of which a property may have several statements."""
    if entity_id_of(raw["mainsnak"]) not in _ABOUT_A_PROPERTY:
        return frozenset()
    return frozenset(map(canonical_snak, (raw.get("qualifiers") or {}).get(PROPERTY) or ()))


def _snaks(raw: Raw) -> frozenset[bytes]:
    qualifiers = raw.get("qualifiers") or {}
    return frozenset(canonical_snak(snak) for snaks in qualifiers.values() for snak in snaks)
