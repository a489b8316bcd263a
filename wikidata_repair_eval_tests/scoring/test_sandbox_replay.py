"""Every proven repair of a sandbox world, turned into a proposal, scores 1.0; nothing simple beats it."""

from pathlib import Path
from typing import Any

import pytest

from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.scoring import expressible, replay, score_case
from wikidata_repair_eval_tests.build import Raw
from wikidata_repair_eval_tests.forensics.runs import Run, investigate

WORLDS = [
    pytest.param((2, "small"), id="seed 2"),
    pytest.param((3, "small"), id="seed 3", marks=pytest.mark.slow),
    pytest.param((7, "small"), id="seed 7", marks=pytest.mark.slow),
]


def cases_of(run: Run) -> list[Raw]:
    pairs = [
        (one.repair, one.pre_repair_state) for one in run.outcomes if one.repair and one.pre_repair_state
    ]
    return [
        {**repair.model_dump(mode="json"), "pre_repair_state": state.model_dump(mode="json")}
        for repair, state in pairs
    ]


@pytest.fixture(scope="module", params=WORLDS)
def cases(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Raw]:
    folder: Path = tmp_path_factory.mktemp("replay")
    return cases_of(investigate(build_world(*request.param), folder))


def numbers(trace: Raw) -> dict[str, Any]:
    plain = {name: trace[name] for name in ("s_info", "action_match", "exact", "semantic", "track_correct")}
    return plain | {name: trace["functional"][name] for name in ("fixed", "information_kept", "score")}


def test_every_replayed_repair_scores_one_everywhere(cases: list[Raw]) -> None:
    assert len(cases) > 100
    assert {case["id"]: reason for case in cases if (reason := expressible(case))} == {}
    low = {}
    for case in cases:
        trace = score_case(case, replay(case))
        if set(numbers(trace).values()) != {1}:
            low[case["id"]] = (numbers(trace), trace["reason"])
    assert low == {}


def test_the_action_of_the_replayed_repair_is_the_one_its_record_tells(cases: list[Raw]) -> None:
    told = {case["id"]: case["repair_target"].get("action") for case in cases if case["track"] == "A_BOX"}
    made = {
        case["id"]: score_case(case, replay(case))["action_model"] for case in cases if case["id"] in told
    }
    assert made == told


@pytest.mark.parametrize(
    "operations",
    [
        pytest.param([{"op": "remove"}], id="always delete"),
        pytest.param([{"op": "none"}], id="do nothing"),
        pytest.param([{"op": "deprecate"}], id="always deprecate"),
    ],
)
def test_no_simple_trick_beats_the_replayed_repair(cases: list[Raw], operations: list[Raw]) -> None:
    for case in cases:
        trick = numbers(score_case(case, {"operations": operations}))
        people = numbers(score_case(case, replay(case)))
        assert all((trick[name] or 0) <= people[name] for name in people)
