"""The action CREATE, UPDATE or DELETE, from what was there before and what is there after.

One function for people and models, for an item's values and a property's constraint statements: the lists may
hold values as `values_of` makes them, or raw statements (then qualifiers and references count too).
Nothing before is CREATE, nothing after is DELETE, all else UPDATE. A deprecated value is still a value with
its rank, so deprecating is an UPDATE and not a DELETE: what was said is kept, with a mark against it. Whether
a value counts for a query or a constraint is decided by its rank (`ranks`), not here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import orjson

from wikidata_repair_eval.wikibase.canonical import canonical_datavalue, canonical_statement
from wikidata_repair_eval.wikibase.ranks import rank_of
from wikidata_repair_eval.wikibase.rendering import Labels, render_snak
from wikidata_repair_eval.wikibase.shapes import statements_of
from wikidata_repair_eval.wikibase.signatures import Source, raw_of

Action = Literal["CREATE", "UPDATE", "DELETE"]
Raw = Mapping[str, Any]
# A value's content tells its type by the member that only this type has.
_TYPE_OF_MEMBER = {
    "entity-type": "wikibase-entityid",
    "time": "time",
    "amount": "quantity",
    "latitude": "globecoordinate",
    "text": "monolingualtext",
}
# Value types that belong to exactly one datatype; a string may be of any of eight.
_DATATYPE_OF_TYPE = {
    "time": "time",
    "quantity": "quantity",
    "globecoordinate": "globe-coordinate",
    "monolingualtext": "monolingualtext",
}
_ENTITY_TYPES = ("item", "property", "lexeme", "form", "sense")


def action(before: Sequence[Raw], after: Sequence[Raw]) -> Action | None:
    """None if both say the same."""
    old, new = (sorted(map(_meaning, values)) for values in (before, after))
    if old == new:
        return None
    if not old:
        return "CREATE"
    return "UPDATE" if new else "DELETE"


def values_of(
    source: Source | None, property_id: str, labels: Labels | None = None, datatype: str | None = None
) -> list[dict[str, Any]]:
    """The property's values in display order, as artifacts hold them: deprecated ones too, with their rank.

    Revision content does not tell datatypes: pass `datatype` if it is known. None: the entity does not exist.
    """
    if source is None:
        return []
    statements = statements_of(raw_of(source), property_id)
    return [_value(statement, labels, datatype) for statement in statements]


def _value(statement: Raw, labels: Labels | None, datatype: str | None) -> dict[str, Any]:
    snak = statement["mainsnak"]
    datavalue = snak.get("datavalue") or {}
    return {
        "snaktype": snak["snaktype"],
        "datatype": snak.get("datatype") or datatype or _datatype(datavalue),
        "value": datavalue.get("value"),
        "rank": rank_of(statement),
        "text": render_snak(snak, labels),
    }


def _datatype(datavalue: Raw) -> str | None:
    """The datatype where the value alone tells it."""
    if datavalue.get("type") != "wikibase-entityid":
        return _DATATYPE_OF_TYPE.get(str(datavalue.get("type")))
    kind = datavalue["value"].get("entity-type")
    return f"wikibase-{kind}" if kind in _ENTITY_TYPES else None


def _meaning(value: Raw) -> bytes:
    if "mainsnak" in value:
        return canonical_statement(value)
    content = value.get("value")
    datavalue = canonical_datavalue({"type": _type_of(content), "value": content})
    return orjson.dumps([value.get("snaktype"), rank_of(value), datavalue], option=orjson.OPT_SORT_KEYS)


def _type_of(content: Any) -> str | None:
    if isinstance(content, str):
        return "string"
    members = content if isinstance(content, Mapping) else {}
    return next((kind for member, kind in _TYPE_OF_MEMBER.items() if member in members), None)
