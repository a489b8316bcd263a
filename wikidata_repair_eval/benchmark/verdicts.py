"""What the reported constraints say of a state, followed through edits of their definition.

A constraint is followed by its statement id; one that is deleted and added again under a new id is the same
constraint. "Self link" has no statement and a rule of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson

from wikidata_repair_eval.benchmark.pre_repair import State, StateWorld
from wikidata_repair_eval.constraints import Constraint, Judgement, Subject, judge, judge_self_link
from wikidata_repair_eval.constraints.families import SELF_LINK
from wikidata_repair_eval.constraints.fold import ItemStatus, fold_judgements
from wikidata_repair_eval.constraints.following import followed
from wikidata_repair_eval.wikibase.canonical import canonical_snak

Raw = Mapping[str, Any]
CLEAN: frozenset[ItemStatus] = frozenset({"clean", "retracted"})


@dataclass(frozen=True, slots=True)
class Reported:
    """The constraints that the report named, as statements of the day; `known` are the ids of that day."""

    statements: tuple[Raw, ...]
    known: frozenset[str]
    self_link: bool

    @property
    def types(self) -> frozenset[bytes]:
        return frozenset(map(type_key, self.statements))


def reported_of(case: Raw, state: State) -> Reported:
    used = case["proof"].get("constraints") or ()
    ids = {str(constraint["statement_id"]) for constraint in used}
    statements = tuple(raw for raw in state.constraints if str(raw.get("id")) in ids)
    context = case["violation_context"]
    families = [context.get("report_violation_type"), *(context.get("report_violation_types") or ())]
    self_link = SELF_LINK.casefold() in {str(family).casefold() for family in families}
    return Reported(statements, frozenset(str(raw.get("id")) for raw in state.constraints), self_link)


def in_force(reported: Reported, statements: Sequence[Raw]) -> list[Raw]:
    """What became of the reported statements among these; deprecated ones are switched off."""
    found = followed(reported.statements, reported.known, statements)
    return [raw for place, raw in enumerate(found) if not any(raw is one for one in found[:place])]


def type_key(statement: Raw) -> bytes:
    """Equal for constraints of one type."""
    return canonical_snak(statement["mainsnak"])


def judge_reported(
    reported: Reported, state: State, subject: Subject | None = None, world: StateWorld | None = None
) -> list[Judgement]:
    """One judgement for each reported constraint that is still in force."""
    who, context = subject or Subject(state.subject), world or StateWorld(state)
    found = [
        judge(who, constraint_from(raw, state.property_id), context)
        for raw in in_force(reported, state.constraints)
    ]
    return [*found, judge_self_link(who, state.property_id)] if reported.self_link else found


def status_of(judgements: Sequence[Judgement]) -> ItemStatus:
    """Nothing left in force is clean."""
    return fold_judgements(judgements)


def constraint_from(raw: Raw, property_id: str) -> Constraint:
    """The constraint, read once for all cases that share it."""
    return _constraint(orjson.dumps(raw, option=orjson.OPT_SORT_KEYS), property_id)


@lru_cache(maxsize=4096)
def _constraint(text: bytes, property_id: str) -> Constraint:
    return Constraint(orjson.loads(text), property_id)
