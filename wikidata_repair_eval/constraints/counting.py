"""How many uses of a property count together: the base of single, single best and multi value.

Statements are grouped by their separator qualifiers; an unknown separator keeps a statement apart from every
other one. Qualifier sets and references are not divided by separators.
"""

from collections import Counter
from collections.abc import Sequence

from wikidata_repair_eval.constraints.subjects import RawStatement, Subject, Use, qualifiers_of
from wikidata_repair_eval.wikibase.canonical import canonical_snak

GroupKey = tuple[tuple[bytes, ...], ...] | None


def count_standing(use: Use, separators: Sequence[str]) -> int:
    """Among statements that are not deprecated, or within the qualifier set or reference."""
    if use.place != "statement":
        return _count_companions(use)
    groups = use.subject.once(
        ("standing groups", use.property, separators),
        lambda: _groups(use.subject.standing(use.property), separators),
    )
    key = group_key(use.statement, separators)
    return 1 if key is None else groups[key]


def count_best(use: Use, separators: Sequence[str]) -> int:
    """Among the best-rank statements; the checked one counts only if it is one of them."""
    if use.place != "statement":
        return _count_companions(use)
    best, groups = use.subject.once(
        ("best groups", use.property, separators), lambda: _best_groups(use.subject, use.property, separators)
    )
    key = group_key(use.statement, separators)
    return int(id(use.statement) in best) if key is None else groups[key]


def _count_companions(use: Use) -> int:
    return sum(snak["property"] == use.property for snak in use.companions)


def _best_groups(
    subject: Subject, property_id: str, separators: Sequence[str]
) -> tuple[frozenset[int], Counter[GroupKey]]:
    best = subject.best(property_id)
    return frozenset(id(statement) for statement in best), _groups(best, separators)


def _groups(statements: Sequence[RawStatement], separators: Sequence[str]) -> Counter[GroupKey]:
    return Counter(group_key(statement, separators) for statement in statements)


def group_key(statement: RawStatement, separators: Sequence[str]) -> GroupKey:
    """Equal for statements with the same separator qualifiers; None for one that is unlike every other."""
    if not separators:
        return ()
    qualifiers = qualifiers_of(statement)
    snaks = [qualifiers.get(separator, ()) for separator in separators]
    if any(snak["snaktype"] == "somevalue" for group in snaks for snak in group):
        return None
    return tuple(tuple(sorted({canonical_snak(snak) for snak in group})) for group in snaks)
