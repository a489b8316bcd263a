"""Builders of entity JSON for every test: `entity("Q1", statement("P31", item("Q5")))`.

They write today's API dialect; `as_revision_content` turns it into what a revision holds, `as_old_dump` into
a dump line of 2015. A value builder makes a snak without its property, which `snak` and `statement` fill in.
"""

from copy import deepcopy
from typing import Any

Raw = dict[str, Any]
_URL = "http://www.wikidata.org/entity/"
_PREFIX = {"Q": "item", "P": "property", "L": "lexeme", "M": "mediainfo"}
_DATATYPE = {
    "wikibase-entityid": "wikibase-item",
    "globecoordinate": "globe-coordinate",
}


def value(kind: str, content: Any) -> Raw:
    """A snak with a datavalue of this type."""
    return {"snaktype": "value", "datavalue": {"value": content, "type": kind}}


def item(entity_id: str) -> Raw:
    """An entity of any type as a value: `item("Q1")`, `item("P31")`, `item("L1-F1")`."""
    kind = "form" if "-F" in entity_id else "sense" if "-S" in entity_id else _PREFIX[entity_id[0]]
    content: Raw = {"entity-type": kind, "id": entity_id}
    if "-" not in entity_id:
        content = {"entity-type": kind, "numeric-id": int(entity_id[1:]), "id": entity_id}
    return value("wikibase-entityid", content)


def text(content: str) -> Raw:
    return value("string", content)


def unknown() -> Raw:
    return {"snaktype": "somevalue"}


def none() -> Raw:
    return {"snaktype": "novalue"}


def time(date: str, precision: int = 11, calendar: str = "Q1985727", **more: Any) -> Raw:
    """`time("+1952-03-11")`, `time("-0044-03-15", calendar="Q1985786")`, `time("+1952-00-00", 9)`."""
    stamp = date if "T" in date else f"{date}T00:00:00Z"
    content: Raw = {"time": stamp, "timezone": 0, "before": 0, "after": 0}
    return value("time", content | {"precision": precision, "calendarmodel": _URL + calendar} | more)


def quantity(amount: str, unit: str = "1", lower: str | None = None, upper: str | None = None) -> Raw:
    content = {"amount": amount, "unit": _URL + unit if unit.startswith("Q") else unit}
    bounds = {"upperBound": upper, "lowerBound": lower}
    return value("quantity", content | {name: bound for name, bound in bounds.items() if bound is not None})


def coordinate(latitude: float, longitude: float, precision: float | None = 0.0001, globe: str = "Q2") -> Raw:
    place: Raw = {"latitude": latitude, "longitude": longitude, "altitude": None, "precision": precision}
    return value("globecoordinate", place | {"globe": _URL + globe})


def monolingual(content: str, language: str = "en") -> Raw:
    return value("monolingualtext", {"text": content, "language": language})


def snak(property_id: str, content: Raw, datatype: str | None = None) -> Raw:
    """The content under a property, with the datatype its value type suggests."""
    raw = {"snaktype": content["snaktype"], "property": property_id, "hash": "0" * 40}
    kind = content.get("datavalue", {}).get("type", "string")
    return raw | deepcopy(content) | {"datatype": datatype or _DATATYPE.get(kind, kind)}


def snaks(groups: dict[str, list[Raw]]) -> dict[str, list[Raw]]:
    return {
        property_id: [snak(property_id, content) for content in group]
        for property_id, group in groups.items()
    }


def reference(groups: dict[str, list[Raw]]) -> Raw:
    return {"hash": "1" * 40, "snaks": snaks(groups), "snaks-order": list(groups)}


def statement(
    property_id: str,
    content: Raw,
    *,
    id: str | None = None,
    rank: str = "normal",
    qualifiers: dict[str, list[Raw]] | None = None,
    references: list[dict[str, list[Raw]]] | None = None,
    datatype: str | None = None,
) -> Raw:
    """A statement; without `id` it gets one from its place when `entity` takes it in."""
    raw: Raw = {"mainsnak": snak(property_id, content, datatype), "type": "statement"}
    if qualifiers:
        raw |= {"qualifiers": snaks(qualifiers), "qualifiers-order": list(qualifiers)}
    raw |= {"id": id, "rank": rank}
    if references:
        raw["references"] = [reference(groups) for groups in references]
    return raw


def entity(entity_id: str, *statements: Raw, **parts: Any) -> Raw:
    """An entity of the API; `labels={"en": "x"}` are spelled out; other parts are taken as given."""
    kind = _PREFIX[entity_id[0]]
    raw: Raw = {"pageid": 1, "ns": 0, "title": entity_id, "lastrevid": 7, "modified": "2026-01-01T00:00:00Z"}
    raw |= {"type": kind, "id": entity_id}
    if kind == "lexeme":
        raw |= {"lemmas": {}, "lexicalCategory": "Q1084", "language": "Q1860", "forms": [], "senses": []}
    else:
        raw |= {"labels": {}, "descriptions": {}, "aliases": {}}
    raw["statements" if kind == "mediainfo" else "claims"] = claims(entity_id, statements)
    if kind == "item":
        raw["sitelinks"] = {}
    return raw | {name: _spelled(name, part) for name, part in parts.items()}


def claims(entity_id: str, statements: tuple[Raw, ...] | list[Raw]) -> dict[str, list[Raw]]:
    """Statements by property, each with an id."""
    grouped: dict[str, list[Raw]] = {}
    for number, raw in enumerate(statements, start=1):
        guid = raw["id"] or f"{entity_id}$00000000-0000-4000-8000-{number:012d}"
        grouped.setdefault(raw["mainsnak"]["property"], []).append({**raw, "id": guid})
    return grouped


def as_revision_content(api: Raw) -> Raw:
    """The same state as a revision stores it: no page data, no datatypes on snaks, `[]` for empty maps."""
    metadata = ("pageid", "ns", "title", "lastrevid", "modified")
    kept = {key: part for key, part in api.items() if key not in metadata}
    return {key: _stored(part) if key != "datatype" else part for key, part in kept.items()}


def as_old_dump(api: Raw) -> Raw:
    """The same state as a dump of 2015 wrote it: padded years, numeric ids, small letters, no hashes."""
    terms = ("type", "aliases", "labels", "descriptions", "sitelinks", "id", "claims")
    return {key: _aged(api[key]) for key in terms if key in api}


def _spelled(name: str, part: Any) -> Any:
    if name in ("labels", "descriptions", "lemmas"):
        return {language: {"language": language, "value": term} for language, term in part.items()}
    if name == "aliases":
        return {key: [{"language": key, "value": term} for term in terms] for key, terms in part.items()}
    if name == "sitelinks":
        return {site: {"site": site, "title": title, "badges": []} for site, title in part.items()}
    return part


def _stored(part: Any) -> Any:
    if isinstance(part, dict):
        kept = {k: _stored(v) for k, v in part.items() if not (k == "datatype" and "snaktype" in part)}
        return kept or []
    return [_stored(member) for member in part] if isinstance(part, list) else part


def _aged(part: Any) -> Any:
    if isinstance(part, list):
        return [_aged(member) for member in part]
    if not isinstance(part, dict):
        return part
    aged = {key: _aged(member) for key, member in reversed(part.items()) if key != "hash"}
    if "numeric-id" in aged:
        del aged["id"]
    if "mainsnak" in aged:
        aged["id"] = aged["id"][0].lower() + aged["id"][1:]
    if "calendarmodel" in aged:
        sign, year, rest = aged["time"][0], *aged["time"][1:].split("-", 1)
        aged["time"] = f"{sign}{year:0>11}-{rest}"
    return aged
