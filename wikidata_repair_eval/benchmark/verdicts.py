"""What the reported constraints say of a state, followed through edits of their definition.

A constraint is followed by its statement id; one that is deleted and added again under a new id is the same
constraint. "Self link" has no statement and a rule of its own. Lines about inverse or symmetric statements
may be about statements of others that point to the subject; the proof tells whose (`judged_entities`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson

from wikidata_repair_eval.benchmark.pre_repair import State, StateWorld
from wikidata_repair_eval.constraints import Constraint, Judgement, Subject, judge, judge_self_link
from wikidata_repair_eval.constraints.families import SELF_LINK
from wikidata_repair_eval.constraints.fold import ItemStatus, Result, fold, fold_judgements
from wikidata_repair_eval.constraints.following import followed
from wikidata_repair_eval.constraints.snaks import entity_id_of
from wikidata_repair_eval.constraints.verdicts import todo
from wikidata_repair_eval.wikibase.canonical import canonical_snak

Raw = Mapping[str, Any]
TWO_ENDED = frozenset({"Q21510855", "Q21510862"})  # inverse, symmetric
CLEAN: frozenset[ItemStatus] = frozenset({"clean", "retracted"})


@dataclass(frozen=True, slots=True)
class Reported:
    """The constraints that the report named, as statements of the day; `known` are the ids of that day."""

    statements: tuple[Raw, ...]
    known: frozenset[str]
    self_link: bool
    pointing: tuple[str, ...] = ()  # whose statements are judged instead of the subject's own

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
    known = frozenset(str(raw.get("id")) for raw in state.constraints)
    judged = tuple(case["proof"].get("judged_entities") or ())
    return Reported(statements, known, self_link, () if judged == (state.qid,) else judged)


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
        _judged(who, constraint_from(raw, state.property_id), context, reported.pointing)
        for raw in in_force(reported, state.constraints)
    ]
    return [*found, judge_self_link(who, state.property_id)] if reported.self_link else found


def _judged(
    subject: Subject, constraint: Constraint, context: StateWorld, pointing: Sequence[str]
) -> Judgement:
    if not pointing or constraint.type not in TWO_ENDED:
        return judge(subject, constraint, context)
    results: list[Result] = []
    for name in pointing:
        holder = context.entity(name)
        if isinstance(holder, Subject):
            own = judge(holder, constraint, context).results
            results += [one for one in own if one.use is None or entity_id_of(one.use.snak) == subject.id]
        elif holder is None:
            results.append(Result(None, todo("What {0} says is not known.", name)))
    return Judgement(fold(result.verdict.status for result in results), results)


def status_of(judgements: Sequence[Judgement]) -> ItemStatus:
    """Nothing left in force is clean."""
    return fold_judgements(judgements)


def constraint_from(raw: Raw, property_id: str) -> Constraint:
    """The constraint, read once for all cases that share it."""
    return _constraint(orjson.dumps(raw, option=orjson.OPT_SORT_KEYS), property_id)


@lru_cache(maxsize=4096)
def _constraint(text: bytes, property_id: str) -> Constraint:
    return Constraint(orjson.loads(text), property_id)
