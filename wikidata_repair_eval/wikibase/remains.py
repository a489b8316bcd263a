"""Does what an edit said still stand in another state of the entity? By value, whatever the statement ids.

An added or changed value must still be there (of what rank is told apart), a removed one must be absent, and
what was changed on a statement must be so on a statement of that value. Works on raw statements and on
statement operations as `diffs.statement_ops` gives them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from wikidata_repair_eval.wikibase.canonical import canonical_reference, canonical_snak
from wikidata_repair_eval.wikibase.ranks import best_rank, not_deprecated, rank_of

Raw = Mapping[str, Any]


class Remains(NamedTuple):
    """`best_rank` is None where the edit brought no value."""

    holds: bool
    best_rank: bool | None


def what_remains(ops: Sequence[Raw], new_values: Sequence[Raw], today: Sequence[Raw]) -> Remains:
    """`new_values`: all values of the property after the edit; `today`: its statements in the other state."""
    gone, fresh = _difference(ops, new_values)
    standing = {canonical_snak(s["mainsnak"]) for s in not_deprecated(today)}
    present = {canonical_snak(s["mainsnak"]) for s in today}
    holds = fresh | _added(ops) <= present and not gone & standing
    holds = holds and all(_op_holds(op, today) for op in _telling(ops))
    best = {canonical_snak(s["mainsnak"]) for s in best_rank(today)}
    return Remains(holds, fresh <= best if fresh else None)


def _difference(ops: Sequence[Raw], new_values: Sequence[Raw]) -> tuple[set[bytes], set[bytes]]:
    """The values that the edit took away and those that it brought, deprecated ones aside."""
    old = _values(op["before"] for op in ops)
    new = _values(op["after"] for op in ops)
    # A statement may have several operations, so presence counts and not how often.
    return set(old) - set(new) - _others(ops, new_values), set(new) - set(old)


def _others(ops: Sequence[Raw], new_values: Sequence[Raw]) -> set[bytes]:
    """Values that another, untouched statement still held after the edit."""
    kept = Counter(
        (one["snaktype"], repr(one["value"])) for one in new_values if rank_of(one) != "deprecated"
    )
    rows = [op["before"] for op in ops if op["before"] is not None]
    return {
        canonical_snak(raw["mainsnak"])
        for raw in rows
        if kept[raw["mainsnak"]["snaktype"], repr((raw["mainsnak"].get("datavalue") or {}).get("value"))]
    }


def _values(statements: Iterable[Raw | None]) -> Counter[bytes]:
    found = (s for s in statements if s is not None and rank_of(s) != "deprecated")
    return Counter(canonical_snak(s["mainsnak"]) for s in found)


def _added(ops: Sequence[Raw]) -> set[bytes]:
    """The values of statements that are new, also where a statement of the same value was removed."""
    return set(_values(op["after"] for op in ops if op["op"] == "add"))


def _telling(ops: Sequence[Raw]) -> list[Raw]:
    """Sources that were edited along with the repair may change later; alone they are the repair."""
    changes = [op for op in ops if op["op"] not in ("add", "remove", "change_value")]
    changes += _made_anew(ops)
    telling = [op for op in changes if op["op"] != "change_references"]
    values_moved = any(_difference(ops, ()))
    return telling or ([] if values_moved else changes)


def _made_anew(ops: Sequence[Raw]) -> list[Raw]:
    """What changed where a statement was removed and another of the same value added in its place."""
    removed = [op["before"] for op in ops if op["op"] == "remove"]
    found: list[Raw] = []
    for after in [op["after"] for op in ops if op["op"] == "add"]:
        before = next((one for one in removed if _same_value(one, after)), None)
        if before is not None:
            removed.remove(before)
            changed = [name for name, view in _VIEWS.items() if view(before) != view(after)]
            found += [{"op": name, "before": before, "after": after} for name in changed]
    return found


def _same_value(one: Raw, other: Raw) -> bool:
    return canonical_snak(one["mainsnak"]) == canonical_snak(other["mainsnak"])


def _op_holds(op: Raw, today: Sequence[Raw]) -> bool:
    """Whether what changed on a statement is so today, on any statement of that value."""
    if op["after"] is None:
        return True
    value = canonical_snak(op["after"]["mainsnak"])
    same = [s for s in today if canonical_snak(s["mainsnak"]) == value]
    if op["op"] == "change_rank":
        if rank_of(op["after"]) == "deprecated":
            return all(rank_of(s) == "deprecated" for s in same)
        return any(rank_of(s) == rank_of(op["after"]) for s in same)
    return any(_parts_hold(op, s) for s in same)


def _parts_hold(op: Raw, now: Raw) -> bool:
    """What was added to the statement is still on it, what was taken off is not; the rest may change."""
    view = _PARTS[op["op"]]
    old, new, today = view(op["before"] or {}), view(op["after"] or {}), view(now)
    return new - old <= today and not (old - new) & today


def _qualifiers(statement: Raw) -> set[bytes]:
    groups = statement.get("qualifiers") or {}
    return {canonical_snak(snak) for snaks in groups.values() for snak in snaks}


def _references(statement: Raw) -> set[bytes]:
    return {canonical_reference(reference) for reference in statement.get("references") or ()}


_PARTS = {"change_qualifiers": _qualifiers, "change_references": _references}
_VIEWS: Mapping[str, Callable[[Raw], object]] = {"change_rank": rank_of, **_PARTS}
