"""Snaks: one property and what is said of it. Thin views of raw JSON that parse the value when asked for it.

value, somevalue (unknown) and novalue (none) stay three different things. Statements are in their own module.
"""

from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.wikibase.canonical import canonical_datavalue, canonical_snak
from wikidata_repair_eval.wikibase.datavalues import parse_datavalue
from wikidata_repair_eval.wikibase.errors import MalformedEntity
from wikidata_repair_eval.wikibase.shapes import as_list, as_map
from wikidata_repair_eval.wikibase.values import Value

SNAKTYPES = frozenset({"value", "somevalue", "novalue"})


class Snak:
    """Equal to another snak when both say the same, in whatever dialect."""

    __slots__ = ("_value", "place", "raw")

    def __init__(self, raw: Mapping[str, Any], place: str = "snak") -> None:
        self.raw, self.place = raw, place
        self._value: Value | None = None

    @property
    def snaktype(self) -> str:
        snaktype = str(_required(self.raw, "snaktype", self.place))
        if snaktype not in SNAKTYPES:
            problem = f"snaktype {snaktype!r} is not one of {', '.join(sorted(SNAKTYPES))}"
            raise MalformedEntity(self.place, problem, "pass entity JSON as the wiki wrote it")
        return snaktype

    @property
    def datatype(self) -> str | None:
        """None in revision content, which does not repeat the property's datatype."""
        return self.raw.get("datatype")

    @property
    def has_value(self) -> bool:
        return self.snaktype == "value"

    @property
    def value(self) -> Value | None:
        """The parsed value; None for somevalue and novalue, which `snaktype` keeps apart."""
        if self._value is None and self.has_value:
            self._value = parse_datavalue(self.raw.get("datavalue"), f"{self.place}, {self.property}")
        return self._value

    def same_value(self, other: "Snak") -> bool:
        """True if both say the same of whatever property they stand under."""
        if self.snaktype != other.snaktype:
            return False
        own, others = (canonical_datavalue(snak.raw.get("datavalue")) for snak in (self, other))
        return not self.has_value or own == others

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snak) and canonical_snak(self.raw) == canonical_snak(other.raw)

    def __hash__(self) -> int:
        return hash(canonical_snak(self.raw))

    def __repr__(self) -> str:
        return f"Snak({self.raw!r})"

    @property  # last: below this line the class's own `property` hides the decorator
    def property(self) -> str:
        return str(_required(self.raw, "property", self.place))


def grouped_snaks(raw: object, place: str) -> dict[str, list[Snak]]:
    """Snaks by property, of qualifiers or of a reference; `[]`, `{}` and absence are all no snaks."""
    if raw is None:
        return {}
    return {
        property_id: [Snak(snak, place) for snak in as_list(snaks, f"{place}, {property_id}")]
        for property_id, snaks in as_map(raw, place).items()
    }


def _required(raw: Mapping[str, Any], key: str, place: str) -> Any:
    if key not in raw:
        raise MalformedEntity(place, f"a snak without {key}", "pass entity JSON as the wiki wrote it")
    return raw[key]
