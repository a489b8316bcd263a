"""The functional score: apply, judge with the checkers, and say what came of it.

`fixed`: the reported constraints were violated before and are clean after; None where that cannot be decided
from what the case holds. `newly_broken`: other constraints that were not violated before and are after.
`vacuous`: nothing that violated is left to judge, and nothing took its place. People's own edits may break
or empty something as well, so the score only counts what a proposal does beyond them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.benchmark.pre_repair import State, StateWorld
from wikidata_repair_eval.benchmark.verdicts import (
    CLEAN,
    constraint_from,
    in_force,
    judge_reported,
    status_of,
)
from wikidata_repair_eval.constraints import Subject, judge
from wikidata_repair_eval.constraints.vocabulary import CONSTRAINT
from wikidata_repair_eval.scoring.apply import touched
from wikidata_repair_eval.scoring.information import information_kept
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.scoring.survival import is_emptied
from wikidata_repair_eval.wikibase import rank_of
from wikidata_repair_eval.wikibase.shapes import statements_of

Raw = Mapping[str, Any]
Broken = tuple[str, str]  # entity, constraint statement


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a state."""

    fixed: bool | None
    newly_broken: tuple[Broken, ...]
    vacuous: bool


@dataclass(frozen=True, slots=True)
class Functional:
    """The functional part of a trace; `score` is 1 for a fix that does no more harm than people's."""

    fixed: bool | None
    newly_broken: int
    newly_broken_constraints: tuple[str, ...]
    information_kept: float
    vacuous: bool
    score: float

    def record(self) -> dict[str, Any]:
        return {
            "fixed": self.fixed,
            "newly_broken": self.newly_broken,
            "newly_broken_constraints": list(self.newly_broken_constraints),
            "information_kept": self.information_kept,
            "vacuous": self.vacuous,
            "score": self.score,
        }


NOT_SCORED = Functional(False, 0, (), 0.0, False, 0.0)


def functional(room: Room, after: State, people: State) -> Functional:
    """The outcome of the state after a proposal, measured against the one that people left."""
    outcome = outcome_of(room, after)
    kept = information_kept(room.state, people, after)
    return Functional(
        fixed=outcome.fixed,
        newly_broken=len(outcome.newly_broken),
        newly_broken_constraints=tuple(constraint for _, constraint in outcome.newly_broken),
        information_kept=kept,
        vacuous=outcome.vacuous,
        score=kept if _as_good_as_people(outcome, room, people) else 0.0,
    )


def _as_good_as_people(outcome: Outcome, room: Room, people: State) -> bool:
    if not outcome.fixed:
        return False
    if outcome.vacuous and not is_emptied(room, room.judged_before, people):
        return False
    if not outcome.newly_broken:
        return True
    return set(outcome.newly_broken) <= set(_newly_broken(room, people, *_scene(room, people)))


def _scene(room: Room, after: State) -> tuple[Subject, StateWorld]:
    """Who is judged, in what world; an edit of the definition alone leaves both as they were."""
    if after.entities is room.state.entities:
        return room.subject, room.world
    return room.subject_of(after.subject), StateWorld(after)


def outcome_of(room: Room, after: State) -> Outcome:
    before = room.judged_before
    subject, world = _scene(room, after)
    judgements = judge_reported(room.reported, after, subject, world)
    statuses = status_of(before), status_of(judgements)
    fixed: bool | None = statuses[0] == "violated" and statuses[1] in CLEAN
    if "undecidable" in statuses:
        fixed = None
    emptied = bool(fixed) and is_emptied(room, before, after)
    return Outcome(fixed, tuple(_newly_broken(room, after, subject, world)), emptied)


def _newly_broken(room: Room, after: State, subject: Subject, world: StateWorld) -> Iterator[Broken]:
    if after is room.state:
        return
    reported = in_force(room.reported, after.constraints)
    for entity_id, property_id in _judged_pairs(room.state, after):
        who = subject if entity_id == room.state.qid else Subject(after.entities[entity_id])
        for raw in _definition(after, property_id):
            own = entity_id == room.state.qid and any(raw is one for one in reported)
            if own or rank_of(raw) == "deprecated":
                continue
            constraint = constraint_from(raw, property_id)
            if judge(who, constraint, world).status == "violated" and not _violated_before(
                room, entity_id, property_id, raw
            ):
                yield entity_id, str(raw.get("id") or constraint.type)


def _judged_pairs(before: State, after: State) -> list[tuple[str, str]]:
    """The subject under the reported property, and all that was touched where the definition is known."""
    pairs = {(before.qid, before.property_id): None}
    for entity_id, property_id in touched(before, after):
        raw = after.entities[entity_id]
        if "redirect" not in raw and "missing" not in raw and _definition(after, property_id):
            pairs[entity_id, property_id] = None
    return list(pairs)


def _definition(state: State, property_id: str) -> Sequence[Raw]:
    """The P2302 statements of a property, as far as the state holds them."""
    if property_id == state.property_id:
        return state.constraints
    page = state.entities.get(property_id) or {}
    return statements_of(page, CONSTRAINT) if page.get("claims") else ()


def _violated_before(room: Room, entity_id: str, property_id: str, raw: Raw) -> bool:
    """By the same statement of the definition of before; what was not there was not violated."""
    state = room.state
    earlier = [one for one in _definition(state, property_id) if one.get("id") == raw.get("id")]
    earlier = [one for one in earlier if one is raw or raw.get("id") is not None]
    known = state.entities.get(entity_id)
    if not earlier or known is None or rank_of(earlier[0]) == "deprecated" or "redirect" in known:
        return False
    who = room.subject if entity_id == state.qid else Subject(known)
    return judge(who, constraint_from(earlier[0], property_id), room.world).status == "violated"
