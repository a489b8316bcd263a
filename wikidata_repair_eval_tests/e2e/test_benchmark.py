"""The benchmark through a real Dagster instance: what is released, asked once, same bytes in any order."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from wikidata_repair_eval.benchmark.release import load_release
from wikidata_repair_eval.definitions import CHECKS, build_defs
from wikidata_repair_eval.files import read_json_lines, read_json_object
from wikidata_repair_eval.orchestration.benchmark_releases import MODELS
from wikidata_repair_eval.orchestration.contracts.benchmark import DEFAULT_VERSION
from wikidata_repair_eval.sandbox.server.faults import FaultPlan
from wikidata_repair_eval_tests.e2e.one_asset import instance, materialize, pages
from wikidata_repair_eval_tests.e2e.released import KEY, Finished, use
from wikidata_repair_eval_tests.e2e.worlds import small_world

GROUP = ("entity_popularity", "retrieval_snapshots", "benchmark_cases", "benchmark_release")


def without_searches(copy: Finished) -> None:
    """As before the first question."""
    shutil.rmtree(copy.place / "retrieval_snapshots")
    shutil.rmtree(copy.place / "journal" / "retrieval_snapshots")
    copy.server.control.manners.reset()


def snapshots(place: Path) -> dict[str, dict[str, Any]]:
    paths = sorted((place / "retrieval_snapshots").glob("P*.json"))
    return {name: one for path in paths for name, one in read_json_object(path)}


def of_type_c(place: Path) -> set[str]:
    paths = (place / "classified_cases").glob("P*.jsonl")
    return {one["id"] for path in paths for one in read_json_lines(path) if one["class"] == "TypeC"}


def release_bytes(place: Path) -> dict[str, bytes]:
    folder = place / "releases" / DEFAULT_VERSION
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_every_proven_repair_is_a_case_or_says_why_not(finished: Finished):
    release = load_release(finished.place / "releases" / DEFAULT_VERSION)
    cases, diagnostic = list(release), list(release.diagnostic())
    paths = (finished.place / "02_wikidata_repairs").glob("P*.jsonl")
    proven = {one["id"] for path in paths for one in read_json_lines(path)}
    ids = [one["id"] for one in (*cases, *diagnostic)]
    assert sorted(ids) == sorted(proven), "each once"
    assert {one["diagnostic_reason"] for one in diagnostic} <= {"not_frozen", "retracted", "lost"}
    assert len(cases) > 0.9 * len(ids)
    assert any(len({row["property"] for row in one["violations"]}) > 1 for one in cases), (
        "two pages, one case"
    )


def test_every_stored_record_fits_the_schema_that_ships_with_the_release(finished: Finished):
    """Wherever the record is stored; the models are what the schemas are exported from."""
    stored = {
        "repair": "02_wikidata_repairs",
        "unproven_candidate": "unproven_candidates",
        "pre_repair_state": "pre_repair_states",
        "classified_case": "classified_cases",
    }
    shipped = {path.name.partition(".")[0] for path in (finished.place / "releases").rglob("*.schema.json")}
    assert shipped == set(MODELS)
    for name, folder in stored.items():
        for path in (finished.place / folder).glob("P*.jsonl"):
            for record in read_json_lines(path):
                MODELS[name].model_validate(record)
    for name, folder in {"world_state": "world_state", "retrieval_snapshot": "retrieval_snapshots"}.items():
        for path in (finished.place / folder).glob("P*.json"):
            for _, record in read_json_object(path):
                MODELS[name].model_validate(record)
    release = load_release(finished.place / "releases" / DEFAULT_VERSION)
    for case in (*release.cases(), *release.diagnostic()):
        MODELS["benchmark_case"].model_validate(case)
    MODELS["splits"].model_validate(release.splits)


def test_every_check_has_passed(finished: Finished, monkeypatch: pytest.MonkeyPatch):
    use(finished.place, finished.source, monkeypatch)
    keys = [key for check in CHECKS for key in check.check_keys if key.asset_key.path[-1] in GROUP]
    assert len(keys) == 6
    with instance() as found:
        storage = found.event_log_storage
        latest = {key: storage.get_latest_asset_check_execution_by_key([key])[key] for key in keys}
    told = {key.name: one.event.dagster_event.asset_check_evaluation_data for key, one in latest.items()}
    assert [name for name, one in told.items() if not one.passed] == []


def test_type_c_cases_and_nobody_else_are_searched_once_each_without_wikidata(finished: Finished):
    found = snapshots(finished.place)
    assert set(found) == of_type_c(finished.place)
    assert {one["status"] for one in found.values()} == {"frozen"}
    assert finished.searches() == len(found)
    assert any(one["answer_found_in"] for one in found.values())
    urls = [result["url"] for one in found.values() for result in one["response"]["results"]]
    assert urls
    assert not [url for url in urls if "wikidata.org" in url]
    assert {one["requested_at"] for one in found.values()} == {small_world(1).truth_json()["clock"]}


def test_no_key_and_no_editor_is_in_any_artifact_of_the_benchmark(finished: Finished):
    paths = (finished.place / "02_wikidata_repairs").glob("P*.jsonl")
    repairs = [one for path in paths for one in read_json_lines(path)]
    names = {one["repair_target"]["author"] for one in repairs} - {None}
    assert len(names) > 5
    for part in ("releases", "benchmark_cases", "retrieval_snapshots"):
        for path in (finished.place / part).rglob("*.*"):
            text = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
            assert KEY not in text, path
            assert [name for name in names if f'"{name}"' in text] == [], path


def test_popularity_loads_as_a_table_and_covers_every_case(
    finished: Finished, monkeypatch: pytest.MonkeyPatch
):
    use(finished.place, finished.source, monkeypatch)
    with instance() as found:
        table = build_defs().load_asset_value("entity_popularity", instance=found)
    release = load_release(finished.place / "releases" / DEFAULT_VERSION)
    assert set(table["qid"]) >= {one["qid"] for one in release}
    assert set(table["tier"]) <= {"head", "torso", "tail"}
    assert (table["last_month"] == "2026-04").all(), "whole months before the dump"


def test_any_page_order_and_any_page_twice_gives_the_same_bytes_and_asks_nothing(copy: Finished):
    before, asked = release_bytes(copy.place), copy.searches()
    shutil.rmtree(copy.place / "benchmark_cases")
    keys = pages()
    for first, last in ((keys[6], keys[-1]), (keys[0], keys[5]), (keys[2], keys[2])):
        assert materialize(["retrieval_snapshots", "benchmark_cases"], first, last).success
    shutil.rmtree(copy.place / "releases")
    assert materialize(["benchmark_release"]).success
    assert release_bytes(copy.place) == before
    assert copy.searches() == asked


def test_without_a_key_searches_are_missing_and_a_backfill_with_one_fills_them(
    copy: Finished, monkeypatch: pytest.MonkeyPatch
):
    without_searches(copy)
    use(copy.place, copy.source, monkeypatch, key=None)
    keys = pages()
    assert materialize(["retrieval_snapshots", "benchmark_cases"], keys[0], keys[-1]).success
    found = snapshots(copy.place)
    assert {one["status"] for one in found.values()} == {"retrieval_missing"}
    assert all("TAVILY_API_KEY" in one["reason"] for one in found.values())
    use(copy.place, copy.source, monkeypatch, key="tvly-spent-plan")
    assert materialize(["retrieval_snapshots"], keys[0], keys[-1]).success
    assert {one["status"] for one in snapshots(copy.place).values()} == {"retrieval_missing"}
    assert copy.searches() == 1, "a plan that is used up is not asked again and again"
    use(copy.place, copy.source, monkeypatch)
    assert materialize(["retrieval_snapshots"], keys[0], keys[-1]).success
    assert {one["status"] for one in snapshots(copy.place).values()} == {"frozen"}
    assert copy.searches() == 1 + len(found)


def test_a_kill_between_question_and_file_never_asks_twice(copy: Finished):
    without_searches(copy)
    keys, wanted = pages(), of_type_c(copy.place)
    copy.server.control.set_plan(FaultPlan(rates={"slow": 1.0}, slow_s=0.4, paths=("/search",)))
    command = [sys.executable, "-m", "wikidata_repair_eval_tests.e2e.one_asset", "retrieval_snapshots"]
    running = subprocess.Popen([*command, keys[0], keys[-1]], env={**os.environ})
    while running.poll() is None and copy.searches() < 3:
        time.sleep(0.01)
    assert running.poll() is None, "the run ended before it could be killed"
    running.send_signal(signal.SIGKILL)
    running.wait()
    copy.server.control.set_plan(FaultPlan())
    asked = copy.searches()
    assert 3 <= asked < len(wanted)
    assert materialize(["retrieval_snapshots"], keys[0], keys[-1]).success
    assert copy.searches() == len(wanted), "one question for each case, the killed ones included"
    found = snapshots(copy.place)
    lost = [one for one in found.values() if one["status"] == "retrieval_missing"]
    assert set(found) == wanted
    assert [one["reason"] for one in lost] == ["asked, answer lost"]


def test_a_published_version_is_refused_with_other_bytes_and_made_again_with_the_same(copy: Finished):
    config = {"benchmark_release": {"config": {"version": "1.0.0"}}}
    assert materialize(["benchmark_release"], config=config).success
    first = load_release(copy.place / "releases" / "1.0.0").digest
    assert materialize(["benchmark_release"], config=config).success
    (copy.place / "benchmark_cases" / "P569.jsonl").unlink()
    refused = materialize(["benchmark_release"], config=config)
    assert not refused.success
    assert load_release(copy.place / "releases" / "1.0.0").digest == first
    config["benchmark_release"]["config"]["version"] = "1.1.0"
    assert materialize(["benchmark_release"], config=config).success
    told = (copy.place / "releases" / "1.1.0" / "CHANGES.md").read_text()
    assert told.startswith("# Changes from 1.0.0 to 1.1.0")
    assert "0 added" in told


def test_the_release_asset_loads_its_table(finished: Finished, monkeypatch: pytest.MonkeyPatch):
    use(finished.place, finished.source, monkeypatch)
    with instance() as found:
        table = build_defs().load_asset_value(dg.AssetKey("benchmark_release"), instance=found)
    assert len(table) == len(list(load_release(finished.place / "releases" / DEFAULT_VERSION)))
