"""The text of one revision, read only as far as it is asked: decoding is what a long history costs.

`statements` and `property_signature` look at one property and decode only its statements, cut out of the text
where it has today's shape; in any other shape, and for `entity`, the whole text is decoded, once.
Not here: fetching texts, and keeping them (a decoded entity takes many times the room of its text).
"""

import json
from collections.abc import Sequence
from typing import Any

from wikidata_repair_eval.wikibase.entities import Entity, Parsed, parse_entity
from wikidata_repair_eval.wikibase.errors import PartNotLoaded
from wikidata_repair_eval.wikibase.shapes import statements_of
from wikidata_repair_eval.wikibase.signatures import statements_signature

_SHAPES = ('{"type":"item",', '{"type":"property",')
_DECODER = json.JSONDecoder()


class RevisionText:
    """Give it to whoever needs one property of many revisions, or the whole of few."""

    __slots__ = ("_parsed", "_signatures", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._parsed: Parsed | None = None
        self._signatures: dict[tuple[str, bool], str] = {}

    @property
    def parsed(self) -> Parsed:
        """What the whole text says: an Entity, a Redirect, or a refusal."""
        if self._parsed is None:
            self._parsed = parse_entity(self.text)
        return self._parsed

    def statements(self, property_id: str) -> Sequence[Any]:
        """The raw statements of one property; PartNotLoaded if the text is no entity but a redirect."""
        found = None if self._parsed else cut_statements(self.text, property_id)
        if found is not None:
            return found
        if not isinstance(self.parsed, Entity):
            fix = "treat it as a merge or a missing entity, not as one without statements"
            raise PartNotLoaded("revision text", f"holds {self.parsed}", fix)
        return statements_of(self.parsed.raw, property_id)

    def property_signature(self, property_id: str, references: bool = True) -> str:
        """As `signatures.property_signature`, remembered."""
        key = (property_id, references)
        if key not in self._signatures:
            self._signatures[key] = statements_signature(self.statements(property_id), references)
        return self._signatures[key]


def cut_statements(text: str, property_id: str) -> list[Any] | None:
    """The statements of one property, or None if the text does not have the shape to cut them from safely.

    A quote inside a JSON string is escaped, so the marker can only stand where a statement list begins; lists
    of qualifiers begin with `snaktype` instead. Named in any other way, the property is not guessed at.
    """
    if not text.startswith(_SHAPES) or not text.endswith("}") or '"claims":' not in text:
        return None
    marker = f'"{property_id}":[{{"mainsnak":'
    start = text.find(marker)
    if start < 0:
        return [] if f'"{property_id}"' not in text else None
    if text.find(marker, start + 1) >= 0:
        return None
    statements, _ = _DECODER.raw_decode(text, start + len(property_id) + 3)
    return statements if all(_is_statement(found, property_id) for found in statements) else None


def _is_statement(found: Any, property_id: str) -> bool:
    """A value of an unknown type may hold any JSON, even some that looks like claims."""
    main = found.get("mainsnak") if isinstance(found, dict) else None
    return isinstance(main, dict) and main.get("property") == property_id and found.get("type") == "statement"
