"""Live persistence, by value: is what the repair said still said, and what it took away still gone?

A value that was added or changed must still be there (of what rank is noted), a removed one must still be
absent, a constraint edit must still leave the item clean under today's definition.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.constraints import fold_judgements
from wikidata_repair_eval.forensics.case import Case
from wikidata_repair_eval.forensics.past import LiveEntity
from wikidata_repair_eval.forensics.records import AboxTarget, LiveCheck, StatementOp
from wikidata_repair_eval.forensics.targets import shown_values, term_value
from wikidata_repair_eval.forensics.turning import CLEAN
from wikidata_repair_eval.wikibase import Malformed, best_rank, not_deprecated, rank_of, values_of
from wikidata_repair_eval.wikibase.canonical import canonical_reference, canonical_snak
from wikidata_repair_eval.wikibase.shapes import statements_of

Raw = Mapping[str, Any]


def check_abox(target: AboxTarget, live: LiveEntity, *, merged: bool = False) -> LiveCheck:
    """`merged`: the repair was that the edited entity became a redirect."""
    if merged:
        status = live.json is None or live.id != target.entity
        return _check(status, live, None, None)
    if live.json is None:
        return _check(not target.new_value, live, (), None)
    if target.property is None:
        now = term_value(live.json, target.term or "")
        wanted = [value.value for value in target.new_value]
        return _check([value["value"] for value in now] == wanted, live, now, None)
    return _check_statements(target, target.property, live, live.json)


def check_tbox(case: Case, live: LiveEntity) -> LiveCheck:
    """The item as it was at the end of the window, under the definition of today."""
    subject = case.subject(case.scene.end)
    if subject is None:
        return _check(None, live, None, None)
    if live.json is None:  # a deleted property has no constraints
        return _check(True, live, None, None)
    try:
        statements = tuple(statements_of(live.json, "P2302"))
    except Malformed:
        return _check(None, live, None, None)
    rules = case.definitions.rules_in(case.bases, statements)
    status = fold_judgements(case.judgements(subject, rules, case.context(case.scene.end)))
    return _check(status in CLEAN, live, None, None)


def _check_statements(target: AboxTarget, property_id: str, live: LiveEntity, raw: Raw) -> LiveCheck:
    today = statements_of(raw, property_id)
    gone, fresh = _difference(target)
    standing = {canonical_snak(s["mainsnak"]) for s in not_deprecated(today)}
    present = {canonical_snak(s["mainsnak"]) for s in today}
    kept = fresh <= present and not gone & standing
    kept = kept and all(_op_holds(op, today) for op in _telling(target.statement_ops))
    best = {canonical_snak(s["mainsnak"]) for s in best_rank(today)}
    return _check(kept, live, values_of(raw, property_id), fresh <= best if fresh else None)


def _difference(target: AboxTarget) -> tuple[set[bytes], set[bytes]]:
    """The values that the repair took away and those that it brought, deprecated ones aside."""
    old = _values(op.before for op in target.statement_ops)
    new = _values(op.after for op in target.statement_ops)
    # A statement may have several operations, so presence counts and not how often.
    return set(old) - set(new) - _others(target, new), set(new) - set(old)


def _others(target: AboxTarget, new: Counter[bytes]) -> set[bytes]:
    """Values that another, untouched statement still held after the repair."""
    kept = Counter(
        (value.snaktype, repr(value.value)) for value in target.new_value if value.rank != "deprecated"
    )
    rows = [op.before for op in target.statement_ops if op.before is not None]
    return {
        canonical_snak(raw["mainsnak"])
        for raw in rows
        if kept[raw["mainsnak"]["snaktype"], repr((raw["mainsnak"].get("datavalue") or {}).get("value"))]
    }


def _values(statements: Iterable[Raw | None]) -> Counter[bytes]:
    found = (s for s in statements if s is not None and rank_of(s) != "deprecated")
    return Counter(canonical_snak(s["mainsnak"]) for s in found)


def _telling(ops: Sequence[StatementOp]) -> list[StatementOp]:
    """Sources that were edited along with the repair may change later; alone they are the repair."""
    changes = [op for op in ops if op.op not in ("add", "remove", "change_value")]
    return [op for op in changes if op.op != "change_references"] or (
        changes if len(changes) == len(ops) else []
    )


def _op_holds(op: StatementOp, today: Sequence[Raw]) -> bool:
    """Whether what changed on a statement is so today, on any statement of that value."""
    if op.after is None:
        return True
    value = canonical_snak(op.after["mainsnak"])
    same = [s for s in today if canonical_snak(s["mainsnak"]) == value]
    if op.op == "change_rank":
        if rank_of(op.after) == "deprecated":
            return all(rank_of(s) == "deprecated" for s in same)
        return any(rank_of(s) == rank_of(op.after) for s in same)
    return any(_parts_hold(op, s) for s in same)


def _parts_hold(op: StatementOp, now: Raw) -> bool:
    """What was added to the statement is still on it, what was taken off is not; the rest may change."""
    view = _PARTS[op.op]
    old, new, today = view(op.before or {}), view(op.after or {}), view(now)
    return new - old <= today and not (old - new) & today


def _qualifiers(statement: Raw) -> set[bytes]:
    groups = statement.get("qualifiers") or {}
    return {canonical_snak(snak) for snaks in groups.values() for snak in snaks}


def _references(statement: Raw) -> set[bytes]:
    return {canonical_reference(reference) for reference in statement.get("references") or ()}


_PARTS = {"change_qualifiers": _qualifiers, "change_references": _references}


def _check(
    holds: bool | None, live: LiveEntity, now: Iterable[Mapping[str, Any]] | None, best: bool | None
) -> LiveCheck:
    status = "not_applicable" if holds is None else "persists" if holds else "lost"
    shown = None if now is None else shown_values(now)
    return LiveCheck(status=status, current_value=shown, best_rank=best, checked_at=live.checked_at)
