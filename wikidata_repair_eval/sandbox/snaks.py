"""Values, snaks and statements in the JSON that Wikibase stores (no datatypes on snaks).

Plain dicts on purpose: the sandbox must not share the data model that it helps to test.
"""

import hashlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import orjson

JsonObject = dict[str, Any]

ENTITY = "http://www.wikidata.org/entity/"
GREGORIAN, JULIAN = ENTITY + "Q1985727", ENTITY + "Q1985786"
_ENTITY_TYPES = {"Q": "item", "P": "property", "L": "lexeme"}


def entity(entity_id: str) -> JsonObject:
    """A link to an item, property or lexeme."""
    value = {"entity-type": _ENTITY_TYPES[entity_id[0]], "numeric-id": int(entity_id[1:]), "id": entity_id}
    return {"value": value, "type": "wikibase-entityid"}


def string(text: str) -> JsonObject:
    return {"value": text, "type": "string"}


def monolingual(text: str, language: str) -> JsonObject:
    return {"value": {"text": text, "language": language}, "type": "monolingualtext"}


def time(date: str, precision: int = 11, calendar: str = GREGORIAN) -> JsonObject:
    """`time("+1952-03-11")`; the date keeps its sign, `00` stands for an unknown month or day."""
    value = {
        "time": f"{date}T00:00:00Z",
        "timezone": 0,
        "before": 0,
        "after": 0,
        "precision": precision,
        "calendarmodel": calendar,
    }
    return {"value": value, "type": "time"}


def year(number: int) -> JsonObject:
    """A date that says only the year."""
    return time(f"{number:+05d}-00-00", precision=9)


def day(number: int, month: int, day_of_month: int) -> JsonObject:
    return time(f"{number:+05d}-{month:02d}-{day_of_month:02d}")


def quantity(amount: str, unit: str | None = None) -> JsonObject:
    """`amount` is a signed decimal string; `unit` an item id, None for unitless."""
    return {"value": {"amount": amount, "unit": ENTITY + unit if unit else "1"}, "type": "quantity"}


def coordinate(latitude: float, longitude: float) -> JsonObject:
    value = {
        "latitude": latitude,
        "longitude": longitude,
        "altitude": None,
        "precision": 0.0001,
        "globe": ENTITY + "Q2",
    }
    return {"value": value, "type": "globecoordinate"}


def snak(property_id: str, datavalue: JsonObject | None, snaktype: str = "value") -> JsonObject:
    """A snak with the hash that Wikibase would show; `datavalue` None only for somevalue and novalue."""
    body: JsonObject = {"snaktype": snaktype, "property": property_id}
    if datavalue is not None:
        body["datavalue"] = datavalue
    digest = hashlib.sha1(orjson.dumps(body), usedforsecurity=False).hexdigest()
    return {"snaktype": snaktype, "property": property_id, "hash": digest, **body}


def novalue(property_id: str) -> JsonObject:
    return snak(property_id, None, "novalue")


def somevalue(property_id: str) -> JsonObject:
    return snak(property_id, None, "somevalue")


def guid(rng: Random, entity_id: str) -> str:
    """A statement id; ids from before 2014 spell the entity in lower case, so a few do here."""
    digits = f"{rng.getrandbits(128):032X}"
    prefix = entity_id.lower() if rng.random() < 0.05 else entity_id
    return f"{prefix}${digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def statement(
    statement_id: str,
    mainsnak: JsonObject,
    qualifiers: Sequence[JsonObject] = (),
    references: Sequence[JsonObject] = (),
    rank: str = "normal",
) -> JsonObject:
    """A statement; `qualifiers` are snaks in display order, `references` come from `reference`."""
    built: JsonObject = {"mainsnak": mainsnak, "type": "statement"}
    if qualifiers:
        built["qualifiers"] = by_property(qualifiers)
        built["qualifiers-order"] = list(built["qualifiers"])
    built["id"] = statement_id
    built["rank"] = rank
    if references:
        built["references"] = list(references)
    return built


def reference(*snaks: JsonObject) -> JsonObject:
    groups = by_property(snaks)
    digest = hashlib.sha1(orjson.dumps(groups), usedforsecurity=False).hexdigest()
    return {"hash": digest, "snaks": groups, "snaks-order": list(groups)}


def by_property(snaks: Sequence[JsonObject]) -> dict[str, list[JsonObject]]:
    groups: dict[str, list[JsonObject]] = {}
    for entry in snaks:
        groups.setdefault(entry["property"], []).append(entry)
    return groups


def with_qualifiers(old: JsonObject, qualifiers: Sequence[JsonObject]) -> JsonObject:
    """The same statement with these qualifiers and no others."""
    return statement(old["id"], old["mainsnak"], qualifiers, old.get("references", ()), old["rank"])


def with_value(old: JsonObject, datavalue: JsonObject) -> JsonObject:
    """The same statement (same id, qualifiers, references) with another main value."""
    return {**old, "mainsnak": snak(old["mainsnak"]["property"], datavalue)}


def qualifiers_of(old: Mapping[str, Any]) -> list[JsonObject]:
    """The qualifiers of a statement as one list, in order."""
    return [entry for group in old.get("qualifiers", {}).values() for entry in group]


def short(part: Mapping[str, Any]) -> str:
    """A value as the truth spells it: id, text, date without time, amount with unit."""
    if part["snaktype"] != "value":
        return str(part["snaktype"])
    value = part["datavalue"]["value"]
    match part["datavalue"]["type"]:
        case "wikibase-entityid":
            return str(value["id"])
        case "time":
            return str(value["time"]).removesuffix("T00:00:00Z")
        case "quantity":
            unit = str(value["unit"]).removeprefix(ENTITY)
            return str(value["amount"]) if unit == "1" else f"{value['amount']} {unit}"
        case "monolingualtext":
            return f"{value['text']}@{value['language']}"
        case "globecoordinate":
            return f"{value['latitude']},{value['longitude']}"
    return str(value)
