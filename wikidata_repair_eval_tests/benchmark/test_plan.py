"""From pages to a release: one case per id, merged violations, caps, splits, in whatever order."""

import random

import pytest

from wikidata_repair_eval.benchmark.plan import Plan
from wikidata_repair_eval.benchmark.splits import Boundaries
from wikidata_repair_eval_tests.benchmark.build_cases import case, reform, repair, world


def plan(pages, **more):
    return Plan("1.0.0", sorted(pages, key=lambda page: int(page[1:])), lambda page: pages[page], **more)


def finished(pages, **more):
    return {one["id"]: one for one in plan(pages, **more).cases()}


def test_one_edit_on_two_pages_is_one_case_of_the_lower_property_with_both_violations():
    pages = {"P10": [case(repair(property_id="P10"))], "P2": [case(repair(property_id="P2"))]}
    [one] = plan(pages).cases()
    assert one["property"] == "P2"
    assert [violation["property"] for violation in one["violations"]] == ["P2", "P10"]
    assert one["definitions"] == ["P10 Q21502404", "P2 Q21502404"]
    assert plan(pages).on_several_pages == 1


def test_a_page_on_which_the_case_can_be_released_goes_before_one_on_which_it_cannot():
    low, high = repair(property_id="P2"), repair(property_id="P10")
    [one] = plan({"P2": [case(low, world_state=None)], "P10": [case(high)]}).cases()
    assert (one["property"], one["diagnostic_reason"]) == ("P10", None)


def test_at_most_25_witnesses_of_a_cluster_are_released_and_the_others_say_so():
    found = finished({"P1": [case(reform(f"Q{n}")) for n in range(1, 41)]})
    released = [one for one in found.values() if one["diagnostic_reason"] is None]
    surplus = [one for one in found.values() if one["diagnostic_reason"] == "witness_cap"]
    assert (len(released), len(surplus)) == (25, 15)
    assert {one["cluster_size"] for one in found.values()} == {40}
    assert {one["pre_repair_state"] for one in surplus} == {None}
    assert not any(one["main_score"] for one in surplus)


def test_a_cluster_never_straddles_the_temporal_split():
    session = [repair(revision=n, moment=f"2025-01-{n:02}T00:00:00Z") for n in range(1, 21)]
    for one in session[13:15]:
        one["repair_target"]["session_revision_ids"] = [14, 15]
    found = finished({"P1": [case(one) for one in session]})
    assert (
        found["repair_Q1_14"]["splits"]["temporal"] == found["repair_Q1_15"]["splits"]["temporal"] == "train"
    )


def test_diagnostic_cases_are_in_no_split_and_move_no_boundary():
    early = [case(repair(f"Q{n}", moment=f"2025-01-{n:02}T00:00:00Z")) for n in range(1, 11)]
    lost = repair("Q99", moment="2030-01-01T00:00:00Z")
    alone = plan({"P1": early}).boundaries
    both = plan({"P1": [*early, case(lost, world_state=world(lost, persists="lost"))]})
    assert both.boundaries == alone
    assert {one["id"]: one for one in both.cases()}["repair_Q99_100"]["splits"] == {
        "temporal": None,
        "definition_disjoint": None,
        "entity_disjoint": None,
    }


def test_cases_that_come_later_move_nobody_in_the_disjoint_splits_and_none_at_fixed_boundaries():
    some = [case(repair(f"Q{n}", moment=f"2025-01-{n:02}T00:00:00Z")) for n in range(1, 11)]
    more = [*some, *(case(repair(f"Q{n}", moment="2026-01-01T00:00:00Z")) for n in range(50, 90))]
    cuts = Boundaries("2025-01-07T00:00:00Z", "2025-01-09T00:00:00Z")
    before, after = (finished({"P1": cases}, boundaries=cuts) for cases in (some, more))
    assert {name: one["splits"] for name, one in after.items() if name in before} == {
        name: one["splits"] for name, one in before.items()
    }


def test_todays_popularity_counts_not_that_of_the_pages_day():
    old = case(popularity={"tier": "tail"})
    assert finished({"P1": [old]}, popularity={"Q1": {"tier": "head"}})["repair_Q1_100"]["popularity"] == {
        "tier": "head"
    }
    assert finished({"P1": [old]}, popularity={})["repair_Q1_100"]["popularity"] is None


@pytest.mark.parametrize("seed", range(3))
def test_any_order_within_a_page_gives_the_same_decisions(seed):
    cases = [case(reform(f"Q{n}")) for n in range(1, 41)]
    shuffled = list(cases)
    random.Random(seed).shuffle(shuffled)
    assert finished({"P1": cases}) == finished({"P1": shuffled})
