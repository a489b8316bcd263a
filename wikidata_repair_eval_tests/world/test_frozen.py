"""A snapshot read through its index: one entity at a time, whole or not at all."""

from pathlib import Path

import pytest
from upath import UPath

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.freeze import freeze
from wikidata_repair_eval.world.frozen import open_frozen
from wikidata_repair_eval.world.frozen_index import index_of
from wikidata_repair_eval_tests.build import item, statement
from wikidata_repair_eval_tests.world.dumps import text_of
from wikidata_repair_eval_tests.world.frozen_cases import LATE, frozen, thing

HUMAN = thing("Q5", "human", statement("P279", item("Q6")))
WORLD = [
    thing("Q1", "Ada", statement("P31", item("Q5")), modified=LATE),
    HUMAN,
    {**thing("Q6", "being"), "labels": {}},
]


def test_an_entity_is_given_back_as_the_dump_had_it(tmp_path: Path):
    with frozen(tmp_path, *WORLD) as snapshot:
        assert snapshot.entity("Q5") == HUMAN
        assert snapshot.modified("Q1") == LATE
        assert snapshot.newest == LATE


def test_unknown_missing_and_nameless_are_three_things(tmp_path: Path):
    with frozen(tmp_path, *WORLD, wanted=["Q1", "Q404"]) as snapshot:
        assert [snapshot.covers(one) for one in ("Q1", "Q404", "Q5")] == ["found", "missing", "unasked"]
        assert snapshot.terms("Q6") == (None, None)
        assert snapshot.terms("Q404") is None
        assert snapshot.entity("Q5") is None
        assert snapshot.terms("Q5").label == "human"


def test_classes_are_known_beyond_the_wanted(tmp_path: Path):
    with frozen(tmp_path, *WORLD, wanted=["Q1"]) as snapshot:
        assert snapshot.superclasses("Q5") == ["Q6"]
        assert snapshot.superclasses("Q6") == []
        assert snapshot.superclasses("Q404") is None


def test_a_folder_without_a_manifest_is_no_snapshot(tmp_path: Path):
    with frozen(tmp_path, *WORLD):
        pass
    (tmp_path / "snapshot" / "manifest.json").unlink()
    with open_frozen(UPath(tmp_path / "snapshot"), tmp_path / "cache") as snapshot:
        assert snapshot is None


def test_another_snapshot_gets_another_index_and_the_old_one_goes(tmp_path: Path):
    folder, cache = UPath(tmp_path / "snapshot"), tmp_path / "cache"
    with frozen(tmp_path, *WORLD, wanted=["Q1"]):
        first = index_of(folder, cache)
    (cache / ".dump_snapshot-1-x.sqlite.y.tmp").write_bytes(b"of a killed run")
    with frozen(tmp_path, *WORLD, wanted=["Q5"]) as snapshot:
        assert snapshot.covers("Q1") == "unasked"
    files = sorted(path.name for path in cache.iterdir())
    assert first.name not in files
    assert [name for name in files if name.endswith((".sqlite", ".tmp"))] == [index_of(folder, cache).name]


def test_an_index_is_made_once(tmp_path: Path):
    with frozen(tmp_path, *WORLD):
        path = index_of(UPath(tmp_path / "snapshot"), tmp_path / "cache")
        made = path.stat().st_mtime_ns
        assert index_of(UPath(tmp_path / "snapshot"), tmp_path / "cache").stat().st_mtime_ns == made


def test_a_broken_table_is_refused_by_name_and_leaves_no_index(tmp_path: Path):
    dump = tmp_path / "dump.json"
    dump.write_bytes(text_of(*WORLD))
    freeze(dump, ["Q1"], tmp_path / "snapshot", cores=1)
    (tmp_path / "snapshot" / "labels.parquet").write_bytes(b"not a table")
    with (
        pytest.raises(InputError, match=r"labels\.parquet.*freeze the dump again"),
        open_frozen(UPath(tmp_path / "snapshot"), tmp_path / "cache"),
    ):
        pass
    assert not list((tmp_path / "cache").glob("dump_snapshot*"))
    assert not list((tmp_path / "cache").glob(".dump_snapshot-*.tmp"))
