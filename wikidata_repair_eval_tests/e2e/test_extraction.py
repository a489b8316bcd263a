"""The second half through Dagster, against a served world: one report, and nothing of it is lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pyarrow.parquet as pq
import pytest
import yaml

from wikidata_repair_eval.definitions import build_defs
from wikidata_repair_eval.extraction.run import EvaluationRun
from wikidata_repair_eval.orchestration import pipeline
from wikidata_repair_eval.orchestration.pipeline import run_pipeline
from wikidata_repair_eval.sandbox.second_half import article_list
from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval.settings import load_settings
from wikidata_repair_eval_tests.e2e.worlds import small_world

KEYS = {
    "api_url": "/w/api.php",
    "sparql_url": "/sparql",
    "sparql_scholarly_url": "/sparql-scholarly",
    "wikipedia_api_url": "/wikipedia/w/api.php",
    "wikipedia_rest_url": "/wikipedia/w/rest.php",
    "chat_url": "/v1",
}
GONE = {"title": "There is no such article", "domain": "event"}


def a_few_articles() -> list[dict[str, Any]]:
    """Some of two domains, and one that leads nowhere; the other domains have none."""
    listed = yaml.safe_load(article_list(small_world(1)))["articles"]
    events = [one for one in listed if one["domain"] == "event"][:2]
    return [next(one for one in listed if one["domain"] == "biography_living"), *events, GONE]


def source_at(url: str) -> str:
    """The source file of a served world, in which the model of the profile is the world's own."""
    addresses = {key: url + path for key, path in KEYS.items()}
    retry = {"first_wait_s": 0.02, "max_wait_s": 0.2, "deadline_s": 30}
    pace = {"requests_per_minute": None, "concurrency": 8, "retry": retry}
    named = {"name": "sandbox", "report_prefix": "Reports/", "articles": "articles.yaml"}
    return yaml.safe_dump({**addresses, **pace, **named})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, bytes]]]:
    """The data directory of a run over a few articles, and what the run left there."""
    folder = tmp_path_factory.mktemp("second-half")
    (folder / "articles.yaml").write_text(yaml.safe_dump({"articles": a_few_articles()}))
    with serve(small_world(1)) as server, pytest.MonkeyPatch.context() as patch:
        (folder / "source.yaml").write_text(source_at(server.url))
        for name in ("WRE_LOCAL_DIR", "DAGSTER_HOME", "WRE_CONTACT", "OPENAI_API_KEY"):
            patch.delenv(name, raising=False)
        patch.setenv("WRE_SOURCE", str(folder / "source.yaml"))
        patch.setenv("WRE_DATA_DIR", str(folder / "data"))
        said: list[str] = []
        assert run_pipeline(load_settings(), said.append, until="prompt_tuning"), said
        yield folder / "data", artifacts(folder / "data")


@pytest.fixture
def place(made: tuple[Path, dict[str, bytes]]) -> Path:
    return made[0]


def rows(place: Path, asset: str, domain: str) -> dict[str, dict[str, Any]]:
    table = pq.read_table(place / "extraction" / asset / f"{domain}.parquet")
    return {row["title"]: row for row in table.to_pylist()}


def latest(place: Path) -> dict[str, Any]:
    return json.loads((place / "extraction/results/latest.json").read_text())


def materialize(asset: str, partition: str | None = None, **config: Any) -> dg.ExecuteInProcessResult:
    """One asset by itself, as a person does in the UI, with its checks."""
    job = build_defs().resolve_implicit_global_asset_job_def()
    return job.execute_in_process(
        asset_selection=[dg.AssetKey(asset)],
        partition_key=partition,
        run_config={"ops": {asset: {"config": config}}} if config else {},
    )


def test_the_assets_report_what_the_command_reports_and_one_bad_article_costs_one_row(place: Path):
    report = latest(place)
    dataset = str(place.parent / "articles.yaml")
    asked = EvaluationRun.planned(load_settings(), dataset=dataset).report(lambda _: None)
    assert report["articles"] == asked["articles"]
    assert report["summary"] == asked["summary"]
    assert report["summary"]["articles"] == len(a_few_articles()) - 1
    assert [(one["article"], one["error"]) for one in report["failures"]] == [
        (GONE["title"], "the page is missing")
    ]
    for asset in ("wikipedia_articles", "wikidata_statements", "extracted_triples", "triple_matches"):
        found = rows(place, asset, "event")
        assert {title: row["status"] for title, row in found.items()}.pop(GONE["title"]) == "failed"
        assert sum(row["status"] == "ok" for row in found.values()) == 2
    dated = place / "extraction/results" / f"run-{report['run_date'][:10].replace('-', '')}.json"
    assert dated.read_bytes() == (place / "extraction/results/latest.json").read_bytes()
    assert report["run_date"][:10] == small_world(1).clock[:10]
    assert not list(place.glob("journal/**/*.sqlite"))


def test_checks_warn_of_missed_targets_and_pass_what_is_consistent(place: Path):
    result = materialize("extraction_report")
    found = {one.check_name: (one.passed, one.severity.value) for one in result.get_asset_check_evaluations()}
    targets = {
        f"{one['name']}_meets_its_target": (bool(one["met"]), "WARN") for one in latest(place)["targets"]
    }
    assert found == {**targets, "results_are_fresh": (True, "WARN")}
    [check] = materialize("triple_matches", "event").get_asset_check_evaluations()
    assert (check.check_name, check.passed) == ("counts_are_consistent", True)
    articles = materialize("benchmark_articles").get_asset_check_evaluations()
    assert {one.check_name: one.passed for one in articles}["every_article_has_an_item"] is False


def test_verdicts_of_people_survive_another_run(place: Path):
    title = a_few_articles()[0]["title"]
    domain = a_few_articles()[0]["domain"]
    triples = [
        {"article": title, "subject": title, "predicate": f"ex:likes{n}", "object": "x"} for n in range(3)
    ]
    file = place.parent / "triples.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in triples))
    materialize("extracted_triples", domain, kind="file", file=str(file))
    materialize("triple_matches", domain)
    materialize("extraction_report")
    materialize("novel_discoveries", share=1.0)
    path = place / "extraction/novel_discoveries.yaml"
    content = yaml.safe_load(path.read_text())
    assert [one["predicate"] for one in content["discoveries"]] == ["ex:likes0", "ex:likes1", "ex:likes2"]
    content["discoveries"][1] |= {"verdict": "correct", "note": "seen in the second paragraph"}
    path.write_text("# checked by two people\n" + yaml.safe_dump(content))
    for asset in ("extracted_triples", "triple_matches"):
        materialize(asset, domain)
    for asset in ("extraction_report", "novel_discoveries"):
        materialize(asset)  # the infobox says nothing novel
    assert latest(place)["summary"]["counts"]["novel"] == 0
    [kept] = yaml.safe_load(path.read_text())["discoveries"]
    assert (kept["predicate"], kept["verdict"], kept["note"]) == (
        "ex:likes1",
        "correct",
        "seen in the second paragraph",
    )
    assert "two people" in (path.parent / "novel_discoveries.before.yaml").read_text()


def test_a_language_model_can_be_the_extractor(place: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-a-test")
    materialize("extracted_triples", "event", kind="model")
    told = [row for row in rows(place, "extracted_triples", "event").values() if row["status"] == "ok"]
    assert len(told) == 2
    assert all(row["triples"] for row in told)
    lineage = json.loads((place / "lineage/extracted_triples/event.json").read_text())
    assert lineage["parameters"]["extractor"] == "model"
    assert len(lineage["parameters"]["profile"]) == 64


def test_a_service_that_refuses_every_article_fails_and_leaves_the_table_as_it_was(place: Path):
    before = rows(place, "extracted_triples", "event")
    with pytest.raises(dg.Failure, match=r"1 of 1 partitions failed.*didn't provide an API key"):
        materialize("extracted_triples", "event", kind="model")
    assert rows(place, "extracted_triples", "event") == before


def test_a_source_without_wikipedia_leaves_the_second_half_out_and_says_so(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    source = yaml.safe_load(Path(os.environ["WRE_SOURCE"]).read_text())
    path = tmp_path / "source.yaml"
    path.write_text(
        yaml.safe_dump({key: value for key, value in source.items() if "wikipedia_rest" not in key})
    )
    monkeypatch.setenv("WRE_SOURCE", str(path))
    said: list[str] = []
    [step, *_] = [one for one in pipeline.STEPS if one.half == pipeline.EXTRACTION]
    assert pipeline._is_skipped(step, load_settings(), said.append, asked=False)
    assert said == ["benchmark_articles: left out, since the source has no wikipedia_rest_url"]


def start(place: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "wikidata_repair_eval.cli.main", "run", "--until", "prompt_tuning"]
    environment = {**os.environ, "WRE_DATA_DIR": str(place), "DAGSTER_HOME": str(place / "dagster")}
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


def artifacts(place: Path) -> dict[str, bytes]:
    folders = ("extraction", "lineage")
    paths = [path for name in folders for path in (place / name).rglob("*") if path.is_file()]
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in paths if path.suffix != ".tmp"}


def test_a_second_half_that_was_killed_ends_with_the_bytes_of_one_that_was_not(
    made: tuple[Path, dict[str, bytes]], tmp_path: Path
):
    killed = tmp_path / "killed"
    running = start(killed)
    begun = (killed / "journal/wikipedia_articles", killed / "extraction/wikipedia_articles")
    while running.poll() is None and not any(path.exists() for path in begun):
        time.sleep(0.01)
    assert running.poll() is None, "the run ended before it could be killed"
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert start(killed).wait(300) == 0
    assert artifacts(killed) == made[1]
    assert not list(killed.glob("journal/**/*.sqlite"))
