"""Signatures: SHA-1 over canonical bytes, equal exactly when two states say the same.

Each takes an Entity or its raw JSON; given raw JSON nothing is built, so a history of thousands of revisions
costs little more than decoding it. What "the same" means is in canonical. A redirect, or an answer without
the part in question, is refused (PartNotLoaded): it is not an entity without statements.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from wikidata_repair_eval.wikibase.canonical import canonical_statements
from wikidata_repair_eval.wikibase.canonical_entities import canonical_entity, canonical_terms
from wikidata_repair_eval.wikibase.entities import Entity
from wikidata_repair_eval.wikibase.errors import MalformedEntity
from wikidata_repair_eval.wikibase.shapes import claims_of, statements_of

CONSTRAINT_PROPERTY = "P2302"
Source = Entity | Mapping[str, Any]


def raw_of(source: Source) -> Mapping[str, Any]:
    return source.raw if isinstance(source, Entity) else source


def statements_signature(statements: Sequence[Mapping[str, Any]], references: bool = True) -> str:
    """Of a list of raw statements: ranks, main snaks and qualifiers count; ids and order do not."""
    return _sha1(_canonical(statements, references))


def property_signature(source: Source, property_id: str, references: bool = True) -> str:
    """Of one property's statements on an entity; `references=False` leaves their sources out."""
    return statements_signature(statements_of(raw_of(source), property_id), references)


def constraint_signature(source: Source | Sequence[Mapping[str, Any]]) -> str:
    """Of P2302 statements, blind to ids, references and order; deprecated ones are in, as such."""
    if isinstance(source, Entity | Mapping):
        return property_signature(source, CONSTRAINT_PROPERTY, references=False)
    return statements_signature(source, references=False)


def claims_signature(source: Source, references: bool = True) -> str:
    """Of all statements: the sure test whether one revision restores another."""
    claims = claims_of(raw_of(source))
    rows = [f"{key}:".encode() + _canonical(claims[key], references) for key in sorted(claims) if claims[key]]
    return _sha1(b"\n".join(rows))


def terms_signature(source: Source, languages: Sequence[str] | None = None) -> str:
    """Of labels, descriptions, aliases (lemmas, representations, glosses), in these or all languages."""
    return _sha1(orjson.dumps(canonical_terms(raw_of(source), languages), option=orjson.OPT_SORT_KEYS))


def entity_signature(source: Source) -> str:
    """Of all an entity says: terms, sitelinks, statements, forms, senses; not its page's metadata."""
    return _sha1(orjson.dumps(canonical_entity(raw_of(source)), option=orjson.OPT_SORT_KEYS))


def _canonical(statements: Any, references: bool) -> bytes:
    try:
        return canonical_statements(statements, references)
    except (AttributeError, TypeError) as error:
        problem = f"a statement is not shaped as one ({error})"
        raise MalformedEntity("statements", problem, "pass entity JSON as the wiki wrote it") from error


def _sha1(canonical: bytes) -> str:
    return hashlib.sha1(canonical, usedforsecurity=False).hexdigest()
