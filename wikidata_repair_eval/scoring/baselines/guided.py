"""The constraint-guided baseline: do what the constraint itself says, where it says enough."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.constraints import BadParameters, Constraint
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.parameters import (
    read_items,
    read_optional_items,
    read_properties,
    read_property,
    read_regex,
)
from wikidata_repair_eval.constraints.regexes import matches
from wikidata_repair_eval.scoring.baselines.plain import always_delete
from wikidata_repair_eval.scoring.baselines.sight import (
    Answer,
    Case,
    Operation,
    Sight,
    Value,
    abstention,
    id_in,
)
from wikidata_repair_eval.wikibase import values_of
from wikidata_repair_eval.wikibase.shapes import statements_of

Rule = Callable[[Sight, Constraint], list[Operation]]


def constraint_guided(case: Case) -> Answer:
    """The first reported constraint that says what to do decides."""
    sight = Sight(case)
    for constraint in sight.rules():
        rule = RULES.get(str(constraint.type))
        try:
            operations = rule(sight, constraint) if rule else []
        except BadParameters:
            continue
        if operations:
            return Answer(operations, f"What {constraint.type} itself says.")
    if not sight.rules():  # a link to itself has no constraint statement
        own = [value for value in sight.offending() if id_in(value) == sight.subject]
        if own:
            return Answer(
                [sight.operation("remove", old=value) for value in own], "No entity links to itself."
            )
    return abstention("The constraint does not say what to do.")


def _only_allowed_value(sight: Sight, constraint: Constraint) -> list[Operation]:
    allowed = sorted(constraint.reading(read_items).ids)
    if len(allowed) != 1:
        return []
    return [sight.operation("replace", old=value, new=allowed[0]) for value in sight.offending()]


def _cleaned_text(sight: Sight, constraint: Constraint) -> list[Operation]:
    pattern, operations = constraint.reading(read_regex), list[Operation]()
    for value in sight.offending():
        if not isinstance(value.get("value"), str):
            return []
        fitting = next((text for text in _cleanings(value["value"]) if _fits(pattern, text)), None)
        if fitting is not None:
            operations.append(
                sight.operation("replace", old=value, new={**value, "value": fitting, "text": fitting})
            )
    return operations


def _cleanings(text: str) -> Iterator[str]:
    """The text without what is typed by mistake, the mildest first."""
    yield text.strip()
    yield text.strip(" .,;:/#")
    for part in (text.split()[-1:] or [""], text.split()[:1] or [""], text.rsplit("/", 1)[-1:]):
        yield part[0]
    yield text.partition(":")[2].strip()
    yield "".join(text.split())
    yield re.sub(r"[^0-9]", "", text)
    yield text.strip().upper()
    yield text.strip().lower()


def _fits(pattern: str, text: str) -> bool:
    try:
        return bool(text) and matches(pattern, text)
    except Unknown:
        return False


def _pointer_back(sight: Sight, constraint: Constraint) -> list[Operation]:
    back = sight.property_id if constraint.type == "Q21510862" else constraint.reading(read_property)
    targets = [target for value in sight.offending() if (target := id_in(value))]
    return [
        {"op": "add", "entity": target, "property": back, "old": None, "new": sight.subject}
        for target in targets
        if sight.subject not in map(id_in, values_of(sight.known(target), back))
    ]


def _required_statement(sight: Sight, constraint: Constraint) -> list[Operation]:
    wanted, items = constraint.reading(read_property), sorted(_items_of(constraint))
    if len(items) != 1:
        return []
    return [{**sight.operation("add", new=items[0]), "property": wanted}]


def _required_of_the_value(sight: Sight, constraint: Constraint) -> list[Operation]:
    wanted, items = constraint.reading(read_property), sorted(_items_of(constraint))
    targets = [target for value in sight.offending() if (target := id_in(value))]
    if len(items) != 1:
        return []
    new = items[0]
    return [{"op": "add", "entity": one, "property": wanted, "old": None, "new": new} for one in targets]


def _conflicting_statements(sight: Sight, constraint: Constraint) -> list[Operation]:
    other, items = constraint.reading(read_property), _items_of(constraint)
    against = [one for one in values_of(sight.entity, other) if not items or id_in(one) in items]
    return [{**sight.operation("remove", old=value), "property": other} for value in against]


def _all_but_the_best(sight: Sight, constraint: Constraint) -> list[Operation]:
    """Keep the statement with the best rank and the most references; the first of equals."""
    statements = [
        one for one in statements_of(sight.entity, sight.property_id) if one.get("rank") != "deprecated"
    ]
    best = max(statements, key=_standing, default=None)
    rest = [one for one in statements if one is not best]
    return [sight.operation("remove", old=one["mainsnak"]) for one in rest]


def _standing(statement: Mapping[str, Any]) -> tuple[bool, int]:
    return statement.get("rank") == "preferred", len(statement.get("references") or ())


def _other_qualifiers(sight: Sight, constraint: Constraint) -> list[Operation]:
    allowed = set(constraint.reading(read_properties))
    return [
        sight.operation("remove_qualifier", value=one["mainsnak"], qualifier=key, old=snak)
        for one in statements_of(sight.entity, sight.property_id)
        for key, snaks in (one.get("qualifiers") or {}).items()
        if key not in allowed
        for snak in snaks
    ]


def _allowed_unit(sight: Sight, constraint: Constraint) -> list[Operation]:
    units = sorted(_items_of(constraint))
    if len(units) > 1:
        return []
    return [
        sight.operation("replace", old=value, new=_with_unit(value, units)) for value in sight.offending()
    ]


def _with_unit(value: Value, units: list[str]) -> Value:
    """One allowed unit, or none allowed at all: a bare number."""
    held, amount = dict(value["value"]), str(value["value"]["amount"]).lstrip("+")
    held["unit"] = f"http://www.wikidata.org/entity/{units[0]}" if units else "1"
    return {**value, "value": held, "text": f"{amount} {units[0]}" if units else amount}


def _delete(sight: Sight, constraint: Constraint) -> list[Operation]:
    return always_delete(sight.case).operations


def _items_of(constraint: Constraint) -> set[str]:
    return set(constraint.reading(read_optional_items).ids)


# By constraint type: what its own words tell to do. A type that is not here tells nothing.
RULES: Mapping[str, Rule] = {
    "Q21510859": _only_allowed_value,
    "Q21502404": _cleaned_text,
    "Q21510862": _pointer_back,
    "Q21510855": _pointer_back,
    "Q21503247": _required_statement,
    "Q21510864": _required_of_the_value,
    "Q21502838": _conflicting_statements,
    "Q19474404": _all_but_the_best,
    "Q52060874": _all_but_the_best,
    "Q21510851": _other_qualifiers,
    "Q21514353": _allowed_unit,
    "Q52558054": _delete,
    "Q52004125": _delete,
    "Q21502410": _delete,
}
