"""Reading the frozen layers of a world state (CONTRACTS section 3) into nodes and constraints.

Layers may be thin: a label alone, edges without the nodes behind them. What is not there is left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy.nodes import (
    Node,
    Text,
    facts_of,
    layer_texts,
    node_of,
    short_facts,
)

Raw = Mapping[str, Any]


def frozen_day(world: Raw | None) -> str | None:
    """The day of the frozen state: of the item's own page, else of the check against the dump."""
    ego = _layer(world, "L1_ego_node")
    persistence = _layer(world, "persistence")
    found = (ego.get("modified"), (world or {}).get("as_of"), persistence.get("checked_at"))
    return next((str(day) for day in found if day), None)


def frozen_nodes(world: Raw | None) -> Iterator[tuple[str, Callable[[], Node]]]:
    """The item of layer 1 and the one-hop nodes of layer 3, each read only if it is asked for."""
    day = frozen_day(world)
    ego = _layer(world, "L1_ego_node")
    if isinstance(ego.get("qid"), str):
        yield ego["qid"], partial(_node, ego["qid"], ego, day)
    nodes = _layer(world, "L3_neighborhood").get("nodes")
    for entity_id, raw in _members(nodes):
        yield entity_id, partial(_node, entity_id, raw, day)


def _members(nodes: Any) -> Iterator[tuple[str, Raw]]:
    """Nodes by id, or a list of nodes that name themselves."""
    if isinstance(nodes, Mapping):
        yield from ((str(key), raw) for key, raw in nodes.items() if isinstance(raw, Mapping))
    for raw in nodes if isinstance(nodes, list) else ():
        name = (raw.get("qid") or raw.get("id")) if isinstance(raw, Mapping) else None
        if name:
            yield str(name), raw


def edges_of(world: Raw | None) -> list[Raw]:
    edges = _layer(world, "L3_neighborhood").get("outgoing_edges")
    return [edge for edge in edges or () if isinstance(edge, Mapping) and edge.get("target_qid")]


class Mentions:
    """The texts under which layers mention an entity: layer 2, else the edges of layer 3."""

    def __init__(self, world: Raw | None) -> None:
        entities = _layer(world, "L2_labels").get("entities")
        self._terms: Raw = entities if isinstance(entities, Mapping) else {}
        self._edges = {str(edge["target_qid"]): edge for edge in reversed(edges_of(world))}

    def of(self, entity_id: str) -> tuple[Text, ...]:
        """Label and description; nothing where no layer has any."""
        term, edge = self._terms.get(entity_id), self._edges.get(entity_id)
        found = layer_texts(term) if isinstance(term, Mapping) else ()
        if found or edge is None:
            return found
        return layer_texts({"label": edge.get("target_label"), "description": edge.get("target_description")})


def frozen_constraints(world: Raw | None) -> list[Raw]:
    """Layer 4 as P2302 statements; rules whose parameters are not in a form we know are left out."""
    rules = _layer(world, "L4_constraints").get("constraints")
    found = (_statement(rule) for rule in rules or () if isinstance(rule, Mapping))
    return [statement for statement in found if statement is not None]


def _node(entity_id: str, raw: Raw, day: str | None) -> Node:
    """Full entity JSON where it is that, else texts and whatever statements there are."""
    as_of = raw.get("modified") or day
    if isinstance(raw.get("claims"), Mapping) and raw.get("id"):
        node = node_of(raw, "frozen", as_of)
        if node is not None:
            return node
    statements = raw.get("statements")
    full = isinstance(statements, Mapping) and _are_statements(statements)
    facts = tuple(facts_of(statements) if full else short_facts(raw.get("properties")))
    known = isinstance(statements, Mapping) or isinstance(raw.get("properties"), Mapping)
    return Node(entity_id, "frozen", as_of, known, layer_texts(raw), facts)


def _are_statements(statements: Raw) -> bool:
    first = next(iter(statements.values()), None)
    if not isinstance(first, Sequence) or not first:
        return False
    return isinstance(first[0], Mapping) and "mainsnak" in first[0]


def _layer(world: Raw | None, name: str) -> Raw:
    found = (world or {}).get(name)
    return found if isinstance(found, Mapping) else {}


def _statement(rule: Raw) -> Raw | None:
    kind = rule.get("constraint_type")
    qid = kind.get("qid") if isinstance(kind, Mapping) else None
    qualifiers = rule.get("qualifiers") or {}
    if not qid or not isinstance(qualifiers, Mapping):
        return None
    content = {"entity-type": "item", "id": qid}
    datavalue = {"type": "wikibase-entityid", "value": content}
    return {
        "id": rule.get("statement_id") or rule.get("id"),
        "mainsnak": {"snaktype": "value", "property": "P2302", "datavalue": datavalue},
        "rank": rule.get("rank") or "normal",
        "qualifiers": qualifiers,
    }
