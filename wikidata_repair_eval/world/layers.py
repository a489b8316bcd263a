"""The frozen world of one case: layers L1 to L4, how the constraint was changed, whether the repair stands.

Everything comes from the snapshot, labels above all; nobody asks the live wiki. These layers hold the
answers: what a model may see of them is decided in `prompts`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.wikibase import entity_type, sort_key
from wikidata_repair_eval.wikibase.shapes import statements_of
from wikidata_repair_eval.world.frozen import Frozen
from wikidata_repair_eval.world.naming import named_ids
from wikidata_repair_eval.world.persistence import persistence_of, unchecked
from wikidata_repair_eval.world.pieces import constraint_rows, ego_node, node, outgoing_edges

Raw = Mapping[str, Any]
SCHEMA_VERSION = 1
NO_SNAPSHOT = "no dump was frozen; materialize dump_snapshot"


def world_state(repair: Raw, state: Raw | None, frozen: Frozen | None) -> dict[str, Any]:
    """The layers of a case whose entity and property are frozen, or `not_frozen` and why."""
    if frozen is None:
        return not_frozen(NO_SNAPSHOT)
    persistence = persistence_of(repair, state, frozen)
    for entity_id in (repair["qid"], repair["property"]):
        if frozen.entity(entity_id) is None:
            return not_frozen(_absence(entity_id, frozen), persistence)
    return _Layers(repair, state or {}, frozen).all() | {"persistence": persistence}


def not_frozen(reason: str, persistence: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "status": "not_frozen",
        "reason": reason,
        "persistence": persistence or unchecked(reason),
        "schema_version": SCHEMA_VERSION,
    }


def _absence(entity_id: str, frozen: Frozen) -> str:
    if entity_type(entity_id) not in ("item", "property"):
        return f"{entity_id} is a {entity_type(entity_id)}, and the dump has only items and properties"
    if frozen.covers(entity_id) == "missing":
        return f"{entity_id} is not in the dump: deleted or merged since, or not there yet"
    return f"{entity_id} was not among the ids when the dump was frozen; freeze it again to cover it"


class _Layers:
    """Puts the layers of one frozen case together."""

    def __init__(self, repair: Raw, state: Raw, frozen: Frozen) -> None:
        self._repair, self._state, self._frozen = repair, state, frozen
        self._subject: Raw = frozen.entity(repair["qid"]) or {}
        self._rules = list(statements_of(frozen.entity(repair["property"]) or {}, "P2302"))
        self._edges = outgoing_edges(self._subject)

    def all(self) -> dict[str, Any]:
        neighbours = self._neighbours()
        looked_up = {*self._named_by_frozen(neighbours)}
        labels = self._labels(looked_up | {*self._mentioned_elsewhere()}, looked_up)
        names = {entity_id: row["label"] for entity_id, row in labels.items() if row["label"]}
        rules = constraint_rows(self._rules, self._repair["property"], names)
        layers = {
            "status": "frozen",
            "L1_ego_node": {
                **ego_node(self._subject),
                "lastrevid": self._subject.get("lastrevid"),
                "modified": self._subject.get("modified"),
            },
            "L2_labels": {"entities": labels},
            "L3_neighborhood": {
                "outgoing_edges": [self._edge(*edge, labels) for edge in self._edges],
                "nodes": {entity_id: _frozen_node(raw) for entity_id, raw in neighbours.items()},
            },
            "L4_constraints": {"property_id": self._repair["property"], "constraints": rules},
            "schema_version": SCHEMA_VERSION,
        }
        return layers | self._change()

    def _change(self) -> dict[str, Any]:
        target = self._repair["repair_target"]
        if target["kind"] != "T_BOX":
            return {}
        delta = target["constraint_delta"]
        signatures = {
            side: {"hash": delta[f"hash_{side}"], "statements": delta[f"statements_{side}"]}
            for side in ("before", "after")
        }
        revision = target["property_revision_id"]
        return {"constraint_change_context": {"property_revision_id": revision, "signatures": signatures}}

    def _edge(self, property_id: str, target: str, labels: Mapping[str, Any]) -> dict[str, Any]:
        row = labels[target]
        return {
            "property_id": property_id,
            "target_qid": target,
            "target_label": row["label"],
            "target_description": row["description"],
        }

    def _neighbours(self) -> dict[str, Raw]:
        """One hop, today and before the repair; whoever the constraint asked about, and who was edited."""
        asked: dict[str, None] = dict.fromkeys(target for _, target in self._edges)
        asked.update(dict.fromkeys(target for _, target in outgoing_edges(self._state.get("entity") or {})))
        asked.update(dict.fromkeys(self._state.get("neighbours") or ()))
        asked.update(dict.fromkeys(self._state.get("companions") or ()))
        asked.update(dict.fromkeys(filter(None, [self._repair["repair_target"].get("entity")])))
        asked.pop(self._repair["qid"], None)
        found = ((entity_id, self._frozen.entity(entity_id)) for entity_id in sorted(asked, key=sort_key))
        return {entity_id: raw for entity_id, raw in found if raw is not None}

    def _named_by_frozen(self, neighbours: Mapping[str, Raw]) -> Iterator[str]:
        """What frozen entities name: the pass looked for these, so one without a row is not in the dump."""
        yield from (self._repair["qid"], self._repair["property"])
        yield from named_ids(self._subject)
        yield from named_ids(self._rules)
        for entity_id, raw in neighbours.items():
            yield entity_id
            yield from named_ids(raw.get("claims"))

    def _mentioned_elsewhere(self) -> Iterator[str]:
        """By the repair itself, and by the state before, which prompts are made from."""
        yield from named_ids(self._repair["repair_target"])
        for entity_id in self._mentioned_then():
            if self._frozen.terms(entity_id) or self._frozen.covers(entity_id) != "unasked":
                yield entity_id

    def _mentioned_then(self) -> set[str]:
        edges = (end for edge in self._state.get("class_edges") or () for end in edge)
        parts = [self._state.get(name) for name in ("entity", "neighbours", "constraints")]
        return {*named_ids(parts), *edges, *(self._state.get("companions") or ())}

    def _labels(self, ids: Iterable[str], looked_up: set[str]) -> dict[str, Any]:
        return {
            entity_id: self._label(entity_id, entity_id in looked_up)
            for entity_id in sorted(ids, key=sort_key)
        }

    def _label(self, entity_id: str, looked_up: bool) -> dict[str, Any]:
        """`missing`: the dump has no such entity, so it is known to have no label; `unasked`: who knows."""
        terms = self._frozen.terms(entity_id)
        if terms is None:
            known = looked_up or self._frozen.covers(entity_id) == "missing"
            return {"label": None, "description": None, "missing" if known else "unasked": True}
        row = {"label": terms.label, "description": terms.description}
        modified = self._frozen.modified(entity_id)
        return row if modified is None else row | {"modified": modified}


def _frozen_node(raw: Raw) -> dict[str, Any]:
    return {**node(raw), "lastrevid": raw.get("lastrevid"), "modified": raw.get("modified")}
