"""Who else holds a value: the search behind distinct values, over entities that are at hand.

Main values compare within one property and skip deprecated statements of the others; separators are compared
one-sidedly. Qualifiers and references are found only on statements of the very same property: a quirk of the
reference's query that we share.
"""

from collections.abc import Iterable, Sequence

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.snaks import RawSnak
from wikidata_repair_eval.constraints.subjects import (
    RawStatement,
    Subject,
    Use,
    qualifiers_of,
    reference_snaks,
    references_of,
)
from wikidata_repair_eval.wikibase.canonical import canonical_snak
from wikidata_repair_eval.wikibase.ranks import rank_of

ENOUGH = 10  # the reference names no more than this many others


def other_holders(use: Use, others: Iterable[Subject], separators: Sequence[str]) -> list[str]:
    """The ids of the other entities that use the same value in the same place, at most ten."""
    found: list[str] = []
    if _differs_from_all(use, separators):
        return found
    wanted = canonical_snak(use.snak)
    for other in others:
        if other.id != use.subject.id and any(
            _same_use(use, wanted, statement, separators) for statement in other.statements(use.property)
        ):
            found.append(other.id)
        if len(found) == ENOUGH:
            break
    return found


def holders_beside(
    use: Use, companions: Sequence[str], context: Context, separators: Sequence[str]
) -> list[str] | None:
    """Those of the other subjects on a report's line that hold the value; whoever else does nobody knows."""
    if not companions:
        return None
    found = [context.entity(companion) for companion in companions]
    holders = other_holders(use, [other for other in found if isinstance(other, Subject)], separators)
    return holders if holders or None not in found else None


def _differs_from_all(use: Use, separators: Sequence[str]) -> bool:
    """An unknown separator is different from every other one, itself included."""
    if use.place != "statement":
        return False
    qualifiers = qualifiers_of(use.statement)
    return any(snak["snaktype"] == "somevalue" for name in separators for snak in qualifiers.get(name, ()))


def _same_use(use: Use, wanted: bytes, statement: RawStatement, separators: Sequence[str]) -> bool:
    if use.place != "reference" and rank_of(statement) == "deprecated":
        return False
    if use.place == "statement":
        same = canonical_snak(statement["mainsnak"]) == wanted
        return same and all(_not_kept_apart(use.statement, statement, name) for name in separators)
    return any(canonical_snak(snak) == wanted for snak in _snaks(use, statement))


def _snaks(use: Use, statement: RawStatement) -> Sequence[RawSnak]:
    if use.place == "qualifier":
        return qualifiers_of(statement).get(use.property, ())
    return [snak for reference in references_of(statement) for snak in reference_snaks(reference)]


def _not_kept_apart(own: RawStatement, other: RawStatement, separator: str) -> bool:
    """Each of our separator values must be there (more may be); where we have none, there must be none."""
    ours, theirs = (
        {canonical_snak(snak) for snak in qualifiers_of(statement).get(separator, ())}
        for statement in (own, other)
    )
    return ours <= theirs if ours else not theirs
