"""Live persistence, by value: is what the repair said still said, and what it took away still gone?

A value that was added or changed must still be there (of what rank is noted), a removed one must still be
absent, a constraint edit must still leave the item clean under today's definition.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.constraints import fold_judgements
from wikidata_repair_eval.forensics.case import Case
from wikidata_repair_eval.forensics.past import LiveEntity
from wikidata_repair_eval.forensics.records import AboxTarget, LiveCheck
from wikidata_repair_eval.forensics.targets import shown_values, term_value
from wikidata_repair_eval.forensics.turning import CLEAN
from wikidata_repair_eval.wikibase import Malformed, values_of
from wikidata_repair_eval.wikibase.remains import what_remains
from wikidata_repair_eval.wikibase.shapes import statements_of

Raw = Mapping[str, Any]


def check_abox(target: AboxTarget, live: LiveEntity, *, merged: bool = False) -> LiveCheck:
    """`merged`: the repair was that the edited entity became a redirect."""
    if live.unread:
        return _not_checked(live)
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
    if live.unread:
        return _not_checked(live)
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


def _not_checked(live: LiveEntity) -> LiveCheck:
    return LiveCheck(status="not_checked", current_value=None, checked_at=live.checked_at)


def _check_statements(target: AboxTarget, property_id: str, live: LiveEntity, raw: Raw) -> LiveCheck:
    ops = [op.model_dump() for op in target.statement_ops]
    values = [value.model_dump() for value in target.new_value]
    kept = what_remains(ops, values, statements_of(raw, property_id))
    return _check(kept.holds, live, values_of(raw, property_id), kept.best_rank)


def _check(
    holds: bool | None, live: LiveEntity, now: Iterable[Mapping[str, Any]] | None, best: bool | None
) -> LiveCheck:
    status = "not_applicable" if holds is None else "persists" if holds else "lost"
    shown = None if now is None else shown_values(now)
    return LiveCheck(status=status, current_value=shown, best_rank=best, checked_at=live.checked_at)
