"""Values of proposals, in the short or the full form, read into snaks.

Full forms: a statement, a snak, a datavalue, the `{snaktype, value, ...}` of our artifacts, or a value's
content alone. Short forms: the texts that artifacts show (`text`), ids, and labels of the case. The type of
a short form is that of the property where the case shows it, else it is told by the text's own shape.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.expressible import LONGEST_TEXT, too_long
from wikidata_repair_eval.benchmark.pre_repair import State, value_type_of
from wikidata_repair_eval.scoring.errors import InvalidProposal, shortened
from wikidata_repair_eval.scoring.names import Names
from wikidata_repair_eval.scoring.short_texts import (
    coordinate_from,
    date_from,
    monolingual_from,
    quantity_from,
)
from wikidata_repair_eval.wikibase import (
    EntityIdValue,
    MalformedValue,
    StringValue,
    UnsupportedValue,
    entity_type,
    parse_datavalue,
    to_datavalue,
)
from wikidata_repair_eval.wikibase.rendering import NO_VALUE, UNKNOWN_VALUE

Raw = Mapping[str, Any]
Snak = dict[str, Any]
_SNAKTYPES = ("value", "somevalue", "novalue")
_WITHOUT_VALUE = {
    **dict.fromkeys(("somevalue", "unknown", "some value", UNKNOWN_VALUE), "somevalue"),
    **dict.fromkeys(("novalue", "none", NO_VALUE), "novalue"),
}
_TYPE_OF_DATATYPE = {
    "time": "time",
    "quantity": "quantity",
    "globe-coordinate": "globecoordinate",
    "monolingualtext": "monolingualtext",
    "entity-schema": "wikibase-entityid",
}
# Parameters of constraints always have the same type, whatever the case shows.
_PARAMETER_TYPES = {
    **dict.fromkeys(("P2303", "P2304", "P2305", "P2306", "P2308", "P2309", "P2316"), "wikibase-entityid"),
    **dict.fromkeys(("P4155", "P4680", "P5314", "P2302"), "wikibase-entityid"),
    **dict.fromkeys(("P1793", "P2307", "P424"), "string"),
    **dict.fromkeys(("P2310", "P2311"), "time"),
    **dict.fromkeys(("P2312", "P2313"), "quantity"),
    **dict.fromkeys(("P2916", "P6607"), "monolingualtext"),
}


class ValueReader:
    """Reads the values of one case's proposals."""

    def __init__(self, names: Names, state: State, examples: Sequence[Raw] = ()) -> None:
        """`examples` are further statements that show the types of properties."""
        self._names, self._state, self._examples = names, state, examples
        self._types: dict[str, str] | None = None

    def snak(self, raw: Any, property_id: str, language: str | None = None) -> Snak:
        """The snak that the value stands for; InvalidProposal if it stands for none."""
        if isinstance(raw, Mapping):
            return self._full(raw, property_id)
        if isinstance(raw, bool) or raw is None:
            raise InvalidProposal(f"{shortened(raw)} is no value of {property_id}")
        if isinstance(raw, int | float):
            return self._number(raw, property_id)
        if not isinstance(raw, str):
            raise InvalidProposal(f"{shortened(raw)} is no value of {property_id}")
        return self._short(raw, property_id, language)

    def type_of(self, property_id: str) -> str | None:
        """The value type of a property, as far as the case shows it."""
        known = _PARAMETER_TYPES.get(property_id) or _quick_type(self._state, property_id)
        if known is None and self._types is None:
            self._types = dict(_shown_types(self._state, self._examples))
        return known or (self._types or {}).get(property_id)

    def _number(self, raw: float, property_id: str) -> Snak:
        """A JSON number; its digits are those of its shortest spelling."""
        if not math.isfinite(raw) or abs(raw) >= 10**30:
            raise InvalidProposal(f"the number given for {property_id} is out of all bounds")
        text = format(raw, "f") if isinstance(raw, float) and "e" in repr(raw) else repr(raw)
        return self._short(text, property_id, None)

    def _short(self, text: str, property_id: str, language: str | None) -> Snak:
        if len(text) > LONGEST_TEXT:
            raise InvalidProposal(f"the value of {property_id} is longer than {LONGEST_TEXT} characters")
        known = self.type_of(property_id)
        snaktype = _WITHOUT_VALUE.get(text.strip().lower())
        if snaktype is not None and known != "string":
            return {"property": property_id, "snaktype": snaktype}
        datavalue = self._read(text, known, language) if known else self._guessed(text)
        if datavalue is None:
            raise InvalidProposal(f"{shortened(text)!r} is no value of {property_id}, which holds {known}")
        return _value_snak(property_id, datavalue)

    def _read(self, text: str, kind: str, language: str | None) -> Raw | None:
        if kind == "wikibase-entityid":
            return self._entity(text)
        if kind == "time":
            return date_from(text)
        if kind == "quantity":
            return quantity_from(text, self._names.entity_id)
        if kind == "globecoordinate":
            return coordinate_from(text)
        if kind == "monolingualtext":
            return monolingual_from(text, language)
        return to_datavalue(StringValue(text)) if text else None

    def _entity(self, text: str) -> Raw | None:
        found = self._names.entity_id(text)
        return None if found is None else to_datavalue(EntityIdValue(found, entity_type(found)))

    def _guessed(self, text: str) -> Raw | None:
        """Only spellings that nothing else has: an id, and a whole time stamp."""
        stamp = date_from(text) if text[:1] in "+-" and "T" in text else None
        return stamp or self._entity(text) or self._read(text, "string", None)

    def _full(self, raw: Raw, property_id: str) -> Snak:
        if "mainsnak" in raw:
            return self.snak(raw["mainsnak"], property_id)
        snaktype = raw.get("snaktype", "value")
        if snaktype not in _SNAKTYPES:
            raise InvalidProposal(f"{shortened(snaktype)!r} is no snaktype")
        if snaktype != "value":
            return {"property": property_id, "snaktype": snaktype}
        if "datavalue" in raw:
            return self._checked(raw["datavalue"], property_id)
        content = raw.get("value", raw)
        if "value" in raw and isinstance(raw.get("type"), str) and "snaktype" not in raw:
            return self._checked(raw, property_id)
        if not isinstance(content, Mapping):
            return self.snak(content, property_id)
        return self._checked({"type": value_type_of(content), "value": content}, property_id)

    def _checked(self, datavalue: Any, property_id: str) -> Snak:
        try:
            parsed = parse_datavalue(datavalue)
        except (MalformedValue, ValueError) as error:
            raise InvalidProposal(
                f"a value of {property_id} cannot be read: {shortened(str(error))}"
            ) from None
        if isinstance(parsed, UnsupportedValue):
            raise InvalidProposal(f"a value of {property_id} has the type {shortened(parsed.type)!r}")
        known, given = self.type_of(property_id), datavalue["type"]
        if known is not None and known != given:
            raise InvalidProposal(f"{property_id} holds {known}, not {given}")
        if too_long(datavalue["value"]):
            raise InvalidProposal(f"the value of {property_id} is longer than {LONGEST_TEXT} characters")
        return _value_snak(property_id, datavalue)


def _value_snak(property_id: str, datavalue: Raw) -> Snak:
    kept = {"type": datavalue["type"], "value": datavalue["value"]}
    return {"property": property_id, "snaktype": "value", "datavalue": kept}


def _quick_type(state: State, property_id: str) -> str | None:
    """What the record says of the property, or a main value of the subject shows."""
    datatype = state.datatypes.get(property_id)
    if datatype is not None:
        return _type_of(datatype)
    claims = state.subject.get("claims") or {}
    statements = claims.get(property_id) or () if isinstance(claims, Mapping) else ()
    kinds = (_snak_type(raw["mainsnak"]) for raw in statements)
    return next((kind for kind in kinds if kind), None)


def _type_of(datatype: str) -> str:
    if datatype.startswith("wikibase-"):
        return "wikibase-entityid"
    return _TYPE_OF_DATATYPE.get(datatype, "string")


def _snak_type(snak: Raw) -> str | None:
    kind = (snak.get("datavalue") or {}).get("type")
    return kind if isinstance(kind, str) else None


def _shown_types(state: State, examples: Sequence[Raw]) -> Iterator[tuple[str, str]]:
    """Every property that stands anywhere in the state, with the type of a value it holds there."""
    for raw in state.entities.values():
        claims = raw.get("claims") or {}
        for statements in claims.values() if isinstance(claims, Mapping) else ():
            for statement in statements:
                yield from _statement_types(statement)
    for statement in examples:
        yield from _statement_types(statement)


def _statement_types(statement: Raw) -> Iterator[tuple[str, str]]:
    groups = [statement.get("qualifiers") or {}]
    groups += [reference.get("snaks") or {} for reference in statement.get("references") or ()]
    for snak in (
        statement["mainsnak"],
        *(one for group in groups for snaks in group.values() for one in snaks),
    ):
        kind = _snak_type(snak)
        if kind:
            yield str(snak.get("property")), kind
