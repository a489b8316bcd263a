"""What applying and comparing need of one case, read once: state, names, values, meaning."""

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from wikidata_repair_eval.benchmark.pre_repair import State, StateWorld, state_of
from wikidata_repair_eval.benchmark.verdicts import Reported, judge_reported, reported_of
from wikidata_repair_eval.constraints import Judgement, Subject, UnitTable
from wikidata_repair_eval.constraints.snaks import entity_id_of
from wikidata_repair_eval.scoring.meaning import Meaning
from wikidata_repair_eval.scoring.names import Names
from wikidata_repair_eval.scoring.values import ValueReader

Raw = Mapping[str, Any]


class PassingSubject(Subject):
    """A subject that can forget: what it remembers refers back to it, and would keep the case in memory."""

    __slots__ = ()

    def forget(self) -> None:
        self._memo.clear()


class Room:
    """One case, made ready for scoring."""

    def __init__(self, case: Raw) -> None:
        self.case = case
        self.state: State = state_of(case)
        self.reported: Reported = reported_of(case, self.state)
        self.names = Names(case)
        self._judged: list[PassingSubject] = []
        self.values = ValueReader(self.names, self.state, _edited_statements(case["repair_target"]))

    @cached_property
    def world(self) -> StateWorld:
        return StateWorld(self.state)

    @cached_property
    def subject(self) -> Subject:
        return self.subject_of(self.state.subject)

    def subject_of(self, raw: Raw) -> Subject:
        """An entity to be judged, for as long as this case is being scored."""
        self._judged.append(PassingSubject(raw))
        return self._judged[-1]

    def forget(self) -> None:
        """The case is scored; nothing of it has to wait for the garbage collector."""
        for subject in self._judged:
            subject.forget()

    @cached_property
    def judged_before(self) -> list[Judgement]:
        """What the reported constraints said before anybody edited."""
        return judge_reported(self.reported, self.state, self.subject, self.world)

    @cached_property
    def meaning(self) -> Meaning:
        return Meaning(self.world.units or UnitTable({}), partial(_redirected, self.state))

    @cached_property
    def violating(self) -> frozenset[str]:
        return frozenset(str(one).upper() for one in self.case["proof"].get("violating_statements") or ())

    def knows_property(self, property_id: str) -> bool:
        quick = (self.case["property"], self.case["repair_target"].get("property"))
        return property_id in quick or property_id in self._properties

    @cached_property
    def _properties(self) -> frozenset[str]:
        return frozenset(_properties(self.case, self.state))


def _redirected(state: State, entity_id: str) -> str:
    raw = state.entities.get(entity_id) or {}
    return str(raw["redirect"]) if "redirect" in raw else entity_id


def _edited_statements(target: Raw) -> list[Raw]:
    """What people wrote: it shows the types of properties that stand nowhere else in the case."""
    return [op["after"] for op in target.get("statement_ops") or () if op.get("after")]


def _properties(case: Raw, state: State) -> Iterator[str]:
    """Every property that the case shows: used, constrained with, named in a definition, or labelled."""
    for raw in state.entities.values():
        claims = raw.get("claims") or {}
        yield from claims
        for statements in claims.values() if isinstance(claims, Mapping) else ():
            for statement in statements:
                yield from statement.get("qualifiers") or ()
    for statement in state.constraints:
        for snaks in (statement.get("qualifiers") or {}).values():
            named = (entity_id_of(snak) for snak in snaks)
            yield from (entity_id for entity_id in named if entity_id and entity_id.startswith("P"))
    world = case.get("world_state") or {}
    yield from (world.get("L2_labels") or {}).get("entities") or ()
    yield from (world.get("L1_ego_node") or {}).get("properties") or ()
