"""Which entities a snapshot must hold, from repairs and the states before them. Reads and freezes nothing.

Every id has the roles that made it wanted. All that the entity named before its repair is wanted whole: what
it points to may hold the evidence, and what a later edit took away would else have lost its name.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.wikibase import is_entity_id, sort_key
from wikidata_repair_eval.wikibase.errors import Malformed
from wikidata_repair_eval.wikibase.shapes import claims_of
from wikidata_repair_eval.world.naming import named_ids, target_of

Record = Mapping[str, Any]
Role = tuple[str, str]
ROLES = (
    "subject",
    "edited",
    "property",
    "constraint_parameter",
    "value_before",
    "value_after",
    "companion",
    "neighbour",
    "class",
    "named",
)
_CLASS_PROPERTIES = ("P31", "P279")


def wanted_rows(cases: Iterable[tuple[Record, Record | None]]) -> list[dict[str, str]]:
    """One row for each id and role, sorted; `cases` are repairs, each with the state before it if known."""
    found: set[Role] = set()
    for repair, state in cases:
        found.update(roles_of(repair, state))
    ordered = sorted(found, key=lambda row: (sort_key(row[0]), ROLES.index(row[1])))
    return [{"id": entity_id, "role": role} for entity_id, role in ordered]


def roles_of(repair: Record, state: Record | None) -> Iterator[Role]:
    """The ids that one repair needs, with their roles, as often as they occur."""
    for entity_id, role in _roles(repair, state or {}):
        if is_entity_id(entity_id):
            yield entity_id, role


def _roles(repair: Record, state: Record) -> Iterator[tuple[Any, str]]:
    target = repair["repair_target"]
    yield repair["qid"], "subject"
    yield repair["property"], "property"
    yield target.get("entity"), "edited"
    yield target.get("property"), "property"
    yield from _with("value_before", (repair.get("violation_context") or {}).get("value"))
    yield from _values(target)
    yield from _parameters(target.get("constraint_delta") or {}, state)
    yield from _surroundings(state)


def _values(target: Record) -> Iterator[Role]:
    ops = target.get("statement_ops") or ()
    yield from _with("value_before", [target.get("old_value"), [op.get("before") for op in ops]])
    yield from _with("value_after", [target.get("new_value"), [op.get("after") for op in ops]])


def _parameters(delta: Record, state: Record) -> Iterator[Role]:
    """Of the definition of the day, and of both sides of an edit of it."""
    definitions = (state.get("constraints"), delta.get("statements_before"), delta.get("statements_after"))
    yield from _with("constraint_parameter", definitions)


def _surroundings(state: Record) -> Iterator[tuple[Any, str]]:
    entity, neighbours = state.get("entity") or {}, state.get("neighbours") or {}
    yield from ((companion, "companion") for companion in state.get("companions") or ())
    yield from ((neighbour, "neighbour") for neighbour in neighbours)
    yield from _with("named", entity)
    for raw in (entity, *neighbours.values()):
        yield from _targets(raw, all_of_them=raw is entity)
    for edge in state.get("class_edges") or ():
        yield from ((end, "class") for end in edge)


def _targets(raw: Record, *, all_of_them: bool) -> Iterator[Role]:
    """What the entity points to, and its classes; of a neighbour its classes alone."""
    try:
        claims = claims_of(raw)
    except Malformed:  # a redirect, or an entity that was not there
        return
    for property_id, statements in claims.items():
        for target in filter(None, map(target_of, statements)):
            if property_id in _CLASS_PROPERTIES:
                yield target, "class"
            if all_of_them:
                yield target, "neighbour"


def _with(role: str, node: Any) -> Iterator[Role]:
    return ((entity_id, role) for entity_id in named_ids(node))
