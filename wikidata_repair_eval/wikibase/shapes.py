"""The few shapes in which wikis write the same thing: `[]` for an empty map, parts that an answer leaves out.

Works on decoded JSON and builds nothing. What the parts mean is in the other modules.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from wikidata_repair_eval.wikibase.errors import MalformedEntity, PartNotLoaded
from wikidata_repair_eval.wikibase.ids import entity_type, is_entity_id

Json = Mapping[str, Any]
# What a complete entity of each type has. MediaInfo calls its claims `statements`.
PARTS: Mapping[str, frozenset[str]] = {
    "item": frozenset({"labels", "descriptions", "aliases", "claims", "sitelinks"}),
    "property": frozenset({"labels", "descriptions", "aliases", "claims"}),
    "lexeme": frozenset({"lemmas", "claims", "forms", "senses"}),
    "form": frozenset({"representations", "claims"}),
    "sense": frozenset({"glosses", "claims"}),
    "mediainfo": frozenset({"labels", "descriptions", "statements"}),
}


def as_map(raw: object, place: str) -> Mapping[str, Any]:
    """PHP writes an empty map as `[]`: that is an empty map here; a filled list is not a map."""
    # A plain dict first: asking an abstract class takes several times as long, and this is asked very often.
    if type(raw) is dict or isinstance(raw, Mapping):
        return raw
    if isinstance(raw, list) and not raw:
        return {}
    kind = type(raw).__name__
    raise MalformedEntity(place, f"is a {kind} where a map belongs", "pass entity JSON as the wiki wrote it")


def as_list(raw: object, place: str) -> Sequence[Any]:
    """A list; an empty map is an empty list too, for the same reason as in `as_map`."""
    if isinstance(raw, list | tuple):
        return raw
    if isinstance(raw, Mapping) and not raw:
        return []
    kind = type(raw).__name__
    raise MalformedEntity(place, f"is a {kind} where a list belongs", "pass entity JSON as the wiki wrote it")


def type_of(raw: Json) -> str | None:
    """The entity type as written, else as its id tells (old stored forms and senses carry no `type`)."""
    kind = raw.get("type")
    if isinstance(kind, str):
        return kind
    entity_id = raw.get("id")
    return entity_type(entity_id) if isinstance(entity_id, str) and is_entity_id(entity_id) else None


def part(raw: Json, name: str) -> Any:
    """One part of an entity; `{}` where its type has none; PartNotLoaded where the answer left it out."""
    if name in raw:
        return raw[name]
    kind = type_of(raw)
    if kind is not None and name not in PARTS.get(kind, {name}):
        return {}
    who = raw.get("id") or raw.get("entity") or "entity"
    raise PartNotLoaded(str(who), f"came without its {name}", f"ask for the {name}; absent is not empty")


def claims_of(raw: Json) -> Mapping[str, Any]:
    """Statements by property, in any dialect; PartNotLoaded on a redirect or a partial answer."""
    name = "claims" if "claims" in raw or type_of(raw) != "mediainfo" else "statements"
    claims = raw.get(name)
    if type(claims) is dict:  # the common case first: this runs once per revision
        return claims
    return as_map(part(raw, name), f"{raw.get('id')}, {name}")


def statements_of(raw: Json, property_id: str) -> Sequence[Any]:
    """The statements of one property, as written; an empty list if the entity has none."""
    return as_list(claims_of(raw).get(property_id, []), f"{raw.get('id')}, {property_id}")
