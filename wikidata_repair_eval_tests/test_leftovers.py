"""Temporary files of killed writers are swept when they are old; everything else stays."""

import os
from pathlib import Path

from wikidata_repair_eval.files import sweep_leftovers, write_atomically

NOW = 1_800_000_000.0
OURS = f".x.json.{'a' * 32}.tmp"


def put(path: Path, age: float) -> Path:
    path.write_bytes(b"half")
    os.utime(path, (NOW - age, NOW - age))
    return path


def test_an_old_temporary_file_is_swept_and_a_young_one_may_have_a_writer(tmp_path: Path):
    old, young = put(tmp_path / OURS, 90_000), put(tmp_path / f".y.{'b' * 32}.tmp", 80_000)
    assert sweep_leftovers(tmp_path, now=NOW) == [old.name]
    assert [path.name for path in tmp_path.iterdir()] == [young.name]


def test_files_of_others_are_never_swept(tmp_path: Path):
    foreign = ["x.json", ".x.tmp", f"x.{'a' * 32}.tmp", f".x.{'A' * 32}.tmp", f".x.{'a' * 32}.tmp.part"]
    for name in foreign:
        put(tmp_path / name, 10**7)
    (tmp_path / f".folder.{'c' * 32}.tmp").mkdir()
    assert sweep_leftovers(tmp_path, now=NOW) == []
    assert len(list(tmp_path.iterdir())) == len(foreign) + 1


def test_the_name_of_a_real_temporary_file_is_known(tmp_path: Path, monkeypatch):
    seen: list[Path] = []
    monkeypatch.setattr("wikidata_repair_eval.files.os.fsync", lambda _: seen.extend(tmp_path.iterdir()))
    write_atomically(tmp_path / "x", b"1")
    put(seen[0], 90_000)
    assert sweep_leftovers(tmp_path, now=NOW) == [seen[0].name]


def test_a_folder_that_is_not_there_is_clean(tmp_path: Path):
    assert sweep_leftovers(tmp_path / "nowhere") == []
