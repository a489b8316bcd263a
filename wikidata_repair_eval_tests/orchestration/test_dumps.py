"""Where a dump comes from and where its snapshot goes."""

from pathlib import Path

import pytest
from upath import UPath

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.orchestration.contracts.world import DUMP_SNAPSHOT
from wikidata_repair_eval.orchestration.dumps import dump_file, freeze_to_store, has_snapshot, snapshot_folder
from wikidata_repair_eval.orchestration.resources import WikiResource
from wikidata_repair_eval.settings import Settings, load_settings
from wikidata_repair_eval.world.frozen import open_frozen
from wikidata_repair_eval_tests.world.dumps import text_of
from wikidata_repair_eval_tests.world.frozen_cases import thing


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "wikidata-20260105-all.json"
    path.write_bytes(text_of(thing("Q1", "Ada"), thing("Q2", "Bob")))
    return path


def settings(tmp_path: Path, dump: str | None, name: str = "here") -> Settings:
    source = tmp_path / f"{name}.yaml"
    lines = [f"name: {name}", "api_url: http://127.0.0.1:9/api.php", "report_prefix: X/"]
    source.write_text("\n".join([*lines, *([f"dump: {dump}"] if dump else [])]))
    return load_settings({"WRE_SOURCE": str(source), "WRE_DATA_DIR": str(tmp_path / "data")})


def test_a_source_without_a_dump_is_told_so_in_one_sentence(tmp_path: Path):
    with pytest.raises(SetupError, match="the source 'here' names no dump, so nothing can be frozen"):
        dump_file(settings(tmp_path, None), "", WikiResource(), print)


def test_the_runs_own_dump_goes_before_the_sources(tmp_path: Path):
    configured = settings(tmp_path, "one.json.gz")
    assert dump_file(configured, "", WikiResource(), print) == Path("one.json.gz")
    assert dump_file(configured, "two.json.gz", WikiResource(), print) == Path("two.json.gz")


@pytest.mark.parametrize("place", ["local", "memory"])
def test_a_snapshot_is_whole_wherever_the_data_is(tmp_path: Path, dump: Path, place: str):
    data_dir = str(tmp_path / "data") if place == "local" else f"memory://{tmp_path.name}"
    store, said = ArtifactStore(data_dir, "here"), list[str]()
    frozen = freeze_to_store(store, settings(tmp_path, str(dump)), dump, ["Q1"], said.append, cores=1)
    assert store.is_whole(DUMP_SNAPSHOT, None)
    assert frozen.manifest["found_ids"] == ["Q1"]
    assert frozen.progress is not None
    with open_frozen(snapshot_folder(store), tmp_path / "cache") as snapshot:
        assert snapshot is not None
        assert snapshot.terms("Q1") == ("Ada", None)
    assert set(store.load(DUMP_SNAPSHOT, None)) == {"entities", "labels", "class_edges", "manifest"}


def test_a_pass_that_fails_leaves_the_last_snapshot(tmp_path: Path, dump: Path):
    store, configured = ArtifactStore(str(tmp_path / "data"), "here"), settings(tmp_path, str(dump))
    freeze_to_store(store, configured, dump, ["Q1"], print, cores=1)
    before = {path.name: path.read_bytes() for path in (tmp_path / "data" / "dump_snapshot").iterdir()}
    dump.write_bytes(dump.read_bytes()[:-3])
    with pytest.raises(InputError):
        freeze_to_store(store, configured, dump, ["Q1"], print, cores=1)
    after = {path.name: path.read_bytes() for path in (tmp_path / "data" / "dump_snapshot").iterdir()}
    assert after == before
    assert store.is_whole(DUMP_SNAPSHOT, None)


def test_a_snapshot_counts_only_for_its_own_source_and_dump(tmp_path: Path, dump: Path):
    store, configured = ArtifactStore(str(tmp_path / "data"), "here"), settings(tmp_path, str(dump))
    assert not has_snapshot(store, configured)
    freeze_to_store(store, configured, dump, ["Q1"], print, cores=1)
    assert has_snapshot(store, configured)
    assert not has_snapshot(ArtifactStore(str(tmp_path / "data"), "elsewhere"), configured)
    assert not has_snapshot(store, settings(tmp_path, "wikidata-20260202-all.json.gz"))
    (tmp_path / "data" / "dump_snapshot" / "manifest.json").unlink()
    assert not has_snapshot(store, configured)


def test_a_snapshot_folder_is_found_in_any_store():
    assert snapshot_folder(ArtifactStore("memory://x", "here")) == UPath("memory://x/dump_snapshot")
