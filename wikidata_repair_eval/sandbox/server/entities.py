"""`action=wbgetentities`: the current state of up to 50 entities, by id or by sitelink."""

import re

from wikidata_repair_eval.sandbox.server.api_errors import ApiError
from wikidata_repair_eval.sandbox.server.call import Call, JsonObject

PROPS = ("info", "sitelinks", "sitelinks/urls", "aliases", "labels", "descriptions", "claims", "datatype")
DEFAULT_PROPS = ("info", "sitelinks", "aliases", "labels", "descriptions", "claims", "datatype")
INFO = ("pageid", "ns", "title", "lastrevid", "modified")

_ID = re.compile(r"[QPL][1-9]\d{0,9}(?:-[FS][1-9]\d*)?", re.IGNORECASE)


def answer_entities(call: Call) -> JsonObject:
    parameters = call.parameters.of("wbgetentities")
    ids, sites = parameters.values("ids"), parameters.values("sites")
    titles = parameters.values("titles")
    props = parameters.choices("props", PROPS, DEFAULT_PROPS)
    languages, fallback = parameters.values("languages"), parameters.flag("languagefallback")
    follow = parameters.choice("redirects", ("yes", "no"), "yes") == "yes"
    if not ids and not (sites and titles):
        text = 'Either provide the item "ids" or pairs of "sites" and "titles" for corresponding pages.'
        raise ApiError("param-missing", text)
    found: JsonObject = {}
    for entity_id in [_checked(text) for text in ids or []]:
        found[entity_id] = _entity(call, entity_id, follow, props)
    for site, title in _pairs(sites or [], titles or []):
        _add_by_sitelink(call, found, site, title, props)
    for entity in found.values():
        _choose_languages(entity, languages, fallback)
    return {"entities": found, "success": 1}


def _checked(text: str) -> str:
    """One malformed id fails the whole request."""
    if not _ID.fullmatch(text):
        info = f"Could not find an entity with the ID {text!r} (Invalid id: {text})."
        message = {"name": "wikibase-api-no-such-entity", "parameters": [], "html": info}
        raise ApiError("no-such-entity", info, {"messages": [message], "id": text})
    return text.upper()


def _pairs(sites: list[str], titles: list[str]) -> list[tuple[str, str]]:
    """One site with many titles, or many sites with one title."""
    if len(sites) > 1 and len(titles) > 1:
        raise ApiError(
            "params-illegal", "Give one site with several titles, or several sites with one title."
        )
    return [(site, title.replace("_", " ")) for site in sites for title in titles]


def _add_by_sitelink(call: Call, found: JsonObject, site: str, title: str, props: set[str]) -> None:
    entity_id = call.catalogue.sitelinks.get((site, title))
    if entity_id is not None:
        found[entity_id] = _entity(call, entity_id, True, props)
        return
    number = -1 - sum(key.startswith("-") for key in found)
    found[str(number)] = {"site": site, "title": title, "missing": ""}


def _entity(call: Call, entity_id: str, follow: bool, props: set[str]) -> JsonObject:
    world = call.catalogue.world
    target = world.resolve(entity_id)
    entity = world.current_entity(target) if target is not None else None
    if entity is None or (target != entity_id and not follow):
        return {"id": entity_id, "missing": ""}
    redirect = {} if target == entity_id else {"redirects": {"from": entity_id, "to": target}}
    return _cut(ordered(entity, redirect), props)


def ordered(entity: JsonObject, after_info: JsonObject | None = None) -> JsonObject:
    """Page data first, then the entity: wbgetentities and Special:EntityData do so, the dump does not."""
    info = {key: entity[key] for key in INFO if key in entity}
    return {**info, **(after_info or {}), **{key: entity[key] for key in entity if key not in INFO}}


def _cut(entity: JsonObject, props: set[str]) -> JsonObject:
    names = {"labels", "descriptions", "aliases", "claims", "sitelinks", "datatype"}
    if "sitelinks/urls" in props:
        props = props | {"sitelinks"}
    dropped = {name for name in names if name not in props}
    if "info" not in props:
        dropped |= set(INFO)
    return {key: value for key, value in entity.items() if key not in dropped}


def _choose_languages(entity: JsonObject, languages: list[str] | None, fallback: bool) -> None:
    if languages is None:
        return
    for name in ("labels", "descriptions", "aliases"):
        terms = entity.get(name)
        if terms:
            entity[name] = {
                language: found
                for language in languages
                if (found := _term(terms, language, fallback and name != "aliases"))
            }


def _term(terms: JsonObject, language: str, fallback: bool) -> object:
    """A borrowed term says for whom it stands in."""
    if language in terms or not fallback:
        return terms.get(language)
    for other in (language.partition("-")[0], "mul", "en"):
        if other in terms:
            return {**terms[other], "for-language": language}
    return None
