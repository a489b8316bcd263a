"""A case: one candidate, the entities that matter to it, and the verdict of each of its states.

A case never fetches. It says which tracks and texts it lacks; the caller brings them for many cases at once
and lets it judge again. What the verdicts add up to is decided in `turning` and `proving`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.constraints import (
    UNDECIDED,
    Judgement,
    Subject,
    Verdict,
    fold_judgements,
    judge_self_link,
)
from wikidata_repair_eval.constraints.context import Absence
from wikidata_repair_eval.forensics.both_ends import Angle, angles_of, judged_from
from wikidata_repair_eval.forensics.candidates import candidate_key
from wikidata_repair_eval.forensics.context import Demands, PastContext
from wikidata_repair_eval.forensics.definitions import Base, Definitions, Rules
from wikidata_repair_eval.forensics.readings import Reading, Readings
from wikidata_repair_eval.forensics.records import StateStatus
from wikidata_repair_eval.forensics.scene import DEFINITION, Scene
from wikidata_repair_eval.forensics.texts import Unreadable
from wikidata_repair_eval.forensics.tracks import Step, Track
from wikidata_repair_eval.forensics.windows import Limits, Window, Windows
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.reports.records import Candidate
from wikidata_repair_eval.wikibase import Redirect

ParentsMemo = dict[tuple[str, int], "Sequence[str] | Redirect | None"]
Instead = Mapping[str, Subject | Absence]


@dataclass(frozen=True, slots=True)
class StateVerdict:
    """What one state is worth; `violating` are statement ids."""

    status: StateStatus
    violating: tuple[str, ...] = ()
    why: str | Verdict = ""

    @property
    def reason(self) -> str:
        """In words, which are put together only where somebody reads them."""
        return self.why if isinstance(self.why, str) else self.why.message()


class Case:
    """One candidate under investigation."""

    def __init__(
        self,
        candidate: Candidate,
        windows: Windows,
        definitions: Definitions,
        readings: Readings,
        limits: Limits,
        parents: ParentsMemo,
    ) -> None:
        self.candidate, self.windows, self.definitions, self.limits = candidate, windows, definitions, limits
        self.qid, self.key, self.companions = candidate.qid, candidate_key(candidate), candidate.companions
        self.angle: Angle
        self._other_angles: list[Angle]
        self.angle, *self._other_angles = angles_of(candidate)
        self.wide = False
        self.demands = Demands(limits)
        self.tracks: dict[str, Track] = {}
        self.datatypes: dict[str, str] = {}
        self.scene = Scene({}, windows.items.start)
        self.bases: list[Base] = []
        self.verdicts: list[StateVerdict] = []
        self.revisions_read = 0
        self._readings, self._parents = readings, parents
        self._subjects: dict[tuple[str, int], Subject] = {}
        self._known: dict[tuple[int, int], StateVerdict] = {}

    # --- what it needs -------------------------------------------------------------------------------

    @property
    def items_window(self) -> Window:
        return self.windows.wide_items if self.wide else self.windows.items

    @property
    def definition_window(self) -> Window:
        return self.windows.wide_definition if self.wide else self.windows.definition

    @property
    def surroundings(self) -> Window:
        """The window for which neighbours are fetched: wide enough for a second look and for sessions."""
        return Window(self.windows.wide_items.start, self.windows.reach.end)

    def lacking(self) -> list[str]:
        """Entities that were asked for and have no track yet."""
        asked = dict.fromkeys([*self.demands.neighbours, *self.demands.classes])
        return [entity for entity in asked if entity not in self.tracks]

    def revisions(self) -> Iterator[Revision]:
        """The revisions whose texts the next judgement reads."""
        for entity, track in self.tracks.items():
            yield from _revisions(track.steps(self.items_window))
            if entity == self.qid:
                yield from _revisions(track.steps(self.windows.protocol))
        yield from _revisions(self.definitions.track.steps(self.definition_window))
        yield from _revisions(self.definitions.track.steps(self.windows.protocol))

    # --- judging -------------------------------------------------------------------------------------

    def judge(self) -> None:
        """Judge every state of the window with what is known now."""
        definition = self.definitions.changes(self.definition_window)
        self.bases = self.definitions.bases(self.candidate.constraints, definition)
        datatype = self.definitions.datatype(definition)
        self.datatypes = {self.definitions.property_id: datatype} if datatype else {}
        steps: dict[str, Sequence[Step]] = {DEFINITION: definition}
        for entity, track in self.tracks.items():
            steps[entity] = self._steps(entity, track)
        self.scene = Scene(steps, self.items_window.start)
        self._known.clear()
        self.verdicts = [self.verdict(position) for position in range(self.scene.end + 1)]

    def verdict(
        self, position: int, definition: int | None = None, instead: Instead | None = None
    ) -> StateVerdict:
        """The verdict of the world at a position, under the constraints of the same or another one."""
        under = position if definition is None else definition
        if instead:
            return self._verdict(position, under, instead)
        # What only the other side changed is the same question.
        key = (self.scene.items_position(position), self.scene.definition_position(under))
        if key not in self._known:
            self._known[key] = self._verdict(key[0], key[1], None)
        return self._known[key]

    def _verdict(self, position: int, definition: int, instead: Instead | None) -> StateVerdict:
        rules, subject = self.rules(definition), self._subject(position, instead)
        if isinstance(subject, StateVerdict):
            return subject
        judgements = self.judgements(subject, rules, self.context(position, instead))
        return _folded(judgements, rules.gap)

    def judgements(self, subject: Subject, rules: Rules, context: PastContext) -> list[Judgement]:
        found = [judged_from(self.angle, subject, one, context) for one in rules.constraints]
        if rules.self_link:
            found.append(judge_self_link(subject, self.definitions.property_id))
        return found

    def rules(self, position: int) -> Rules:
        return self.definitions.rules(self.bases, self.scene.step(DEFINITION, position))

    def context(self, position: int, instead: Instead | None = None) -> PastContext:
        return PastContext(self, position, self.demands, self.limits, instead)

    def subject(self, position: int) -> Subject | None:
        """The entity itself at a position, if it was there and can be read."""
        found = self._subject(position, None)
        return found if isinstance(found, Subject) else None

    @property
    def judged_entities(self) -> tuple[str, ...]:
        """Whose statements the verdicts are about."""
        return self.angle or (self.qid,)

    def look_elsewhere(self) -> bool:
        """Where nothing was wrong by our reading: further back, then from the line's other end."""
        if any(verdict.status not in ("clean", "retracted") for verdict in self.verdicts):
            return False
        if self.wide and not self._other_angles:
            return False
        if self.wide:
            self.angle = self._other_angles.pop(0)
        self.wide = not self.wide
        return True

    def release(self) -> None:
        """Let go of what was found out about states; their texts stay at hand."""
        self._subjects.clear()

    # --- the world of its contexts -------------------------------------------------------------------

    def reading(self, entity: str, position: int) -> Reading:
        return self.read(entity, self.scene.step(entity, position))

    def read(self, entity: str, step: Step) -> Reading:
        return self._readings.read(step, entity)

    def parents_at(self, entity: str, position: int) -> Sequence[str] | Redirect | None:
        return self._parents_of(entity, self.scene.step(entity, position))

    def moment(self, position: int) -> str:
        return self.scene.moment(position)

    def _parents_of(self, entity: str, step: Step) -> Sequence[str] | Redirect | None:
        if step.kind == "absent":
            return ()
        if step.revision is None:
            return None
        key = (entity, step.revision.revid)
        if key not in self._parents:
            self._parents[key] = _parents(self.read(entity, step))
        return self._parents[key]

    def _subject(self, position: int, instead: Instead | None) -> Subject | StateVerdict:
        if instead and isinstance(instead.get(self.qid), Subject):
            return instead[self.qid]  # type: ignore[return-value]
        step = self.scene.step(self.qid, position)
        key = (self.qid, step.revision.revid if step.revision else 0)
        if key not in self._subjects:
            found = _judged_reading(self.read(self.qid, step), self.qid)
            if isinstance(found, StateVerdict):
                return found
            self._subjects[key] = found
        return self._subjects[key]

    def _steps(self, entity: str, track: Track) -> Sequence[Step]:
        """All steps of what is looked at as a whole; of mere classes only those that move them."""
        steps = track.steps(self.items_window)
        if entity == self.qid or entity in self.demands.neighbours or entity in self.companions:
            return steps
        kept = steps[:1]
        for step in steps[1:]:
            if self._parents_of(entity, step) != self._parents_of(entity, kept[-1]):
                kept.append(step)
        return kept


def _revisions(steps: Iterable[Step]) -> Iterator[Revision]:
    return (step.revision for step in steps if step.revision is not None)


def _judged_reading(reading: Reading, qid: str) -> Subject | StateVerdict:
    if isinstance(reading, Redirect):
        return StateVerdict("removed", (), f"{qid} was merged into {reading.target}")
    if reading is None:
        return StateVerdict("clean", (), f"{qid} did not exist")
    if isinstance(reading, Unreadable):
        return StateVerdict("undecidable", (), reading.reason)
    return Subject(reading)


def _parents(reading: Reading) -> Sequence[str] | Redirect | None:
    if isinstance(reading, Redirect):
        return reading
    if isinstance(reading, Unreadable):
        return None
    return () if reading is None else tuple(Subject(reading).best_targets("P279"))


def _folded(judgements: Sequence[Judgement], gap: str) -> StateVerdict:
    status: Any = fold_judgements(judgements)
    violating = tuple(dict.fromkeys(s for judgement in judgements for s in judgement.violating_statements))
    if status == "violated":
        first = next(result for judgement in judgements for result in judgement.violating)
        return StateVerdict("violated", violating, first.verdict)
    if gap or status == "undecidable":
        return StateVerdict("undecidable", (), gap or _first_unknown(judgements))
    return StateVerdict(status, (), "")


def _first_unknown(judgements: Iterable[Judgement]) -> str:
    results = (result for judgement in judgements for result in judgement.results)
    return next(result.verdict.message() for result in results if result.verdict.status in UNDECIDED)
