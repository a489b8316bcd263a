"""The turning point: the last event at which the verdict turns from violated to clean and stays clean.

Works on verdicts alone. Fix-and-undo pairs, edits that change nothing and re-added constraints fall out by
themselves; a state that nobody can judge in between leaves the event open, and then nothing is guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from wikidata_repair_eval.forensics.case import StateVerdict
from wikidata_repair_eval.forensics.records import PartialRepair
from wikidata_repair_eval.forensics.scene import Event

CLEAN = ("clean", "retracted")
Finding = Literal["turned", "refuted", "undecidable", "never_violated", "entity_removed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """`place` is the position before the event, so the event itself is `events[place]`."""

    finding: Finding
    place: int = -1
    reason: str = ""


def find_turn(verdicts: Sequence[StateVerdict]) -> Turn:
    last = verdicts[-1]
    if last.status == "violated":
        return Turn("refuted", reason=f"still violated at the end of the window: {last.reason}")
    if last.status == "removed":
        return Turn("entity_removed", reason=last.reason)
    violated = [place for place, verdict in enumerate(verdicts) if verdict.status == "violated"]
    after = verdicts[violated[-1] + 1 :] if violated else verdicts
    unclear = next((verdict for verdict in _relevant(after) if verdict.status not in CLEAN), None)
    if unclear is not None:
        return Turn("undecidable", reason=unclear.reason)
    if not violated:
        return Turn("never_violated", reason="no state of the window violates the constraint by our reading")
    return Turn("turned", violated[-1])


def _relevant(after: Sequence[StateVerdict]) -> Sequence[StateVerdict]:
    """A page that is a redirect for a while, clean before and after, does not blur the turn."""
    if after[0].status == "removed":
        return after
    return [verdict for verdict in after if verdict.status != "removed"]


def partial_repairs(
    verdicts: Sequence[StateVerdict], events: Sequence[Event], turn: int
) -> tuple[PartialRepair, ...]:
    """Earlier edits of the same window after which some statements violated no more, for good."""
    found = []
    for place in range(turn):
        gone = _gone_for_good(verdicts[place : turn + 1])
        revision = events[place].step.revision
        if gone and revision is not None:
            row = {"entity": events[place].entity, "revision_id": revision.revid}
            found.append(PartialRepair(**row, timestamp=revision.timestamp, statements=gone))
    return tuple(found)


def _gone_for_good(verdicts: Sequence[StateVerdict]) -> tuple[str, ...]:
    before, *later = verdicts
    if before.status != "violated" or later[0].status != "violated":
        return ()
    back = {statement for verdict in later for statement in verdict.violating}
    return tuple(sorted(set(before.violating) - back))
