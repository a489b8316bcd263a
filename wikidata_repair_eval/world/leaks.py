"""The search for leaks: the answer may stand in a prompt only where it stood before the repair.

Looks at a finished view from the outside and asks of every place that holds the answer, in whatever form,
whether the pre-repair state had it in that place. A frozen text counts as having been there if its entity
was not edited since; a label is how an id reads, and is there if the id was.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from wikidata_repair_eval.constraints import parse_constraints
from wikidata_repair_eval.wikibase import render_snak
from wikidata_repair_eval.wikibase.canonical import canonical_snak, canonical_statement
from wikidata_repair_eval.world.answers import Answer, answer_of
from wikidata_repair_eval.world.before import Before
from wikidata_repair_eval.world.naming import named_ids
from wikidata_repair_eval.world.pieces import ego_node, node, short_values

Raw = Mapping[str, Any]
_TEXT_PARTS = ("label", "description", "labels", "descriptions", "aliases", "sitelinks")


def find_leaks(case: Raw, view: Raw) -> list[str]:
    """Every place of the view that holds the answer and did not hold it before; none is as it should be."""
    answer = answer_of(case)
    return list(_Search(case, view, answer).all()) if answer else []


class _Search:
    def __init__(self, case: Raw, view: Raw, answer: Answer) -> None:
        self._view, self._answer, self._before = view, answer, Before(case)
        world = case.get("world_state") or {}
        self._labels: Raw = world.get("L2_labels", {}).get("entities", {})
        self._nodes: Raw = world.get("L3_neighborhood", {}).get("nodes", {})

    def all(self) -> Iterator[str]:
        yield from self._violation(self._view.get("violation_context") or {})
        yield from self._ego(self._view.get("L1_ego_node") or {})
        surroundings = self._view.get("L3_neighborhood") or {}
        yield from self._edges(surroundings.get("outgoing_edges") or ())
        yield from self._neighbours(surroundings.get("nodes") or {})
        yield from self._classes(surroundings.get("class_edges") or ())
        yield from self._constraints((self._view.get("L4_constraints") or {}).get("constraints") or ())
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

    def _ego(self, ego: Raw) -> Iterator[str]:
        then = ego_node(self._before.entity)
        for part in _TEXT_PARTS:
            yield from self._new_texts(f"L1 {part}", ego.get(part), then[part])
        yield from self._new_values("L1 properties", ego.get("properties") or {}, then["properties"])
        for property_id, statements in (ego.get("statements") or {}).items():
            stood = {canonical_statement(one) for one in then["statements"].get(property_id, ())}
            for statement in statements:
                if self._holds(statement) and canonical_statement(statement) not in stood:
                    yield f"L1 statements {property_id}"

    def _edges(self, edges: Iterable[Raw]) -> Iterator[str]:
        for edge in edges:
            target = edge["target_qid"]
            place = f"L3 edge {edge['property_id']} to {target}"
            if target in self._answer.ids and (edge["property_id"], target) not in self._before.edges:
                yield place
            terms = {"label": edge["target_label"], "description": edge["target_description"]}
            yield from self._new_terms(place, target, terms)

    def _neighbours(self, nodes: Mapping[str, Raw]) -> Iterator[str]:
        for entity_id, shown in nodes.items():
            place = f"L3 node {entity_id}"
            if entity_id in self._answer.ids and entity_id not in self._before.reachable:
                yield place
            if "properties" not in shown:
                continue
            then = self._known_node(entity_id)
            yield from self._new_terms(place, entity_id, shown)
            yield from self._new_texts(f"{place} aliases", shown.get("aliases"), then.get("aliases"))
            yield from self._new_values(place, shown["properties"], then.get("properties") or {})

    def _classes(self, edges: Iterable[Iterable[str]]) -> Iterator[str]:
        for child, parent in edges:
            if {child, parent} & self._answer.ids and [child, parent] not in self._before.class_edges:
                yield f"L3 class {child} under {parent}"

    def _constraints(self, rows: Iterable[Raw]) -> Iterator[str]:
        stood = {
            rule.id: rule.raw for rule in parse_constraints(self._before.constraints, "", deprecated=True)
        }
        for row in rows:
            statement = stood.get(row.get("statement_id")) or {}
            known = {canonical_snak(snak) for snak in _snaks_in(statement)}
            shown = [snak for snaks in row["qualifiers"].values() for snak in snaks]
            if any(self._holds(snak) and canonical_snak(snak) not in known for snak in shown):
                yield f"L4 qualifiers of {row.get('statement_id')}"
            if self._answer.is_in(self._without_names(row["rule_summary"], statement)):
                yield f"L4 rule_summary of {row.get('statement_id')}"

    def _names(self, rows: Mapping[str, Raw]) -> Iterator[str]:
        for entity_id, row in rows.items():
            if self._is_new(entity_id):
                yield f"L2 {entity_id}"
            yield from self._new_terms(f"L2 {entity_id}", entity_id, row)

    def _elsewhere(self) -> Iterator[str]:
        """Parts of a view that nobody knows of may not hold the answer at all."""
        known = {"qid", "property", "as_of", "violation_context"}
        known |= {"L1_ego_node", "L2_labels", "L3_neighborhood", "L4_constraints"}
        for name in sorted(set(self._view) - known):
            if self._holds(self._view[name]):
                yield name

    # --- what stood where ------------------------------------------------------------------------------

    def _is_new(self, entity_id: str) -> bool:
        return entity_id in self._answer.ids and entity_id not in self._named

    @cached_property
    def _named(self) -> set[str]:
        """Ids in view before: named by the entity, by the constraints, by neighbours, by the class tree."""
        found = {*self._before.named, *(end for edge in self._before.class_edges for end in edge)}
        for entity_id in self._before.reachable:
            texts = (self._known_node(entity_id).get("properties") or {}).values()
            found.update(text for values in texts for text in values)
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

    def _new_values(self, place: str, shown: Mapping[str, list[str]], then: Raw) -> Iterator[str]:
        for property_id, texts in shown.items():
            stood = then.get(property_id) or ()
            if any(self._answer.is_in(text) and text not in stood for text in texts):
                yield f"{place} {property_id}"

    def _holds(self, part: Any) -> bool:
        """Is the answer anywhere in this piece of JSON?"""
        ids = self._answer.ids & {*named_ids(part)}
        return bool(ids) or any(self._answer.is_in(text) for text in _texts_in(part))

    def _without_names(self, sentence: str, statement: Raw) -> str:
        """The sentence without what the statement itself said: ids, their names, and texts."""
        said = {*named_ids(statement), *_texts_in(statement)}
        names = {str((self._labels.get(one) or {}).get("label") or "") for one in said}
        names |= {str((self._before.terms(one) or {}).get("label") or "") for one in said}
        for text in sorted({*said, *names} - {""}, key=len, reverse=True):
            sentence = sentence.replace(text, " ").replace(text.replace('"', '""'), " ")
        return sentence


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
