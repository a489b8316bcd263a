"""The world of a pre-repair state as a Context for the checkers; what it lacks may come from the snapshot."""

from collections.abc import Mapping, Sequence
from typing import Any

from wikidata_repair_eval.constraints import MISSING, NoContext, Subject, UnitTable, Use, now_from
from wikidata_repair_eval.constraints.context import Found
from wikidata_repair_eval.constraints.holders import holders_beside
from wikidata_repair_eval.constraints.unit_pages import UnitPages
from wikidata_repair_eval.wikibase import Missing, Redirect, parse_entity
from wikidata_repair_eval.world.frozen import Frozen

Raw = Mapping[str, Any]


class StateContext(NoContext):
    """Neighbours, classes and other holders as they were; what the state does not have is as it is frozen."""

    def __init__(self, state: Raw, frozen: Frozen, datatypes: Mapping[str, str]) -> None:
        self._neighbours, self._frozen, self._datatypes = state.get("neighbours") or {}, frozen, datatypes
        self._companions = state.get("companions") or ()
        self._parents: dict[str, list[str]] = {}
        for child, parent in state.get("class_edges") or ():
            self._parents.setdefault(child, []).append(parent)
        self.now, self.units = now_from(state["as_of"]), UnitTable(UnitPages(self))

    def entity(self, entity_id: str) -> Found:
        return self._look_up(entity_id)

    def _look_up(self, entity_id: str, followed: bool = False) -> Found:
        raw = self._neighbours.get(entity_id) or self._frozen.entity(entity_id)
        if raw is None:
            return MISSING if self._frozen.covers(entity_id) == "missing" else None
        parsed = parse_entity(raw)
        if isinstance(parsed, Redirect):
            return MISSING if followed else self._look_up(parsed.target, followed=True)
        return MISSING if isinstance(parsed, Missing) else Subject(parsed.raw)

    def parents(self, class_id: str) -> Sequence[str] | None:
        """A class that the state lists without a parent is not in its edges, so the snapshot is asked."""
        return self._parents.get(class_id) or self._frozen.superclasses(class_id)

    def holders(self, use: Use, separators: Sequence[str]) -> Sequence[str | None] | None:
        return holders_beside(use, self._companions, self, separators)

    def datatype(self, property_id: str) -> str | None:
        return self._datatypes.get(property_id)
