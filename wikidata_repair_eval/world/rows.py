"""One entity, fully decoded, as the fields that the pass keeps of it; and the ids it refers to.

The five fields are bytes: id, label, description, classes, superclasses. Label and description are JSON
strings (nothing at all where the entity has none), ids are separated by blanks. JSON escapes tabs, so fields
can be joined by them. The quick way to the same fields is in `quick`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from wikidata_repair_eval.wikibase import Entity, MalformedEntity, best_rank, id_from_url, parse_entity
from wikidata_repair_eval.wikibase.datavalues import id_of_entity_value
from wikidata_repair_eval.wikibase.shapes import statements_of

INSTANCE_OF, SUBCLASS_OF = "P31", "P279"
LANGUAGES = ("en", "mul")
_PROPERTY = re.compile(r"P[1-9][0-9]*", re.ASCII)
# Where an entity is named by its id or address alone, outside an entity value.
_ID_VALUE = re.compile(rb'"id":"([QPLME][1-9][0-9]*(?:-[FS][1-9][0-9]*)?)"')
_LEXEME_VALUE = re.compile(rb'"(?:language|lexicalCategory)":"(Q[1-9][0-9]*)"')
_PROPERTY_KEY = re.compile(rb'"(P[1-9][0-9]*)":\[')
_ADDRESS = re.compile(rb'"(?:unit|globe|calendarmodel)":"https?:[^"]*/entity\\?/(Q[1-9][0-9]*)"')
_BADGES = re.compile(rb'"badges":\[([^\]]+)\]')
_NUMBER_ALONE = re.compile(rb'"numeric-id":[0-9]+\}|"numeric-id":[0-9]+,"entity-type":"[a-z]+"\}')
_PLAIN_IDS = frozenset({"unit", "globe", "calendarmodel", "language", "lexicalCategory"})


def decoded(text: bytes) -> Entity:
    """The entity on a line; MalformedEntity for everything else, redirects included: a dump has none."""
    found = parse_entity(text)
    if not isinstance(found, Entity):
        raise MalformedEntity("entity", f"is no entity but {found}", "use a dump of entities")
    if not isinstance(found.lastrevid, int | None) or not isinstance(found.modified, str | None):
        problem = f"has the lastrevid {found.lastrevid!r} and the date {found.modified!r}"
        raise MalformedEntity("entity", problem, "use a dump of entities")
    return found


Fields = tuple[bytes, bytes, bytes, bytes, bytes]


def fields_of(entity: Entity) -> Fields:
    """The fields of an entity in any dialect of entity JSON."""
    return (
        entity.id.encode(),
        _term(entity, "labels"),
        _term(entity, "descriptions"),
        best_targets(statements_of(entity.raw, INSTANCE_OF)),
        best_targets(statements_of(entity.raw, SUBCLASS_OF)),
    )


def referred_ids(entity: Entity, text: bytes) -> list[str]:
    """Every entity that this one names: itself, properties, values, qualifiers, references, units, badges."""
    if text.startswith(b'{"type":"') and _NUMBER_ALONE.search(text) is None:
        return sorted({entity.id, *_named_in_text(text)})
    return sorted({entity.id, *_named_in(entity.raw)})


def _named_in_text(text: bytes) -> Iterator[str]:
    """For text without blanks: quotes inside strings are escaped, so these can only be keys and ids."""
    found = {*_ID_VALUE.findall(text), *_PROPERTY_KEY.findall(text)}
    # Patterns take long and most entities have none of these, so look for a word of each first.
    if b"/Q" in text:
        found.update(_ADDRESS.findall(text))
    if b'"lexicalCategory"' in text:
        found.update(_LEXEME_VALUE.findall(text))
    for badges in _BADGES.findall(text) if b'"badges":["' in text else ():
        found.update(re.findall(rb"Q[1-9][0-9]*", badges))
    yield from (name.decode() for name in found)


def _term(entity: Entity, part: str) -> bytes:
    terms = entity.raw.get(part)
    if not isinstance(terms, Mapping):  # `[]` is an empty map; a lexeme has no labels at all
        return b""
    found = next((terms[language] for language in LANGUAGES if language in terms), None)
    return orjson.dumps(found["value"]) if isinstance(found, Mapping) and "value" in found else b""


def best_targets(statements: Sequence[Mapping[str, Any]]) -> bytes:
    """Best-rank values, in their order; unknown and no value point nowhere."""
    try:
        datavalues = [one["mainsnak"].get("datavalue") or {} for one in best_rank(statements)]
        values = [id_of_entity_value(datavalue.get("value")) for datavalue in datavalues]
    except (AttributeError, KeyError, TypeError):
        problem = "has a statement that is not built as statements are"
        raise MalformedEntity("entity", problem, "use a dump of entities") from None
    return " ".join(filter(None, values)).encode()


def _named_in(node: Any, key: str = "") -> Iterator[str]:
    if isinstance(node, Mapping):
        yield from _named_in_map(node)
    elif isinstance(node, list):
        for member in node:
            yield from _named_in(member, key)
    elif isinstance(node, str) and (key in _PLAIN_IDS or key == "badges"):
        yield from _plain_id(node)


def _named_in_map(node: Mapping[str, Any]) -> Iterator[str]:
    if "entity-type" in node and (entity_id := id_of_entity_value(node)):
        yield entity_id
    for key, member in node.items():
        if _PROPERTY.fullmatch(key):
            yield key
        yield from _named_in(member, key)


def _plain_id(text: str) -> Iterator[str]:
    found = id_from_url(text) or text
    if re.fullmatch(r"Q[1-9][0-9]*", found, re.ASCII):
        yield found
