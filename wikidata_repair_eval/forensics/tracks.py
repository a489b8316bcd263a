"""Tracks: what is known of one entity's past, cut into the states of a window.

A state is a revision, or the knowledge that there was no page (`absent`), or the lack of any knowledge
(`unknown`). These three are never confused: only a revision can be a repair.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from wikidata_repair_eval.forensics.windows import Window
from wikidata_repair_eval.net.revision import Revision

Trouble = Literal["history_too_deep", "deleted", "error"]


@dataclass(frozen=True, slots=True)
class Step:
    """From `timestamp` on this is the state; `why` says what is missing where it is unknown."""

    timestamp: str
    kind: Literal["revision", "absent", "unknown"]
    revision: Revision | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """Revisions oldest first. `begins` is what was there before the first of them."""

    entity: str
    revisions: tuple[Revision, ...] = ()
    begins: Literal["absent", "unknown"] = "unknown"
    deleted: str | None = None  # there is no page now; it was deleted then
    trouble: Trouble | None = None
    why: str = ""

    def steps(self, window: Window) -> list[Step]:
        """The state carried into the window, then one step per event in it."""
        if self.deleted is not None:
            return self._steps_of_deleted(window, self.deleted)
        carried, inside = None, []
        for revision in self.revisions:
            if revision.timestamp <= window.start:
                carried = revision
            elif revision.timestamp <= window.end:
                inside.append(_step(revision))
        first = _step(carried) if carried else Step(window.start, self.begins, None, self._unknown())
        return [first, *inside]

    def before(self, revid: int) -> Revision | None:
        """The revision in time before this one, if it is known."""
        ids = [revision.revid for revision in self.revisions]
        place = ids.index(revid)
        return self.revisions[place - 1] if place else None

    def within(self, window: Window) -> Sequence[Revision]:
        return [r for r in self.revisions if window.holds(r.timestamp)]

    def _unknown(self) -> str:
        return self.why or f"the history of {self.entity} is not known that far back"

    def _steps_of_deleted(self, window: Window, when: str) -> list[Step]:
        why = f"{self.entity} was deleted on {when[:10]}, and its history with it"
        if when <= window.start:
            return [Step(window.start, "absent")]
        unknown = Step(window.start, "unknown", None, why)
        return [unknown, Step(when, "absent")] if when <= window.end else [unknown]


def _step(revision: Revision) -> Step:
    return Step(revision.timestamp, "revision", revision)
