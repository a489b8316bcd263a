"""Statements and their references: thin views of the raw JSON that build snaks only when asked for.

Choosing among statements is in ranks, comparing them in canonical and diffs.
"""

from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.wikibase.canonical import canonical_reference, canonical_statement
from wikidata_repair_eval.wikibase.errors import MalformedEntity
from wikidata_repair_eval.wikibase.ids import normalise_guid
from wikidata_repair_eval.wikibase.ranks import rank_of
from wikidata_repair_eval.wikibase.shapes import as_list
from wikidata_repair_eval.wikibase.snaks import Snak, grouped_snaks


class Reference:
    """One source of a statement: snaks by property."""

    __slots__ = ("place", "raw")

    def __init__(self, raw: Mapping[str, Any], place: str = "reference") -> None:
        self.raw, self.place = raw, place

    @property
    def hash(self) -> str | None:
        """The wiki's own hash, where the dialect has it. Never compare by it; use `==`."""
        return self.raw.get("hash")

    @property
    def snaks(self) -> Mapping[str, list[Snak]]:
        return grouped_snaks(self.raw.get("snaks"), self.place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and canonical_reference(self.raw) == canonical_reference(
            other.raw
        )

    def __hash__(self) -> int:
        return hash(canonical_reference(self.raw))


class Statement:
    """Equal to another when both say the same with the same rank; the id is not part of that."""

    __slots__ = ("raw",)

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw

    @property
    def id(self) -> str | None:
        """The statement id with its entity part in capitals; None for a statement not saved yet."""
        guid = self.raw.get("id")
        return None if guid is None else normalise_guid(guid)

    @property
    def place(self) -> str:
        return f"statement {self.raw.get('id') or 'without id'}"

    @property
    def rank(self) -> str:
        return rank_of(self.raw)

    @property
    def mainsnak(self) -> Snak:
        if not isinstance(self.raw.get("mainsnak"), Mapping):
            raise MalformedEntity(self.place, "has no mainsnak", "pass entity JSON as the wiki wrote it")
        return Snak(self.raw["mainsnak"], self.place)

    @property
    def qualifiers(self) -> Mapping[str, list[Snak]]:
        return grouped_snaks(self.raw.get("qualifiers"), f"{self.place}, qualifiers")

    @property
    def references(self) -> list[Reference]:
        place = f"{self.place}, references"
        return [Reference(raw, place) for raw in as_list(self.raw.get("references") or [], place)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statement) and canonical_statement(self.raw) == canonical_statement(
            other.raw
        )

    def __hash__(self) -> int:
        return hash(canonical_statement(self.raw))

    def __repr__(self) -> str:
        return f"Statement({self.raw!r})"

    @property  # last: below this line the class's own `property` hides the decorator
    def property(self) -> str:
        return self.mainsnak.property
