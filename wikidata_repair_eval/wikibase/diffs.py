"""What changed between two states of an entity: statement by statement, and which properties at all.

Statements are matched by id (its entity part in any case), then by what they say: a statement removed and
re-added unchanged under a new id is no change, since nothing is said that was not said before. Removed and
added with another value stays two operations. Reordering is nothing. A state that does not exist yet is None;
a redirect or an answer without statements is refused, it is not an entity without them.
Each entity is compared by itself: forms and senses are entities of their own (`Entity.forms`).
The action that people or models took is in actions.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.wikibase.canonical import (
    canonical_qualifiers,
    canonical_references,
    canonical_snak,
    canonical_statement,
    canonical_statements,
)
from wikidata_repair_eval.wikibase.ids import normalise_guid, sort_key
from wikidata_repair_eval.wikibase.ranks import rank_of
from wikidata_repair_eval.wikibase.shapes import as_list, claims_of
from wikidata_repair_eval.wikibase.signatures import Source, raw_of

Raw = Mapping[str, Any]
Op = dict[str, Any]
# In the order in which the operations of one statement are listed.
_CHANGES = {
    "change_value": lambda statement: canonical_snak(statement["mainsnak"]),
    "change_rank": rank_of,
    "change_qualifiers": canonical_qualifiers,
    "change_references": canonical_references,
}


def statement_ops(
    before: Source | None, after: Source | None, properties: Iterable[str] | None = None
) -> list[Op]:
    """The operations that lead from one state to the other, by property, then by statement id."""
    ops: list[Op] = []
    for _, old, new in _differing(before, after, properties):
        ops += sorted(_property_ops(old, new), key=_place)
    return ops


def changed_properties(before: Source | None, after: Source | None) -> list[str]:
    """The properties whose statements say something else now (references included), P9 before P31."""
    return [
        property_id
        for property_id, old, new in _differing(before, after, None)
        if canonical_statements(old) != canonical_statements(new)
    ]


def _differing(
    before: Source | None, after: Source | None, properties: Iterable[str] | None
) -> list[tuple[str, Sequence[Raw], Sequence[Raw]]]:
    """Properties whose raw statements differ: comparing decoded JSON is cheap and drops nearly everything."""
    old, new = (({} if source is None else claims_of(raw_of(source))) for source in (before, after))
    wanted = old.keys() | new.keys() if properties is None else set(properties)
    return [
        (key, as_list(old.get(key, []), key), as_list(new.get(key, []), key))
        for key in sorted(wanted, key=sort_key)
        if old.get(key, []) != new.get(key, [])
    ]


def _property_ops(before: Sequence[Raw], after: Sequence[Raw]) -> list[Op]:
    pairs, removed, added = _matched(before, after, _guid)
    _, removed, added = _matched(removed, added, canonical_statement)  # the same under another id
    ops = [op for old, new in pairs for op in _changes(old, new)]
    ops += [_op("remove", statement, None) for statement in removed]
    return ops + [_op("add", None, statement) for statement in added]


def _matched(
    before: Iterable[Raw], after: Iterable[Raw], key: Callable[[Raw], Hashable]
) -> tuple[list[tuple[Raw, Raw]], list[Raw], list[Raw]]:
    """Pairs with an equal key, and what is left of both sides. A key of None matches nothing."""
    waiting: defaultdict[Any, list[Raw]] = defaultdict(list)
    for statement in before:
        waiting[key(statement)].append(statement)
    pairs, unmatched = [], []
    for statement in after:
        found = waiting[key(statement)] if key(statement) is not None else []
        if found:
            pairs.append((found.pop(0), statement))
        else:
            unmatched.append(statement)
    return pairs, [statement for left in waiting.values() for statement in left], unmatched


def _guid(statement: Raw) -> str | None:
    guid = statement.get("id")
    return None if guid is None else normalise_guid(guid)


def _place(op: Op) -> tuple[str, bytes]:
    """By statement id; statements not saved yet have none and go by what they say."""
    known = op["before"] or op["after"]
    return (op["statement_id"] or "", b"" if op["statement_id"] else canonical_statement(known))


def _changes(before: Raw, after: Raw) -> list[Op]:
    return [_op(name, before, after) for name, view in _CHANGES.items() if view(before) != view(after)]


def _op(name: str, before: Raw | None, after: Raw | None) -> Op:
    known = after if after is not None else before
    return {"op": name, "statement_id": _guid(known or {}), "before": before, "after": after}
