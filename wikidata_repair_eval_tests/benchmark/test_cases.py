"""One case: what it is made of, who is not named in it, and why some are no cases of a release."""

import hashlib

import pytest

from wikidata_repair_eval.benchmark.clusters import cluster_id, over_the_cap
from wikidata_repair_eval.benchmark.records import BenchmarkCase
from wikidata_repair_eval.benchmark.scan import Forbidden
from wikidata_repair_eval_tests.benchmark.build_cases import (
    COMMENT,
    EDITOR,
    case,
    classified,
    parts,
    reform,
    repair,
    world,
)


def test_a_case_has_the_repair_and_what_every_later_stage_found():
    made = case(definition_times={7: "2024-02-02T00:00:00Z"})
    assert (made["class"], made["subtype"], made["confidence"], made["main_score"]) == (
        "TypeA",
        "format_rule",
        0.9,
        True,
    )
    assert made["timestamps"] == {"repair": "2025-06-01T00:00:00Z", "constraint": "2024-02-02T00:00:00Z"}
    assert made["persistence_check"]["live"]["status"] == "persists"
    assert made["persistence_check"]["dump"]["status"] == "persists"
    assert made["pre_repair_state"]["entity"]["id"] == "Q1"
    assert made["violations"][0]["property"] == "P1"
    assert made["diagnostic_reason"] is None
    BenchmarkCase.model_validate(made | {"cluster_size": 1})


@pytest.mark.parametrize("of", [repair(), reform("Q1")], ids=["A-box", "T-box"])
def test_editors_names_and_comments_are_nowhere_in_a_case(of):
    made = case(of)
    assert EDITOR not in str(made)
    assert COMMENT not in str(made)
    assert Forbidden([EDITOR]).in_record(made) == []
    assert Forbidden([EDITOR]).in_record({**made, "repair_target": of["repair_target"]})


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        pytest.param({"world_state": world(repair(), persists="lost")}, "lost", id="gone from the dump"),
        pytest.param({"world_state": None}, "not_frozen", id="no world state"),
        pytest.param(
            {"world_state": {"status": "not_frozen", "reason": "Q1 was not asked for", "persistence": {}}},
            "not_frozen",
            id="not covered by the snapshot",
        ),
        pytest.param(
            {"world_state": world(repair(), persists="not_checked")}, "not_frozen", id="persistence unknown"
        ),
        pytest.param({"classified": None}, "not_classified", id="no class"),
        pytest.param({"pre_repair_state": None}, "inexpressible", id="no state to repair"),
        pytest.param({}, None, id="a case"),
    ],
)
def test_what_cannot_be_released_says_why(given, reason):
    made = case(**given)
    assert made["diagnostic_reason"] == reason
    assert bool(made["diagnostic_detail"]) == (reason is not None)
    assert made["main_score"] == (reason is None)


def test_the_dump_decides_whatever_the_live_wiki_said():
    made = case(repair(), world_state=world(repair(), persists="lost"))
    assert made["persistence_check"]["live"]["status"] == "persists"
    assert made["diagnostic_reason"] == "lost"


def test_a_retracted_statement_is_diagnostic():
    one = repair()
    one["proof"]["retracted"] = True
    assert case(one)["diagnostic_reason"] == "retracted"


def test_a_class_outside_the_main_score_stays_outside():
    one = repair()
    made = case(one, classified=classified(one, main_score=False))
    assert (made["diagnostic_reason"], made["main_score"]) == (None, False)


@pytest.mark.parametrize("kind", ["TypeA", "TypeB", "TypeC"])
def test_only_type_c_carries_a_search(kind):
    one = repair()
    found = {"status": "frozen", "response": {"results": []}}
    made = case(one, classified=classified(one, kind), retrieval=found)
    assert (made["retrieval_context"] is not None) == (kind == "TypeC")


def test_a_case_that_a_page_lists_twice_keeps_both_violations():
    listed = [{"property": "P1", "report_page_title": "a"}, {"property": "P1", "report_page_title": "b"}]
    assert case(repair(violations=listed))["violations"] == listed


def test_one_edit_of_a_property_is_one_cluster_and_one_edit_session_too():
    assert cluster_id(reform("Q1")) == cluster_id(reform("Q2"))
    first, second = repair(revision=101), repair(revision=102)
    for one in (first, second):
        one["repair_target"]["session_revision_ids"] = [101, 102]
    assert cluster_id(first) == cluster_id(second)
    assert cluster_id(repair("Q1")) != cluster_id(repair("Q2"))


def test_an_edit_of_a_neighbour_is_one_cluster_for_all_whom_it_frees():
    first, second = repair("Q1"), repair("Q2")
    for one in (first, second):
        one["repair_target"]["entity"] = "Q99"
    assert cluster_id(first) == cluster_id(second)


def test_the_cap_keeps_the_same_witnesses_in_any_order_and_leaves_small_clusters_alone():
    members = [("P1@9", f"reform_Q{n}_P1_9") for n in range(40)] + [("Q1@5", "repair_Q1_5")]
    surplus = over_the_cap(members, 25)
    lots = sorted((hashlib.sha256(name.encode()).hexdigest(), name) for _, name in members[:40])
    assert surplus == {name for _, name in lots[25:]}
    assert surplus == over_the_cap(reversed(members), 25)
    assert "repair_Q1_5" not in surplus


def test_a_witness_that_comes_later_throws_out_at_most_one():
    members = [("P1@9", f"reform_Q{n}_P1_9") for n in range(40)]
    before = {one for _, one in members} - over_the_cap(members, 25)
    after = {one for _, one in members} - over_the_cap([*members, ("P1@9", "reform_Q999_P1_9")], 25)
    assert len(before - after) <= 1


def test_parts_are_left_as_they_were():
    given = parts()
    before = str(given)
    case(given.repair)
    assert str(given) == before
