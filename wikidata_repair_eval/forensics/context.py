"""The Context of a moment in the past: neighbours, classes, other holders and units as they were then.

What nobody has fetched yet is unknown, and is noted in `Demands`: the caller fetches it and judges again,
until nothing is asked for that could be had. Over budget nothing more is noted, so the answer stays unknown.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from wikidata_repair_eval.constraints import MISSING, Moment, NoContext, Subject, UnitTable, Use, now_from
from wikidata_repair_eval.constraints.classes import leads_to
from wikidata_repair_eval.constraints.context import Absence, Found
from wikidata_repair_eval.constraints.holders import holders_beside
from wikidata_repair_eval.constraints.unit_pages import UnitPages
from wikidata_repair_eval.forensics.readings import Reading
from wikidata_repair_eval.forensics.texts import Unreadable
from wikidata_repair_eval.forensics.windows import Limits
from wikidata_repair_eval.wikibase import Redirect, is_entity_id
from wikidata_repair_eval.wikibase.ids import entity_type

# Ids that have a page of their own; forms and senses stand on their lexeme's.
_WITH_PAGE = frozenset({"item", "property", "lexeme"})


class Demands:
    """The entities that the checks of one case have asked for, by what for."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.neighbours: dict[str, None] = {}
        self.classes: dict[str, None] = {}
        self.over_budget = False

    def neighbour(self, entity: str) -> None:
        self._note(self.neighbours, entity, self._limits.max_neighbours)

    def class_(self, entity: str) -> None:
        self._note(self.classes, entity, self._limits.max_classes)

    def _note(self, asked: dict[str, None], entity: str, most: int) -> None:
        if entity in asked or not is_entity_id(entity) or entity_type(entity) not in _WITH_PAGE:
            return
        if len(asked) >= most:
            self.over_budget = True
        else:
            asked[entity] = None


class World(Protocol):
    """What a context may ask of the case: states by id, and what stands beside the subject on its line."""

    @property
    def companions(self) -> Sequence[str]: ...
    @property
    def datatypes(self) -> Mapping[str, str]: ...

    def reading(self, entity: str, position: int) -> Reading:
        """The entity's state; KeyError where nobody has fetched it."""

    def parents_at(self, entity: str, position: int) -> Sequence[str] | Redirect | None:
        """The best-rank P279 values; None where they cannot be read, KeyError where nobody fetched them."""

    def moment(self, position: int) -> str: ...


class PastContext(NoContext):
    """The world of one case at one position. `instead` replaces the state of single entities."""

    def __init__(
        self,
        world: World,
        position: int,
        demands: Demands,
        limits: Limits,
        instead: Mapping[str, Subject | Absence] | None = None,
    ) -> None:
        self._world, self._position, self._demands = world, position, demands
        self._instead = instead or {}
        self._found: dict[str, Found] = {}
        self.class_budget = limits.max_classes

    @property
    def units(self) -> UnitTable:  # type: ignore[override]
        # Made when asked for: held here, it would be a ring of references around whole entities.
        return UnitTable(UnitPages(self))

    @property
    def now(self) -> Moment | None:  # type: ignore[override]
        return now_from(self._world.moment(self._position))

    def entity(self, entity_id: str) -> Found:
        if entity_id in self._instead:
            return self._instead[entity_id]
        if entity_id not in self._found:
            self._found[entity_id] = self._look_up(entity_id)
        return self._found[entity_id]

    def _look_up(self, entity_id: str, followed: bool = False) -> Found:
        self._demands.neighbour(entity_id)
        try:
            reading = self._world.reading(entity_id, self._position)
        except KeyError:
            return None
        if isinstance(reading, Redirect):
            return MISSING if followed else self._followed(reading.target)
        if reading is None:
            return MISSING
        return None if isinstance(reading, Unreadable) else Subject(reading)

    def _followed(self, target: str) -> Found:
        return self._instead[target] if target in self._instead else self._look_up(target, followed=True)

    def parents(self, class_id: str) -> Sequence[str] | None:
        if class_id in self._instead:
            replaced = self._instead[class_id]
            return replaced.best_targets("P279") if isinstance(replaced, Subject) else ()
        return self._parents(class_id)

    def _parents(self, class_id: str, followed: bool = False) -> Sequence[str] | None:
        self._demands.class_(class_id)
        try:
            found = self._world.parents_at(class_id, self._position)
        except KeyError:
            return None
        if isinstance(found, Redirect):
            return () if followed else self._parents(found.target, followed=True)
        return found

    def is_subclass(self, class_id: str, classes: Collection[str]) -> bool | None:
        return leads_to(class_id, classes, self.parents)

    def holders(self, use: Use, separators: Sequence[str]) -> Sequence[str | None] | None:
        return holders_beside(use, self._world.companions, self, separators)

    def datatype(self, property_id: str) -> str | None:
        if property_id in self._world.datatypes:
            return self._world.datatypes[property_id]
        found = self.entity(property_id)
        return found.raw.get("datatype") if isinstance(found, Subject) else None
