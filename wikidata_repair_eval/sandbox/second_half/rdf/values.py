"""One data value as an RDF term and, for times, quantities and coordinates, as a value node of its own."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import orjson

from wikidata_repair_eval.sandbox.second_half.rdf.dates import date_time
from wikidata_repair_eval.sandbox.second_half.rdf.terms import (
    ENTITY,
    ONTOLOGY,
    PREFIXES,
    XSD,
    iri,
    line,
    prefixed,
    text,
    typed,
)

JsonObject = dict[str, Any]

EARTH = ENTITY + "Q2"
DIMENSIONLESS = ENTITY + "Q199"
COMMONS_FILE = "http://commons.wikimedia.org/wiki/Special:FilePath/"
COMMONS_DATA = "http://commons.wikimedia.org/data/main/"


def property_type(datatype: str) -> str:
    """wikibase-item -> WikibaseItem, commonsMedia -> CommonsMedia, monolingualtext -> Monolingualtext."""
    words = datatype.split("-")
    return prefixed("wikibase", "".join(word[:1].upper() + word[1:] for word in words))


def simple_value(datatype: str, datavalue: JsonObject) -> str:
    """The object of `wdt:`, `ps:`, `pq:` and `pr:`."""
    return _SIMPLE[datavalue["type"]](datatype, datavalue["value"])


def entity_id(value: JsonObject) -> str:
    """Old data has no `id`, only the number and the type."""
    letters = {"item": "Q", "property": "P", "lexeme": "L"}
    return value["id"] if "id" in value else f"{letters[value['entity-type']]}{value['numeric-id']}"


def _of_string(datatype: str, value: str) -> str:
    if datatype == "url":
        return iri(value)
    if datatype == "commonsMedia":
        return iri(COMMONS_FILE + quote(value, safe="!()*,/:;@$"))
    if datatype in ("geo-shape", "tabular-data"):
        return iri(COMMONS_DATA + quote(value.replace(" ", "_"), safe="!()*,/:;@$"))
    if datatype == "math":
        return typed(value, "http://www.w3.org/1998/Math/MathML")
    return text(value)


def _of_time(_datatype: str, value: JsonObject) -> str:
    instant = date_time(value)
    return text(value["time"]) if instant is None else typed(instant, XSD + "dateTime")


def decimal(amount: str) -> str:
    return typed(amount.removeprefix("+"), XSD + "decimal")


def _of_coordinate(_datatype: str, value: JsonObject) -> str:
    globe = value.get("globe") or EARTH
    elsewhere = "" if globe == EARTH else f"<{globe}> "
    point = f"{elsewhere}Point({_number(value['longitude'])} {_number(value['latitude'])})"
    return typed(point, PREFIXES["geo"] + "wktLiteral")


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


_SIMPLE: dict[str, Callable[[str, Any], str]] = {
    "string": _of_string,
    "wikibase-entityid": lambda _datatype, value: prefixed("wd", entity_id(value)),
    "time": _of_time,
    "quantity": lambda _datatype, value: decimal(value["amount"]),
    "globecoordinate": _of_coordinate,
    "monolingualtext": lambda _datatype, value: text(value["text"], value["language"]),
}


# --- value nodes --------------------------------------------------------------------------------------------


def value_node(datavalue: JsonObject) -> tuple[str, Iterator[str]] | None:
    """The node behind `psv:`, `pqv:` and `prv:`, and its lines; None for types without one."""
    describe = _DESCRIBED.get(datavalue["type"])
    if describe is None:
        return None
    digest = hashlib.md5(orjson.dumps(datavalue, option=orjson.OPT_SORT_KEYS), usedforsecurity=False)
    node = prefixed("wdv", digest.hexdigest())
    return node, (
        line(node, f"<{ONTOLOGY}{name}>", term) for name, term in describe(datavalue["value"]).items()
    )


def _time_node(value: JsonObject) -> dict[str, str]:
    return {
        "timeValue": _of_time("time", value),
        "timePrecision": typed(str(value["precision"]), XSD + "integer"),
        "timeTimezone": typed(str(value["timezone"]), XSD + "integer"),
        "timeCalendarModel": iri(value["calendarmodel"]),
    }


def _quantity_node(value: JsonObject) -> dict[str, str]:
    bounds = {"upperBound": "quantityUpperBound", "lowerBound": "quantityLowerBound"}
    unit = DIMENSIONLESS if value["unit"] == "1" else value["unit"]
    return {
        "quantityAmount": decimal(value["amount"]),
        "quantityUnit": iri(unit),
        **{name: decimal(value[key]) for key, name in bounds.items() if value.get(key) is not None},
    }


def _coordinate_node(value: JsonObject) -> dict[str, str]:
    numbers = {"latitude": "geoLatitude", "longitude": "geoLongitude", "precision": "geoPrecision"}
    return {
        **{
            name: typed(repr(float(value[key])), XSD + "double")
            for key, name in numbers.items()
            if value.get(key) is not None
        },
        "geoGlobe": iri(value.get("globe") or EARTH),
    }


_DESCRIBED: dict[str, Callable[[JsonObject], dict[str, str]]] = {
    "time": _time_node,
    "quantity": _quantity_node,
    "globecoordinate": _coordinate_node,
}
