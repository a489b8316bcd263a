"""What the text of a revision says: an entity, a redirect, or nothing that can be read."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.forensics.texts import Texts, Unreadable
from wikidata_repair_eval.forensics.tracks import Step
from wikidata_repair_eval.wikibase import Entity, Malformed, Redirect, parse_entity

Raw = Mapping[str, Any]
ROOM = 16_000_000  # characters of text; decoded, they take about eight times as much
# None: there was no page, and that is known.
Reading = Raw | Redirect | Unreadable | None


class Readings:
    """Decoded states, the latest of them kept: a case is judged in several rounds."""

    def __init__(self, texts: Texts, room: int = ROOM) -> None:
        self._texts, self._room = texts, room
        self._kept: OrderedDict[tuple[str, int], tuple[Reading, int]] = OrderedDict()
        self._size = 0

    def read(self, step: Step, entity_id: str) -> Reading:
        """The state of an entity at a step of its track."""
        if step.kind == "absent":
            return None
        if step.revision is None:
            return Unreadable(step.why)
        key = (entity_id, step.revision.revid)
        if key not in self._kept:
            self._keep(key)
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def forget(self) -> None:
        """Let go of all of them: a million small objects are a burden to whoever looks for garbage."""
        self._kept.clear()
        self._size = 0

    def _keep(self, key: tuple[str, int]) -> None:
        text = self._texts.text(key[1])
        found = text if isinstance(text, Unreadable) else decoded(text, *key)
        size = len(text) if isinstance(text, str) else 0
        self._kept[key] = (found, size)
        self._size += size
        while self._size > self._room and len(self._kept) > 1:
            _, (_, dropped) = self._kept.popitem(last=False)
            self._size -= dropped


def decoded(text: str, entity_id: str, revid: int) -> Reading:
    try:
        parsed = parse_entity(text)
    except (Malformed, AttributeError, KeyError, TypeError, ValueError) as error:
        return Unreadable(f"the text of revision {revid} is no entity ({error})")
    if isinstance(parsed, Redirect):
        return parsed
    if not isinstance(parsed, Entity):
        return None
    return _part(parsed, entity_id)


def _part(entity: Entity, entity_id: str) -> Reading:
    """Forms and senses live on the page of their lexeme."""
    if "-" not in entity_id or entity.id == entity_id:
        return entity.raw
    parts = entity.forms if "-F" in entity_id else entity.senses
    return next((part.raw for part in parts if part.id == entity_id), None)
