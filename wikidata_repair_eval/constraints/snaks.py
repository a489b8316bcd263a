"""What a raw snak says, read as Wikibase reads it: a value that its type does not allow counts as no value
of that type. Works on raw JSON, since a run over a history looks at millions of snaks.

Quantities and dates are in `quantities` and `moments`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from wikidata_repair_eval.wikibase.canonical import canonical_snak
from wikidata_repair_eval.wikibase.datavalues import id_of_entity_value

RawSnak = Mapping[str, Any]
ENTITY, STRING, TEXT, TIME, QUANTITY = "wikibase-entityid", "string", "monolingualtext", "time", "quantity"


def has_value(snak: RawSnak) -> bool:
    """False for unknown value and no value."""
    return bool(snak["snaktype"] == "value")


def value_type(snak: RawSnak) -> str | None:
    """The type of the value as written; None without a value."""
    datavalue = snak.get("datavalue")
    if not isinstance(datavalue, Mapping) or "error" in datavalue:
        return None
    kind = datavalue.get("type")
    return kind if isinstance(kind, str) else None


def content_of(snak: RawSnak, kind: str) -> Any:
    """The content of a value of this type; None if the snak has no such value."""
    if snak.get("snaktype") != "value":
        return None
    datavalue = snak.get("datavalue")
    if not isinstance(datavalue, Mapping) or datavalue.get("type") != kind or "error" in datavalue:
        return None
    return datavalue.get("value")


def entity_id_of(snak: RawSnak) -> str | None:
    """The entity a snak points to; None for every other snak, the text `Q1` included."""
    return id_of_entity_value(content_of(snak, ENTITY))


def text_of(snak: RawSnak) -> str | None:
    """The text of a string or of a monolingual text."""
    text = content_of(snak, STRING)
    if text is None:
        monolingual = content_of(snak, TEXT)
        text = monolingual.get("text") if isinstance(monolingual, Mapping) else None
    return text if isinstance(text, str) else None


def distinct(snaks: Sequence[RawSnak]) -> Sequence[RawSnak]:
    """Wikibase keeps qualifiers and reference snaks as a set: one that is written twice is there once."""
    if len(snaks) < 2:
        return snaks
    return list({canonical_snak(snak): snak for snak in reversed(snaks)}.values())[::-1]
