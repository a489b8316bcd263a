"""The frozen layers of a case, as the contract spells them."""

from pathlib import Path

import pytest

from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.world.audit import unnamed_ids
from wikidata_repair_eval.world.layers import NO_SNAPSHOT, world_state
from wikidata_repair_eval.world.pieces import MOST_VALUES
from wikidata_repair_eval_tests.build import item, statement, text, unknown
from wikidata_repair_eval_tests.world.frozen_cases import (
    LATE,
    Raw,
    abox,
    frozen,
    one_of,
    repair,
    rules,
    state,
    tbox,
    thing,
)

BEFORE = thing("Q1", "Ada", statement("P21", item("Q10")), statement("P19", item("Q20")))
AFTER = thing(
    "Q1",
    "Ada",
    statement("P21", item("Q11"), qualifiers={"P580": [item("Q66")]}),
    statement("P21", item("Q12"), rank="deprecated"),
    statement("P19", item("Q20")),
    statement("P19", item("Q404")),
    statement("P214", text("123")),
    statement("P40", unknown()),
    descriptions={"en": "a person"},
    aliases={"en": ["Countess"]},
    sitelinks={"enwiki": "Ada"},
    modified=LATE,
)
PROPERTY = thing(
    "P21", "sex or gender", one_of("P21", "Q11"), one_of("P21", "Q12", id="P21$b", rank="deprecated")
)
WORLD = [
    AFTER,
    PROPERTY,
    thing("Q10", "wrong"),
    thing("Q11", "female", descriptions={"en": "to be used with people"}, aliases={"en": ["woman"]}),
    thing("Q20", "London", statement("P17", item("Q145"))),
    thing("Q66", "in a qualifier"),
    thing("Q145", "Albion"),
    thing("Q21510859", "one-of constraint"),
    thing("P19", "place of birth"),
    thing("P2305", "item of property constraint"),
]
REPAIR = repair(BEFORE, "P21", abox(BEFORE, AFTER, "P21"))
STATE = state(BEFORE, rules(PROPERTY))


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Raw:
    wanted = ["Q1", "P21", "Q10", "Q11", "Q20", "Q404", "Q12", "Q21510859", "P2305", "P19", "Q66"]
    with frozen(tmp_path_factory.mktemp("world"), *WORLD, wanted=wanted) as snapshot:
        return world_state(REPAIR, STATE, snapshot)


def test_the_ego_node_has_short_values_and_whole_statements(layers: Raw):
    ego = layers["L1_ego_node"]
    assert (ego["qid"], ego["label"], ego["description"]) == ("Q1", "Ada", "a person")
    assert ego["properties"]["P214"] == ["123"]
    assert ego["statements"]["P21"] == AFTER["claims"]["P21"]
    assert ego["aliases"] == {"en": ["Countess"]}
    assert ego["sitelinks"] == {"enwiki": "Ada"}


def test_a_deprecated_value_is_no_value_but_its_statement_is_kept(layers: Raw):
    assert layers["L1_ego_node"]["properties"]["P21"] == ["Q11"]
    assert len(layers["L1_ego_node"]["statements"]["P21"]) == 2
    assert "Q12" not in {edge["target_qid"] for edge in layers["L3_neighborhood"]["outgoing_edges"]}


def test_unknown_is_said_and_points_nowhere(layers: Raw):
    assert layers["L1_ego_node"]["properties"]["P40"] == ["unknown value"]
    assert "P40" not in {edge["property_id"] for edge in layers["L3_neighborhood"]["outgoing_edges"]}


def test_edges_are_one_hop_one_for_each_statement(layers: Raw):
    edges = layers["L3_neighborhood"]["outgoing_edges"]
    assert [(edge["property_id"], edge["target_qid"]) for edge in edges] == [
        ("P19", "Q20"),
        ("P19", "Q404"),
        ("P21", "Q11"),
    ]
    assert edges[2]["target_label"] == "female"
    assert edges[2]["target_description"] == "to be used with people"


def test_neighbours_of_neighbours_are_named_but_not_frozen(layers: Raw):
    nodes = layers["L3_neighborhood"]["nodes"]
    assert nodes["Q20"]["properties"] == {"P17": ["Q145"]}
    assert "Q145" not in nodes
    assert layers["L2_labels"]["entities"]["Q145"]["label"] == "Albion"


def test_what_it_pointed_to_before_is_a_node_too(layers: Raw):
    assert layers["L3_neighborhood"]["nodes"]["Q10"]["label"] == "wrong"


def test_every_mentioned_id_is_named_or_known_to_have_no_name(layers: Raw):
    names = layers["L2_labels"]["entities"]
    assert names["Q66"]["label"] == "in a qualifier"
    assert names["Q404"] == {"label": None, "description": None, "missing": True}
    assert names["P580"] == {"label": None, "description": None, "missing": True}


def test_constraints_have_a_sentence_with_the_dumps_labels(layers: Raw):
    first, second = layers["L4_constraints"]["constraints"]
    assert layers["L4_constraints"]["property_id"] == "P21"
    assert first["constraint_type"] == {"qid": "Q21510859", "label": "one-of constraint"}
    assert (
        first["rule_summary"]
        == "It should be that every value of sex or gender (P21) is one of female (Q11)."
    )
    assert first["qualifiers"] == PROPERTY["claims"]["P2302"][0]["qualifiers"]
    assert (first["rank"], second["rank"]) == ("normal", "deprecated")


def test_only_a_constraint_edit_has_a_change_context(layers: Raw, tmp_path: Path):
    assert "constraint_change_context" not in layers
    after = thing("P21", "sex or gender", one_of("P21", "Q11", "Q10"), modified=LATE)
    world = [after if raw is PROPERTY else raw for raw in WORLD]
    with frozen(tmp_path, *world) as snapshot:
        found = world_state(repair(BEFORE, "P21", tbox(PROPERTY, after)), STATE, snapshot)
    change = found["constraint_change_context"]
    assert change["property_revision_id"] == 300
    assert change["signatures"]["after"]["statements"] == rules(after)
    assert change["signatures"]["before"]["hash"] != change["signatures"]["after"]["hash"]


def test_a_label_for_all_languages_stands_in_for_an_english_one(tmp_path: Path):
    only_mul = {**thing("Q11", ""), "labels": {"mul": {"language": "mul", "value": "Anna"}}}
    with frozen(tmp_path, *(only_mul if raw["id"] == "Q11" else raw for raw in WORLD)) as snapshot:
        found = world_state(REPAIR, STATE, snapshot)
    assert found["L2_labels"]["entities"]["Q11"]["label"] == "Anna"
    assert found["L3_neighborhood"]["nodes"]["Q11"]["label"] == "Anna"


def test_a_long_list_of_a_neighbour_is_cut_and_says_so(tmp_path: Path):
    hub = thing("Q20", "hub", *(statement("P47", item(f"Q{number}")) for number in range(1000, 1100)))
    with frozen(tmp_path, *(hub if raw["id"] == "Q20" else raw for raw in WORLD)) as snapshot:
        node = world_state(REPAIR, STATE, snapshot)["L3_neighborhood"]["nodes"]["Q20"]
    assert len(node["properties"]["P47"]) == MOST_VALUES
    assert node["cut"] == {"P47": 100}


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        pytest.param(["P21", "Q1", "Q11"], None, id="covered"),
        pytest.param(["P21", "Q11"], "Q1 was not among the ids", id="nobody asked for the subject"),
        pytest.param(["Q1", "Q11"], "P21 was not among the ids", id="nobody asked for the property"),
        pytest.param(["P21", "Q11", "Q7"], "Q7 is not in the dump", id="the subject is gone"),
        pytest.param(["P21", "Q11", "L1"], "L1 is a lexeme", id="lexemes have a dump of their own"),
    ],
)
def test_what_is_not_frozen_says_why(tmp_path: Path, wanted: list[str], reason: str | None):
    subject = next((one for one in ("Q7", "L1") if one in wanted), "Q1")
    with frozen(tmp_path, *WORLD, wanted=wanted) as snapshot:
        found = world_state({**REPAIR, "qid": subject}, STATE, snapshot)
    if reason is None:
        assert found["status"] == "frozen"
    else:
        assert found["status"] == "not_frozen"
        assert found["reason"].startswith(reason)
        assert found["persistence"]["status"] in ("persists", "lost", "not_checked")


def test_an_id_that_nobody_looked_for_is_unknown_and_not_missing(tmp_path: Path):
    """A constraint edit of after the pass: the snapshot was not asked for the class it added."""
    after = thing("P21", "sex or gender", one_of("P21", "Q11", "Q77777"), modified=LATE)
    with frozen(tmp_path, *WORLD) as snapshot:
        found = world_state(repair(BEFORE, "P21", tbox(PROPERTY, after)), STATE, snapshot)
    assert found["L2_labels"]["entities"]["Q77777"] == {"label": None, "description": None, "unasked": True}
    assert unnamed_ids([("a", found)]) == ["a: Q77777"]


def test_without_any_snapshot_every_case_says_so():
    found = world_state(REPAIR, STATE, None)
    assert (found["status"], found["reason"]) == ("not_frozen", NO_SNAPSHOT)
    assert found["persistence"]["status"] == "not_checked"


def test_the_same_case_gives_the_same_bytes(tmp_path: Path):
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        world = WORLD if name == "one" else WORLD[::-1]
        with frozen(tmp_path / name, *world) as snapshot:
            made.append(json_bytes(world_state(REPAIR, STATE, snapshot)))
    assert made[0] == made[1]
