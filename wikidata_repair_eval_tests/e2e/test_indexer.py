"""Stage 1 through a real Dagster instance, against worlds whose truth is known."""

import json
from pathlib import Path
from typing import Any

import dagster as dg
import pandas as pd
import pytest

from wikidata_repair_eval.definitions import build_defs
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.orchestration.pipeline import run_pipeline
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.settings import load_settings
from wikidata_repair_eval_tests.e2e.worlds import served, small_world


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of its own."""
    for name in ("WRE_LOCAL_DIR", "DAGSTER_HOME", "WRE_CONTACT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WRE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def run_on(
    world: World, place: Path, monkeypatch: pytest.MonkeyPatch, **options: Any
) -> tuple[bool, list[str], int]:
    """Run Stage 1; gives success, what was said, and how many requests the server saw."""
    said: list[str] = []
    options.setdefault("until", "all_repair_candidates")
    with served(place.parent, world) as (source, server):
        monkeypatch.setenv("WRE_SOURCE", source)
        finished = run_pipeline(load_settings(), said.append, **options)
        return finished, said, server.control.manners.report()["requests"]


def files_of(place: Path) -> dict[str, bytes]:
    """Every artifact; not Dagster's records, whose run ids and times differ."""
    wanted = [path for path in sorted(place.rglob("*")) if path.is_file()]
    relative = {path.relative_to(place).as_posix(): path for path in wanted}
    return {name: path.read_bytes() for name, path in relative.items() if not name.startswith("dagster")}


def keys(records: list[dict[str, Any]], property_name: str) -> set[tuple[Any, ...]]:
    names = ("qid", property_name, "report_revision_old", "report_revision_new")
    return {tuple(record[name] for name in names) for record in records}


@pytest.mark.parametrize(
    "seed", [1, 2, 3, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 24))]
)
def test_the_candidates_are_the_true_disappearances_and_nothing_else(
    seed: int, place: Path, monkeypatch: pytest.MonkeyPatch
):
    world = small_world(seed)
    finished, said, _ = run_on(world, place, monkeypatch)
    assert finished, said
    found = json.loads((place / "01_repair_candidates.json").read_text())
    truth = world.truth_json()
    shown = {(one["qid"], one["property"]) for one in truth["not_repairs"] if one["candidate"]}
    planted = keys(truth["repairs"], "property")
    assert planted - keys(found, "property_id") == set()
    others = {key[:2] for key in keys(found, "property_id") - planted}
    assert others == shown


def test_running_again_asks_for_no_text_twice_and_gives_the_same_bytes(
    place: Path, monkeypatch: pytest.MonkeyPatch
):
    world = small_world(1)
    assert run_on(world, place, monkeypatch)[0]
    before = files_of(place)
    finished, _, requests = run_on(world, place, monkeypatch)
    assert finished
    assert files_of(place) == before
    # One list of pages, and one look per page that finds nothing new.
    assert requests == 1 + len(list((place / "01_repair_candidates").glob("P*.json")))


def test_any_order_of_partitions_gives_the_same_files(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    world, pages = small_world(1), ["P21", "P26", "P569"]  # the first two share a run
    assert run_on(world, place, monkeypatch, until="report_pages")[0]
    assert run_on(world, place, monkeypatch, reports=pages)[0]
    together = files_of(place)
    monkeypatch.setenv("WRE_DATA_DIR", str(tmp_path / "other"))
    assert run_on(world, place, monkeypatch, until="report_pages")[0]
    for page in reversed(pages):
        assert run_on(world, place, monkeypatch, reports=[page])[0]
    assert files_of(tmp_path / "other") == together


def test_a_backfill_of_one_page_touches_one_partition(place: Path, monkeypatch: pytest.MonkeyPatch):
    world = small_world(1)
    assert run_on(world, place, monkeypatch, until="report_pages")[0]
    assert run_on(world, place, monkeypatch, reports=["P569"], until="repair_candidates")[0]
    made = {path.parent.name + "/" + path.name for path in place.rglob("*P569*")}
    assert made == {"01_repair_candidates/P569.json", "report_snapshots/P569"} | {
        f"{asset}/P569.json" for asset in ("repair_candidates", "report_snapshots")
    }
    assert [path.name for path in (place / "01_repair_candidates").iterdir()] == ["P569.json"]


def test_artifacts_load_as_data_frames_through_the_io_manager(place: Path, monkeypatch: pytest.MonkeyPatch):
    assert run_on(small_world(1), place, monkeypatch, until="repair_candidates")[0]
    with dg.DagsterInstance.get() as instance:
        defs = build_defs()
        pages = defs.load_asset_value("report_pages", instance=instance)
        snapshots = defs.load_asset_value("report_snapshots", instance=instance, partition_key="P569")
        candidates = defs.load_asset_value("repair_candidates", instance=instance, partition_key="P569")
    assert isinstance(pages, pd.DataFrame)
    assert "P569" in set(pages["property_id"])
    assert set(snapshots) == {"revisions", "entries"}
    assert candidates == json.loads((place / "01_repair_candidates" / "P569.json").read_text())


def test_lineage_leads_from_the_compiled_file_back_to_the_snapshots(
    place: Path, monkeypatch: pytest.MonkeyPatch
):
    assert run_on(small_world(1), place, monkeypatch)[0]
    compiled = json.loads((place / "lineage" / "all_repair_candidates" / "all.json").read_text())
    of_path = {one["path"]: one["sha256"] for one in compiled["upstream"]}
    page = json.loads((place / "lineage" / "repair_candidates" / "P569.json").read_text())
    assert of_path["01_repair_candidates/P569.json"] == page["sha256"]
    snapshots = json.loads((place / "lineage" / "report_snapshots" / "P569.json").read_text())
    assert page["upstream"] == sorted(snapshots["files"], key=lambda one: one["path"])


def test_a_wiki_that_is_down_fails_the_partition_clearly_and_leaves_what_was_there(
    place: Path, monkeypatch: pytest.MonkeyPatch
):
    world = small_world(1)
    assert run_on(world, place, monkeypatch)[0]
    before = files_of(place)
    with served(place.parent, world) as (source, _):
        pass  # the server is gone, its address is not
    text = Path(source).read_text().replace("deadline_s: 30", "deadline_s: 0.2")
    Path(source).write_text(text)
    monkeypatch.setenv("WRE_SOURCE", source)
    said: list[str] = []
    assert not run_pipeline(load_settings(), said.append, until="all_repair_candidates")
    assert any("no connection" in sentence for sentence in said), said
    assert files_of(place) == before


def test_a_page_that_the_wiki_lost_costs_its_own_partition_and_no_other(
    place: Path, monkeypatch: pytest.MonkeyPatch
):
    world = small_world(1)
    assert run_on(world, place, monkeypatch, until="report_pages")[0]
    with dg.DagsterInstance.get() as instance:
        instance.add_dynamic_partitions("report_pages", ["P99999"])
    finished, said, _ = run_on(world, place, monkeypatch)
    assert not finished
    assert any("P99999" in sentence and "there is no readable page" in sentence for sentence in said)
    assert (place / "report_snapshots" / "P569" / "revisions.parquet").exists()
    with dg.DagsterInstance.get() as instance:
        made = instance.get_materialized_partitions(dg.AssetKey("report_snapshots"))
    assert "P569" in made
    assert "P99999" not in made


def test_an_unknown_report_page_or_asset_is_bad_input(place: Path, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(InputError, match="the wiki has no such report page"):
        run_on(small_world(1), place, monkeypatch, reports=["P99999"])
    with pytest.raises(InputError, match="there is no such asset"):
        run_on(small_world(1), place, monkeypatch, until="repair_candidate")


@pytest.fixture
def made(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    assert run_on(small_world(1), place, monkeypatch)[0]
    return place


def test_every_run_tells_what_a_person_wants_to_know(made: Path):
    with dg.DagsterInstance.get() as instance:
        told = {}
        for asset in ("report_pages", "report_snapshots", "repair_candidates", "all_repair_candidates"):
            event = instance.get_latest_materialization_event(dg.AssetKey(asset))
            told[asset] = set(event.asset_materialization.metadata)
    assert told["report_pages"] >= {"pages", "new_partitions", "requests", "sample", "path", "sha256"}
    assert told["report_snapshots"] >= {"revisions", "revisions_by_outcome", "requests", "unknown_headings"}
    assert told["repair_candidates"] >= {"candidates", "by_violation_type", "by_flag", "sample", "over_time"}
    assert told["all_repair_candidates"] >= {"candidates", "pages", "pages_missing", "sha256"}


def test_trap_12_pages_come_from_the_wikis_own_list_and_lookalikes_are_no_reports(made: Path):
    world = small_world(1)
    names = [title.removeprefix(world.report_prefix) for title in world.report_titles()]
    reports = {name for name in names if name[1:].isdigit()}
    assert {"Summary"} <= set(names) - reports
    with dg.DagsterInstance.get() as instance:
        assert set(instance.get_dynamic_partitions("report_pages")) == reports
