"""What a case's pre-repair state says was there: the entity, its surroundings, and what of them is known.

The state also holds neighbours that only the repair brought into play (the check of the new value asked for
them). They are no part of what the entity could see, so they are not reachable here.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.wikibase import sort_key
from wikidata_repair_eval.world.naming import named_ids
from wikidata_repair_eval.world.pieces import outgoing_edges, terms_of

Raw = Mapping[str, Any]
_CLASS_PROPERTIES = ("P31", "P279")


class Before:
    """The day before the repair, as far as the case knows it."""

    def __init__(self, case: Raw) -> None:
        state = case.get("pre_repair_state") or {}
        if not state.get("entity"):
            problem = "the state before the repair is not known, so what the repair brought cannot be told"
            fix = "give a benchmark case with its pre_repair_state"
            raise InputError(f"case {case.get('id')}", "pre_repair_state", problem, fix)
        self._target: Raw = case["repair_target"]
        self._neighbours: Raw = state.get("neighbours") or {}
        self._all_class_edges = state.get("class_edges") or ()
        self.qid: str = case["qid"]
        self.entity: Raw = {"id": self.qid, **state["entity"]}
        self.constraints: list[Raw] = list(state.get("constraints") or ())
        self.companions: tuple[str, ...] = tuple(state.get("companions") or ())
        self.as_of: str = state["as_of"]
        self.edges = outgoing_edges(self.entity)

    @cached_property
    def named(self) -> frozenset[str]:
        """Every id that the entity, the constraints or the report's line named."""
        return frozenset({self.qid, *named_ids(self.entity), *named_ids(self.constraints), *self.companions})

    @cached_property
    def reachable(self) -> list[str]:
        """What the entity pointed to, what else of the state it named, and who stood beside it."""
        found = {target for _, target in self.edges} | {*self.companions}
        found |= {*named_ids(self.entity.get("claims"))} & {*self._neighbours}
        followed = (self._neighbours.get(entity_id, {}).get("redirect") for entity_id in found)
        found |= {target for target in followed if target in self._neighbours}
        return sorted(found - {self.qid}, key=sort_key)

    @cached_property
    def class_edges(self) -> list[list[str]]:
        """Child and parent, upwards from the classes of whoever is in view."""
        parents: dict[str, list[str]] = {}
        for child, parent in self._all_class_edges:
            parents.setdefault(child, []).append(parent)
        seen = dict.fromkeys(self._first_classes())
        queue = list(seen)
        for child in queue:
            fresh = [parent for parent in parents.get(child, ()) if parent not in seen]
            seen.update(dict.fromkeys(fresh))
            queue += fresh
        return [[child, parent] for child, parent in self._all_class_edges if child in seen]

    def neighbour(self, entity_id: str) -> Raw | None:
        """The neighbour's JSON of that day, a redirect or a mark that it was missing; None if unknown."""
        found: Raw | None = self._neighbours.get(entity_id)
        return found

    def terms(self, entity_id: str) -> dict[str, str | None] | None:
        """Label and description of that day, where the state has the entity."""
        raw = self.entity if entity_id == self.qid else self._neighbours.get(entity_id)
        return None if raw is None or "labels" not in raw else terms_of(raw)

    def is_as_it_was(self, entity_id: str, modified: str | None) -> bool:
        """Was a frozen entity last edited before the repair began? Then what is frozen was there."""
        return modified is not None and modified <= self.as_of and entity_id != self._target.get("entity")

    def term_was_edited(self, entity_id: str) -> bool:
        """Was it a text of this entity that the repair changed?"""
        return self._target.get("entity") == entity_id and self._target.get("property") is None

    def undone(self, entity_id: str, properties: Mapping[str, list[str]]) -> dict[str, list[str]]:
        """The short values of a frozen entity with those that the repair changed put back."""
        edited = self._target.get("property")
        if self._target.get("entity") != entity_id or edited is None:
            return dict(properties)
        old = [value["text"] for value in self._target["old_value"] if value["rank"] != "deprecated"]
        whole = {**properties, edited: old}
        return {name: whole[name] for name in sorted(whole, key=sort_key) if whole[name]}

    def is_edited(self, entity_id: str, property_id: str | None) -> bool:
        """Was it this property of this entity that the repair changed?"""
        return (self._target.get("entity"), self._target.get("property")) == (entity_id, property_id)

    def has_value(self, value: Raw) -> bool:
        """Did this value stand anywhere on the entity: as a main value, in a qualifier or in a reference?"""
        return _key(value) in self._values

    @cached_property
    def _values(self) -> frozenset[str]:
        return frozenset(_values_in(self.entity.get("claims")))

    def _first_classes(self) -> Iterator[str]:
        shown = [self.entity, *(self._neighbours.get(one, {}) for one in self.reachable)]
        for raw in shown:
            yield from (target for name, target in outgoing_edges(raw) if name in _CLASS_PROPERTIES)
        yield from (target for _, target in self.edges)
        yield from named_ids(self.constraints)


def frozen_names(world: Raw) -> Raw:
    """Label and description by id, as a world state has them; its edges name their targets, too."""
    named = {
        edge["target_qid"]: {"label": edge.get("target_label"), "description": edge.get("target_description")}
        for edge in (world.get("L3_neighborhood") or {}).get("outgoing_edges") or ()
    }
    rows: Raw = (world.get("L2_labels") or {}).get("entities") or {}
    return named | {entity_id: {"label": None, "description": None, **row} for entity_id, row in rows.items()}


def frozen_nodes(world: Raw) -> Raw:
    nodes: Raw = (world.get("L3_neighborhood") or {}).get("nodes") or {}
    return nodes


def _values_in(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if "snaktype" in node:
            yield _key({**node, "value": (node.get("datavalue") or {}).get("value")})
        for member in node.values():
            yield from _values_in(member)
    elif isinstance(node, list):
        for member in node:
            yield from _values_in(member)


def _key(value: Raw) -> str:
    content = value.get("value")
    ordered = sorted(content.items(), key=str) if isinstance(content, Mapping) else content
    return f"{value['snaktype']} {ordered!r}"
