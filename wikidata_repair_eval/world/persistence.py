"""Persistence in the dump, by value: is what the repair said still so in the frozen world?

Decides, where Stage 2's look at the live wiki only warned. No clock: the answer is as old as the dumped
entity. A dump that is older than the repair cannot tell.
"""

from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.constraints import Constraint, Subject, fold_judgements, judge
from wikidata_repair_eval.constraints.following import followed
from wikidata_repair_eval.wikibase import Malformed, entity_type, values_of
from wikidata_repair_eval.wikibase.remains import what_remains
from wikidata_repair_eval.wikibase.shapes import statements_of
from wikidata_repair_eval.world.frozen import Frozen
from wikidata_repair_eval.world.states import StateContext

Raw = Mapping[str, Any]
Check = dict[str, Any]
_DUMPED_TYPES = ("item", "property")


def persistence_of(repair: Raw, state: Raw | None, frozen: Frozen) -> Check:
    """`{status, current_value, checked_at}`; `reason` where the status does not speak for itself."""
    target = repair["repair_target"]
    entity_id = target["entity"] if target["kind"] == "A_BOX" else repair["property"]
    raw = frozen.entity(entity_id)
    open_question = _cannot_tell(entity_id, raw, target["timestamp"], frozen)
    if open_question:
        return unchecked(open_question)
    checked_at = (raw or {}).get("modified") or frozen.newest
    try:
        if target["kind"] == "A_BOX":
            return _of_values(target, raw, checked_at)
        return _of_definition(repair, state, raw, frozen, checked_at)
    except Malformed as error:
        return unchecked(f"{entity_id} cannot be read as the dump has it ({error})")


def unchecked(reason: str) -> Check:
    return {"status": "not_checked", "current_value": None, "checked_at": None, "reason": reason}


def _cannot_tell(entity_id: str, raw: Raw | None, repaired: str, frozen: Frozen) -> str | None:
    if raw is None and entity_type(entity_id) not in _DUMPED_TYPES:
        return f"{entity_id} is a {entity_type(entity_id)}, and the dump has only items and properties"
    if raw is None and frozen.covers(entity_id) == "unasked":
        return f"{entity_id} was not among the ids when the dump was frozen"
    seen = frozen.newest if raw is None else raw.get("modified")
    if seen is not None and seen < repaired:
        return f"the dump has {entity_id} as of {seen}, before the repair of {repaired}"
    return None


def _of_values(target: Raw, raw: Raw | None, checked_at: str | None) -> Check:
    if raw is None:  # deleted or merged since: what was removed is gone, what was added is too
        return _check(not target["new_value"], [], checked_at)
    if target["property"] is None:
        now = _term(raw, target.get("term") or "")
        wanted = [(value["value"] or {}).get("text") for value in target["new_value"]]
        return _check(now == wanted, now, checked_at)
    statements = statements_of(raw, target["property"])
    kept = what_remains(target["statement_ops"], target["new_value"], statements)
    now = values_of(raw, target["property"])
    return {**_check(kept.holds, now, checked_at), "best_rank": kept.best_rank}


def _term(raw: Raw, term: str) -> list[Any]:
    """The texts of `labels/en` or `aliases/en`."""
    part, _, language = term.partition("/")
    found = raw.get(part)
    entry = found.get(language) if isinstance(found, Mapping) else None
    entries = entry if isinstance(entry, list) else [entry] if entry else []
    return [one["value"] for one in entries]


def _of_definition(
    repair: Raw, state: Raw | None, raw: Raw | None, frozen: Frozen, checked_at: str | None
) -> Check:
    """The entity as it was before the constraint was edited, under the constraints of the dump."""
    if not state or not state.get("entity"):
        return unchecked("the entity before the repair is not known")
    if raw is None:  # a deleted property has no constraints
        return _check(True, None, checked_at)
    used = {one["statement_id"] for one in repair["proof"]["constraints"]}
    before = state["constraints"]
    meant = [one for one in before if one.get("id") in used]
    known = frozenset(str(one.get("id")) for one in before)
    rules = [
        Constraint(one, repair["property"])
        for one in followed(meant, known, list(statements_of(raw, "P2302")))
    ]
    datatypes = {repair["property"]: raw["datatype"]} if raw.get("datatype") else {}
    context, subject = StateContext(state, frozen, datatypes), Subject(state["entity"])
    status = fold_judgements(judge(subject, rule, context) for rule in rules)
    if status == "undecidable":
        return unchecked("whether the constraints of the dump are met cannot be decided")
    return _check(status != "violated", None, checked_at)


def _check(holds: bool, now: Any, checked_at: str | None) -> Check:
    return {"status": "persists" if holds else "lost", "current_value": now, "checked_at": checked_at}
