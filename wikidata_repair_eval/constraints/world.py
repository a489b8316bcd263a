"""A context made of entities and facts that are at hand: what `check-constraints` lines carry.

An id that is not among the entities is unknown. A redirect is followed once, as the wiki does; a redirect to
a redirect counts as missing.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.constraints.context import DEFAULT_BUDGET, MISSING, Found, NoContext
from wikidata_repair_eval.constraints.holders import other_holders
from wikidata_repair_eval.constraints.moments import Moment
from wikidata_repair_eval.constraints.quantities import UnitTable
from wikidata_repair_eval.constraints.subjects import Subject, Use
from wikidata_repair_eval.wikibase import Missing, Redirect, parse_entity


class World(NoContext):
    """Neighbours by id, as raw entity JSON, and facts about the rest."""

    def __init__(
        self,
        neighbours: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        units: UnitTable | None = None,
        now: Moment | None = None,
        datatypes: Mapping[str, str] | None = None,
        commons_titles: Mapping[str, str | bool] | None = None,
        same_value_entities: Sequence[str | None] | None = None,
        subclass_answer: bool | None = None,
        class_budget: int = DEFAULT_BUDGET,
    ) -> None:
        self._neighbours = neighbours or {}
        self.units, self.now, self.class_budget = units, now, class_budget
        self._datatypes, self._commons_titles = datatypes or {}, commons_titles or {}
        self._same_value_entities, self._subclass_answer = same_value_entities, subclass_answer
        self._found: dict[str, Found] = {}

    def entity(self, entity_id: str) -> Found:
        if entity_id not in self._found:
            self._found[entity_id] = self._look_up(entity_id)
        return self._found[entity_id]

    def _look_up(self, entity_id: str, followed: bool = False) -> Found:
        raw = self._neighbours.get(entity_id)
        if raw is None:
            return None
        parsed = parse_entity(raw)
        if isinstance(parsed, Redirect):
            return MISSING if followed else self._look_up(parsed.target, followed=True)
        return MISSING if isinstance(parsed, Missing) else Subject(parsed.raw)

    def is_subclass(self, class_id: str, classes: Collection[str]) -> bool | None:
        return self._subclass_answer

    def holders(self, use: Use, separators: Sequence[str]) -> Sequence[str | None] | None:
        if self._same_value_entities is not None:
            return [holder for holder in self._same_value_entities if holder != use.subject.id]
        if not self._neighbours:
            return None
        found = (self.entity(entity_id) for entity_id in self._neighbours)
        return other_holders(use, (other for other in found if isinstance(other, Subject)), separators)

    def commons_title(self, title: str) -> str | bool | None:
        return self._commons_titles.get(title)

    def datatype(self, property_id: str) -> str | None:
        return self._datatypes.get(property_id)
