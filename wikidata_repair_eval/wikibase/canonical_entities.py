"""The dialect-neutral form of a whole entity, for comparing what four dialects say of the same state.

Left out: page metadata, datatypes of snaks, hashes, display order, URLs of sitelinks, statement ids. Kept:
all that an editor can change. Statements stand as their canonical text (see canonical), sorted.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from wikidata_repair_eval.wikibase.canonical import canonical_statement
from wikidata_repair_eval.wikibase.ids import normalise_id
from wikidata_repair_eval.wikibase.shapes import as_list, as_map, claims_of, type_of

# Parts that hold terms, by whether a language has one of them or a list.
_SINGLE_TERMS = ("labels", "descriptions", "lemmas", "representations", "glosses")
_VALUES = ("datatype", "lexicalCategory", "language")


def canonical_entity(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Equal for the same state in any dialect. A part that is not loaded is absent from the result."""
    neutral: dict[str, Any] = {"id": normalise_id(raw["id"]), "type": type_of(raw)}
    neutral |= {name: raw[name] for name in _VALUES if name in raw} | canonical_terms(raw)
    if "claims" in raw or "statements" in raw:
        neutral["claims"] = _claims(raw)
    if "sitelinks" in raw:
        neutral["sitelinks"] = _sitelinks(as_map(raw["sitelinks"], "sitelinks"))
    if "grammaticalFeatures" in raw:
        neutral["grammaticalFeatures"] = sorted(raw["grammaticalFeatures"])
    for name in ("forms", "senses"):
        if name in raw:
            neutral[name] = _sub_entities(raw[name])
    return neutral


def canonical_terms(raw: Mapping[str, Any], languages: Sequence[str] | None = None) -> dict[str, Any]:
    """Terms by part and language; aliases are a set, so their order does not count."""
    names = [name for name in (*_SINGLE_TERMS, "aliases") if name in raw]
    return {name: _languages(as_map(raw[name], name), languages) for name in names}


def _languages(terms: Mapping[str, Any], languages: Sequence[str] | None) -> dict[str, Any]:
    return {
        key: _term(term) for key, term in terms.items() if term and (languages is None or key in languages)
    }


def _term(term: Any) -> Any:
    return term["value"] if isinstance(term, Mapping) else sorted(alias["value"] for alias in term)


def _claims(raw: Mapping[str, Any]) -> dict[str, list[str]]:
    claims = {key: as_list(statements, key) for key, statements in claims_of(raw).items()}
    return {
        key: sorted(canonical_statement(statement).decode() for statement in statements)
        for key, statements in claims.items()
        if statements
    }


def _sitelinks(links: Mapping[str, Any]) -> dict[str, Any]:
    return {site: [link.get("title"), sorted(link.get("badges") or [])] for site, link in links.items()}


def _sub_entities(raw: Any) -> list[dict[str, Any]]:
    return sorted((canonical_entity(sub) for sub in as_list(raw, "forms")), key=lambda sub: str(sub["id"]))
