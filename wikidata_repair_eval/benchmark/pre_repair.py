"""The world before a repair, as a case holds it: a state that the checkers can judge without a network.

A state is never changed; `with_entity` and `with_constraints` give another one that shares all the rest.
What the record does not hold is unknown, never missing: a class that nobody read has unknown parents, so a
verdict that hangs on it is undecidable. What a proposal does to a state is not decided here.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import proxy

from wikidata_repair_eval.constraints import Subject, UnitTable, Use, World, now_from
from wikidata_repair_eval.constraints.classes import leads_to
from wikidata_repair_eval.constraints.holders import holders_beside
from wikidata_repair_eval.constraints.unit_pages import UnitPages
from wikidata_repair_eval.constraints.vocabulary import INSTANCE_OF, SUBCLASS_OF
from wikidata_repair_eval.wikibase import entity_type

Raw = Mapping[str, Any]
SUBJECT_TYPE, VALUE_TYPE = "Q21503250", "Q21510865"


@dataclass(frozen=True, slots=True)
class State:
    """Entities by id (the subject among them), P2302 of the reported property, parents of known classes."""

    qid: str
    property_id: str
    entities: Mapping[str, Raw]
    parents: Mapping[str, tuple[str, ...]]
    constraints: Sequence[Raw]
    as_of: str
    companions: tuple[str, ...] = ()
    datatypes: Mapping[str, str] = field(default_factory=dict)

    @property
    def subject(self) -> Raw:
        """The entity that is judged; if it was merged, the one it was merged into."""
        return self.resolved(self.qid)

    def resolved(self, entity_id: str) -> Raw:
        """A known entity; if it was merged, the one it was merged into."""
        raw = self.entities[entity_id]
        return self.entities.get(str(raw.get("redirect")), raw) if "redirect" in raw else raw

    def knows(self, entity_id: str) -> bool:
        return entity_id in self.entities or entity_id in self.parents

    def entity(self, entity_id: str) -> Raw:
        """The entity as far as it is known; of a mere class only its parents."""
        found = self.entities.get(entity_id)
        return _class_entity(entity_id, self.parents[entity_id]) if found is None else found

    def with_entity(self, entity_id: str, raw: Raw) -> "State":
        parents = self.parents
        if entity_id in parents:
            above = () if "redirect" in raw else tuple(Subject(raw).best_targets(SUBCLASS_OF))
            parents = {**parents, entity_id: above}
        return replace(self, entities={**self.entities, entity_id: raw}, parents=parents)

    def with_constraints(self, constraints: Sequence[Raw]) -> "State":
        return replace(self, constraints=constraints)


def state_of(case: Raw) -> State:
    """The state of a benchmark case (a repair with its `pre_repair_state`)."""
    record, target = case["pre_repair_state"], case["repair_target"]
    entities = {**(record.get("neighbours") or {}), case["qid"]: record["entity"]}
    parents = _parents(case, record, entities)
    edited = target.get("entity")
    if edited and edited not in entities:  # a class in the tree is known by its edges; here is all of it
        entities[edited] = _edited_entity(edited, target)
        if target.get("property") == SUBCLASS_OF:
            parents[edited] = tuple(Subject(entities[edited]).best_targets(SUBCLASS_OF))
    return State(
        qid=case["qid"],
        property_id=case["property"],
        entities=entities,
        parents=parents,
        constraints=tuple(record.get("constraints") or ()),
        as_of=record["as_of"],
        companions=tuple(record.get("companions") or ()),
        datatypes=_datatypes(case),
    )


def _parents(case: Raw, record: Raw, entities: Mapping[str, Raw]) -> dict[str, tuple[str, ...]]:
    """The edges, and no parents for classes at which the walk of the reported check is known to end."""
    above: dict[str, list[str]] = {}
    for child, parent in record.get("class_edges") or ():
        above.setdefault(child, []).append(parent)
        above.setdefault(parent, [])
    for start in _walked_from(case, record, entities):
        above.setdefault(start, [])
    return {child: tuple(parents) for child, parents in above.items()}


def _walked_from(case: Raw, record: Raw, entities: Mapping[str, Raw]) -> Iterator[str]:
    types = {constraint.get("type_qid") for constraint in case["proof"].get("constraints") or ()}
    walked = [record["entity"]] if SUBJECT_TYPE in types else []
    if VALUE_TYPE in types:
        walked += [raw for entity_id, raw in entities.items() if entity_id != case["qid"]]
    for raw in walked:
        if raw.get("claims"):
            for relation in (INSTANCE_OF, SUBCLASS_OF):
                yield from Subject(raw).best_targets(relation)


def _class_entity(entity_id: str, parents: Sequence[str]) -> Raw:
    values = [{"snaktype": "value", "value": {"entity-type": "item", "id": parent}} for parent in parents]
    return _bare(entity_id, SUBCLASS_OF, [_statement(SUBCLASS_OF, value) for value in values])


def _edited_entity(entity_id: str, target: Raw) -> Raw:
    """Of an edited entity that nobody stored: what the repair says about the edited property."""
    if not target.get("property"):
        return _bare(entity_id, "", [])
    whole = [op["before"] for op in target["statement_ops"] if op.get("before")]
    seen = {str(raw.get("id")): raw for raw in whole}
    values = [_statement(target["property"], value) for value in target.get("old_value") or ()]
    said = [raw["mainsnak"].get("datavalue") for raw in seen.values()]
    rest = [raw for raw in values if raw["mainsnak"].get("datavalue") not in said]
    return _bare(entity_id, target["property"], [*seen.values(), *rest])


def _bare(entity_id: str, property_id: str, statements: Sequence[Raw]) -> Raw:
    claims = {property_id: list(statements)} if statements else {}
    terms: dict[str, Any] = {"labels": {}, "descriptions": {}, "aliases": {}, "sitelinks": {}}
    return {"id": entity_id, "type": entity_type(entity_id), "claims": claims, **terms}


def _statement(property_id: str, value: Raw) -> dict[str, Any]:
    snak: dict[str, Any] = {"property": property_id, "snaktype": value["snaktype"]}
    if value["snaktype"] == "value":
        snak["datavalue"] = {"type": value_type_of(value["value"]), "value": value["value"]}
    return {"mainsnak": snak, "rank": value.get("rank", "normal"), "type": "statement"}


_TYPE_OF_MEMBER = {
    "id": "wikibase-entityid",
    "time": "time",
    "amount": "quantity",
    "latitude": "globecoordinate",
    "text": "monolingualtext",
}


def value_type_of(content: Any) -> str:
    """The value type that a value's content shows; plain text is a string."""
    members = content if isinstance(content, Mapping) else {}
    found = (kind for member, kind in _TYPE_OF_MEMBER.items() if member in members)
    return next(found, "wikibase-entityid" if "numeric-id" in members else "string")


def _datatypes(case: Raw) -> dict[str, str]:
    """What the case tells of the datatypes of the reported and of the edited property."""
    target, reported = case["repair_target"], case["violation_context"].get("value") or ()
    rows = [(case["property"], value) for value in reported]
    edited = [*(target.get("old_value") or ()), *(target.get("new_value") or ())]
    rows += [(target.get("property"), value) for value in edited]
    return {str(name): value["datatype"] for name, value in rows if name and value.get("datatype")}


class StateWorld(World):
    """The context of one state."""

    def __init__(self, state: State) -> None:
        super().__init__(state.entities, now=now_from(state.as_of), datatypes=state.datatypes)
        self._state = state
        # A cycle would keep every case of a run until the collector comes.
        self.units = UnitTable(UnitPages(proxy(self)))

    def parents(self, class_id: str) -> Sequence[str] | None:
        known = self._state.parents.get(class_id)
        return super().parents(class_id) if known is None else known

    def is_subclass(self, class_id: str, classes: Collection[str]) -> bool | None:
        return leads_to(class_id, classes, self.parents)

    def holders(self, use: Use, separators: Sequence[str]) -> Sequence[str | None] | None:
        return holders_beside(use, self._state.companions, self, separators)
