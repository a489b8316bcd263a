"""The story of one candidate, as a person reads it."""

from pathlib import Path

import pytest

from wikidata_repair_eval.cli import main
from wikidata_repair_eval.orchestration.pipeline import run_pipeline
from wikidata_repair_eval.settings import load_settings
from wikidata_repair_eval_tests.e2e.worlds import served, small_world


def test_explain_tells_the_report_the_timeline_and_the_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for name in ("WRE_LOCAL_DIR", "DAGSTER_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WRE_DATA_DIR", str(tmp_path / "data"))
    world = small_world(1)
    planted = [one for one in world.truth_json()["repairs"] if one["property"] == "P569" and one["persists"]]
    with served(tmp_path, world) as (source, _):
        monkeypatch.setenv("WRE_SOURCE", source)
        assert run_pipeline(load_settings(), print, reports=["P569"], until="report_pages")
        assert run_pipeline(load_settings(), print, reports=["P569"], until="repair_candidates")
        capsys.readouterr()
        assert main.run(["explain", planted[0]["qid"].lower(), "P569"]) == 0
        told = capsys.readouterr().out
        assert f"{planted[0]['qid']} left the report of P569" in told
        assert "Outcome: proven" in told
        assert f"revision {planted[0]['event']['revision_id']} of" in told
        assert main.run(["explain", "Q1", "P569"]) == 2
        assert main.run(["explain", "bogus", "P569"]) == 2
        assert main.run(["explain", "Q1", "P4242"]) == 2
    assert "materialize its asset first" in capsys.readouterr().err
