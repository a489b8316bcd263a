"""The scene of a case: all entities that matter, their steps merged into one timeline of positions.

Position 0 is the old end of the window, position k the world after the first k events. Each entity's state
at a position follows from how many of its own events came before, so equal seconds cannot confuse it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wikidata_repair_eval.forensics.tracks import Step
from wikidata_repair_eval.wikibase import sort_key

DEFINITION = "definition"  # the key of the property's P2302, which has a clock of its own


@dataclass(frozen=True, slots=True)
class Event:
    """One step of one entity; `entity` is DEFINITION for an edit of the constraints."""

    entity: str
    step: Step

    @property
    def timestamp(self) -> str:
        return self.step.timestamp


class Scene:
    """Steps by entity (the first of each is carried in), merged by time."""

    def __init__(self, steps: Mapping[str, Sequence[Step]], start: str) -> None:
        self._steps, self._start = steps, start
        rows = [
            (step.timestamp, _order(entity), number, Event(entity, step))
            for entity, own in steps.items()
            for number, step in enumerate(own[1:])
        ]
        self.events = [row[3] for row in sorted(rows, key=lambda row: row[:3])]
        self._places: dict[str, list[int]] = {entity: [] for entity in steps}
        for place, event in enumerate(self.events):
            self._places[event.entity].append(place + 1)

        self._items = _last_places(event.entity != DEFINITION for event in self.events)
        self._definitions = _last_places(event.entity == DEFINITION for event in self.events)

    def items_position(self, position: int) -> int:
        """The position of the last event of an entity up to this one."""
        return self._items[position]

    def definition_position(self, position: int) -> int:
        """The position of the last edit of the constraints up to this one."""
        return self._definitions[position]

    @property
    def end(self) -> int:
        return len(self.events)

    def knows(self, entity: str) -> bool:
        return entity in self._steps

    def step(self, entity: str, position: int) -> Step:
        """The state of an entity after the first `position` events."""
        return self._steps[entity][bisect_right(self._places[entity], position)]

    def steps(self, entity: str) -> Sequence[Step]:
        return self._steps[entity]

    def moment(self, position: int) -> str:
        """When the world reached this position."""
        return self.events[position - 1].timestamp if position else self._start


def _last_places(matches: Iterable[bool]) -> list[int]:
    places = [0]
    for place, match in enumerate(matches, start=1):
        places.append(place if match else places[-1])
    return places


def _order(entity: str) -> tuple[int, tuple[str, int, str, int]]:
    """Within one second constraints come first, then entities by id: any fixed order will do."""
    return (0, ("", 0, "", 0)) if entity == DEFINITION else (1, sort_key(entity))
