"""The search for leaks: the answer may stand in a prompt only where it stood before the repair.

Looks at a finished view from the outside. What the pre-repair state has whole, the entity and the
constraints, may say nothing that it did not say, and what the repair changed on another entity must be as it
was. Of every other place that holds the answer, in whatever form, it is asked whether it was there: a frozen
text was if its entity was not edited since; a label is how an id reads, and was there if the id was.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property
from typing import Any

from wikidata_repair_eval.wikibase import render_snak
from wikidata_repair_eval.wikibase.canonical import canonical_snak, canonical_statement
from wikidata_repair_eval.world.answers import Answer, answer_of
from wikidata_repair_eval.world.before import Before, frozen_names, frozen_nodes
from wikidata_repair_eval.world.naming import named_ids
from wikidata_repair_eval.world.pieces import constraint_rows, ego_node, node, short_values

Raw = Mapping[str, Any]
_TEXT_PARTS = ("label", "description", "labels", "descriptions", "aliases", "sitelinks")


def find_leaks(case: Raw, view: Raw) -> list[str]:
    """Every place of the view that says what the repair brought; none is as it should be."""
    return list(_Search(case, view, answer_of(case)).all())


class _Search:
    def __init__(self, case: Raw, view: Raw, answer: Answer) -> None:
        self._view, self._answer, self._before = view, answer, Before(case)
        world = case.get("world_state") or {}
        self._labels, self._nodes = frozen_names(world), frozen_nodes(world)

    def all(self) -> Iterator[str]:
        yield from self._violation(self._view.get("violation_context") or {})
        yield from self._ego(self._view.get("L1_ego_node") or {})
        surroundings = self._view.get("L3_neighborhood") or {}
        yield from self._edges(surroundings.get("outgoing_edges") or ())
        yield from self._neighbours(surroundings.get("nodes") or {})
        yield from self._classes(surroundings.get("class_edges") or ())
        if "L4_constraints" in self._view:
            yield from self._constraints(self._view["L4_constraints"])
        yield from self._names((self._view.get("L2_labels") or {}).get("entities") or {})
        yield from self._elsewhere()

    def _violation(self, told: Raw) -> Iterator[str]:
        stood = {text for texts in short_values(self._before.entity).values() for text in texts}
        stood |= {render_snak(snak) for snak in _snaks_in(self._before.entity.get("claims"))}
        value = told.get("value")
        for text in value if isinstance(value, list) else [value] if value else []:
            if self._answer.is_in(text) and text not in stood:
                yield f"violation_context: {text}"
        yield from (f"companions: {one}" for one in told.get("companions") or () if self._is_new(one))
        yield from self._beside("violation_context", told, {"value", "companions"})

    def _ego(self, ego: Raw) -> Iterator[str]:
        then = ego_node(self._before.entity)
        for part in _TEXT_PARTS:
            if not {*_texts_in(ego.get(part))} <= {*_texts_in(then[part])}:
                yield f"L1 {part}"
        for property_id, texts in (ego.get("properties") or {}).items():
            if not {*texts} <= {*(then["properties"].get(property_id) or ())}:
                yield f"L1 properties {property_id}"
        for property_id, statements in (ego.get("statements") or {}).items():
            stood = {canonical_statement(one) for one in then["statements"].get(property_id, ())}
            if any(canonical_statement(one) not in stood for one in statements):
                yield f"L1 statements {property_id}"
        yield from self._beside("L1", ego, {*then})

    def _edges(self, edges: Iterable[Raw]) -> Iterator[str]:
        for edge in edges:
            target = edge["target_qid"]
            place = f"L3 edge {edge['property_id']} to {target}"
            if target in self._answer.ids and (edge["property_id"], target) not in self._before.edges:
                yield place
            terms = {"label": edge["target_label"], "description": edge["target_description"]}
            yield from self._new_terms(place, target, terms)
            yield from self._beside(
                place, edge, {"property_id", "target_qid", "target_label", "target_description"}
            )

    def _neighbours(self, nodes: Mapping[str, Raw]) -> Iterator[str]:
        for entity_id, shown in nodes.items():
            place = f"L3 node {entity_id}"
            if entity_id in self._answer.ids and entity_id not in self._before.reachable:
                yield place
            merged = (self._before.neighbour(entity_id) or {}).get("redirect")
            known = {"redirect"} if merged is not None and shown.get("redirect") == merged else set()
            yield from self._beside(place, shown, {"label", "description", "aliases", "properties", *known})
            if "properties" not in shown:
                continue
            then = self._known_node(entity_id)
            yield from self._new_terms(place, entity_id, shown)
            yield from self._new_texts(f"{place} aliases", shown.get("aliases"), then.get("aliases"))
            yield from self._new_values(entity_id, shown["properties"], then.get("properties") or {})

    def _classes(self, edges: Iterable[Iterable[str]]) -> Iterator[str]:
        for child, parent in edges:
            if {child, parent} & self._answer.ids and [child, parent] not in self._before.class_edges:
                yield f"L3 class {child} under {parent}"

    def _constraints(self, layer: Raw) -> Iterator[str]:
        """Exactly those of the day: one more, one less, or another parameter is what an edit brought."""
        property_id, rows = layer["property_id"], layer["constraints"]
        names = self._names_then({property_id, *named_ids(self._before.constraints)})
        then_rows = constraint_rows(self._before.constraints, property_id, names)
        expected = {row["statement_id"]: row for row in then_rows}
        shown = {row["statement_id"] for row in rows}
        yield from (f"L4 lacks {one}" for one in expected if one not in shown)
        for row in rows:
            then = expected.get(row["statement_id"])
            if then is None:
                yield f"L4 {row['statement_id']}"
                continue
            for part in ("constraint_type", "rank", "rule_summary"):
                if row[part] != then[part]:
                    yield f"L4 {part} of {row['statement_id']}"
            if _snaks_of(row) != _snaks_of(then):
                yield f"L4 qualifiers of {row['statement_id']}"
            yield from self._beside(f"L4 {row['statement_id']}", row, {*then})

    def _names_then(self, ids: Iterable[str]) -> dict[str, str]:
        names = {one: self._name_then(one) for one in ids}
        return {one: name for one, name in names.items() if name}

    def _name_then(self, entity_id: str) -> str | None:
        row = self._before.terms(entity_id)
        if row is None and not self._before.term_was_edited(entity_id):
            row = self._labels.get(entity_id)
        return row["label"] if row else None

    def _names(self, rows: Mapping[str, Raw]) -> Iterator[str]:
        for entity_id, row in rows.items():
            if self._is_new(entity_id):
                yield f"L2 {entity_id}"
            yield from self._new_terms(f"L2 {entity_id}", entity_id, row)
            yield from self._beside(f"L2 {entity_id}", row, {"label", "description"})

    def _elsewhere(self) -> Iterator[str]:
        known = {"qid", "property", "as_of", "violation_context"}
        known |= {"L1_ego_node", "L2_labels", "L3_neighborhood", "L4_constraints"}
        yield from self._beside("", self._view, known)

    def _beside(self, place: str, part: Raw, known: Set[str]) -> Iterator[str]:
        """Members that nobody knows of may not hold the answer at all."""
        for name in sorted(part.keys() - known):
            if self._holds(part[name]):
                yield f"{place} {name}".strip()

    # --- what stood where ------------------------------------------------------------------------------

    def _is_new(self, entity_id: str) -> bool:
        return entity_id in self._answer.ids and entity_id not in self._named

    @cached_property
    def _named(self) -> set[str]:
        """Ids in view before: named by the entity, by the constraints, by neighbours, by the class tree."""
        found = {*self._before.named, *(end for edge in self._before.class_edges for end in edge)}
        found.update(self._before.reachable)
        for entity_id in self._before.reachable:
            found.update((self._nodes.get(entity_id) or {}).get("properties") or ())
            known = self._known_node(entity_id).get("properties") or {}
            found.update(known, *known.values())
            found.update(named_ids((self._before.neighbour(entity_id) or {}).get("claims")))
        return found

    def _known_node(self, entity_id: str) -> Raw:
        """What is known to have been there of a neighbour; nothing where it was edited since."""
        then = self._before.neighbour(entity_id)
        if then is not None:
            return node(then)
        frozen: Raw = self._nodes.get(entity_id) or {}
        if self._before.is_as_it_was(entity_id, frozen.get("modified")):
            return frozen
        return {"properties": self._before.undone(entity_id, {})}

    def _new_terms(self, place: str, entity_id: str, shown: Raw) -> Iterator[str]:
        then = self._before.terms(entity_id)
        row: Raw = self._labels.get(entity_id) or {}
        unchanged = self._before.is_as_it_was(entity_id, row.get("modified"))
        known = then or (row if unchanged else {})
        yield from self._new_texts(f"{place} description", shown.get("description"), known.get("description"))
        by_name = then is None and not self._before.term_was_edited(entity_id) and not self._is_new(entity_id)
        label = row.get("label") if by_name else known.get("label")
        yield from self._new_texts(f"{place} label", shown.get("label"), label)

    def _new_texts(self, place: str, shown: Any, then: Any) -> Iterator[str]:
        stood = {*_texts_in(then)}
        if any(self._answer.is_in(text) and text not in stood for text in _texts_in(shown)):
            yield place

    def _new_values(self, entity_id: str, shown: Mapping[str, list[str]], then: Raw) -> Iterator[str]:
        """What the repair changed there must be as it was; elsewhere the answer must have stood."""
        for property_id, texts in shown.items():
            fresh = [text for text in texts if text not in (then.get(property_id) or ())]
            edited = self._before.is_edited(entity_id, property_id)
            if any(edited or self._answer.is_in(text) for text in fresh):
                yield f"L3 node {entity_id} {property_id}"

    def _holds(self, part: Any) -> bool:
        """Is the answer anywhere in this piece of JSON?"""
        ids = self._answer.ids & {*named_ids(part)}
        return bool(ids) or any(self._answer.is_in(text) for text in _texts_in(part))


def _snaks_of(row: Raw) -> list[bytes]:
    return sorted(canonical_snak(snak) for snaks in row["qualifiers"].values() for snak in snaks)


def _snaks_in(part: Any) -> Iterator[Raw]:
    if isinstance(part, Mapping):
        if "snaktype" in part:
            yield part
        for member in part.values():
            yield from _snaks_in(member)
    elif isinstance(part, list):
        for member in part:
            yield from _snaks_in(member)


def _texts_in(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for member in part.values():
            yield from _texts_in(member)
    elif isinstance(part, list | tuple):
        for member in part:
            yield from _texts_in(member)
