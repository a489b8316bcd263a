"""`prompt_view`: the only way from a case to a prompt. What was not there before the repair is not in it.

The pre-repair state has the entity, the neighbours that the constraint asks about, and the constraints of
the day: these are shown as they were. Everything else is frozen, and later. A frozen name is how an id reads,
and is kept. A frozen neighbour's description, aliases and values are kept as a whole where the neighbour was
not edited since the repair; else those that hold the answer are left out, without a mark where they were.

A view says nothing of the track, of ids and revisions of the repair, or of whoever made it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.wikibase import is_entity_id, sort_key
from wikidata_repair_eval.world.answers import answer_of
from wikidata_repair_eval.world.before import Before, frozen_names, frozen_nodes
from wikidata_repair_eval.world.naming import named_ids
from wikidata_repair_eval.world.pieces import MOST_VALUES, constraint_rows, ego_node, node

Raw = Mapping[str, Any]
LAYERS = ("L1", "L2", "L3", "L4")
_FULL_NAMES = {
    "L1_ego_node": "L1",
    "L2_labels": "L2",
    "L3_neighborhood": "L3",
    "L4_constraints": "L4",
}


def prompt_view(case: Raw, layers: Sequence[str] = LAYERS) -> dict[str, Any]:
    """What a model may see of a benchmark case: the violation, and the layers that were asked for.

    A layer is called `L1` or `L1_ego_node`.
    """
    layers = [_FULL_NAMES.get(layer, layer) for layer in layers]
    unknown = [layer for layer in layers if layer not in LAYERS]
    if unknown:
        fix = f"use some of {', '.join(LAYERS)}"
        raise InputError("layers", ", ".join(map(str, unknown)), "there is no such layer", fix)
    return _View(case, layers).all()


class _View:
    """Puts one view together; `_mentioned` are the ids that it shows so far."""

    def __init__(self, case: Raw, layers: Sequence[str]) -> None:
        self._case, self._layers = case, layers
        self._before = Before(case)
        world = case.get("world_state") or {}
        self._labels, self._nodes = frozen_names(world), frozen_nodes(world)
        self._answer = answer_of(case)
        self._mentioned: set[str] = {case["qid"], case["property"]}

    def all(self) -> dict[str, Any]:
        view = {
            "qid": self._case["qid"],
            "property": self._case["property"],
            "as_of": self._before.as_of,
            "violation_context": self._violation(),
        }
        makers = {"L1": self._ego, "L3": self._neighborhood, "L4": self._constraints, "L2": self._names}
        for layer, make in makers.items():  # names come last: they are those of the ids in the others
            if layer in self._layers:
                view |= make()
        return view

    def _violation(self) -> dict[str, Any]:
        """What the report said; of the offending values only those that stood there before the session."""
        told = self._case["violation_context"]
        values = [value for value in told.get("value") or () if self._before.has_value(value)]
        self._mentioned.update(named_ids(values))
        self._mentioned.update(self._before.companions)
        texts = [value["text"] for value in values]
        return {
            "violation_types": list(told.get("report_violation_types") or [told["report_violation_type"]]),
            "value": texts[0] if len(texts) == 1 else texts or None,
            "companions": list(self._before.companions),
        }

    def _ego(self) -> dict[str, Any]:
        self._mentioned.update(named_ids(self._before.entity.get("claims")))
        return {"L1_ego_node": ego_node(self._before.entity)}

    def _neighborhood(self) -> dict[str, Any]:
        edges = [self._edge(*edge) for edge in self._before.edges]
        shown = ((entity_id, self._node(entity_id)) for entity_id in self._before.reachable)
        nodes = {entity_id: found for entity_id, found in shown if found is not None}
        classes = self._before.class_edges
        self._mentioned.update(end for edge in classes for end in edge)
        return {"L3_neighborhood": {"outgoing_edges": edges, "nodes": nodes, "class_edges": classes}}

    def _edge(self, property_id: str, target: str) -> dict[str, Any]:
        self._mentioned.update((property_id, target))
        row = self._terms(target)
        return {
            "property_id": property_id,
            "target_qid": target,
            "target_label": row["label"] if row else None,
            "target_description": row["description"] if row else None,
        }

    def _node(self, entity_id: str) -> dict[str, Any] | None:
        """The neighbour as it was, else as it is frozen and may be shown; None where nobody knows."""
        then = self._before.neighbour(entity_id)
        if then is not None and "redirect" in then:
            return {"redirect": then["redirect"]}
        if then is not None and "missing" in then:
            return {"missing": True}
        if then is not None:
            self._mentioned.update(named_ids(then.get("claims")))
            shown = node(then)
        elif entity_id in self._nodes:
            shown = self._frozen_node(entity_id)
        else:
            return None
        self._mentioned |= {entity_id, *shown["properties"], *_ids_in(shown, self._labels)}
        return shown

    def _frozen_node(self, entity_id: str) -> dict[str, Any]:
        raw = self._nodes[entity_id]
        shown: dict[str, Any] = {key: raw.get(key) for key in ("label", "description")}
        shown["aliases"] = list(raw.get("aliases") or ())
        shown["properties"] = self._before.undone(entity_id, raw.get("properties") or {})
        shown["label"] = None if self._before.term_was_edited(entity_id) else shown["label"]
        if not self._before.is_as_it_was(entity_id, raw.get("modified")):
            shown["description"] = self._allowed(shown["description"])
            shown["aliases"] = [text for text in shown["aliases"] if not self._answer.is_in(text)]
            shown["properties"] = self._without_answer(shown["properties"])
        return shown | self._cut(entity_id, shown["properties"])

    def _without_answer(self, properties: Mapping[str, list[str]]) -> dict[str, list[str]]:
        """What is left out leaves no empty list, which would tell of it."""
        kept = (
            (name, [one for one in texts if not self._answer.is_in(one)])
            for name, texts in properties.items()
        )
        return {name: texts for name, texts in kept if texts}

    def _cut(self, entity_id: str, properties: dict[str, list[str]]) -> dict[str, Any]:
        """How long the lists are that are cut, less what was left out of them."""
        frozen = self._nodes[entity_id]
        cut = {}
        for name, texts in properties.items():
            # A list that the repair changed came back whole from its record.
            whole = 0 if self._before.is_edited(entity_id, name) else frozen.get("cut", {}).get(name, 0)
            length = len(texts) + (whole - len(frozen["properties"][name]) if whole else 0)
            properties[name] = texts[:MOST_VALUES]
            if length > MOST_VALUES:
                cut[name] = length
        return {"cut": cut} if cut else {}

    def _constraints(self) -> dict[str, Any]:
        """Of the day before the repair, for either track: else the track could be told."""
        rules = self._before.constraints
        self._mentioned.update(named_ids(rules))
        rows = (
            (entity_id, self._terms(entity_id)) for entity_id in {*named_ids(rules), self._case["property"]}
        )
        names = {entity_id: row["label"] for entity_id, row in rows if row and row["label"]}
        shown = constraint_rows(rules, self._case["property"], names)
        return {"L4_constraints": {"property_id": self._case["property"], "constraints": shown}}

    def _names(self) -> dict[str, Any]:
        rows = ((entity_id, self._terms(entity_id)) for entity_id in sorted(self._mentioned, key=sort_key))
        return {"L2_labels": {"entities": {entity_id: row for entity_id, row in rows if row is not None}}}

    def _terms(self, entity_id: str) -> dict[str, str | None] | None:
        """Label and description as they were, else as they are frozen; None where nobody knows any."""
        then = self._before.terms(entity_id)
        if then is not None:
            return then
        row = self._labels.get(entity_id)
        if row is None:
            return None
        if self._before.is_as_it_was(entity_id, row.get("modified")):
            return {"label": row["label"], "description": row["description"]}
        label = None if self._before.term_was_edited(entity_id) else row["label"]
        return {"label": label, "description": self._allowed(row["description"])}

    def _allowed(self, text: str | None) -> str | None:
        return None if text is None or self._answer.is_in(text) else text


def _ids_in(shown: Raw, known: Raw) -> Iterator[str]:
    """Short values that are ids; a text that only looks like one is no id that was frozen."""
    for texts in shown["properties"].values():
        yield from (text for text in texts if is_entity_id(text) and text in known)
