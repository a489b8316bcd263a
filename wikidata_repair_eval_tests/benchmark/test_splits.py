"""Splits: shares, nothing in two parts, and no case moves because others come or the order changes."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikidata_repair_eval.benchmark.splits import (
    Boundaries,
    definition_part,
    definitions_of,
    entity_part,
    temporal_boundaries,
)
from wikidata_repair_eval_tests.benchmark.build_cases import repair

MOMENTS = [f"2025-01-{day:02}T{hour:02}:00:00Z" for day in range(1, 26) for hour in range(4)]


def test_the_temporal_split_is_70_15_15_by_time():
    cuts = temporal_boundaries(MOMENTS)
    parts = [cuts.part(moment) for moment in sorted(MOMENTS)]
    assert parts == ["train"] * 70 + ["validation"] * 15 + ["test"] * 15


@given(st.lists(st.sampled_from(MOMENTS), min_size=1, max_size=60), st.randoms())
def test_equal_times_stay_together_and_order_does_not_count(moments, chance):
    cuts = temporal_boundaries(moments)
    chance.shuffle(moments)
    assert temporal_boundaries(moments) == cuts
    order = ["train", "validation", "test"]
    found = [order.index(cuts.part(moment)) for moment in sorted(moments)]
    assert found == sorted(found)
    assert found.count(0) >= 0.7 * len(moments)


def test_no_cases_no_boundaries():
    assert temporal_boundaries([]) == Boundaries(None, None)


def test_disjoint_splits_have_their_shares():
    counts = Counter(entity_part(f"Q{n}") for n in range(5000))
    assert counts["train"] == pytest.approx(4000, abs=120)
    assert counts["validation"] == pytest.approx(500, abs=80)
    definitions = Counter(definition_part([f"P{n} Q1"]) for n in range(5000))
    assert definitions["test"] == pytest.approx(500, abs=80)


def test_the_two_hashes_are_independent():
    same = sum(entity_part(f"Q{n}") == definition_part([f"Q{n}"]) for n in range(5000))
    assert same < 0.75 * 5000


def test_versions_of_one_constraint_are_one_definition():
    assert definitions_of(repair("Q1")) == definitions_of(repair("Q2", revision=7)) == {"P1 Q21502404"}


def test_trap_14_self_link_has_no_type_and_goes_by_its_family():
    assert definitions_of(repair(types=(), family="Self link")) == {"P1 Self link"}


def test_a_case_with_definitions_of_two_parts_is_in_none():
    parts = {definition_part([f"P{n} Q1"]): f"P{n} Q1" for n in range(200)}
    assert definition_part([parts["train"], parts["test"]]) == "straddling"
    assert definition_part([parts["train"], parts["train"]]) == "train"
