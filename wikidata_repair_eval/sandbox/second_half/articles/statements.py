"""Facts as stored entity JSON: datavalues, snaks, statements, whole items and properties."""

from collections.abc import Iterable
from random import Random
from typing import Any
from uuid import UUID

from wikidata_repair_eval.sandbox.second_half.articles.model import (
    Amount,
    Fact,
    Moment,
    Nothing,
    Phrase,
    Place,
    Plain,
    Thing,
    Unknown,
    Value,
)

JsonObject = dict[str, Any]

CALENDARS = {
    False: "http://www.wikidata.org/entity/Q1985727",
    True: "http://www.wikidata.org/entity/Q1985786",
}
ENTITY = "http://www.wikidata.org/entity/"
IMPORT_HASH = "fa278ebfc458360e5aed63d5058cca83c46134f1"  # any 40 hex digits: one and the same reference


def datavalue(value: Value) -> JsonObject:
    match value:
        case Thing(id=item_id):
            content = {"entity-type": "item", "numeric-id": int(item_id[1:]), "id": item_id}
            return {"value": content, "type": "wikibase-entityid"}
        case Moment():
            return {"value": _time(value), "type": "time"}
        case Amount(amount=amount, unit=unit):
            return {
                "value": {"amount": amount, "unit": "1" if unit is None else ENTITY + unit},
                "type": "quantity",
            }
        case Place(latitude=latitude, longitude=longitude):
            return {"value": _coordinate(latitude, longitude), "type": "globecoordinate"}
        case Phrase(text=text, language=language):
            return {"value": {"text": text, "language": language}, "type": "monolingualtext"}
        case Plain(text=text):
            return {"value": text, "type": "string"}
    raise ValueError(f"sandbox articles: {value!r} has no datavalue. Fix: write it as a snak without one")


def _time(value: Moment) -> JsonObject:
    return {
        "time": value.time,
        "timezone": 0,
        "before": 0,
        "after": 0,
        "precision": value.precision,
        "calendarmodel": CALENDARS[value.julian],
    }


def _coordinate(latitude: float, longitude: float) -> JsonObject:
    return {
        "latitude": latitude,
        "longitude": longitude,
        "altitude": None,
        "precision": 0.0001,
        "globe": ENTITY + "Q2",
    }


def snak(property_id: str, value: Value) -> JsonObject:
    if isinstance(value, Unknown):
        return {"snaktype": "somevalue", "property": property_id}
    if isinstance(value, Nothing):
        return {"snaktype": "novalue", "property": property_id}
    return {"snaktype": "value", "property": property_id, "datavalue": datavalue(value)}


def claims(item_id: str, facts: Iterable[Fact], rng: Random, imported_from: Thing) -> JsonObject:
    """The statements of an item, by property, in the order of the facts."""
    found: JsonObject = {}
    for fact in facts:
        if fact.stated and fact.property_id is not None:
            found.setdefault(fact.property_id, []).append(_statement(item_id, fact, rng, imported_from))
    return found


def _statement(item_id: str, fact: Fact, rng: Random, imported_from: Thing) -> JsonObject:
    assert fact.property_id is not None
    statement: JsonObject = {
        "mainsnak": snak(fact.property_id, fact.value),
        "type": "statement",
        "id": f"{item_id}${str(UUID(int=rng.getrandbits(128), version=4)).upper()}",
        "rank": fact.rank,
    }
    if fact.qualifiers:
        statement["qualifiers"] = {key: [snak(key, value)] for key, value in fact.qualifiers.items()}
        statement["qualifiers-order"] = list(fact.qualifiers)
    if rng.random() < 0.6:
        snaks = {"P143": [snak("P143", imported_from)]}
        statement["references"] = [{"hash": IMPORT_HASH, "snaks": snaks, "snaks-order": ["P143"]}]
    return statement


def terms(label: str, description: str, aliases: Iterable[str], language: str = "en") -> JsonObject:
    names = [{"language": "en", "value": alias} for alias in aliases]
    return {
        "labels": {language: {"language": language, "value": label}},
        "descriptions": {"en": {"language": "en", "value": description}},
        "aliases": {"en": names} if names else {},
    }


def item(item_id: str, named: JsonObject, stated: JsonObject, title: str | None) -> JsonObject:
    links = {"enwiki": {"site": "enwiki", "title": title, "badges": []}} if title is not None else {}
    return {"type": "item", "id": item_id, **named, "claims": stated, "sitelinks": links}


def property_entity(property_id: str, datatype: str, label: str) -> JsonObject:
    named = terms(label, "property of the articles' items", [])
    return {"type": "property", "datatype": datatype, "id": property_id, **named, "claims": {}}
