"""`check_entity` for people who only have entity JSON and a definition: verdicts as plain records."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.constraints import (
    Constraint,
    Subject,
    UnitTable,
    World,
    constraints_of,
    judge,
    now_from,
    parse_constraints,
)
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.wikibase import Entity, Malformed, parse_entity

Raw = Mapping[str, Any]


def check_entity(
    entity: Raw,
    constraints: Raw | Sequence[Raw],
    property_id: str | None = None,
    *,
    neighbours: Mapping[str, Raw] | None = None,
    now: str | None = None,
    units: Raw | None = None,
    **facts: Any,
) -> list[dict[str, Any]]:
    """What each constraint says of the entity, one record each; deprecated constraints are left out.

    `constraints` is a property's entity JSON, or its P2302 statements together with `property_id`. What a
    check needs beyond the entity comes in `neighbours` (entity JSON by id), `now`, `units` and the further
    facts of `check-constraints`; what nobody tells is `undecidable`, never a guess.
    """
    subject = _subject(entity)
    world = World(
        neighbours,
        now=None if now is None else now_from(now),
        units=None if units is None else UnitTable.from_json(units),
        **facts,
    )
    return [_record(subject, rule, world) for rule in _rules(constraints, property_id)]


def _subject(raw: Raw) -> Subject:
    try:
        parsed = parse_entity(raw)
    except Malformed as error:
        raise InputError("entity", "JSON", str(error), "give entity JSON as the wiki writes it") from error
    if not isinstance(parsed, Entity):
        kind = type(parsed).__name__.lower()
        raise InputError("entity", "JSON", f"this is a {kind}", "give the entity that is to be checked")
    return Subject(parsed.raw)


def _rules(constraints: Raw | Sequence[Raw], property_id: str | None) -> Iterable[Constraint]:
    if isinstance(constraints, Mapping):
        return constraints_of(constraints)
    if property_id is None:
        fix = "name the property that these P2302 statements belong to"
        raise InputError("constraints", "property_id", "nobody said of which property these are", fix)
    return parse_constraints(constraints, property_id)


def _record(subject: Subject, rule: Constraint, world: World) -> dict[str, Any]:
    judgement = judge(subject, rule, world)
    return {
        "property": rule.property,
        "constraint": rule.id,
        "constraint_type": rule.type,
        "item_status": judgement.status,
        "results": [
            {
                "statement": result.statement_id,
                "place": result.use.place if result.use else None,
                "status": result.verdict.status,
                "message": result.verdict.message(),
            }
            for result in judgement.results
        ],
    }
