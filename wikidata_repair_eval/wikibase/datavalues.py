"""Datavalue JSON to values and back. Old spellings are read; today's spelling is written.

Callers parse on demand: nothing here runs in a loop over revisions (canonical does that on raw JSON).
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from wikidata_repair_eval.wikibase.errors import MalformedId, MalformedValue
from wikidata_repair_eval.wikibase.ids import (
    entity_type,
    id_from_number,
    id_from_url,
    is_entity_id,
    numeric_part,
)
from wikidata_repair_eval.wikibase.values import (
    GREGORIAN,
    EntityIdValue,
    GlobeCoordinateValue,
    MonolingualTextValue,
    QuantityValue,
    StringValue,
    TimeValue,
    UnsupportedValue,
    Value,
)

_TIME = re.compile(r"([+-])([0-9]{1,16})-([0-9]{2})-([0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})Z", re.ASCII)
_DECIMAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?", re.ASCII)
_ENTITY_URL = "http://www.wikidata.org/entity/"


def parse_datavalue(raw: object, place: str = "datavalue") -> Value:
    """The value of `{"type": ..., "value": ...}`; MalformedValue if it contradicts its own type."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("type"), str):
        raise _malformed(place, f"{raw!r} is no map with a type")
    reader = _READERS.get(raw["type"])
    if reader is None or "error" in raw:
        return UnsupportedValue(raw["type"], raw)
    if "value" not in raw:
        raise _malformed(place, f"{raw['type']} without a value")
    return reader(raw["value"], place)


def id_of_entity_value(value: Any) -> str | None:
    """The id in an entity value's content, made from `numeric-id` where old data has only that."""
    entity_id = value.get("id") if isinstance(value, Mapping) else None
    if isinstance(entity_id, str):
        spelled = entity_id.upper()
        return spelled if is_entity_id(spelled) else None
    if not isinstance(value, Mapping) or not isinstance(value.get("numeric-id"), int):
        return None
    try:
        return id_from_number(str(value.get("entity-type", "item")), value["numeric-id"])
    except MalformedId:
        return None


def entity_or_text(url: str) -> str:
    """`http(s)://host/entity/Q1` is `Q1`; "1" and foreign URLs stay as they are."""
    return id_from_url(url) or url


def _malformed(place: str, problem: str) -> MalformedValue:
    return MalformedValue(place, problem, "keep the raw datavalue; it cannot be read as its type says")


def _text(value: Any, place: str, what: str) -> str:
    if not isinstance(value, str):
        raise _malformed(place, f"{what} is {value!r}, not text")
    return value


def _member(value: Any, key: str, place: str) -> Any:
    if not isinstance(value, Mapping):
        raise _malformed(place, f"{value!r} is no map")
    return value.get(key)


def _entity_id(value: Any, place: str) -> EntityIdValue:
    entity_id = id_of_entity_value(value)
    if entity_id is None:
        raise _malformed(place, f"{value!r} holds no entity id")
    kind = value.get("entity-type")
    return EntityIdValue(entity_id, kind if isinstance(kind, str) else entity_type(entity_id))


def _string(value: Any, place: str) -> StringValue:
    return StringValue(_text(value, place, "string"))


def _time(value: Any, place: str) -> TimeValue:
    text = _text(_member(value, "time", place), place, "time")
    match = _TIME.fullmatch(text)
    if match is None:
        raise _malformed(place, f"time {text!r} is not of the form +YYYY-MM-DDThh:mm:ssZ")
    year = int(match[1] + match[2])
    calendar = _text(value.get("calendarmodel", GREGORIAN), place, "calendarmodel")
    return TimeValue(
        year=year,
        month=int(match[3]),
        day=int(match[4]),
        precision=_whole(value.get("precision"), place, "precision"),
        calendar=entity_or_text(calendar),
        clock=match[5],
        timezone=_whole(value.get("timezone", 0), place, "timezone"),
        before=_whole(value.get("before", 0), place, "before"),
        after=_whole(value.get("after", 0), place, "after"),
    )


def _whole(value: Any, place: str, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _malformed(place, f"{what} is {value!r}, not a whole number")
    return value


def _quantity(value: Any, place: str) -> QuantityValue:
    amount = _decimal(_member(value, "amount", place), place, "amount")
    unit = entity_or_text(_text(value.get("unit", "1"), place, "unit"))
    lower, upper = (_bound(value, name, place) for name in ("lowerBound", "upperBound"))
    return QuantityValue(amount, unit, lower, upper)


def _bound(value: Mapping[str, Any], name: str, place: str) -> Decimal | None:
    bound = value.get(name)
    return None if bound is None else _decimal(bound, place, name)


def _decimal(value: Any, place: str, what: str) -> Decimal:
    # A JSON number has already been through a float: its digits can no longer be trusted.
    if not isinstance(value, str) or not _DECIMAL.fullmatch(value):
        raise _malformed(place, f"{what} is {value!r}, not a decimal in text form")
    return Decimal(value)


def _coordinate(value: Any, place: str) -> GlobeCoordinateValue:
    latitude = _number(_member(value, "latitude", place), place, "latitude")
    longitude = _number(value.get("longitude"), place, "longitude")
    precision, altitude = (
        None if value.get(name) is None else _number(value[name], place, name)
        for name in ("precision", "altitude")
    )
    globe = value.get("globe")
    return GlobeCoordinateValue(
        latitude,
        longitude,
        precision,
        altitude,
        "Q2" if globe is None else entity_or_text(_text(globe, place, "globe")),
    )


def _number(value: Any, place: str, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _malformed(place, f"{what} is {value!r}, not a number")
    return float(value)


def _monolingual(value: Any, place: str) -> MonolingualTextValue:
    text = _text(_member(value, "text", place), place, "text")
    return MonolingualTextValue(text, _text(value.get("language"), place, "language"))


_READERS: Mapping[str, Callable[[Any, str], Value]] = {
    "wikibase-entityid": _entity_id,
    "string": _string,
    "time": _time,
    "quantity": _quantity,
    "globecoordinate": _coordinate,
    "monolingualtext": _monolingual,
}


def to_datavalue(value: Value) -> dict[str, Any]:
    """The datavalue JSON of today's Wikibase for this value."""
    if isinstance(value, UnsupportedValue):
        return dict(value.raw)
    kind, content = _written(value)
    return {"type": kind, "value": content}


def _written(value: Value) -> tuple[str, Any]:
    match value:
        case EntityIdValue():
            return "wikibase-entityid", _written_entity_id(value)
        case TimeValue():
            return "time", _written_time(value)
        case QuantityValue():
            return "quantity", _written_quantity(value)
        case GlobeCoordinateValue():
            return "globecoordinate", _written_coordinate(value)
        case MonolingualTextValue():
            return "monolingualtext", {"text": value.text, "language": value.language}
        case StringValue():
            return "string", value.text
        case _:
            raise TypeError(f"{value!r} is not a value")


def _written_entity_id(value: EntityIdValue) -> dict[str, Any]:
    content: dict[str, Any] = {"entity-type": value.entity_type, "id": value.id}
    if value.entity_type in ("item", "property", "lexeme"):  # only these have a number of their own
        content["numeric-id"] = numeric_part(value.id)
    return content


def _written_time(value: TimeValue) -> dict[str, Any]:
    date = f"{value.sign}{abs(value.year):04d}-{value.month:02d}-{value.day:02d}"
    return {
        "time": f"{date}T{value.clock}Z",
        "timezone": value.timezone,
        "before": value.before,
        "after": value.after,
        "precision": value.precision,
        "calendarmodel": _url(value.calendar),
    }


def _written_quantity(value: QuantityValue) -> dict[str, Any]:
    content = {"amount": f"{value.amount:+f}", "unit": _url(value.unit)}
    for name, bound in (("upperBound", value.upper), ("lowerBound", value.lower)):
        if bound is not None:
            content[name] = f"{bound:+f}"
    return content


def _written_coordinate(value: GlobeCoordinateValue) -> dict[str, Any]:
    return {
        "latitude": value.latitude,
        "longitude": value.longitude,
        "altitude": value.altitude,
        "precision": value.precision,
        "globe": _url(value.globe),
    }


def _url(entity: str) -> str:
    return _ENTITY_URL + entity if is_entity_id(entity) else entity
