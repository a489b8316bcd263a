"""How many uses of a property count together: the base of single, single best and multi value.

Statements are grouped by their separator qualifiers; an unknown separator keeps a statement apart from every
other one. Qualifier sets and references are not divided by separators.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikidata_repair_eval.constraints.subjects import RawStatement, Subject, Use, qualifiers_of
from wikidata_repair_eval.wikibase.canonical import canonical_snak

GroupKey = tuple[tuple[bytes, ...], ...] | None


@dataclass(frozen=True, slots=True)
class _Groups:
    """The key of each statement (by identity), and how many of a key are standing and of best rank."""

    keys: Mapping[int, GroupKey]
    standing: Counter[GroupKey]
    best: Counter[GroupKey]
    best_ids: frozenset[int]


def count_standing(use: Use, separators: tuple[str, ...]) -> int:
    """Among statements that are not deprecated, or within the qualifier set or reference."""
    if use.place != "statement":
        return _count_companions(use)
    groups = _groups(use.subject, use.property, separators)
    key = groups.keys[id(use.statement)]
    return 1 if key is None else groups.standing[key]


def count_best(use: Use, separators: tuple[str, ...]) -> int:
    """Among the best-rank statements; the checked one counts only if it is one of them."""
    if use.place != "statement":
        return _count_companions(use)
    groups = _groups(use.subject, use.property, separators)
    key = groups.keys[id(use.statement)]
    return int(id(use.statement) in groups.best_ids) if key is None else groups.best[key]


def _count_companions(use: Use) -> int:
    return sum(snak["property"] == use.property for snak in use.companions)


def _groups(subject: Subject, property_id: str, separators: tuple[str, ...]) -> _Groups:
    return subject.once(
        ("groups", property_id, separators), lambda: _grouped(subject, property_id, separators)
    )


def _grouped(subject: Subject, property_id: str, separators: Sequence[str]) -> _Groups:
    """Each statement is looked at once, however many there are."""
    keys = {id(raw): group_key(raw, separators) for raw in subject.statements(property_id)}
    best = [id(raw) for raw in subject.best(property_id)]
    standing = Counter(keys[id(raw)] for raw in subject.standing(property_id))
    return _Groups(keys, standing, Counter(keys[number] for number in best), frozenset(best))


def group_key(statement: RawStatement, separators: Sequence[str]) -> GroupKey:
    """Equal for statements with the same separator qualifiers; None for one that is unlike every other."""
    if not separators:
        return ()
    qualifiers = qualifiers_of(statement)
    snaks = [qualifiers.get(separator, ()) for separator in separators]
    if any(snak["snaktype"] == "somevalue" for group in snaks for snak in group):
        return None
    return tuple(tuple(sorted({canonical_snak(snak) for snak in group})) for group in snaks)
