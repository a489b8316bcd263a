"""Which way a changed parameter moves a constraint: does it forbid less, or more?

A table, since it differs by type: one more class allows more, one more forbidden item allows less.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from wikidata_repair_eval.constraints.comparisons import NotComparable, compare, measure_of
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.snaks import RawSnak, entity_id_of
from wikidata_repair_eval.constraints.vocabulary import (
    CLASS,
    EXCEPTION,
    ITEM,
    LANGUAGE,
    MAXIMUM,
    MAXIMUM_DATE,
    PROPERTY,
    PROPERTY_SCOPE,
    RELATIONS,
    SEPARATOR,
)

Direction = Literal["relaxation", "restriction", "exception", "scope", "update"]
_OPPOSITE: Mapping[Direction, Direction] = {"relaxation": "restriction", "restriction": "relaxation"}

# What one more member does, by parameter and, where it matters, by type.
_ONE_MORE: Mapping[str, Mapping[str, Direction]] = {
    CLASS: {"*": "relaxation"},
    LANGUAGE: {"*": "relaxation"},
    PROPERTY_SCOPE: {"*": "relaxation"},
    # Conflicts with and none of list what is forbidden; all others list what is allowed.
    ITEM: {"*": "relaxation", "Q52558054": "restriction", "Q21502838": "restriction"},
    # Only allowed qualifiers take a list of properties; elsewhere another property is another rule.
    PROPERTY: {"*": "update", "Q21510851": "relaxation"},
    # Fewer statements count together: good for single values and distinct ones, bad for multi values.
    SEPARATOR: {"*": "relaxation", "Q21510857": "restriction"},
}
# Without P2305 these demand or forbid the property as such, so the first item and the last turn it round.
_OPTIONAL_ITEMS = frozenset({"Q21503247", "Q21510864", "Q21502838"})
_UPPER = frozenset({MAXIMUM, MAXIMUM_DATE})


def direction_of_list(parameter: str, kind: str, verb: str, before: bool, after: bool) -> Direction:
    """Of members added to or removed from a list; `before` and `after` say whether it had any at all."""
    if parameter == EXCEPTION:
        return "exception" if verb == "added" else "restriction"
    by_type = _ONE_MORE.get(parameter, {"*": "update"})
    direction = by_type.get(kind, by_type["*"])
    if direction == "update":
        return direction
    if parameter == ITEM and kind in _OPTIONAL_ITEMS and not (before and after):
        direction = _OPPOSITE[direction]
    return direction if verb == "added" else _OPPOSITE[direction]


def direction_of_range(parameter: str, removed: Sequence[RawSnak], added: Sequence[RawSnak]) -> Direction:
    """A lower minimum or a higher maximum allows more; an open end allows most."""
    if len(removed) != 1 or len(added) != 1:
        return "update"
    kinds = removed[0].get("snaktype"), added[0].get("snaktype")
    if "novalue" in kinds:
        return "relaxation" if kinds[1] == "novalue" else "restriction"
    if kinds != ("value", "value"):
        return "update"
    try:
        moved = compare(measure_of(added[0]), measure_of(removed[0]), None)
    except (NotComparable, Unknown):
        return "update"
    if moved == 0:
        return "update"
    return "relaxation" if (moved > 0) == (parameter in _UPPER) else "restriction"


def direction_of_relation(removed: Sequence[RawSnak], added: Sequence[RawSnak]) -> Direction:
    """From one relation to "either" allows more, back again less, from one to the other is an update."""
    old, new = (_hops(snaks) for snaks in (removed, added))
    if old < new:
        return "relaxation" if old else "update"
    return "restriction" if new and new < old else "update"


def _hops(snaks: Sequence[RawSnak]) -> set[str]:
    return {hop for snak in snaks for hop in RELATIONS.get(str(entity_id_of(snak)), ())}
