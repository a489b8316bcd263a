"""The difference between two definitions, named: exception added, class removed, scope narrowed, and so on.

Statements are paired by id, then by type and likeness (a constraint that is deleted and added again under a
new id is the same constraint). Each difference has a direction: `relaxation` forbids less, `restriction`
more, `exception` frees one entity, `scope` moves the places that are
looked at, `update` is everything whose effect depends on the data, or that has none.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.constraints.directions import (
    Direction,
    direction_of_list,
    direction_of_range,
    direction_of_relation,
)
from wikidata_repair_eval.constraints.model import Constraint, parse_constraints
from wikidata_repair_eval.constraints.snaks import RawSnak, entity_id_of
from wikidata_repair_eval.constraints.vocabulary import (
    CLARIFICATION,
    CLASS,
    EXCEPTION,
    GROUP_BY,
    ITEM,
    LANGUAGE,
    MAXIMUM,
    MAXIMUM_DATE,
    MINIMUM,
    MINIMUM_DATE,
    NAMESPACE,
    PROPERTY,
    PROPERTY_SCOPE,
    REGEX,
    RELATION,
    SCOPE,
    SEPARATOR,
    STATUS,
    STATUSES,
    SYNTAX,
)
from wikidata_repair_eval.constraints.wording import Labels, word
from wikidata_repair_eval.wikibase.canonical import canonical_qualifiers, canonical_snak
from wikidata_repair_eval.wikibase.ranks import rank_of

# What a parameter is called in the name of a difference.
PARAMETER_NAMES: Mapping[str, str] = {
    CLARIFICATION: "clarification",
    CLASS: "class",
    EXCEPTION: "exception",
    GROUP_BY: "group_by",
    ITEM: "item",
    LANGUAGE: "language",
    MAXIMUM: "maximum",
    MAXIMUM_DATE: "maximum_date",
    MINIMUM: "minimum",
    MINIMUM_DATE: "minimum_date",
    NAMESPACE: "namespace",
    PROPERTY: "property",
    PROPERTY_SCOPE: "property_scope",
    REGEX: "format",
    RELATION: "relation",
    SEPARATOR: "separator",
    SYNTAX: "syntax_clarification",
}
_ENDS = frozenset({MINIMUM, MAXIMUM, MINIMUM_DATE, MAXIMUM_DATE})
_SEVERITIES = (None, "suggestion", "normal", "mandatory")


@dataclass(frozen=True, slots=True)
class Difference:
    """One named difference of one constraint; `added` and `removed` are the snaks in question."""

    kind: str
    direction: Direction
    type: str | None
    parameter: str | None = None
    added: tuple[RawSnak, ...] = ()
    removed: tuple[RawSnak, ...] = ()

    def sentence(self, labels: Labels | None = None) -> str:
        """`exception added to single-value constraint: Q42`."""
        changes = [f"{word(list(self.removed), labels)} removed"] if self.removed else []
        changes += [f"{word(list(self.added), labels)} added"] if self.added else []
        what = f" ({', '.join(changes)})" if changes else ""
        return f"{self.kind.replace('_', ' ')} in {word(str(self.type), labels)}{what}"


def differences(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]], property_id: str = "P1"
) -> list[Difference]:
    """All differences between two sets of P2302 statements, in a fixed order; none if they say the same."""
    old = parse_constraints(before, property_id, deprecated=True)
    new = parse_constraints(after, property_id, deprecated=True)
    pairs, gone, fresh = _paired(old, new)
    found = [difference for pair in pairs for difference in _changes(*pair)]
    found += [Difference("constraint_removed", "relaxation", c.type) for c in gone if not c.deprecated]
    found += [Difference("constraint_added", "restriction", c.type) for c in fresh if not c.deprecated]
    return sorted(found, key=lambda d: (d.type or "", d.kind, d.parameter or "", _keys(d.added)))


def direction_of(found: Iterable[Difference]) -> Direction | None:
    """The direction of an edit as a whole: the common one, else `update`; None for no difference.

    Differences without effect on verdicts (clarifications, grouping, status) count only by themselves.
    """
    every = list(found)
    telling = [difference for difference in every if difference.direction != "update"] or every
    directions = {difference.direction for difference in telling}
    if not directions:
        return None
    return directions.pop() if len(directions) == 1 else "update"


Pairs = list[tuple[Constraint, Constraint]]


def _paired(
    old: Sequence[Constraint], new: Sequence[Constraint]
) -> tuple[Pairs, list[Constraint], list[Constraint]]:
    """Equal ones first, then by id where the type is the same, then the most alike of the same type."""
    gone, fresh, pairs = list(old), list(new), []
    for likeness in (_equal, _same_statement, _likeness):
        while best := _best_pair(gone, fresh, likeness):
            pairs.append(best)
            gone.remove(best[0])
            fresh.remove(best[1])
    return pairs, gone, fresh


def _best_pair(
    gone: Sequence[Constraint],
    fresh: Sequence[Constraint],
    likeness: Callable[[Constraint, Constraint], float],
) -> tuple[Constraint, Constraint] | None:
    """The two that are most alike; of equally alike ones those that come first by what they say."""
    scored = [
        (-likeness(one, other), canonical_qualifiers(one.raw), canonical_qualifiers(other.raw), one, other)
        for one in gone
        for other in fresh
        if one.type == other.type
    ]
    score, _, _, one, other = min(scored, key=lambda row: row[:3], default=(0.0, b"", b"", None, None))
    return (one, other) if one is not None and other is not None and score < 0 else None


def _equal(one: Constraint, other: Constraint) -> float:
    return float(one.hash == other.hash)


def _same_statement(one: Constraint, other: Constraint) -> float:
    return float(one.id is not None and one.id == other.id)


def _likeness(one: Constraint, other: Constraint) -> float:
    """The share of common parameters, and never 0: two of one type are at least of one type."""
    left, right = _all_snaks(one), _all_snaks(other)
    return (1 + (left & right).total()) / (1 + (left | right).total())


def _all_snaks(constraint: Constraint) -> Counter[bytes]:
    return Counter(canonical_snak(snak) for snaks in constraint.qualifiers.values() for snak in snaks)


def _changes(before: Constraint, after: Constraint) -> list[Difference]:
    rank = _rank_change(before, after)
    if rank or after.deprecated:
        return rank
    names = sorted({*before.qualifiers, *after.qualifiers})
    return [change for name in names for change in _parameter_changes(name, before, after)]


def _rank_change(before: Constraint, after: Constraint) -> list[Difference]:
    """Preferred or normal makes no difference to a constraint; deprecated switches it off."""
    if rank_of(before.raw) == rank_of(after.raw) or before.deprecated == after.deprecated:
        return []
    if after.deprecated:
        return [Difference("constraint_deprecated", "relaxation", after.type)]
    return [Difference("constraint_restored", "restriction", after.type)]


def _parameter_changes(name: str, before: Constraint, after: Constraint) -> list[Difference]:
    old, new = before.qualifiers.get(name) or (), after.qualifiers.get(name) or ()
    added, removed = _missing_from(new, old), _missing_from(old, new)
    if not added and not removed:
        return []
    if name == STATUS:
        return [_status_change(before, after, added, removed)]
    if name == SCOPE:
        return [_scope_change(after, old, new, added, removed)]
    if name in _ENDS or name in (REGEX, RELATION, NAMESPACE):
        return [_replacement(name, before, after, added, removed)]
    return _list_changes(name, after, old, new)


def _missing_from(snaks: Sequence[RawSnak], others: Sequence[RawSnak]) -> tuple[RawSnak, ...]:
    """The snaks that the others do not contain; a repeated one counts as often as it stands there."""
    left = Counter(canonical_snak(snak) for snak in others)
    found = []
    for snak in snaks:
        key = canonical_snak(snak)
        if left[key] > 0:
            left[key] -= 1
        else:
            found.append(snak)
    return tuple(sorted(found, key=canonical_snak))


def _list_changes(
    name: str, after: Constraint, old: Sequence[RawSnak], new: Sequence[RawSnak]
) -> list[Difference]:
    called = PARAMETER_NAMES.get(name, name)
    changes = []
    for verb, snaks in (("added", _missing_from(new, old)), ("removed", _missing_from(old, new))):
        if snaks:
            direction = direction_of_list(name, str(after.type), verb, bool(old), bool(new))
            members = {verb: snaks}
            changes.append(Difference(f"{called}_{verb}", direction, after.type, name, **members))
    return changes


def _replacement(
    name: str,
    before: Constraint,
    after: Constraint,
    added: tuple[RawSnak, ...],
    removed: tuple[RawSnak, ...],
) -> Difference:
    direction: Direction = "update"
    if name in _ENDS:
        direction = direction_of_range(name, removed, added)
    elif name == RELATION:
        direction = direction_of_relation(removed, added)
    return Difference(f"{PARAMETER_NAMES[name]}_changed", direction, after.type, name, added, removed)


def _scope_change(
    after: Constraint,
    old: Sequence[RawSnak],
    new: Sequence[RawSnak],
    added: tuple[RawSnak, ...],
    removed: tuple[RawSnak, ...],
) -> Difference:
    """No scope at all means the type's default places, which a given scope narrows or moves."""
    if old and new and not (added and removed):
        kind = "scope_widened" if added else "scope_narrowed"
    else:
        kind = "scope_changed" if old and new else "scope_added" if new else "scope_removed"
    return Difference(kind, "scope", after.type, SCOPE, added, removed)


def _status_change(
    before: Constraint, after: Constraint, added: tuple[RawSnak, ...], removed: tuple[RawSnak, ...]
) -> Difference:
    """Status changes how loud a violation is, never whether it is one: no relaxation, only an update."""
    old, new = (_SEVERITIES.index(_severity(c)) for c in (before, after))
    kind = "status_raised" if new > old else "status_lowered" if new < old else "status_changed"
    return Difference(kind, "update", after.type, STATUS, added, removed)


def _severity(constraint: Constraint) -> str | None:
    snaks = constraint.qualifiers.get(STATUS) or ()
    if not snaks:
        return "normal"
    return STATUSES.get(str(entity_id_of(snaks[0])))


def _keys(snaks: Iterable[RawSnak]) -> tuple[bytes, ...]:
    return tuple(canonical_snak(snak) for snak in snaks)
