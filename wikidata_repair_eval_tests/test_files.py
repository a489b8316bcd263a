"""Files are whole or not there, and the same value has the same bytes."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from upath import UPath

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import (
    json_bytes,
    json_lines,
    read_json_lines,
    sha256_of,
    write_atomically,
    write_json_array,
    writing_atomically,
)


def broken() -> None:
    raise RuntimeError("broken")


def test_json_has_sorted_keys_utf8_and_one_newline():
    assert json_bytes({"b": 1, "a": "é"}) == '{"a":"é","b":1}\n'.encode()


def test_json_lines_read_back_what_was_written(tmp_path: Path):
    write_atomically(tmp_path / "x.jsonl", json_lines([{"a": 1}, {"a": 2}]))
    assert list(read_json_lines(tmp_path / "x.jsonl")) == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b'{"a": 1}\n{"a": 2}', "line 2: the last line has no end", id="cut between records"),
        pytest.param(b'{"a": 1}\n{"a"\n', "line 2: this is not JSON", id="broken line"),
    ],
)
def test_truncated_or_broken_json_lines_are_refused_by_line(tmp_path: Path, content: bytes, message: str):
    (tmp_path / "x.jsonl").write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(read_json_lines(tmp_path / "x.jsonl"))


@pytest.mark.parametrize("kind", [Path, UPath])
def test_a_write_makes_its_folders_and_leaves_no_temporary_file(tmp_path: Path, kind: type):
    target = kind(str(tmp_path / "deep" / "er" / "x.json"))
    write_atomically(target, b"1")
    write_atomically(target, b"22")
    assert target.read_bytes() == b"22"
    assert [path.name for path in (tmp_path / "deep" / "er").iterdir()] == ["x.json"]
    assert sha256_of(target) == "785f3ec7eb32f30b90cd0fcf3657d388b5ff4297f2f9716ff66e9b69c05ddd09"


def test_an_object_store_gets_its_object_whole_or_not_at_all():
    target = UPath("memory://bucket/deep/x.json")
    write_atomically(target, b"1")
    with pytest.raises(RuntimeError, match="broken"), writing_atomically(target) as file:
        file.write(b"half") and broken()
    assert target.read_bytes() == b"1"


@pytest.mark.parametrize("records", [[], [{"a": 1}], [{"b": 2, "a": 1}, {"c": None}]])
def test_a_streamed_array_is_json_and_its_checksum_is_told(tmp_path: Path, records: list[dict]):
    digest = write_json_array(tmp_path / "x.json", iter(records))
    assert json.loads((tmp_path / "x.json").read_text()) == records
    assert sha256_of(tmp_path / "x.json") == digest


def test_a_stream_that_breaks_leaves_the_old_file(tmp_path: Path):
    def records():
        yield {"a": 1}
        broken()

    write_json_array(tmp_path / "x.json", [])
    with pytest.raises(RuntimeError, match="broken"):
        write_json_array(tmp_path / "x.json", records())
    assert (tmp_path / "x.json").read_bytes() == b"[]\n"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_atomically(tmp_path / "x", b"old")
    monkeypatch.setattr("wikidata_repair_eval.files.os.fsync", lambda handle: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_atomically(tmp_path / "x", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    assert (tmp_path / "x").read_bytes() == b"old"


def test_a_killed_writer_leaves_the_old_file_or_the_new_one(tmp_path: Path):
    target = tmp_path / "x"
    code = (
        "import sys; from pathlib import Path; from wikidata_repair_eval.files import write_atomically\n"
        "while True:\n for byte in b'ab': write_atomically(Path(sys.argv[1]), bytes([byte]) * 3_000_000)"
    )
    for pause in (0.0, 0.013, 0.031):
        writer = subprocess.Popen([sys.executable, "-c", code, str(target)])
        while not target.exists():
            time.sleep(0.01)
        time.sleep(pause)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        assert target.read_bytes() in (b"a" * 3_000_000, b"b" * 3_000_000)
