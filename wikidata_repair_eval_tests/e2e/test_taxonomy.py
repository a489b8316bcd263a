"""The taxonomy through a real Dagster instance: planted classes, unmoved by what changes no information."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from wikidata_repair_eval.benchmark.taxonomy import classify
from wikidata_repair_eval.files import read_json_lines, read_json_object
from wikidata_repair_eval.orchestration.pipeline import run_pipeline
from wikidata_repair_eval.settings import load_settings
from wikidata_repair_eval_tests.benchmark.taxonomy.transforms import HARMLESS, Case, stripped
from wikidata_repair_eval_tests.e2e.worlds import served, small_world

CHECKS = {"every_repair_has_one_class", "classes_fit_their_repairs"}


def stored(place: Path) -> Iterator[tuple[str, Case, dict[str, Any]]]:
    """Page, case and stored classification."""
    for path in sorted((place / "classified_cases").glob("P*.jsonl")):
        worlds = dict(read_json_object(place / "world_state" / f"{path.stem}.json"))
        states = list(read_json_lines(place / "pre_repair_states" / path.name))
        repairs = list(read_json_lines(place / "02_wikidata_repairs" / path.name))
        for repair, state, told in zip(repairs, states, read_json_lines(path), strict=True):
            yield path.stem, (repair, state, worlds[repair["id"]]), told


def transition(record: dict[str, Any], property_id: str) -> tuple[Any, ...]:
    return (record["qid"], property_id, record["report_revision_old"], record["report_revision_new"])


def gist(told: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(told[name] for name in ("class", "subtype", "confidence", "main_score"))


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 22))])
def test_every_planted_repair_has_the_planted_class(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("WRE_LOCAL_DIR", "DAGSTER_HOME", "WRE_CONTACT"):
        monkeypatch.delenv(name, raising=False)
    place, world, said = tmp_path / "data", small_world(seed), []
    monkeypatch.setenv("WRE_DATA_DIR", str(place))
    with served(tmp_path, world, with_dump=True) as (source, _):
        monkeypatch.setenv("WRE_SOURCE", source)
        assert run_pipeline(load_settings(), said.append, until="classified_cases"), said
    planted = {transition(one, one["property"]): one["class"] for one in world.truth_json()["repairs"]}
    found = list(stored(place))
    assert len(found) > 100
    for page, case, told in found:
        repair = case[0]
        assert told["class"] == planted[transition({**repair, **repair["violation_context"]}, page)], told
        assert classify(*case) == told
        for name, change in HARMLESS.items():
            assert gist(classify(*change(case))) == gist(told), (name, told)
        if told["class"] == "TypeB":
            assert classify(*stripped(case))["class"] == "TypeC", told
    assert_checks_passed()


def assert_checks_passed() -> None:
    with dg.DagsterInstance.get() as instance:
        keys = [dg.AssetCheckKey(dg.AssetKey("classified_cases"), name) for name in sorted(CHECKS)]
        done = instance.event_log_storage.get_latest_asset_check_execution_by_key(keys)
    assert {key.name for key in done} == CHECKS
    assert all(record.event.asset_check_evaluation.passed for record in done.values())
