"""Short texts of values for people's eyes and for `text` fields. Never parse one back, never compare by one.

Nothing raises: a value that cannot be read is shown as the JSON it is. Item labels come in as an argument.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import orjson

from wikidata_repair_eval.wikibase.datavalues import parse_datavalue
from wikidata_repair_eval.wikibase.errors import MalformedValue
from wikidata_repair_eval.wikibase.rendering_times import render_time
from wikidata_repair_eval.wikibase.values import (
    EntityIdValue,
    GlobeCoordinateValue,
    MonolingualTextValue,
    QuantityValue,
    StringValue,
    TimeValue,
    UnsupportedValue,
    Value,
)

UNKNOWN_VALUE, NO_VALUE = "unknown value", "no value"
Labels = Mapping[str, str]


def render_snak(raw: Mapping[str, Any], labels: Labels | None = None) -> str:
    """The text of a raw snak; unknown value and no value read differently."""
    fixed = {"somevalue": UNKNOWN_VALUE, "novalue": NO_VALUE}.get(str(raw.get("snaktype")))
    return fixed or render_datavalue(raw.get("datavalue"), labels)


def render_datavalue(raw: Any, labels: Labels | None = None) -> str:
    """The text of a raw datavalue, readable or not."""
    try:
        return render_value(parse_datavalue(raw), labels)
    except MalformedValue:
        return _as_json(raw)


def render_value(value: Value, labels: Labels | None = None) -> str:
    """The text of a parsed value: `Q5`, `1950s`, `10±1 Q11573`, `52.5, 13.4`, `Haus (de)`."""
    match value:
        case EntityIdValue():
            return render_id(value.id, labels)
        case TimeValue():
            return render_time(value)
        case QuantityValue():
            return _quantity(value, labels)
        case GlobeCoordinateValue():
            return _coordinate(value, labels)
        case MonolingualTextValue():
            return f"{value.text} ({value.language})"
        case StringValue():
            return value.text
        case UnsupportedValue():
            return _as_json(value.raw)


def render_id(entity_id: str, labels: Labels | None = None) -> str:
    """`Q5`, or `human (Q5)` where a label is known: two items may share a label."""
    label = (labels or {}).get(entity_id)
    return f"{label} ({entity_id})" if label else entity_id


def _quantity(value: QuantityValue, labels: Labels | None) -> str:
    unit = "" if value.unit == "1" else f" {render_id(value.unit, labels)}"
    return f"{value.amount:f}{_bounds(value)}{unit}"


def _bounds(value: QuantityValue) -> str:
    """`±1` where both bounds are as far away, else the bounds themselves; an open side is `..`."""
    lower, upper = value.lower, value.upper
    if lower is None and upper is None:
        return ""
    if lower is not None and upper is not None and upper - value.amount == value.amount - lower:
        return f"±{upper - value.amount:f}"
    return f" [{_bound(lower)}, {_bound(upper)}]"


def _bound(bound: Decimal | None) -> str:
    return ".." if bound is None else f"{bound:f}"


def _coordinate(value: GlobeCoordinateValue, labels: Labels | None) -> str:
    globe = "" if value.globe == "Q2" else f" ({render_id(value.globe, labels)})"
    return f"{_degrees(value.latitude)}, {_degrees(value.longitude)}{globe}"


def _degrees(number: float) -> str:
    """Six decimals are a tenth of a metre on Earth: enough for a short text."""
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _as_json(raw: Any) -> str:
    return orjson.dumps(raw, option=orjson.OPT_SORT_KEYS, default=str).decode()
