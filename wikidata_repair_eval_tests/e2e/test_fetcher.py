"""Stage 2 through a real Dagster instance: every planted repair at its revision, no trap taken for one."""

import json
from pathlib import Path
from typing import Any

import pytest

from wikidata_repair_eval.files import read_json_lines
from wikidata_repair_eval.orchestration.pipeline import run_pipeline
from wikidata_repair_eval.settings import load_settings
from wikidata_repair_eval_tests.e2e.worlds import served, small_world


def by_transition(folder: Path, part: str) -> dict[tuple[Any, ...], dict[str, Any]]:
    found = {}
    for path in sorted(folder.glob("P*.jsonl")):
        for record in read_json_lines(path):
            told = record[part]
            qid = record.get("qid") or told["qid"]
            found[qid, path.stem, told["report_revision_old"], told["report_revision_new"]] = record
    return found


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 22))])
def test_every_planted_repair_is_proven_at_its_revision_and_nothing_else_is(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("WRE_LOCAL_DIR", "DAGSTER_HOME", "WRE_CONTACT"):
        monkeypatch.delenv(name, raising=False)
    place, world, said = tmp_path / "data", small_world(seed), []
    monkeypatch.setenv("WRE_DATA_DIR", str(place))
    with served(tmp_path, world) as (source, _):
        monkeypatch.setenv("WRE_SOURCE", source)
        assert run_pipeline(load_settings(), said.append), said
    proven = by_transition(place / "02_wikidata_repairs", "violation_context")
    unproven = by_transition(place / "unproven_candidates", "candidate")
    planted = {}
    for one in world.truth_json()["repairs"]:
        key = (one["qid"], one["property"], one["report_revision_old"], one["report_revision_new"])
        planted[key] = one
    kept = {key: one for key, one in planted.items() if one["persists"]}
    assert set(proven) == set(kept)
    for key, one in kept.items():
        proof, target = proven[key]["proof"], proven[key]["repair_target"]
        found = (proof["event"]["revision_id"], proof["locus"], proof["through"])
        assert found == (one["event"]["revision_id"], one["locus"], one["through"]), key
        assert target.get("action", "UPDATE") == one["action"], key
    assert {unproven[key]["outcome"] for key in set(planted) - set(kept)} <= {"lost"}
    candidates = json.loads((place / "01_repair_candidates.json").read_text())
    assert len(proven) + len(unproven) == len(candidates)
    assert len((place / "02_wikidata_repairs.jsonl").read_text().splitlines()) == len(
        json.loads((place / "02_wikidata_repairs.json").read_text())
    )
