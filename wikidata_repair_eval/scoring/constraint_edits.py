"""Edits of a constraint's definition: P2302 statements in, other ones out. Nothing given is changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from wikidata_repair_eval.constraints.snaks import entity_id_of
from wikidata_repair_eval.constraints.vocabulary import CONSTRAINT
from wikidata_repair_eval.scoring.errors import InvalidProposal
from wikidata_repair_eval.scoring.proposals import ChangeConstraint, ConstraintChange
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.wikibase import render_snak
from wikidata_repair_eval.wikibase.canonical import canonical_snak

Raw = Mapping[str, Any]


def with_changed_constraint(
    operation: ChangeConstraint, statements: Sequence[Raw], room: Room
) -> tuple[Raw, ...]:
    change = operation.change
    if change.create:
        return (*statements, _created(operation, room))
    meant = _meant(operation, statements, room)
    if change.delete:
        return tuple(raw for raw in statements if not any(raw is one for one in meant))
    return tuple(
        _edited(raw, change, room) if any(raw is one for one in meant) else raw for raw in statements
    )


def _created(operation: ChangeConstraint, room: Room) -> Raw:
    if operation.change.remove:
        raise InvalidProposal("a constraint that is created has nothing to remove")
    main = room.values.snak(operation.constraint_type, CONSTRAINT)
    bare = {"mainsnak": main, "type": "statement", "rank": operation.change.rank or "normal"}
    return _edited(bare, operation.change, room)


def _meant(operation: ChangeConstraint, statements: Sequence[Raw], room: Room) -> list[Raw]:
    """By id; else by type, the reported ones before others; several only if all of them were reported."""
    wanted = operation.statement_id
    if wanted is not None:
        found = [raw for raw in statements if str(raw.get("id")).upper() == wanted.upper()]
        if found:
            return found
    kind = operation.constraint_type
    found = [raw for raw in statements if kind is not None and entity_id_of(raw["mainsnak"]) == kind]
    reported = {str(raw.get("id")) for raw in room.reported.statements}
    found = [raw for raw in found if str(raw.get("id")) in reported] or found
    if not found:
        raise InvalidProposal(f"{operation.property} has no constraint {wanted or kind}")
    if len(found) > 1 and not all(str(raw.get("id")) in reported for raw in found):
        raise InvalidProposal(
            f"{operation.property} has {len(found)} constraints {kind}; name a statement_id"
        )
    return found


def _edited(raw: Raw, change: ConstraintChange, room: Room) -> dict[str, Any]:
    qualifiers = {key: list(snaks) for key, snaks in dict(raw.get("qualifiers") or {}).items()}
    for parameter, values in change.remove.items():
        qualifiers[parameter] = _without(qualifiers.get(parameter, []), values, parameter, room)
    for parameter, values in change.add.items():
        fresh = [room.values.snak(value, parameter) for value in values]
        qualifiers[parameter] = [*qualifiers.get(parameter, ()), *fresh]
    edited = {key: value for key, value in raw.items() if key != "qualifiers-order"}
    edited["qualifiers"] = {key: snaks for key, snaks in qualifiers.items() if snaks}
    return edited if change.rank is None else {**edited, "rank": change.rank}


def _without(snaks: Sequence[Raw], values: Sequence[Any], parameter: str, room: Room) -> list[Raw]:
    """Each value takes away one snak; an empty list takes away all."""
    if not values and snaks:
        return []
    left = list(snaks)
    for value in values:
        place = _place(left, value, parameter, room)
        if place is None:
            raise InvalidProposal(f"the constraint has no such {parameter} to remove")
        del left[place]
    return left


def _place(snaks: Sequence[Raw], value: Any, parameter: str, room: Room) -> int | None:
    for place, snak in enumerate(snaks):
        if isinstance(value, str) and render_snak(snak) == value.strip():
            return place
    wanted = room.values.snak(value, parameter)
    key = canonical_snak(wanted)
    exact = (place for place, snak in enumerate(snaks) if canonical_snak(snak) == key)
    same = (place for place, snak in enumerate(snaks) if room.meaning.same(snak, wanted))
    return next(exact, None) if key in map(canonical_snak, snaks) else next(same, None)
