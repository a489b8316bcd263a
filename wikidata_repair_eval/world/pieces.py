"""The pieces that layers are made of, from raw entity JSON of any day: frozen ones and the ones of a prompt.

Deprecated statements are in `statements` and nowhere else: what is retracted is not said. Where labels come
from is the caller's business.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.constraints import Constraint, parse_constraints, rule_summary
from wikidata_repair_eval.wikibase import Malformed, not_deprecated, rank_of, render_snak, sort_key
from wikidata_repair_eval.wikibase.shapes import as_list, claims_of
from wikidata_repair_eval.world.naming import target_of

Raw = Mapping[str, Any]
Labels = Mapping[str, str]
_LANGUAGES = ("en", "mul")
# A hub such as a country lists hundreds of values of one property; its node has the first of them.
MOST_VALUES = 25


def ego_node(raw: Raw) -> dict[str, Any]:
    """L1: the entity with its texts in all languages, its short values, and its statements whole."""
    return {
        "qid": raw["id"],
        **terms_of(raw),
        "labels": texts(raw, "lemmas" if raw.get("type") == "lexeme" else "labels"),
        "descriptions": texts(raw, "descriptions"),
        "aliases": {language: _values(found) for language, found in _part(raw, "aliases").items()},
        "sitelinks": {site: link["title"] for site, link in _part(raw, "sitelinks").items()},
        "properties": short_values(raw),
        "statements": {property_id: list(statements) for property_id, statements in claims(raw).items()},
    }


def terms_of(raw: Raw) -> dict[str, str | None]:
    """English label and description, else those for all languages; a lexeme is called by its first lemma."""
    label = _first(texts(raw, "labels")) or next(iter(texts(raw, "lemmas").values()), None)
    return {"label": label, "description": _first(texts(raw, "descriptions"))}


def node(raw: Raw) -> dict[str, Any]:
    """A neighbour: its text, and its short values, of which a long list is cut."""
    aliases = _part(raw, "aliases")
    values = short_values(raw)
    cut = {property_id: len(texts) for property_id, texts in values.items() if len(texts) > MOST_VALUES}
    return {
        **terms_of(raw),
        "aliases": [text for language in _LANGUAGES for text in _values(aliases.get(language, ()))],
        "properties": {property_id: texts[:MOST_VALUES] for property_id, texts in values.items()},
        **({"cut": cut} if cut else {}),
    }


def outgoing_edges(raw: Raw) -> list[tuple[str, str]]:
    """Property and target of each statement whose main value is an entity, P9 before P31."""
    found = claims(raw)
    return [
        (property_id, target)
        for property_id in sorted(found, key=sort_key)
        for statement in not_deprecated(found[property_id])
        if (target := target_of(statement)) is not None
    ]


def constraint_rows(statements: Sequence[Raw], property_id: str, labels: Labels) -> list[dict[str, Any]]:
    """L4: each constraint with its parameters and one sentence; those of no type say nothing."""
    rules = parse_constraints(statements, property_id, deprecated=True)
    return [_constraint_row(rule, labels) for rule in rules]


def _constraint_row(rule: Constraint, labels: Labels) -> dict[str, Any]:
    return {
        "constraint_type": {"qid": rule.type, "label": labels.get(rule.type or "")},
        "rank": rank_of(rule.raw),
        "qualifiers": dict(rule.qualifiers),
        "rule_summary": rule_summary(rule, labels),
        "statement_id": rule.id,
    }


def short_values(raw: Raw) -> dict[str, list[str]]:
    """Short texts of what stands, by property; a property with nothing but deprecated values has none."""
    found = claims(raw)
    return {
        property_id: [render_snak(one["mainsnak"]) for one in not_deprecated(found[property_id])]
        for property_id in sorted(found, key=sort_key)
    }


def claims(raw: Raw) -> dict[str, Sequence[Any]]:
    """Statements by property; none where the entity was missing, merged, or came without them."""
    try:
        found = claims_of(raw)
        return {key: as_list(statements, key) for key, statements in found.items() if statements}
    except Malformed:
        return {}


def texts(raw: Raw, part: str) -> dict[str, str]:
    return {language: term["value"] for language, term in _part(raw, part).items()}


def _part(raw: Raw, name: str) -> Mapping[str, Any]:
    found = raw.get(name)
    return found if isinstance(found, Mapping) else {}  # an empty map may be written []


def _values(found: Any) -> list[str]:
    return [term["value"] for term in found]


def _first(found: Mapping[str, str]) -> str | None:
    return next(_in_order(found), None)


def _in_order(found: Mapping[str, str]) -> Iterator[str]:
    return (found[language] for language in _LANGUAGES if language in found)
