"""What must hold of stored world states. Judges only; mends nothing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.world.leaks import find_leaks
from wikidata_repair_eval.world.naming import named_ids
from wikidata_repair_eval.world.prompts import prompt_view

Record = Mapping[str, Any]
_LAYERS = ("L1_ego_node", "L2_labels", "L3_neighborhood", "L4_constraints")
_STATUSES = frozenset({"persists", "lost", "not_applicable", "not_checked"})


def without_world(repairs: Iterable[Record], worlds: Iterable[tuple[str, Record]]) -> list[str]:
    """Repairs that have neither all layers nor a reason why not, or of which nobody knows if they stand."""
    sound = {name for name, world in worlds if _is_sound(world)}
    return [repair["id"] for repair in repairs if repair["id"] not in sound]


def unnamed_ids(worlds: Iterable[tuple[str, Record]]) -> list[str]:
    """Ids that a layer mentions and L2 does not: neither named, nor known to have no name."""
    found = []
    for name, world in worlds:
        rows = (world.get("L2_labels") or {}).get("entities") or {}
        known = {entity_id for entity_id, row in rows.items() if not row.get("unasked")}
        found += [f"{name}: {one}" for one in sorted({*mentioned_ids(world)} - known)]
    return found


def mentioned_ids(world: Record) -> Iterator[str]:
    """Every id in the layers, as far as it can be told from a text."""
    ego, surroundings = world.get("L1_ego_node") or {}, world.get("L3_neighborhood") or {}
    rules = world.get("L4_constraints") or {}
    yield from filter(None, (ego.get("qid"), rules.get("property_id")))
    yield from ego.get("properties") or ()
    yield from named_ids(ego.get("statements"))
    for edge in surroundings.get("outgoing_edges") or ():
        yield from (edge["property_id"], edge["target_qid"])
    for entity_id, node in (surroundings.get("nodes") or {}).items():
        yield entity_id
        yield from node["properties"]
    for row in rules.get("constraints") or ():
        yield row["constraint_type"]["qid"]
        yield from named_ids({"qualifiers": row["qualifiers"]})
    yield from named_ids(world.get("constraint_change_context"))


def leaking(cases: Iterable[Record]) -> list[str]:
    """Cases (repair, pre_repair_state, world_state) whose prompt would give the answer away, and where."""
    found = []
    for case in cases:
        if (case["pre_repair_state"] or {}).get("entity"):
            found += [f"{case['id']}: {place}" for place in find_leaks(case, prompt_view(case))]
    return found


def _is_sound(world: Record) -> bool:
    told = (world.get("persistence") or {}).get("status") in _STATUSES
    if world.get("status") == "not_frozen":
        return told and bool(world.get("reason"))
    return told and all(world.get(layer) for layer in _LAYERS)
