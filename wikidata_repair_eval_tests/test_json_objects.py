"""One JSON object of many records: streamed in any order, sorted, readable as a stream and by anybody."""

from pathlib import Path

import ijson
import orjson
import pytest

from wikidata_repair_eval.artifacts import Artifact, ArtifactStore
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import read_json_object, sha256_of, write_json_object

MEMBERS = [("b", {"z": 1, "a": [2]}), ("a", None), ("ü,{\n}", "x")]


def test_the_order_of_members_does_not_change_a_byte(tmp_path: Path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    digest = write_json_object(first, MEMBERS)
    assert write_json_object(second, reversed(MEMBERS)) == digest == sha256_of(first)
    assert first.read_bytes() == second.read_bytes()


def test_names_are_sorted_and_the_file_is_plain_json(tmp_path: Path):
    path = tmp_path / "object.json"
    write_json_object(path, MEMBERS)
    assert list(orjson.loads(path.read_bytes())) == ["a", "b", "ü,{\n}"]
    assert path.read_bytes().endswith(b"}\n")
    with path.open("rb") as file:
        assert [name for name, _ in ijson.kvitems(file, "")] == ["a", "b", "ü,{\n}"]


def test_of_a_repeated_name_the_first_is_kept(tmp_path: Path):
    write_json_object(tmp_path / "object.json", [("a", 1), ("a", 2)])
    assert orjson.loads((tmp_path / "object.json").read_bytes()) == {"a": 1}


@pytest.mark.parametrize("members", [[], MEMBERS[:1], MEMBERS], ids=["none", "one", "three"])
def test_what_was_written_is_read_back_one_at_a_time(tmp_path: Path, members: list[tuple[str, object]]):
    write_json_object(tmp_path / "object.json", members)
    assert sorted(read_json_object(tmp_path / "object.json")) == sorted(members)


@pytest.mark.parametrize("kept", [1, 20, -2, -1])
def test_a_cut_object_is_refused(tmp_path: Path, kept: int):
    path = tmp_path / "object.json"
    write_json_object(path, MEMBERS)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(InputError, match="make the file again"):
        list(read_json_object(path))


def test_a_stream_that_breaks_leaves_the_old_file(tmp_path: Path):
    path = tmp_path / "object.json"
    write_json_object(path, MEMBERS)
    before = path.read_bytes()

    def breaking():
        yield "c", 1
        raise RuntimeError("the power is gone")

    with pytest.raises(RuntimeError):
        write_json_object(path, breaking())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_store_streams_objects_and_adopts_what_others_wrote(tmp_path: Path):
    store = ArtifactStore(str(tmp_path), "test")
    worlds = Artifact("worlds", {"": "worlds/{partition}.json"}, objects=frozenset({""}))
    store.save_stream(worlds, "P1", {"": iter(MEMBERS)})
    assert sorted(store.members(worlds, "P1")) == sorted(MEMBERS)
    assert store.load(worlds, "P1") == dict(MEMBERS)
    made_elsewhere = Artifact("made_elsewhere", {"one": "one.json", "two": "two.json"})
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_bytes(b"{}\n")
    store.adopt(made_elsewhere, None, parameters={"dump": "x"})
    assert store.is_whole(made_elsewhere, None)
    (tmp_path / "two.json").write_bytes(b"{ }\n")
    assert not store.is_whole(made_elsewhere, None)
