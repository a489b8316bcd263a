"""Is a fix empty: did it only take away, deprecate or blank what was judged?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.pre_repair import State
from wikidata_repair_eval.benchmark.verdicts import in_force
from wikidata_repair_eval.constraints import Judgement, Use
from wikidata_repair_eval.constraints.subjects import USES, Subject
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.wikibase import rank_of
from wikidata_repair_eval.wikibase.canonical import canonical_snak
from wikidata_repair_eval.wikibase.shapes import statements_of

Raw = Mapping[str, Any]


def is_emptied(room: Room, before: Sequence[Judgement], after: State) -> bool:
    """Of a definition: no reported constraint is in force any more. Of an item: see `_nothing_left`."""
    if after.constraints is not room.state.constraints:
        return bool(room.reported.statements) and not in_force(room.reported, after.constraints)
    uses = [result.use for judgement in before for result in judgement.violating if result.use]
    return _nothing_left(room.state, after, uses)


def _nothing_left(before: State, after: State, uses: Sequence[Use]) -> bool:
    """None of the violating uses is still there with a value, and the property has no new value."""
    holders = {use.subject.id: Subject(after.resolved(use.subject.id)) for use in uses}
    if any(_survives(use, holders[use.subject.id]) for use in uses):
        return False
    for holder in holders:
        states = (before.resolved(holder), after.resolved(holder))
        old, new = (set(_standing(raw, before.property_id)) for raw in states)
        if new - old:
            return False
    return True


def _survives(use: Use, subject: Subject) -> bool:
    return any(
        _same_statement(use.statement, other.statement)
        and rank_of(other.statement) != "deprecated"
        and (other.snak["snaktype"] == "value" or other.snak["snaktype"] == use.snak["snaktype"])
        for other in USES[use.place](subject, use.property)
    )


def _same_statement(one: Raw, other: Raw) -> bool:
    """By id; a statement without one (moved by a merge, or never saved) by its main value."""
    if one.get("id") and other.get("id"):
        return str(one["id"]).upper() == str(other["id"]).upper()
    return canonical_snak(one["mainsnak"]) == canonical_snak(other["mainsnak"])


def _standing(raw: Raw, property_id: str) -> Iterable[bytes]:
    for statement in statements_of(raw, property_id):
        snak = statement["mainsnak"]
        if rank_of(statement) != "deprecated" and snak["snaktype"] == "value":
            yield canonical_snak(snak)
