"""One thing that is said: a snak without its property.

Read from snaks, from the values of a repair record, and from the mere texts of records that have no more.
Two of them are the same if both say the same to the last bound; what they mean is compared in `meaning`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from wikidata_repair_eval.wikibase import (
    EntityIdValue,
    MalformedValue,
    MonolingualTextValue,
    StringValue,
    UnsupportedValue,
    Value,
    entity_type,
    is_entity_id,
    parse_datavalue,
    render_value,
    to_datavalue,
)
from wikidata_repair_eval.wikibase.canonical import canonical_datavalue

Raw = Mapping[str, Any]
# Records in the protocol's first form wrote this word where there was no value.
MISSING = "MISSING"
_TYPE_OF_MEMBER = {
    "entity-type": "wikibase-entityid",
    "numeric-id": "wikibase-entityid",
    "time": "time",
    "amount": "quantity",
    "latitude": "globecoordinate",
    "text": "monolingualtext",
    "id": "wikibase-entityid",
}
_MONOLINGUAL = re.compile(r"(.+)@([a-z]{2,3}(?:-[a-z]+)*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Said:
    """`value` is None for unknown value and no value, which `snaktype` keeps apart."""

    snaktype: str
    value: Value | None
    raw: Any = field(default=None, compare=False, repr=False)

    @property
    def key(self) -> bytes:
        """Equal for what says the same in any dialect. Made on demand: few facts are ever compared so."""
        if self.value is None:
            return self.snaktype.encode()
        datavalue = canonical_datavalue(self.raw or to_datavalue(self.value))
        return orjson.dumps(datavalue, option=orjson.OPT_SORT_KEYS)

    @property
    def text(self) -> str:
        if self.value is None:
            return {"somevalue": "unknown value", "novalue": "no value"}.get(self.snaktype, self.snaktype)
        return render_value(self.value)

    @property
    def entity(self) -> str | None:
        """The entity it points to, if it is one."""
        return self.value.id if isinstance(self.value, EntityIdValue) else None


def said_by(snak: Raw) -> Said | None:
    """What a raw snak says; None if it cannot be read."""
    kind = str(snak.get("snaktype"))
    if kind != "value":
        return Said(kind, None)
    return _said(snak.get("datavalue"))


def said_in_record(shown: Any) -> Said | None:
    """A value of `old_value` or `new_value`: in full, or as the mere text of older records."""
    if isinstance(shown, str):
        return None if shown == MISSING else _from_text(shown)
    if not isinstance(shown, Mapping):
        return None
    kind = str(shown.get("snaktype", "value"))
    if kind != "value":
        return Said(kind, None)
    content = shown.get("value")
    return _said({"type": _type_of(content, shown.get("datatype")), "value": content})


def _said(datavalue: Any) -> Said | None:
    try:
        value = parse_datavalue(datavalue)
    except MalformedValue:
        return None
    return None if isinstance(value, UnsupportedValue) else Said("value", value, datavalue)


def _type_of(content: Any, datatype: Any) -> str:
    if isinstance(content, str):
        # The short form of an entity: only its datatype tells it from a text that looks like an id.
        return "wikibase-entityid" if str(datatype).startswith("wikibase-") else "string"
    members = content if isinstance(content, Mapping) else {}
    return next((kind for member, kind in _TYPE_OF_MEMBER.items() if member in members), "unknown")


def _from_text(text: str) -> Said:
    value: Value
    monolingual = _MONOLINGUAL.fullmatch(text)
    if is_entity_id(text):
        value = EntityIdValue(text, entity_type(text))
    elif monolingual:
        value = MonolingualTextValue(monolingual[1], monolingual[2])
    else:
        value = StringValue(text)
    return Said("value", value)
