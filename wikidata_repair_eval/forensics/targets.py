"""The repair target: what was edited, from what to what, by whom, as the records want it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.constraints import differences, direction_of
from wikidata_repair_eval.forensics.case import Case
from wikidata_repair_eval.forensics.definitions import Statements
from wikidata_repair_eval.forensics.locus import Fix
from wikidata_repair_eval.forensics.readings import Reading
from wikidata_repair_eval.forensics.records import (
    AboxTarget,
    ActionName,
    ConstraintDelta,
    ShownValue,
    StatementOp,
    TboxTarget,
)
from wikidata_repair_eval.forensics.scene import DEFINITION
from wikidata_repair_eval.forensics.sessions import Session
from wikidata_repair_eval.forensics.texts import Unreadable
from wikidata_repair_eval.forensics.through import Way
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.wikibase import action, constraint_signature, statement_ops, values_of
from wikidata_repair_eval.wikibase.shapes import statements_of

Raw = Mapping[str, Any]


def abox_target(case: Case, fix: Fix, way: Way, session: Session) -> AboxTarget:
    event = case.scene.events[fix.place]
    revision = _must(event.step.revision)
    datatype = case.datatypes.get(way.property or "")
    old, new = (_shown(state, way, datatype) for state in (session.before, session.after))
    done = _action(session, way)
    ops = statement_ops(_raw(session.before), _raw(session.after), [way.property]) if way.property else []
    return AboxTarget(
        action=done,
        entity=event.entity,
        property=way.property,
        term=way.term,
        old_value=old,
        new_value=new,
        value=old if done == "DELETE" else new,
        statement_ops=tuple(StatementOp(**op) for op in ops),
        revision_id=revision.revid,
        parent_id=revision.parentid,
        session_revision_ids=tuple(edit.revid for edit in session.revisions),
        timestamp=revision.timestamp,
        author=revision.user,
        comment=revision.comment,
    )


def tbox_target(case: Case, fix: Fix) -> TboxTarget:
    revision = _must(case.scene.events[fix.place].step.revision)
    types = frozenset(qid for record in case.candidate.constraints for qid in record.type_qids)
    key = (revision.revid, types)
    known = case.definitions.targets
    if key not in known:  # one edit of a property can free thousands of items
        known[key] = _tbox_target(case, fix, revision, types)
    return known[key]


def _tbox_target(case: Case, fix: Fix, revision: Revision, types: frozenset[str]) -> TboxTarget:
    previous = case.definitions.track.before(revision.revid)
    before = _statements(case, case.scene.step(DEFINITION, fix.definition[0]).revision)
    after = _statements(case, revision)
    delta = ConstraintDelta(
        hash_before=constraint_signature(before),
        hash_after=constraint_signature(after),
        statements_before=tuple(dict(raw) for raw in before),
        statements_after=tuple(dict(raw) for raw in after),
        direction=_direction(case, before, after, types),
    )
    return TboxTarget(
        property_revision_id=revision.revid,
        property_revision_prev=previous.revid if previous else None,
        timestamp=revision.timestamp,
        author=revision.user,
        comment=revision.comment,
        constraint_delta=delta,
    )


def shown_values(rows: Iterable[Mapping[str, Any]]) -> tuple[ShownValue, ...]:
    return tuple(ShownValue(**row) for row in rows)


def term_value(raw: Raw, term: str) -> list[dict[str, Any]]:
    """A term in the form of values: language and text, as monolingual text has them."""
    part, _, language = term.partition("/")
    found = raw.get(part)
    entry = found.get(language) if isinstance(found, Mapping) else None
    entries = entry if isinstance(entry, list) else [entry] if entry else []
    return [
        {
            "snaktype": "value",
            "datatype": "monolingualtext",
            "value": {"language": language, "text": one["value"]},
            "rank": "normal",
            "text": one["value"],
        }
        for one in entries
    ]


def _shown(state: Reading, way: Way, datatype: str | None) -> tuple[ShownValue, ...]:
    raw = _raw(state)
    if raw is None:
        return ()
    if way.property is None:
        return shown_values(term_value(raw, way.term or ""))
    return shown_values(values_of(raw, way.property, datatype=datatype))


def _action(session: Session, way: Way) -> ActionName:
    """By the property's statements as a whole, so that a changed qualifier is an UPDATE."""
    before, after = _raw(session.before), _raw(session.after)
    if way.property is None:
        old, new = (term_value(raw or {}, way.term or "") for raw in (before, after))
    else:
        old, new = (list(statements_of(raw, way.property)) if raw else [] for raw in (before, after))
    return action_over(old, new)


def action_over(old: Sequence[Raw], new: Sequence[Raw]) -> ActionName:
    """The action of people, by the one function that tells models' actions too.

    Something was changed, or nobody would ask: a change that both sides do not show is an UPDATE.
    """
    return action(old, new) or "UPDATE"


def _direction(case: Case, before: Statements, after: Statements, types: frozenset[str]) -> str | None:
    """Of the listed constraint types, if the edit touched them; else of the whole edit."""
    # What stands on both sides word for word is no difference, and pairing it off costs time.
    old, new = ([raw for raw in one if raw not in other] for one, other in ((before, after), (after, before)))
    found = differences(old, new, case.definitions.property_id)
    return direction_of([change for change in found if change.type in types] or found)


def _statements(case: Case, revision: Revision | None) -> Statements:
    found = case.definitions.statements_of(revision) if revision else ()
    return () if isinstance(found, Unreadable) else found


def _raw(state: Reading) -> Raw | None:
    return state if isinstance(state, Mapping) else None


def _must(revision: Revision | None) -> Revision:
    if revision is None:
        raise ValueError("only a revision can be a repair")
    return revision
