"""Less is known: the class may be weaker, the confidence falls, and the trace says what was missing."""

from typing import Any

import pytest

from wikidata_repair_eval.benchmark.taxonomy import classify
from wikidata_repair_eval_tests.benchmark.taxonomy.stories import (
    REPAIRED,
    Story,
    created,
    replaced,
    rule,
    story,
)
from wikidata_repair_eval_tests.build import coordinate, entity, item, quantity, statement, text, time

FORMAT = "Q21502404"
LATER, EARLIER = "2026-05-01T00:00:00Z", "2020-05-01T00:00:00Z"


def world(qid: str = "Q1", modified: str = LATER, **layers: Any) -> dict[str, Any]:
    """Frozen layers as CONTRACTS has them."""
    ego = {"qid": qid, "label": None, "description": None, "properties": {}, "modified": modified}
    return {
        "L1_ego_node": {**ego, **layers.get("ego", {})},
        "L2_labels": {"entities": layers.get("labels", {})},
        "L3_neighborhood": {"outgoing_edges": layers.get("edges", []), "nodes": layers.get("nodes", {})},
        "L4_constraints": {"property_id": "P1", "constraints": layers.get("rules", [])},
    }


def edge(
    property_id: str, target: str, label: str | None = None, description: str | None = None
) -> dict[str, Any]:
    told = {"target_label": label, "target_description": description}
    return {"property_id": property_id, "target_qid": target, **told}


def bare(told: Story, frozen: dict[str, Any] | None = None) -> dict[str, Any]:
    return classify(told.repair, None, frozen)


BORN = replaced(
    time("+2095-10-26"), time("+1965-00-00", 9), property_id="P569", descriptions={"en": "born 1965"}
)


def test_without_any_state_the_trace_says_what_was_missing():
    case = bare(BORN)
    assert case["class"] == "TypeC"
    [gaps] = [step for step in case["trace"] if step["step"] == "unknown"]
    assert "no state before the repair is stored" in gaps["evidence"]["missing"]
    assert any("frozen layers" in gap for gap in gaps["evidence"]["missing"])
    assert case["evidence_as_of"] is None


def test_confidence_falls_with_every_missing_piece():
    told = created(
        item("Q50"), rules=[rule("Q21503247", P2306=[item("P2")])], rest=(statement("P1", text("x")),)
    )
    whole = classify(told.repair, told.state, world())["confidence"]
    assert whole > told.told()["confidence"] > bare(told)["confidence"]


def test_the_frozen_description_is_evidence_of_its_own_day():
    case = bare(BORN, world(ego={"description": "physician (born 1965)"}))
    assert (case["class"], case["subtype"]) == ("TypeB", "own_text")
    assert case["evidence_as_of"] == LATER
    assert case["confidence"] < BORN.told()["confidence"]


def test_the_state_before_gives_evidence_of_the_moment_before_the_repair():
    assert BORN.told()["evidence_as_of"] == "2025-10-01T00:00:00Z"


def test_what_the_repair_put_into_the_frozen_item_is_no_evidence():
    told = replaced(item("Q7"), item("Q50"))
    frozen = world(
        ego={"properties": {"P1": ["Q50"]}},
        edges=[edge("P1", "Q50", "Springfield", "town")],
        nodes={"Q50": {"label": "Springfield", "description": "home of Q1", "properties": {"P8": ["Q1"]}}},
        labels={"Q50": {"label": "Springfield", "description": "town"}},
    )
    assert bare(told, frozen)["class"] == "TypeC"
    assert classify(told.repair, told.state, frozen)["class"] == "TypeC"


def test_a_frozen_neighbour_of_the_item_before_the_repair_is_evidence():
    told = replaced(item("Q7"), item("Q50"), rest=(statement("P9", item("Q60")),))
    nodes = {"Q60": {"label": "x", "description": None, "properties": {"P8": ["Q50"]}, "modified": LATER}}
    case = classify(told.repair, told.state, world(nodes=nodes))
    assert (case["class"], case["subtype"], case["evidence_as_of"]) == ("TypeB", "neighbour_statement", LATER)


def test_a_neighbour_that_nobody_edited_since_is_as_good_as_the_state_before():
    told = replaced(item("Q7"), item("Q50"), rest=(statement("P9", item("Q60")),))

    def sure(modified: str) -> float:
        nodes = {"Q60": {"label": "x", "properties": {"P8": ["Q50"]}, "modified": modified}}
        return float(classify(told.repair, told.state, world(nodes=nodes))["confidence"])

    assert sure(EARLIER) > sure(LATER)
    assert sure(REPAIRED) == sure(LATER)  # the second of the repair itself is not before it


def test_a_neighbour_known_by_the_text_of_an_edge_only_still_speaks():
    told = replaced(item("Q7"), item("Q50"))
    frozen = world(
        ego={"properties": {"P9": ["Q60"]}},
        edges=[edge("P9", "Q60", "Springfield Museum", None)],
        labels={"Q50": {"label": "Springfield", "description": None}},
    )
    assert bare(told, frozen)["subtype"] == "neighbour_text"


def test_two_hops_by_name_only():
    told = replaced(
        text("zzz"), text("Springfield"), rest=(statement("P9", item("Q60")),), family="Commons link"
    )
    nodes = {"Q60": {"label": "x", "description": None, "properties": {"P8": ["Q61"]}}}
    labels = {"Q61": {"label": "Springfield", "description": None}}
    case = classify(told.repair, told.state, world(nodes=nodes, labels=labels))
    assert (case["class"], case["subtype"]) == ("TypeC", "two_hop_unfrozen")


def test_the_frozen_definition_stands_in_for_the_one_of_the_day_and_is_less_sure():
    told = replaced(text("VIAF 12345"), text("12345"), rules=[rule(FORMAT, P1793=[text(r"\d+")])])
    rows = [
        {
            "constraint_type": {"qid": FORMAT},
            "rank": "normal",
            "qualifiers": told.state["constraints"][0]["qualifiers"],
        }
    ]
    frozen = bare(told, world(rules=rows))
    assert frozen["subtype"] == "format_normalised"
    assert told.told()["confidence"] > frozen["confidence"] > 0.5


def test_a_swap_shows_in_the_frozen_item_too():
    rules = [rule("Q21510854", P2306=[item("P570")])]
    told = replaced(
        time("+1927-07-26"), time("+1883-12-25"), property_id="P569", rules=rules, family="Diff within range"
    )
    after = {"P570": [statement("P570", time("+1927-07-26"), id="Q1$9")]}
    rows = [{"constraint_type": {"qid": "Q21510854"}, "rank": "normal", "qualifiers": rules[0]["qualifiers"]}]
    assert bare(told, world(ego={"statements": after}, rules=rows))["subtype"] == "swapped_properties"


@pytest.mark.parametrize(
    "frozen",
    [
        pytest.param({}, id="empty"),
        pytest.param({"status": "not_frozen", "reason": "no dump was frozen"}, id="not frozen"),
        pytest.param(
            {"L1_ego_node": None, "L3_neighborhood": None, "L2_labels": {}}, id="layers without content"
        ),
        pytest.param(
            {"L3_neighborhood": {"outgoing_edges": [{}]}, "L4_constraints": {"constraints": [{}]}}, id="holes"
        ),
    ],
)
def test_thin_worlds_are_read_as_far_as_they_go(frozen: dict[str, Any]):
    assert bare(BORN, frozen)["class"] == "TypeC"


def test_values_as_mere_texts_are_understood():
    repair = {
        "id": "repair_Q1_77",
        "qid": "Q1",
        "property": "P1",
        "track": "A_BOX",
        "repair_target": {
            "kind": "A_BOX",
            "action": "CREATE",
            "old_value": ["MISSING"],
            "new_value": ["Nippon Railway"],
        },
        "violation_context": {"report_violation_type": "Format", "value": ["MISSING"]},
    }
    case = classify(repair, None, world(ego={"label": "Nippon Railway"}))
    assert (case["class"], case["subtype"]) == ("TypeB", "own_text")
    assert case["trace"][0]["evidence"] == {"added": ["Nippon Railway"]}


def test_a_choice_stays_a_choice_where_the_statements_before_are_not_stored():
    values = [statement("P1", time(f"+{year}-06-08"), id=f"Q1${year}") for year in (1923, 1926)]
    told = story(entity("Q1", *values), entity("Q1", values[0]), family="Single value")
    assert bare(told)["class"] == "TypeC"
    case = bare(told, world(ego={"description": "politician (born 1923)"}))
    assert (case["class"], case["subtype"]) == ("TypeB", "own_text")


def test_a_blamed_statement_may_go_where_the_statements_before_are_not_stored():
    values = [statement("P1", text(one), id=f"Q1${one}") for one in ("12345", "x")]
    told = story(entity("Q1", *values), entity("Q1", values[0]), violating=["Q1$x"])
    assert bare(told)["subtype"] == "violating_removed"


@pytest.mark.parametrize(
    ("answer", "short", "class_"),
    [
        pytest.param(time("+1879-03-14"), "1879-03-14", "TypeB", id="a date"),
        pytest.param(quantity("+812", "Q11573"), "812 Q11573", "TypeB", id="a quantity"),
        pytest.param(quantity("+812", "Q11573"), "812 Q3710", "TypeC", id="a quantity in another unit"),
        pytest.param(coordinate(50.1, 8.6), "50.1, 8.6", "TypeB", id="a place"),
        pytest.param(coordinate(50.1, 8.6), "50.1, 9.6", "TypeC", id="another place"),
        pytest.param(item("Q50"), "Q50", "TypeB", id="an item"),
    ],
)
def test_short_values_of_a_layer_are_understood(answer: dict[str, Any], short: str, class_: str):
    told = replaced(text("zzz"), answer)
    assert bare(told, world(ego={"properties": {"P9": [short]}}))["class"] == class_


def test_merged_missing_and_unreadable_neighbours_are_unknown_not_empty():
    told = replaced(item("Q7"), item("Q50"), rest=(statement("P9", item("Q60")),))
    broken: list[Any] = [
        {"entity": "Q60", "redirect": "Q61"},
        {"id": "Q60", "missing": ""},
        {"id": "Q60"},
        [],
        None,
    ]
    for raw in broken:
        state = {**told.state, "neighbours": {"Q60": raw}}
        case = classify(told.repair, state, None)
        assert case["class"] == "TypeC"
        assert case["trace"][-1]["evidence"]["neighbours_unknown"] == 2


def test_revision_content_with_empty_lists_for_maps_is_read():
    told = replaced(text("zzz"), text("Springfield"))
    state = {
        **told.state,
        "entity": {**told.state["entity"], "labels": [], "aliases": [], "sitelinks": [], "claims": []},
    }
    assert classify(told.repair, state, None)["class"] == "TypeC"


def test_a_lexeme_speaks_through_its_lemma():
    lexeme = entity("L1", statement("P1", text("zzz"), id="L1$1"), lemmas={"en": "Springfield"})
    told = replaced(text("zzz"), text("Springfield"))
    repair = {**told.repair, "qid": "L1", "repair_target": {**told.repair["repair_target"], "entity": "L1"}}
    assert classify(repair, {**told.state, "entity": lexeme}, None)["subtype"] == "own_text"
