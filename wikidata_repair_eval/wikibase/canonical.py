"""Canonical bytes of values, snaks, references and statements: equal exactly when both say the same.

Blind to: presence of `datatype`, `hash`, statement ids, `qualifiers-order` and `snaks-order`, key order, `[]`
for `{}`, padded years, ids given only as `numeric-id`, http or https and the host of entity URLs, and the
order of qualifiers, of references and of the snaks in them. Repetitions count. Not blind to: digits of an
amount (10.0 is not 10), a day that the precision hides, before/after/timezone, rank.

Works on raw JSON and builds no model objects, since it runs once per statement and revision. It never raises
on a value: what cannot be read in its type is taken as it stands, so that a history with one bad value still
has signatures.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import orjson

from wikidata_repair_eval.wikibase.datavalues import entity_or_text, id_of_entity_value
from wikidata_repair_eval.wikibase.values import GREGORIAN

_SORTED = orjson.OPT_SORT_KEYS
_YEAR = re.compile(r"([+-]?)0*([0-9]+)(-.*)", re.ASCII | re.DOTALL)


def canonical_datavalue(raw: Any) -> list[Any]:
    """`[type, ...]` with what the value says; the raw datavalue itself where its type is not understood."""
    kind = raw.get("type") if type(raw) is dict else None
    reader = _READERS.get(kind) if type(kind) is str else None
    if reader is None or "error" in raw:
        return ["raw", _neutral(raw)]
    try:
        return reader(raw["value"])
    except (KeyError, TypeError, ValueError, AttributeError):  # a value that contradicts its type
        return ["raw", _neutral(raw)]


def canonical_snak(raw: Mapping[str, Any]) -> bytes:
    """Property, snaktype and value; somevalue and novalue are two different things without a value."""
    kind = raw.get("snaktype")
    value = canonical_datavalue(raw.get("datavalue")) if kind == "value" else None
    return orjson.dumps([raw.get("property"), kind, value], option=_SORTED)


def canonical_reference(raw: Mapping[str, Any]) -> bytes:
    """The snaks of one reference, whatever their order and hash."""
    return _joined(sorted(_grouped_snaks(raw.get("snaks"))))


def canonical_qualifiers(statement: Mapping[str, Any]) -> bytes:
    """The qualifiers of a statement, whatever their order."""
    return _joined(sorted(_grouped_snaks(statement.get("qualifiers"))))


def canonical_references(statement: Mapping[str, Any]) -> bytes:
    """The references of a statement, whatever their order."""
    return _joined(sorted(canonical_reference(reference) for reference in statement.get("references") or ()))


def canonical_statement(raw: Mapping[str, Any], references: bool = True) -> bytes:
    """Rank, main snak, qualifiers and (if wanted) references; the id is not part of what it says."""
    rank = orjson.dumps(raw.get("rank", "normal"))
    parts = [rank, canonical_snak(raw.get("mainsnak") or {}), canonical_qualifiers(raw)]
    if references:
        parts.append(canonical_references(raw))
    return _joined(parts)


def canonical_statements(raw: Iterable[Mapping[str, Any]], references: bool = True) -> bytes:
    """A list of statements, whatever its order; one that stands there twice counts twice."""
    return _joined(sorted(canonical_statement(statement, references) for statement in raw))


def _neutral(raw: Any) -> Any:
    """Any JSON with `{}` written as `[]`, which the dialects do not tell apart."""
    if isinstance(raw, dict):
        return {key: _neutral(member) for key, member in raw.items()} or []
    return [_neutral(member) for member in raw] if isinstance(raw, list) else raw


def _joined(parts: Iterable[bytes]) -> bytes:
    return b"[" + b",".join(parts) + b"]"


def _grouped_snaks(raw: Any) -> list[bytes]:
    if not raw:  # absent, {} or []
        return []
    return [canonical_snak(snak) for snaks in raw.values() for snak in snaks]


def _entity_id(value: Any) -> list[Any]:
    entity_id = value.get("id")
    if type(entity_id) is not str:  # old data; everything newer takes the short way
        entity_id = id_of_entity_value(value)
    return ["entity", entity_id.upper()]


def _string(value: Any) -> list[Any]:
    return ["string", value]


def _time(value: Any) -> list[Any]:
    calendar = entity_or_text(value.get("calendarmodel") or GREGORIAN)
    rest = [value.get(name) or 0 for name in ("timezone", "before", "after")]
    return ["time", canonical_time(value["time"]), value.get("precision"), calendar, *rest]


def canonical_time(text: str) -> str:
    """`+00000001952-03-11T...` is `+1952-03-11T...`: four digits at least, no padding beyond."""
    match = _YEAR.fullmatch(text)
    if match is None:
        return text
    return f"{match[1] or '+'}{match[2]:0>4}{match[3]}"


def _quantity(value: Any) -> list[Any]:
    bounds = [_signed(value.get(name)) for name in ("lowerBound", "upperBound")]
    return ["quantity", _signed(value["amount"]), entity_or_text(value.get("unit") or "1"), *bounds]


def _signed(amount: Any) -> Any:
    """`10` is `+10`; anything but text stays as it is, a number must not pass for a decimal."""
    return f"+{amount}" if isinstance(amount, str) and amount[:1].isdigit() else amount


def _coordinate(value: Any) -> list[Any]:
    numbers = [_float(value.get(name)) for name in ("latitude", "longitude", "precision", "altitude")]
    globe = value.get("globe")
    return ["globecoordinate", *numbers, None if globe is None else entity_or_text(globe)]


def _float(number: Any) -> float | None:
    return None if number is None else float(number) + 0.0  # 12 is 12.0, and -0.0 is 0.0


def _monolingual(value: Any) -> list[Any]:
    return ["monolingualtext", value["text"], value["language"]]


_READERS: Mapping[str, Callable[[Any], list[Any]]] = {
    "wikibase-entityid": _entity_id,
    "string": _string,
    "time": _time,
    "quantity": _quantity,
    "globecoordinate": _coordinate,
    "monolingualtext": _monolingual,
}
