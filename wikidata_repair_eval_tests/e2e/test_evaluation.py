"""Runs over a real release through Dagster: baselines, a model, a file, the leaderboard, the page."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyarrow import parquet

from wikidata_repair_eval.benchmark.release import load_release
from wikidata_repair_eval.files import json_bytes, read_json_lines, write_json_lines
from wikidata_repair_eval.orchestration.contracts.benchmark import DEFAULT_VERSION
from wikidata_repair_eval.orchestration.pipeline import BASELINES
from wikidata_repair_eval.sandbox.server.faults import FaultPlan
from wikidata_repair_eval.scoring import replay
from wikidata_repair_eval_tests.e2e.one_asset import instance, materialize
from wikidata_repair_eval_tests.e2e.released import Finished

CHAT = "/v1/chat/completions"
MODEL = {"kind": "model", "model": "sandbox-rules-1"}


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def evaluate(
    run: str, config: dict[str, object], assets: tuple[str, ...] = ("proposals", "repair_evaluation")
):
    with instance() as found:
        found.add_dynamic_partitions("evaluation_runs", [run])
    return materialize(assets, run, config={"proposals": {"config": config}})


def summary(place: Path, run: str) -> dict[str, object]:
    return json.loads((place / "evaluation" / run / "summary.json").read_bytes())


def questions(finished: Finished) -> int:
    return finished.server.control.manners.paths[CHAT]


def test_what_people_did_scores_one_everywhere_on_every_main_case(copy: Finished, tmp_path: Path):
    release = load_release(copy.place / "releases" / DEFAULT_VERSION)
    answers = [replay(case) for case in release]
    assert None not in answers
    lines = (
        one.model_dump(mode="json") | {"case_id": case["id"]}
        for one, case in zip(answers, release, strict=True)
    )
    write_json_lines(tmp_path / "people.jsonl", lines)
    assert evaluate("people", {"kind": "file", "file": str(tmp_path / "people.jsonl")}).success
    scores = summary(copy.place, "people")["all"]["micro"]
    assert {name: one["mean"] for name, one in scores.items()} == dict.fromkeys(scores, 1.0)


def test_all_baselines_are_ranked_below_people_and_shown_in_the_page(copy: Finished):
    for name in BASELINES:
        assert evaluate(name, {}).success
    assert materialize(["leaderboard", "case_browser"]).success
    rows = parquet.read_table(copy.place / "leaderboard.parquet").to_pylist()
    assert {row["run"] for row in rows} == set(BASELINES)
    assert all(row["s_info_all"] < 1 for row in rows)
    text = (copy.place / "leaderboard.md").read_text()
    assert text.count("significant") + text.count("no difference") == len(rows) - 1
    [manifest] = (copy.place / "browser" / DEFAULT_VERSION).glob("data-*/manifest.js")
    assert '"runs":["always-delete"' in manifest.read_text()


def test_a_run_on_another_release_is_left_out_by_name(copy: Finished):
    assert evaluate("do-nothing", {}).success
    path = copy.place / "evaluation" / "do-nothing" / "summary.json"
    path.write_bytes(json_bytes(summary(copy.place, "do-nothing") | {"release_digest": "another"}))
    done = materialize(["leaderboard"])
    assert done.success
    [event] = [one for one in done.all_events if one.is_step_materialization]
    told = event.step_materialization_data.materialization.metadata
    assert told["left_out"].data == {"do-nothing": "scored on another release; evaluate it again"}


def test_a_killed_model_run_goes_on_and_pays_for_nothing_twice(copy: Finished, tmp_path: Path):
    cases = sum(1 for _ in load_release(copy.place / "releases" / DEFAULT_VERSION))
    with instance() as found:
        found.add_dynamic_partitions("evaluation_runs", ["model"])
    before = questions(copy)
    copy.server.control.set_plan(FaultPlan(rates={"slow": 1.0}, slow_s=0.4, paths=("/v1",)))
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"proposals": {"config": MODEL}}))
    module = "wikidata_repair_eval_tests.e2e.one_asset"
    command = [sys.executable, "-m", module, "proposals", "model", "model", str(config)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while questions(copy) < before + 10 and running.poll() is None:
        time.sleep(0.05)
    running.send_signal(signal.SIGKILL)
    running.wait()
    asked = questions(copy) - before
    copy.server.control.set_plan(FaultPlan())
    assert 10 <= asked < cases
    assert not (copy.place / "proposals" / "model.jsonl").exists()
    assert evaluate("model", MODEL).success
    assert questions(copy) <= before + cases + 3, (
        "at most the questions that were under way when it was killed"
    )
    assert len(list(read_json_lines(copy.place / "proposals" / "model.jsonl"))) == cases
    again = questions(copy)
    assert evaluate("model", MODEL).success
    assert questions(copy) == again


def test_a_dry_run_asks_nobody_and_writes_nothing(copy: Finished):
    before = questions(copy)
    assert evaluate("dry", {**MODEL, "dry_run": True}, ("proposals",)).success
    assert questions(copy) == before
    assert not (copy.place / "proposals" / "dry.jsonl").exists()


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ({"kind": "oracle"}, "there is no such kind"),
        ({"kind": "baseline", "name": "guess"}, "there is no such baseline"),
        ({"kind": "model"}, "no model is named"),
        ({"kind": "file", "file": "nowhere.jsonl"}, "the file cannot be read"),
        ({"kind": "model", "model": "sandbox-rules-1", "layers": "L7"}, "there is no such layer"),
    ],
    ids=["kind", "baseline", "model", "file", "layer"],
)
def test_a_wrong_config_is_told_in_a_sentence(copy: Finished, config, told):
    done = evaluate("wrong", config, ("proposals",))
    assert not done.success
    [failure] = [one for one in done.all_events if one.is_step_failure]
    assert told in failure.step_failure_data.user_failure_data.description
