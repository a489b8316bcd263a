"""Artifacts are written whole, read back as they were, and know what they were made from."""

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from wikidata_repair_eval.artifacts import Artifact, ArtifactStore
from wikidata_repair_eval.errors import InputError

RECORDS = Artifact("records", {"": "records/{partition}.jsonl"})
OBJECT = Artifact("object", {"": "object.json"}, made_from=("records",))
TABLES = Artifact(
    "tables",
    {"rows": "tables/{partition}/rows.parquet", "more": "tables/{partition}/more.parquet"},
    schemas={"rows": pa.schema([("id", pa.string()), ("n", pa.int64()), ("tags", pa.list_(pa.string()))])},
)


@pytest.fixture(params=["local", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> ArtifactStore:
    place = str(tmp_path) if request.param == "local" else f"memory://{tmp_path.name}"
    return ArtifactStore(place, "a-source")


@pytest.mark.parametrize(
    ("artifact", "partition", "value"),
    [
        pytest.param(RECORDS, "P1", [{"a": 1}, {"a": None}], id="JSON Lines"),
        pytest.param(RECORDS, "P1", [], id="no records"),
        pytest.param(OBJECT, None, {"b": [1, 2], "a": "é"}, id="JSON"),
    ],
)
def test_a_value_reads_back_as_it_was(store: ArtifactStore, artifact: Artifact, partition: str, value: Any):
    store.save(artifact, partition, value)
    assert store.load(artifact, partition) == value
    assert store.is_whole(artifact, partition)


def test_tables_load_as_data_frames_and_an_empty_one_keeps_its_columns(store: ArtifactStore):
    rows = [{"id": "Q1", "n": None, "tags": ["a"]}]
    store.save(TABLES, "P1", {"rows": rows, "more": pd.DataFrame({"x": [1]})})
    loaded = store.load(TABLES, "P1")
    assert list(loaded["rows"].columns) == ["id", "n", "tags"]
    assert loaded["rows"]["id"].tolist() == ["Q1"]
    store.save(TABLES, "P2", {"rows": [], "more": pd.DataFrame({"x": [1]})})
    assert list(store.load(TABLES, "P2")["rows"].columns) == ["id", "n", "tags"]


def test_the_same_value_gives_the_same_bytes(store: ArtifactStore):
    value = {"rows": [{"id": "Q1", "n": 1, "tags": []}], "more": pd.DataFrame({"x": [1]})}
    assert store.save(TABLES, "P1", value).files == store.save(TABLES, "P1", value).files


def test_lineage_names_file_checksum_source_and_what_it_was_made_from(store: ArtifactStore):
    first = store.save(RECORDS, "P1", [{"a": 1}])
    store.save(OBJECT, None, {}, upstream=store.upstream(RECORDS, ["P1", "P2"]))
    lineage = store.lineage(OBJECT, None)
    assert lineage is not None
    assert lineage["upstream"] == [{"path": "records/P1.jsonl", "sha256": first.sha256}]
    assert (lineage["path"], lineage["source"]) == ("object.json", "a-source")
    assert set(lineage) >= {"sha256", "code_version", "tool_version"}
    assert store.lineage(RECORDS, "P2") is None


def test_parts_that_were_not_written_together_are_not_whole(store: ArtifactStore):
    store.save(TABLES, "P1", {"rows": [], "more": pd.DataFrame({"x": [1]})})
    (store._path("tables/P1/rows.parquet")).write_bytes(b"of another day")
    assert not store.is_whole(TABLES, "P1")
    assert not store.is_whole(TABLES, "P2")


@pytest.mark.parametrize(
    ("file", "artifact", "partition"),
    [
        ("records/P1.jsonl", RECORDS, "P1"),
        ("object.json", OBJECT, None),
        ("tables/P1/rows.parquet", TABLES, "P1"),
    ],
)
def test_a_cut_file_is_refused_by_name(tmp_path: Path, file: str, artifact: Artifact, partition: str | None):
    store = ArtifactStore(str(tmp_path), "a-source")
    value = {"rows": [{"id": "Q1", "n": 1, "tags": []}], "more": []} if artifact is TABLES else [{"a": 1}]
    store.save(artifact, partition, value)
    whole = (tmp_path / file).read_bytes()
    for length in range(len(whole)):
        (tmp_path / file).write_bytes(whole[:length])
        if length == 0 and file.endswith(".jsonl"):
            continue  # no records is a value of its own; the lineage tells the difference
        with pytest.raises(InputError, match=file.rpartition("/")[2]):
            store.load(artifact, partition)


def test_a_file_that_is_not_there_says_what_to_do(tmp_path: Path):
    with pytest.raises(InputError, match=r"it is not there\. Fix: materialize its asset first"):
        ArtifactStore(str(tmp_path), "a-source").load(OBJECT, None)
