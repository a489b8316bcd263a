"""The edit session around the fixing event, cut to what belongs to the repair.

It reaches back only as long as the constraint was violated before each edit (who first broke it and then
mended it has made no longer repair), and on only as long as it stays clean. Edits of others that together
leave the entity as it was (a null edit, a change and its undo) do not interrupt it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from wikidata_repair_eval.constraints import Subject
from wikidata_repair_eval.forensics.case import Case
from wikidata_repair_eval.forensics.locus import Fix
from wikidata_repair_eval.forensics.readings import Reading
from wikidata_repair_eval.forensics.tracks import Step
from wikidata_repair_eval.forensics.turning import CLEAN
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.wikibase import Redirect, session_of


@dataclass(frozen=True, slots=True)
class Session:
    """The edits, oldest first, and the entity before the first and after the last of them.

    `start` is the position before the first edit; `merged_into` says that the entity ended as a redirect.
    """

    revisions: tuple[Revision, ...]
    start: int
    before: Reading
    after: Reading

    @property
    def merged_into(self) -> str | None:
        return self.after.target if isinstance(self.after, Redirect) else None


def session_at(case: Case, fix: Fix) -> Session:
    """The session of the fixing event, which is an edit of an entity."""
    event = case.scene.events[fix.place]
    revision, entity = _revision(event.step), event.entity
    edits = session_of(revision.revid, _telling(case, entity, revision))
    place = [edit.revid for edit in edits].index(revision.revid)
    earlier, start = _earlier(case, edits[:place], fix)
    later, after = _later(case, entity, edits[place + 1 :], case.reading(entity, fix.items[1]))
    return Session((*earlier, revision, *later), start, case.reading(entity, start), after)


def _telling(case: Case, entity: str, around: Revision) -> Sequence[Revision]:
    """The revisions without what others did to no effect between two edits of the same user."""
    every = case.tracks[entity].revisions
    if around.user is None or all(revision.user == around.user for revision in every):
        return every
    own = [place for place, revision in enumerate(every) if revision.user == around.user]
    idle: set[int] = set()
    for first, second in pairwise(own):
        between = range(first + 1, second)
        near = len(session_of(every[second].revid, [every[first], every[second]])) == 2
        if between and near and _same_state(case, entity, every[first], every[second - 1]):
            idle.update(between)
    return [revision for place, revision in enumerate(every) if place not in idle]


def _same_state(case: Case, entity: str, one: Revision, other: Revision) -> bool:
    if one.sha1 is not None and other.sha1 is not None:
        return one.sha1 == other.sha1
    states = [case.read(entity, Step(edit.timestamp, "revision", edit)) for edit in (one, other)]
    return states[0] == states[1]


def _earlier(case: Case, edits: Sequence[Revision], fix: Fix) -> tuple[list[Revision], int]:
    positions = {_revision(e.step).revid: p for p, e in enumerate(case.scene.events) if e.step.revision}
    kept: list[Revision] = []
    start = fix.items[0]
    for edit in reversed(edits):
        position = positions.get(edit.revid)
        if position is None or case.verdicts[position].status != "violated":
            break
        kept, start = [edit, *kept], position
    return kept, start


def _later(
    case: Case, entity: str, edits: Sequence[Revision], after: Reading
) -> tuple[list[Revision], Reading]:
    """Edits after the data date count too (they belong to the sitting), if they leave it clean."""
    kept: list[Revision] = []
    for edit in edits:
        beyond = edit.timestamp > case.items_window.end
        if beyond and (entity != case.qid or edit.timestamp > case.windows.reach.end):
            break
        reading = case.read(entity, Step(edit.timestamp, "revision", edit))
        if beyond and isinstance(reading, Mapping) and not _stays_clean(case, reading):
            break
        kept, after = [*kept, edit], reading
    return kept, after


def _stays_clean(case: Case, raw: Mapping[str, Any]) -> bool:
    return case.verdict(case.scene.end, instead={case.qid: Subject(raw)}).status in CLEAN


def _revision(step: Step) -> Revision:
    if step.revision is None:
        raise ValueError("only a revision can be a repair")
    return step.revision
