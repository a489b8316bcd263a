"""Summaries of a run: groups, micro and macro, worst group, counts; and comparisons of runs."""

import random
from typing import Any

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.scoring.aggregates import row_of, summarise
from wikidata_repair_eval.scoring.comparison import Run, compare, information_gap, run_from

Trace = dict[str, Any]


def trace(number: int, s_info: float = 1.0, **more: Any) -> Trace:
    score = {"fixed": True, "newly_broken": 0, "information_kept": 1.0, "vacuous": False, "score": 1.0}
    made: Trace = {"case_id": f"c{number:03}", "cluster_id": f"k{number}", "track": "A_BOX", "s_info": s_info}
    made |= {"action_match": s_info == 1.0, "exact": False, "semantic": False, "track_correct": True}
    made |= {"track_model": "A_BOX", "abstained": False, "invalid": False, "missing": False}
    made |= {
        "class": "TypeA",
        "constraint_types": ["Q1"],
        "layers": ["L1"],
        "model": "m",
        "functional": score,
    }
    return made | more


def summary(traces: list[Trace], cutoff: str | None = None) -> Any:
    return summarise([row_of(one, cutoff) for one in traces])


def test_micro_counts_cases_and_macro_counts_classes() -> None:
    traces = [trace(n) for n in range(6)] + [trace(n, -0.5, **{"class": "TypeC"}) for n in (6, 7)]
    main = summary(traces)["main"]
    assert main["micro"]["s_info"]["mean"] == pytest.approx((6 - 1) / 8)
    assert main["macro_by_class"]["s_info"]["mean"] == pytest.approx((1 - 0.5) / 2)


def test_cases_outside_the_main_score_count_only_in_all() -> None:
    found = summary([trace(1), trace(2, 0.0, main_score=False), trace(3, main_score=True)])
    assert (found["main"]["cases"], found["all"]["cases"]) == (2, 3)
    assert (found["main"]["micro"]["s_info"]["mean"], found["all"]["micro"]["s_info"]["mean"]) == (
        1.0,
        0.666667,
    )


def test_every_dimension_has_its_groups() -> None:
    told = {"subtype": "x", "property": "P1", "popularity": "head", "violation_type": "Format"}
    traces = [
        trace(
            1,
            splits={"temporal": "test", "entity_disjoint": "train"},
            repaired_at="2025-06-01T00:00:00Z",
            **told,
        ),
        trace(2, layers=["L1", "L2"], constraint_types=["Q1", "Q2"], repaired_at="2024-06-01T00:00:00Z"),
        trace(3, layers=None, constraint_types=[], repaired_at=None),
    ]
    groups = {name: set(one["groups"]) for name, one in summary(traces, "2025-01-01")["groups"].items()}
    assert groups == {
        "class": {"TypeA"},
        "subtype": {"x", "unknown"},
        "property": {"P1", "unknown"},
        "track": {"A_BOX"},
        "popularity": {"head", "unknown"},
        "violation_type": {"Format", "unknown"},
        "constraint_type": {"Q1", "Q2", "none"},
        "layers": {"L1", "L1+L2", "unknown"},
        "split": {"temporal: test", "entity_disjoint: train"},
        "model_cutoff": {"repaired before 2025-01-01", "repaired since 2025-01-01", "unknown"},
    }


def test_the_worst_group_is_the_lowest_of_those_with_enough_cases() -> None:
    traces = [trace(n, 1.0, property="P1") for n in range(5)]
    traces += [trace(n, 0.0, property="P2") for n in range(5, 10)]
    traces += [trace(n, -0.5, property="P3") for n in range(10, 14)]
    worst = summary(traces)["groups"]["property"]["worst_group"]["s_info"]
    assert worst == {"group": "P2", "mean": 0.0, "cases": 5}


def test_outcomes_are_counted_by_themselves() -> None:
    odd = {"fixed": None, "newly_broken": 2, "information_kept": 0.5, "vacuous": True, "score": 0.0}
    traces = [
        trace(1, 0.0, missing=True),
        trace(2, 0.0, invalid=True),
        trace(3, 0.0, abstained=True, track_model=None),
        trace(4, 0.0, track_model="T_BOX"),
        trace(5, functional=odd),
    ]
    found = summary(traces)["main"]
    assert found["counts"] == {
        "missing": 1,
        "invalid": 1,
        "abstained": 1,
        "wrong_track": 1,
        "undecided": 1,
        "vacuous": 1,
        "newly_broken": 1,
    }
    assert found["micro"]["fixed"]["mean"] == 0.8  # undecided counts as 0


def test_clusters_are_counted_and_make_intervals_wider() -> None:
    scores = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    alone = summary([trace(n, s) for n, s in enumerate(scores)])["main"]["micro"]["s_info"]
    shared = summary([trace(n, s, cluster_id=f"k{n // 3}") for n, s in enumerate(scores)])["main"]["micro"][
        "s_info"
    ]
    assert (alone["clusters"], shared["clusters"], shared["n"]) == (8, 3, 8)
    assert shared["high"] - shared["low"] > alone["high"] - alone["low"]


def test_the_order_of_cases_changes_nothing() -> None:
    chance = random.Random(5)
    traces = [
        trace(n, chance.choice([1.0, 0.0, -0.5]), cluster_id=f"k{chance.randrange(20)}", property=f"P{n % 7}")
        for n in range(90)
    ]
    moved = list(traces)
    chance.shuffle(moved)
    assert summary(moved) == summary(traces)


def test_what_a_run_cost_is_added_up() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "cost": 0.25, "latency_s": 1.5}
    found = summary([trace(1, usage=usage), trace(2, usage=usage), trace(3)])
    assert found["usage"] == {
        "answers": 2,
        "prompt_tokens": 20,
        "completion_tokens": 4,
        "cost": 0.5,
        "latency_s": 3.0,
    }
    assert (found["model"], found["layers"]) == ("m", "L1")


def test_an_empty_run_has_no_means() -> None:
    found = summary([])
    assert (found["main"]["cases"], found["main"]["micro"]["s_info"]["mean"], found["groups"]) == (
        0,
        None,
        {},
    )


def run(name: str, scores: list[float], **more: Any) -> Run:
    return run_from(name, [trace(n, s, **more) for n, s in enumerate(scores)], {"scorer_version": "1"})


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        pytest.param([0.0] * 30, [1.0] * 29 + [0.0], "0.967 higher (95 % interval +0.", id="clearly better"),
        pytest.param([1.0] * 29 + [0.0], [0.0] * 30, "which is significant", id="clearly worse"),
        pytest.param(
            [0.0, 1.0] * 9, [1.0, 0.0] * 9, "which is not significant", id="no difference on average"
        ),
        pytest.param(
            [1.0] * 9, [1.0] * 9, "no difference in any of 9 cases in 9 clusters", id="the same run"
        ),
        pytest.param([1.0], [0.0], "1 cases in 1 clusters are too few", id="one case"),
    ],
)
def test_a_comparison_is_told_in_a_plain_sentence(
    first: list[float], second: list[float], words: str
) -> None:
    assert words in compare(run("a", first), run("b", second)).sentence("s_info")


def test_runs_are_paired_by_case_and_the_rest_is_told() -> None:
    a = run_from("a", [trace(1, 0.0), trace(2, 0.0), trace(3, 1.0)])
    b = run_from("b", [trace(2, 1.0), trace(3, 1.0), trace(4, 1.0), trace(5, 1.0)])
    found = compare(a, b)
    assert (found.cases, found.only_first, found.only_second) == (2, 1, 2)
    assert found.differences["s_info"].mean == 0.5


@pytest.mark.parametrize(
    ("summaries", "problem"),
    [
        pytest.param(
            ({"scorer_version": "1"}, {"scorer_version": "2"}), "scorer versions", id="another scorer"
        ),
        pytest.param(({"release_digest": "a"}, {"release_digest": "b"}), "releases", id="another release"),
    ],
)
def test_runs_that_do_not_mean_the_same_are_refused(summaries: tuple[Trace, Trace], problem: str) -> None:
    first, second = (run_from(name, [trace(1)], one) for name, one in zip("ab", summaries, strict=True))
    with pytest.raises(InputError, match=problem):
        compare(first, second)


def test_runs_without_a_common_case_are_refused() -> None:
    with pytest.raises(InputError, match="no case in common"):
        compare(run_from("a", [trace(1)]), run_from("b", [trace(2)]))


def test_the_information_gap_follows_one_model_through_its_layers() -> None:
    runs = [
        run("all", [1.0] * 9, layers=["L1", "L2", "retrieval"]),
        run("bare", [0.0] * 9, layers=["L1"]),
        run("other", [0.5] * 9, layers=["L1"], model="another"),
        run("some", [0.0] * 8 + [1.0], layers=["L1", "L2"]),
    ]
    gaps = information_gap(runs)
    assert [(gap["model"], gap["from"], gap["to"]) for gap in gaps] == [
        ("m", "L1", "L1+L2"),
        ("m", "L1+L2", "L1+L2+retrieval"),
    ]
    assert gaps[1]["scores"]["s_info"]["difference"]["mean"] == pytest.approx(8 / 9, abs=1e-6)
