"""What a merge leaves on the target, as the wiki does it: all statements, and the labels it had none of."""

from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.wikibase.canonical import canonical_snak
from wikidata_repair_eval.wikibase.shapes import as_map, claims_of

Raw = Mapping[str, Any]


def merged(source: Raw, target: Raw) -> dict[str, Any]:
    """The target with what only the source said; a value that both hold is kept once."""
    claims = {key: list(statements) for key, statements in claims_of(target).items()}
    for property_id, statements in claims_of(source).items():
        held = {canonical_snak(raw["mainsnak"]) for raw in claims.get(property_id, ())}
        fresh = [_moved(raw) for raw in statements if canonical_snak(raw["mainsnak"]) not in held]
        if fresh:
            claims[property_id] = [*claims.get(property_id, ()), *fresh]
    terms = {
        part: {**as_map(source.get(part) or {}, part), **as_map(target.get(part) or {}, part)}
        for part in ("labels", "descriptions")
        if part in target
    }
    return {**target, **terms, "claims": claims}


def _moved(statement: Raw) -> dict[str, Any]:
    """Under its new entity a statement has another id, which nobody knows yet."""
    return {key: value for key, value in statement.items() if key != "id"}
