"""A pre-repair state by itself, without a network, shows the violation that was repaired."""

from collections.abc import Collection, Sequence
from typing import Any

from wikidata_repair_eval.constraints import (
    Subject,
    UnitTable,
    World,
    fold_judgements,
    judge,
    now_from,
    parse_constraints,
)
from wikidata_repair_eval.forensics import PreRepairState, Repair
from wikidata_repair_eval_tests.forensics.runs import Run


class Replay(World):
    """Only what the record holds."""

    def __init__(self, entities: dict[str, Any], state: PreRepairState) -> None:
        super().__init__(entities, units=UnitTable({}), now=now_from(state.as_of))
        self._edges = state.class_edges

    def parents(self, class_id: str) -> Sequence[str]:
        return [parent for child, parent in self._edges if child == class_id]

    def is_subclass(self, class_id: str, classes: Collection[str]) -> bool | None:
        return None


def replayed(repair: Repair, state: PreRepairState) -> str:
    used = {constraint.statement_id for constraint in repair.proof.constraints}
    meant = [c for c in parse_constraints(state.constraints, repair.property) if c.id in used]
    entities = {**state.neighbours, repair.qid: state.entity}
    context = Replay(entities, state)
    # DeltaBot lists the item that does not point back, while the statement at fault is the other one's.
    judged = [Subject(entities[name]) for name in state.judged_entities or [repair.qid]]
    return fold_judgements([judge(one, constraint, context) for one in judged for constraint in meant])


def test_every_state_before_a_repair_is_violated_when_it_is_judged_again(run: Run) -> None:
    pairs = [(o.repair, o.pre_repair_state) for o in run.outcomes if o.repair and o.pre_repair_state]
    judged = [
        (r, replayed(r, s)) for r, s in pairs if r.violation_context.report_violation_type != "Self link"
    ]
    assert len(judged) > 100
    assert [repair.id for repair, status in judged if status != "violated"] == []


def test_the_edited_entity_is_shown_as_it_was_before_the_session(run: Run) -> None:
    """So the answer is not in it, unless it stood there before."""
    for outcome in run.outcomes:
        if outcome.repair and outcome.pre_repair_state and outcome.repair.repair_target.kind == "A_BOX":
            target, state = outcome.repair.repair_target, outcome.pre_repair_state
            shown = (
                state.entity if target.entity == outcome.repair.qid else state.neighbours.get(target.entity)
            )
            if shown is not None and target.property is not None:
                assert _values(shown, target.property) == [value.value for value in target.old_value]


def _values(shown: dict[str, Any], property_id: str) -> list[Any]:
    statements = (shown["claims"] or {}).get(property_id, ())
    return [(statement["mainsnak"].get("datavalue") or {}).get("value") for statement in statements]
