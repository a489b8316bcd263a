"""From the verdicts of a judged case to its proof, its target and the state before the repair."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.constraints import Result
from wikidata_repair_eval.forensics.case import Case, StateVerdict
from wikidata_repair_eval.forensics.locus import Fix, cells_of, fix_of, locus_of
from wikidata_repair_eval.forensics.outcomes import empty_proof
from wikidata_repair_eval.forensics.records import (
    AboxTarget,
    Cells,
    ClassTree,
    ConstraintUsed,
    EventRecord,
    Locus,
    PreRepairState,
    Proof,
    ShownValue,
    TboxTarget,
)
from wikidata_repair_eval.forensics.scene import DEFINITION
from wikidata_repair_eval.forensics.sessions import Session, session_at
from wikidata_repair_eval.forensics.targets import abox_target, shown_values, tbox_target
from wikidata_repair_eval.forensics.texts import Unreadable
from wikidata_repair_eval.forensics.through import Way, way_of
from wikidata_repair_eval.forensics.turning import Finding, Turn, find_turn, partial_repairs
from wikidata_repair_eval.forensics.windows import Window
from wikidata_repair_eval.net.times import shifted
from wikidata_repair_eval.wikibase import values_of

_VERDICT_OF: Mapping[Finding, Any] = {
    "refuted": "refuted",
    "undecidable": "undecidable",
    "never_violated": "checker_disagrees_with_report",
    "entity_removed": "undecidable",
}


@dataclass(frozen=True, slots=True)
class Solved:
    """A proven case, before anybody asked whether the repair persists."""

    proof: Proof
    target: AboxTarget | TboxTarget
    offending: tuple[ShownValue, ...] | None
    ambiguous: tuple[str, ...]
    state: PreRepairState
    merged: bool  # the edited entity became a redirect


@dataclass(frozen=True, slots=True)
class Unsolved:
    """Why there is no proof."""

    finding: Finding
    proof: Proof


def solve(case: Case) -> Solved | Unsolved:
    turn = find_turn(case.verdicts)
    if turn.finding != "turned":
        return _unsolved(case, turn)
    cells = cells_of(case, turn.place)
    locus = locus_of(cells)
    if locus is None:
        return _unsolved(case, Turn("undecidable", reason="one side's part in it cannot be judged alone"))
    fix = fix_of(case, turn.place, locus)
    if case.scene.events[fix.place].entity == DEFINITION:
        return _solved(case, fix, cells, locus, way_of(case, fix), None)
    session = session_at(case, fix)
    if case.scene.events[fix.place].entity == case.qid and session.merged_into:
        return _unsolved(
            case, Turn("entity_removed", reason=f"{case.qid} was merged into {session.merged_into}")
        )
    return _solved(case, fix, cells, locus, way_of(case, fix), session)


def _unsolved(case: Case, turn: Turn) -> Unsolved:
    reason = turn.reason
    absent = next((b.reason for b in case.bases if b.rule == "statements" and not b.statements), "")
    if turn.finding == "never_violated" and absent:
        reason = f"{reason} ({absent})"
    if turn.finding == "undecidable" and case.demands.over_budget:
        reason = f"{reason} (more entities would have to be read than the budget allows)"
    proof = empty_proof(_VERDICT_OF[turn.finding], reason, widened=case.wide)
    through: Any = "entity_removed" if turn.finding == "entity_removed" else None
    return Unsolved(
        turn.finding, proof.model_copy(update={"constraints": _used(case, 0), "through": through})
    )


def _solved(case: Case, fix: Fix, cells: Cells, locus: Locus, way: Way, session: Session | None) -> Solved:
    target = abox_target(case, fix, way, session) if session else tbox_target(case, fix)
    start = session.start if session else fix.items[0]
    first = session.revisions[0].timestamp if session else case.scene.events[fix.place].timestamp
    before, after = fix.before(case), fix.after(case)
    proof = _proof(case, fix, cells, locus, way, before, after)
    identity = _identity(case, target)
    merged = bool(session and session.merged_into)
    return Solved(
        proof,
        target,
        _offending(case, fix),
        _ambiguity(case, fix, locus),
        pre_repair_state(case, identity, start, fix.definition[0], shifted(first, -1)),
        merged,
    )


def _proof(
    case: Case, fix: Fix, cells: Cells, locus: Locus, way: Way, before: StateVerdict, after: StateVerdict
) -> Proof:
    event = case.scene.events[fix.place]
    entity = case.definitions.property_id if event.entity == DEFINITION else event.entity
    revision_id = event.step.revision.revid if event.step.revision else 0
    return Proof(
        verdict="proven",
        locus=locus,
        through=way.through,
        constraints=_used(case, fix.definition[0]),
        event=EventRecord(entity=entity, revision_id=revision_id, timestamp=event.timestamp),
        before=before.status,
        after=after.status,
        cells=cells,
        violating_statements=before.violating,
        partial_repairs=partial_repairs(case.verdicts, case.scene.events, fix.place),
        class_tree=_class_tree(case, fix),
        reason=before.reason,
        retracted=after.status == "retracted",
        window_widened=case.wide,
        judged_entities=case.judged_entities,
    )


def _identity(case: Case, target: AboxTarget | TboxTarget) -> str:
    if isinstance(target, TboxTarget):
        return f"reform_{case.qid}_{case.definitions.property_id}_{target.property_revision_id}"
    return f"repair_{case.qid}_{target.revision_id}"


def _used(case: Case, position: int) -> tuple[ConstraintUsed, ...]:
    """The constraints that were judged, by the definition of a position; none for self links."""
    if not case.bases:
        return ()
    revision = case.scene.step(DEFINITION, position).revision
    return tuple(
        ConstraintUsed(
            type_qid=constraint.type,
            statement_id=constraint.id,
            property_revision_id=revision.revid if revision else None,
        )
        for constraint in case.rules(position).constraints
    )


def _class_tree(case: Case, fix: Fix) -> ClassTree | None:
    if not case.demands.classes:
        return None
    return ClassTree(as_of=case.moment(fix.items[1]), classes_read=len(case.demands.classes))


def _offending(case: Case, fix: Fix) -> tuple[ShownValue, ...] | None:
    """The values in the violating places at the last violated state, each once."""
    subject = case.subject(fix.items[0])
    if subject is None:
        return None
    judged = case.judgements(subject, case.rules(fix.definition[0]), case.context(fix.items[0]))
    results = [result for judgement in judged for result in judgement.violating]
    rows = {repr(row): row for result in results for row in _value_of(result, case)}
    return shown_values(rows.values()) or None


def _value_of(result: Result, case: Case) -> list[dict[str, Any]]:
    if result.use is None:
        return []
    # A statement of its own, so that qualifiers and references are shown as main values are.
    rank = result.use.statement.get("rank", "normal")
    statement = {"mainsnak": result.use.snak, "rank": rank}
    raw = {"id": case.qid, "claims": {result.use.property: [statement]}}
    return values_of(raw, result.use.property, datatype=case.datatypes.get(result.use.property))


def _ambiguity(case: Case, fix: Fix, locus: Locus) -> tuple[str, ...]:
    reasons = []
    if locus == "OVERDETERMINED":
        reasons.append("overdetermined: the item's and the constraint's edit would each have done alone")
    if fix.interleaved:
        reasons.append("interleaved: edits of the item and of the constraint overlap")
    if case.scene.events[fix.place].entity != DEFINITION and _coincident(case):
        reasons.append("coincident_constraint_edit: a listed constraint was edited in the same window")
    return tuple(reasons)


def _coincident(case: Case) -> bool:
    """The cheap reverse scan: did one of the latest edits of the property touch a listed constraint?"""
    window = Window(case.definition_window.start, case.windows.definition.end)
    return case.definitions.touched(case.bases, window, case.limits.coincidence_scan)


def pre_repair_state(case: Case, identity: str, position: int, definition: int, as_of: str) -> PreRepairState:
    """The entity, what the constraints asked of others, and P2302, as they were before the repair."""
    entity = case.reading(case.qid, position)
    statements = case.definitions.statements(case.scene.step(DEFINITION, definition))
    return PreRepairState(
        id=identity,
        entity=dict(entity) if isinstance(entity, Mapping) else {},
        neighbours=_neighbours(case, position),
        class_edges=_class_edges(case, position),
        constraints=() if isinstance(statements, Unreadable) else tuple(dict(raw) for raw in statements),
        as_of=as_of,
        companions=case.companions,
        judged_entities=case.judged_entities,
    )


def _neighbours(case: Case, position: int) -> dict[str, dict[str, Any]]:
    """What was read of them then; an id that did not exist is marked so, an unreadable one is left out."""
    found: dict[str, dict[str, Any]] = {}
    for entity in sorted({*case.demands.neighbours} - {case.qid}):
        if not case.scene.knows(entity):
            continue
        reading = case.reading(entity, position)
        if isinstance(reading, Mapping):
            found[entity] = dict(reading)
        elif reading is None:
            found[entity] = {"id": entity, "missing": ""}
        elif not isinstance(reading, Unreadable):
            found[entity] = {"entity": entity, "redirect": reading.target}
    return found


def _class_edges(case: Case, position: int) -> tuple[tuple[str, str], ...]:
    edges = []
    for child in sorted(case.demands.classes):
        parents = case.parents_at(child, position) if case.scene.knows(child) else None
        if isinstance(parents, list | tuple):
            edges += [(child, parent) for parent in parents]
    return tuple(edges)
