"""People's own repair, turned into a proposal: the yardstick, which scores 1.0 on every main case."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.expressible import expressible
from wikidata_repair_eval.benchmark.verdicts import type_key
from wikidata_repair_eval.constraints.snaks import entity_id_of
from wikidata_repair_eval.scoring.proposals import Proposal
from wikidata_repair_eval.wikibase.canonical import canonical_reference, canonical_snak

Raw = Mapping[str, Any]
Operation = dict[str, Any]


def replay(case: Raw) -> Proposal | None:
    """The proposal that says what people did; None where no operation can (`expressible` tells why)."""
    if expressible(case) is not None:
        return None
    target = case["repair_target"]
    definition = target["kind"] == "T_BOX"
    operations = (
        constraint_operations(case["property"], target["constraint_delta"]) if definition else _edits(target)
    )
    return Proposal.model_validate(
        {"case_id": case["id"], "track": case["track"], "operations": list(operations), "model": "people"}
    )


def _edits(target: Raw) -> Iterator[Operation]:
    if target.get("property") is None:
        texts = [value["value"]["text"] for value in target.get("new_value") or ()]
        language = str(target["term"]).partition("/")[2]
        new = texts[0] if texts else None
        yield {"op": "set_label", "entity": target["entity"], "language": language, "new": new}
        return
    for op in target["statement_ops"]:
        yield from _EDITS[op["op"]](_place(target, op), op["before"], op["after"])


def _place(target: Raw, op: Raw) -> Operation:
    return {
        "entity": target["entity"],
        "property": target["property"],
        "statement_id": op.get("statement_id"),
    }


def _added(place: Operation, _: Any, after: Raw) -> Iterator[Operation]:
    new = {key: value for key, value in after.items() if key != "id"}
    yield {**place, "op": "add", "statement_id": None, "new": new}


def _removed(place: Operation, before: Raw, _: Any) -> Iterator[Operation]:
    yield {**place, "op": "remove", "old": before["mainsnak"]}


def _value(place: Operation, before: Raw, after: Raw) -> Iterator[Operation]:
    yield {**place, "op": "replace", "old": before["mainsnak"], "new": after["mainsnak"]}


def _rank(place: Operation, before: Raw, after: Raw) -> Iterator[Operation]:
    yield {**place, "op": "set_rank", "old": before["mainsnak"], "new": after.get("rank", "normal")}


def _qualifiers(place: Operation, before: Raw, after: Raw) -> Iterator[Operation]:
    gone, fresh = _difference(_snaks(before), _snaks(after), canonical_snak)
    for snak in gone:
        yield {**place, "op": "remove_qualifier", "qualifier": snak["property"], "old": snak}
    for snak in fresh:
        yield {**place, "op": "add_qualifier", "qualifier": snak["property"], "new": snak}


def _references(place: Operation, before: Raw, after: Raw) -> Iterator[Operation]:
    old, new = (list(raw.get("references") or ()) for raw in (before, after))
    gone, fresh = _difference(old, new, canonical_reference)
    for reference in gone:
        yield {**place, "op": "remove_reference", "old": reference}
    for reference in fresh:
        yield {**place, "op": "add_reference", "new": reference}


_EDITS: Mapping[str, Any] = {
    "add": _added,
    "remove": _removed,
    "change_value": _value,
    "change_rank": _rank,
    "change_qualifiers": _qualifiers,
    "change_references": _references,
}


def _snaks(statement: Raw) -> list[Raw]:
    return [snak for group in (statement.get("qualifiers") or {}).values() for snak in group]


def _difference(old: Sequence[Raw], new: Sequence[Raw], key: Any) -> tuple[list[Raw], list[Raw]]:
    return _missing_from(old, new, key), _missing_from(new, old, key)


def _missing_from(some: Sequence[Raw], others: Sequence[Raw], key: Any) -> list[Raw]:
    left = Counter(map(key, others))
    found = []
    for raw in some:
        if left[key(raw)] > 0:
            left[key(raw)] -= 1
        else:
            found.append(raw)
    return found


def constraint_operations(property_id: str, delta: Raw) -> list[Operation]:
    """The operations that lead from the definition before to the one after."""
    return list(_definition(property_id, delta))


def _definition(property_id: str, delta: Raw) -> Iterator[Operation]:
    old = {str(raw.get("id")): raw for raw in delta["statements_before"]}
    new = {str(raw.get("id")): raw for raw in delta["statements_after"]}
    for guid, before in old.items():
        after = new.get(guid)
        if after is None or type_key(after) != type_key(before):
            yield _change(property_id, before, {"delete": True})
        elif change := _parameter_change(before, after):
            yield _change(property_id, before, change)
    for guid, after in new.items():
        before = old.get(guid, {})
        if not before or type_key(after) != type_key(before):
            change = {"create": True, "add": _grouped(_snaks(after)), "rank": after.get("rank", "normal")}
            yield {**_change(property_id, after, change), "statement_id": None}


def _change(property_id: str, raw: Raw, change: Operation) -> Operation:
    return {
        "op": "change_constraint",
        "property": property_id,
        "statement_id": raw.get("id"),
        "constraint_type": entity_id_of(raw["mainsnak"]),
        "change": change,
    }


def _parameter_change(before: Raw, after: Raw) -> Operation:
    gone, fresh = _difference(_snaks(before), _snaks(after), canonical_snak)
    change: Operation = {}
    if gone:
        change["remove"] = _grouped(gone)
    if fresh:
        change["add"] = _grouped(fresh)
    if before.get("rank", "normal") != after.get("rank", "normal"):
        change["rank"] = after.get("rank", "normal")
    return change


def _grouped(snaks: Sequence[Raw]) -> dict[str, list[Raw]]:
    groups: dict[str, list[Raw]] = {}
    for snak in snaks:
        groups.setdefault(str(snak["property"]), []).append(snak)
    return groups
