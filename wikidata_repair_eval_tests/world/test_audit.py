"""What the checks of stored worlds look for."""

from typing import Any

import pytest

from wikidata_repair_eval.world.audit import unnamed_ids, without_world
from wikidata_repair_eval_tests.build import item, statement
from wikidata_repair_eval_tests.world.frozen_cases import claims_of_one

NAMED = {"label": "x", "description": None}
WORLD: dict[str, Any] = {
    "status": "frozen",
    "L1_ego_node": {"qid": "Q1", "properties": {"P31": ["Q5"]}, "statements": claims_of_one("P31", "Q5")},
    "L2_labels": {
        "entities": dict.fromkeys(("Q1", "P31", "Q5", "P21", "Q7", "Q8", "P9", "P2305", "Q3"), NAMED)
    },
    "L3_neighborhood": {
        "outgoing_edges": [{"property_id": "P31", "target_qid": "Q5"}],
        "nodes": {"Q7": {"properties": {"P9": ["Q404"]}}},
    },
    "L4_constraints": {
        "property_id": "P21",
        "constraints": [
            {
                "constraint_type": {"qid": "Q8"},
                "qualifiers": statement("P2302", item("Q8"), qualifiers={"P2305": [item("Q3")]})[
                    "qualifiers"
                ],
            }
        ],
    },
    "persistence": {"status": "persists"},
}


def test_a_whole_world_is_sound():
    assert without_world([{"id": "a"}], [("a", WORLD)]) == []
    assert unnamed_ids([("a", WORLD)]) == []


@pytest.mark.parametrize("name", ["Q1", "P31", "Q5", "P21", "Q7", "P9", "Q8", "P2305", "Q3"])
def test_an_id_that_a_layer_mentions_without_a_name_is_found(name: str):
    names = {one: row for one, row in WORLD["L2_labels"]["entities"].items() if one != name}
    assert unnamed_ids([("a", {**WORLD, "L2_labels": {"entities": names}})]) == [f"a: {name}"]


@pytest.mark.parametrize(
    "world",
    [
        pytest.param(None, id="none at all"),
        pytest.param({**WORLD, "L4_constraints": None}, id="a layer is missing"),
        pytest.param({**WORLD, "persistence": None}, id="nobody knows whether it stands"),
        pytest.param({"status": "not_frozen", "persistence": {"status": "not_checked"}}, id="no reason"),
    ],
)
def test_a_repair_without_a_sound_world_is_named(world: dict[str, Any] | None):
    assert without_world([{"id": "a"}], [("a", world)] if world else []) == ["a"]


def test_a_reason_is_enough():
    world = {"status": "not_frozen", "reason": "no dump", "persistence": {"status": "not_checked"}}
    assert without_world([{"id": "a"}], [("a", world)]) == []
    assert unnamed_ids([("a", world)]) == []
