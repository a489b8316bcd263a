"""Reading the frozen layers of a world state (CONTRACTS section 3) into nodes and constraints.

Layers may be thin: a label alone, edges without the nodes behind them. What is not there is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy.nodes import (
    Node,
    facts_of,
    node_of,
    plain_texts,
    short_facts,
)

Raw = Mapping[str, Any]


def frozen_day(world: Raw | None) -> str | None:
    """The day of the frozen state: of the item's own page, else of the check against the dump."""
    ego = _layer(world, "L1_ego_node")
    persistence = _layer(world, "persistence")
    found = (ego.get("modified"), (world or {}).get("as_of"), persistence.get("checked_at"))
    return next((str(day) for day in found if day), None)


def ego_node(world: Raw | None, day: str | None) -> Node | None:
    """The item of layer 1, with full statements where the layer has them."""
    ego = _layer(world, "L1_ego_node")
    if not isinstance(ego.get("qid"), str):
        return None
    return _thin_node(ego["qid"], ego, day)


def layer_nodes(world: Raw | None, day: str | None) -> Iterator[Node | None]:
    """The one-hop nodes of layer 3, where it holds more than edges."""
    nodes = _layer(world, "L3_neighborhood").get("nodes")
    members = nodes.items() if isinstance(nodes, Mapping) else ()
    for entity_id, raw in members:
        if isinstance(raw, Mapping):
            yield _thin_node(str(entity_id), raw, day)
    for raw in nodes if isinstance(nodes, list) else ():
        if isinstance(raw, Mapping) and (raw.get("qid") or raw.get("id")):
            yield _thin_node(str(raw.get("qid") or raw["id"]), raw, day)


def edges_of(world: Raw | None) -> list[Raw]:
    edges = _layer(world, "L3_neighborhood").get("outgoing_edges")
    return [edge for edge in edges or () if isinstance(edge, Mapping) and edge.get("target_qid")]


def labels_of(world: Raw | None) -> dict[str, tuple[str | None, str | None]]:
    """Label and description of every entity that a layer mentions."""
    entities = _layer(world, "L2_labels").get("entities")
    if not isinstance(entities, Mapping):
        return {}
    return {
        str(one): (term.get("label"), term.get("description"))
        for one, term in entities.items()
        if isinstance(term, Mapping)
    }


def frozen_constraints(world: Raw | None) -> list[Raw]:
    """Layer 4 as P2302 statements; rules whose parameters are not in a form we know are left out."""
    rules = _layer(world, "L4_constraints").get("constraints")
    found = (_statement(rule) for rule in rules or () if isinstance(rule, Mapping))
    return [statement for statement in found if statement is not None]


def _thin_node(entity_id: str, raw: Raw, day: str | None) -> Node:
    """Full entity JSON where it is that, else texts and whatever statements there are."""
    if isinstance(raw.get("claims"), Mapping) and raw.get("id"):
        node = node_of(raw, "frozen", raw.get("modified") or day)
        if node is not None:
            return node
    statements = raw.get("statements")
    full = isinstance(statements, Mapping) and bool(statements) and _are_statements(statements)
    facts = tuple(facts_of(statements) if full else short_facts(raw.get("properties")))
    texts = plain_texts(raw.get("label"), raw.get("description"), raw.get("aliases"))
    known = isinstance(statements, Mapping) or isinstance(raw.get("properties"), Mapping)
    return Node(entity_id, "frozen", raw.get("modified") or day, known, texts, facts)


def _are_statements(statements: Raw) -> bool:
    first = next(iter(statements.values()))
    return (
        isinstance(first, Sequence)
        and bool(first)
        and isinstance(first[0], Mapping)
        and "mainsnak" in first[0]
    )


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
    snak = {
        "snaktype": "value",
        "property": "P2302",
        "datavalue": {"type": "wikibase-entityid", "value": content},
    }
    statement_id = rule.get("id") or rule.get("statement_id")
    return {
        "id": statement_id,
        "mainsnak": snak,
        "rank": rule.get("rank") or "normal",
        "qualifiers": qualifiers,
    }
