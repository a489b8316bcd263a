"""Entities in all dialects of entity JSON: revision content, Special:EntityData, wbgetentities, dump lines.

`parse_entity` answers with one of three things that must not be confused: an Entity, a Redirect (a merged
item's page, never an item without statements), or Missing. Entities are lazy views: nothing is copied, and
`to_json` gives back what came in. The Wikibase REST v1 model is another model and is refused.
Not here: forms and senses' own grammar, term fallback chains beyond the one `label` names, any fetching.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from wikidata_repair_eval.wikibase.errors import MalformedEntity
from wikidata_repair_eval.wikibase.ids import is_entity_id, normalise_id, sort_key
from wikidata_repair_eval.wikibase.ranks import best_rank
from wikidata_repair_eval.wikibase.shapes import (
    as_list,
    as_map,
    claims_of,
    part,
    statements_of,
    type_of,
)
from wikidata_repair_eval.wikibase.statements import Statement


@dataclass(frozen=True, slots=True)
class Redirect:
    """The page of `source` only says that its entity was merged into `target`."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The wiki says that there is no such entity; `title` and `site` if it was asked for by a page's name."""

    id: str | None
    title: str | None = None
    site: str | None = None


class Entity:
    """One state of an item, property, lexeme, form, sense or media info."""

    __slots__ = ("_asked_id", "raw")

    def __init__(self, raw: Mapping[str, Any], asked_id: str | None = None) -> None:
        self.raw, self._asked_id = raw, asked_id

    @property
    def id(self) -> str:
        return normalise_id(self.raw["id"])

    @property
    def asked_id(self) -> str:
        """The id the answer was asked for by; differs from `id` if the wiki followed a redirect."""
        return self._asked_id or self.id

    @property
    def redirected(self) -> bool:
        return self.asked_id != self.id

    @property
    def type(self) -> str:
        return str(type_of(self.raw))

    @property
    def datatype(self) -> str | None:
        """The datatype of a property; None for everything else."""
        return self.raw.get("datatype")

    @property
    def lastrevid(self) -> int | None:
        """None in revision content, which does not know its own revision."""
        return self.raw.get("lastrevid")

    @property
    def modified(self) -> str | None:
        return self.raw.get("modified")

    @property
    def labels(self) -> dict[str, str]:
        return self._terms("labels")

    @property
    def descriptions(self) -> dict[str, str]:
        return self._terms("descriptions")

    @property
    def lemmas(self) -> dict[str, str]:
        return self._terms("lemmas")

    @property
    def aliases(self) -> dict[str, list[str]]:
        aliases = self._map("aliases")
        return {language: [term["value"] for term in terms] for language, terms in aliases.items()}

    @property
    def sitelinks(self) -> dict[str, str]:
        """Page titles by site; badges and URLs are in `raw`."""
        return {site: link["title"] for site, link in self._map("sitelinks").items()}

    def label(self, languages: Sequence[str] = ("en", "mul")) -> str | None:
        """The first label in these languages; `mul` holds names that are the same in all of them."""
        return self._first(self.labels, languages)

    def description(self, languages: Sequence[str] = ("en", "mul")) -> str | None:
        return self._first(self.descriptions, languages)

    @property
    def claims(self) -> Mapping[str, Any]:
        """Raw statements by property, in display order."""
        return claims_of(self.raw)

    @property
    def property_ids(self) -> list[str]:
        """The properties with at least one statement, P9 before P31."""
        return sorted((key for key, statements in self.claims.items() if statements), key=sort_key)

    def statements(self, property_id: str) -> list[Statement]:
        return [Statement(raw) for raw in statements_of(self.raw, property_id)]

    def best_statements(self, property_id: str) -> list[Statement]:
        return [Statement(raw) for raw in best_rank(statements_of(self.raw, property_id))]

    def all_statements(self) -> Iterator[Statement]:
        for property_id in self.property_ids:
            yield from self.statements(property_id)

    @property
    def forms(self) -> list["Entity"]:
        """The forms of a lexeme: entities of their own, with their own claims."""
        return self._sub_entities("forms")

    @property
    def senses(self) -> list["Entity"]:
        return self._sub_entities("senses")

    def to_json(self) -> Mapping[str, Any]:
        """What was read, unchanged; read-only by agreement, since it is not a copy."""
        return self.raw

    def __repr__(self) -> str:
        return f"Entity({self.raw.get('id')!r})"

    def _map(self, name: str) -> Mapping[str, Any]:
        return as_map(part(self.raw, name), f"{self.raw.get('id')}, {name}")

    def _terms(self, name: str) -> dict[str, str]:
        return {language: term["value"] for language, term in self._map(name).items()}

    @staticmethod
    def _first(terms: Mapping[str, str], languages: Sequence[str]) -> str | None:
        return next((terms[language] for language in languages if language in terms), None)

    def _sub_entities(self, name: str) -> list["Entity"]:
        return [Entity(raw) for raw in as_list(part(self.raw, name), f"{self.raw.get('id')}, {name}")]


Parsed = Entity | Redirect | Missing


def parse_entity(raw: bytes | str | Mapping[str, Any], asked_id: str | None = None) -> Parsed:
    """One entity of any dialect; `asked_id` is what it was asked for by, if that may differ from its id."""
    document = raw if isinstance(raw, Mapping) else _decoded(raw)
    if "redirect" in document and "entity" in document:
        return Redirect(normalise_id(document["entity"]), normalise_id(document["redirect"]))
    if document.get("missing", False) is not False:  # `""` in one format of the API, true in the other
        return _missing(document)
    _refuse_what_is_no_entity(document)
    followed = document.get("redirects")
    return Entity(document, followed["from"] if isinstance(followed, Mapping) else asked_id)


def entities_of(body: bytes | str | Mapping[str, Any]) -> dict[str, Parsed]:
    """All members of an `{"entities": {...}}` body, by the id that the body keys them with."""
    document = body if isinstance(body, Mapping) else _decoded(body)
    if "entities" not in document:
        problem = f"no entities, but {', '.join(sorted(document)) or 'nothing'}"
        raise MalformedEntity("body", problem, "check the answer for an error before reading entities")
    members = as_map(document["entities"], "entities")
    return {key: parse_entity(raw, _key_id(key)) for key, raw in members.items()}


def entity_of(body: bytes | str | Mapping[str, Any], asked_id: str) -> Parsed:
    """The answer for one id, also where Special:EntityData keys a merged item's answer by the *target*."""
    asked = normalise_id(asked_id)
    members = entities_of(body)
    if asked in members:
        return members[asked]
    if len(members) == 1:
        [answer] = members.values()
        return Entity(answer.raw, asked) if isinstance(answer, Entity) else answer
    problem = f"holds {', '.join(sorted(members)) or 'no entity'}"
    raise MalformedEntity(f"answer for {asked}", problem, "ask for one entity at a time")


def _key_id(key: str) -> str | None:
    return key if is_entity_id(key) else None  # answers by title are keyed `-1`, `-2`, ...


def _decoded(raw: bytes | str) -> Mapping[str, Any]:
    try:
        document = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise MalformedEntity("entity", f"is not JSON: {error}", "check that the answer is whole") from error
    if not isinstance(document, dict):
        raise MalformedEntity("entity", f"is a {type(document).__name__}, not a map", "pass one entity")
    return document


def _missing(document: Mapping[str, Any]) -> Missing:
    entity_id = document.get("id")
    return Missing(entity_id and normalise_id(entity_id), document.get("title"), document.get("site"))


def _refuse_what_is_no_entity(document: Mapping[str, Any]) -> None:
    entity_id = document.get("id")
    place = f"entity {entity_id}"
    if "entities" in document:
        raise MalformedEntity("entity", "is a body of several entities", "read it with entities_of")
    if not isinstance(entity_id, str) or not is_entity_id(entity_id.upper()):
        problem = f"has no entity id, only {', '.join(sorted(map(str, document))) or 'nothing'}"
        raise MalformedEntity(
            place, problem, "pass entity JSON; hidden or cut content is not an empty entity"
        )
    if type_of(document) is None:
        raise MalformedEntity(place, f"has the type {document.get('type')!r}", "pass a known entity type")
    if _is_rest_model(document):
        fix = "fetch it as revision content, Special:EntityData or wbgetentities"
        raise MalformedEntity(place, "is in the Wikibase REST v1 model, which has other meanings", fix)


def _is_rest_model(document: Mapping[str, Any]) -> bool:
    """REST has `statements` on items, plain strings as labels, and `data_type` with an underscore."""
    if "data_type" in document or ("statements" in document and type_of(document) != "mediainfo"):
        return True
    terms = (document.get(name) for name in ("labels", "descriptions"))
    return any(
        isinstance(next(iter(term.values())), str) for term in terms if isinstance(term, Mapping) and term
    )
