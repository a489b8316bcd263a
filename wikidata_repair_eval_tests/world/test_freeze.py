"""The whole pass, in one process: what is found, what is kept, what is refused, what is left alone."""

import hashlib
import logging
from pathlib import Path
from typing import Any

import orjson
import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.freeze import freeze
from wikidata_repair_eval.world.progress import Progress
from wikidata_repair_eval_tests.build import as_old_dump, entity, item, statement
from wikidata_repair_eval_tests.world.dumps import (
    PACKINGS,
    line,
    many_members,
    one_member,
    small_world,
    table,
    text_of,
)


def written(folder: Path, content: bytes, name: str = "dump.json") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def frozen(folder: Path, content: bytes, *ids: str, **more: Any) -> dict[str, Any]:
    return freeze(written(folder, content), ids, folder / "out", cores=1, **more)


@pytest.mark.parametrize("packing", PACKINGS)
def test_every_packing_gives_the_same_snapshot(packing: str, tmp_path: Path):
    manifest = frozen(tmp_path, PACKINGS[packing](text_of(*small_world())), "Q3", "P31", "Q99")
    (tmp_path / "plain").mkdir()
    expected = frozen(tmp_path / "plain", text_of(*small_world()), "Q3", "P31", "Q99")
    assert manifest["files"] == expected["files"]
    assert (manifest["found_ids"], manifest["missing_ids"]) == (["P31", "Q3"], ["Q99"])
    assert (manifest["wanted"], manifest["found"], manifest["missing"], manifest["duplicates"]) == (
        3,
        2,
        1,
        0,
    )


def test_a_wanted_entity_is_kept_whole_with_its_own_revision_and_date(tmp_path: Path):
    world = small_world()
    frozen(tmp_path, text_of(*world), "Q3")
    [row] = table(tmp_path / "out" / "entities.parquet")
    assert orjson.loads(row["json"]) == next(raw for raw in world if raw["id"] == "Q3")
    assert (row["id"], row["type"], row["lastrevid"]) == ("Q3", "item", 1003)
    assert row["modified"] == "2026-01-04T00:00:00Z"


def test_labels_cover_what_is_named_and_the_classes_above_it(tmp_path: Path):
    frozen(tmp_path, text_of(*small_world()), "Q3")
    labels = {
        row["id"]: (row["label"], row["description"]) for row in table(tmp_path / "out" / "labels.parquet")
    }
    assert labels == {
        "P31": ("instance of", None),
        "Q3": ('person "3"', "somebody"),
        "Q4": ('person "4"', "somebody"),
        "Q1001": ("human", None),
        "Q1002": ("being", None),
        "Q1003": (None, None),
        "Q1004": ("only a qualifier", None),
    }


def test_class_edges_go_up_to_the_roots_and_survive_a_circle(tmp_path: Path):
    frozen(tmp_path, text_of(*small_world()), "Q3")
    edges = [tuple(row.values()) for row in table(tmp_path / "out" / "class_edges.parquet")]
    assert edges == [
        ("Q3", "P31", "Q1001"),
        ("Q4", "P31", "Q1001"),
        ("Q1001", "P279", "Q1002"),
        ("Q1002", "P279", "Q1003"),
        ("Q1003", "P279", "Q1002"),
    ]


def test_the_manifest_says_which_dump_and_which_files(tmp_path: Path):
    content = text_of(*small_world())
    manifest = frozen(tmp_path, content, "Q3")
    assert manifest["dump"] == {
        "name": "dump.json",
        "size": len(content),
        "checksums": {"sha1": hashlib.sha1(content).hexdigest()},
        "entities": 36,
        "oldest_modified": "2026-01-01T00:00:00Z",
        "newest_modified": "2026-01-28T00:00:00Z",
    }
    assert orjson.loads((tmp_path / "out" / "manifest.json").read_bytes()) == manifest
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "class_edges.parquet",
        "entities.parquet",
        "labels.parquet",
        "manifest.json",
    ]


def test_trap_51_a_reader_that_stops_after_the_first_member_would_see_only_the_bracket(tmp_path: Path):
    content = many_members(text_of(*small_world()))
    assert frozen(tmp_path, content, "Q30")["dump"]["entities"] == 36


def test_trap_52_order_means_nothing_and_a_lexeme_inside_does_no_harm(tmp_path: Path):
    lexeme = entity("L7", statement("P31", item("Q1001")))
    world = [lexeme, *reversed(small_world())]
    manifest = frozen(tmp_path, text_of(*world), "Q3", "L7", "P31")
    assert manifest["found_ids"] == ["L7", "P31", "Q3"]


def test_trap_53_the_dump_is_a_range_of_days_and_not_one_instant(tmp_path: Path):
    early = entity("Q1", modified="2026-01-02T00:00:00Z", labels={"en": "a"})
    late = entity("Q2", modified="2026-01-09T00:00:00Z", labels={"en": "b"})
    manifest = frozen(tmp_path, text_of(late, early), "Q1", "Q2")
    assert (manifest["dump"]["oldest_modified"], manifest["dump"]["newest_modified"]) == (
        "2026-01-02T00:00:00Z",
        "2026-01-09T00:00:00Z",
    )
    rows = table(tmp_path / "out" / "entities.parquet")
    assert [row["modified"] for row in rows] == ["2026-01-02T00:00:00Z", "2026-01-09T00:00:00Z"]


def test_trap_54_old_key_order_is_read_by_decoding_and_nested_ids_are_not_taken(tmp_path: Path):
    old = [as_old_dump(raw) for raw in small_world()]
    lines = b",\n".join(map(orjson.dumps, old))
    manifest = frozen(tmp_path, b"[\n" + lines + b"\n]\n", "Q3", "Q1001")
    assert manifest["found_ids"] == ["Q3", "Q1001"]
    assert manifest["duplicates"] == 0
    edges = [tuple(row.values()) for row in table(tmp_path / "out" / "class_edges.parquet")]
    assert ("Q3", "P31", "Q1001") in edges


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace(b"\n", b"\r\n"), id="carriage returns"),
        pytest.param(lambda text: text.replace(b"\n", b"\n\n \n"), id="blank lines"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text, id="a byte order mark"),
        pytest.param(lambda text: text.replace(b",\n{", b"\n,\n{"), id="commas on lines of their own"),
        pytest.param(lambda text: text.replace(b'"aliases":{}', b'"aliases":[]'), id="[] for {}"),
        pytest.param(lambda text: text.replace(b'"descriptions":{}', b'"descriptions":[]'), id="[] in terms"),
    ],
)
def test_harmless_differences_are_tolerated(change: Any, tmp_path: Path):
    text = text_of(*small_world())
    assert change(text) != text
    manifest = frozen(tmp_path, change(text), "Q1005", "P31")
    (tmp_path / "plain").mkdir()
    expected = frozen(tmp_path / "plain", text, "Q1005", "P31")
    kept = ("labels.parquet", "class_edges.parquet")
    assert [manifest["files"][name] for name in kept] == [expected["files"][name] for name in kept]
    assert manifest["dump"]["entities"] == expected["dump"]["entities"]


@pytest.mark.parametrize(
    "render",
    [
        pytest.param(lambda world: orjson.dumps(world), id="all on one line"),
        pytest.param(lambda world: orjson.dumps(world, option=orjson.OPT_INDENT_2), id="indented"),
        pytest.param(lambda world: one_member(orjson.dumps(world)), id="one line, compressed"),
    ],
)
def test_json_without_a_line_for_each_entity_is_read_too(render: Any, tmp_path: Path):
    world = [orjson.loads(line(raw)) for raw in small_world()]
    manifest = frozen(tmp_path, render(world), "Q3", "P31")
    (tmp_path / "plain").mkdir()
    assert manifest["files"] == frozen(tmp_path / "plain", text_of(*world), "Q3", "P31")["files"]


def test_double_ids_are_rejected_with_a_warning_that_names_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    first, again = entity("Q2", labels={"en": "first"}), entity("Q2", labels={"en": "again"})
    with caplog.at_level(logging.WARNING):
        manifest = frozen(tmp_path, text_of(entity("Q1"), first, again, entity("P9"), entity("P9")), "Q2")
    assert (manifest["duplicates"], manifest["duplicate_ids"]) == (2, ["P9", "Q2"])
    assert "2 lines repeat an id" in caplog.text
    assert "P9, Q2" in caplog.text
    [label] = [row["label"] for row in table(tmp_path / "out" / "labels.parquet") if row["id"] == "Q2"]
    assert label == "first"
    assert manifest["dump"]["entities"] == 3


def test_a_rejected_line_takes_its_class_edges_with_it_and_no_others(tmp_path: Path):
    lines = [
        entity("Q1", statement("P31", item("Q2")), labels={"en": "wanted"}),
        entity("Q1", statement("P279", item("Q9"))),
        entity("Q2", statement("P279", item("Q3"))),
        entity("Q1", statement("P279", item("Q9"))),
        entity("Q3", statement("P279", item("Q4"))),
        *(entity(f"Q{number}") for number in (4, 9)),
    ]
    frozen(tmp_path, text_of(*lines), "Q1")
    edges = [tuple(row.values()) for row in table(tmp_path / "out" / "class_edges.parquet")]
    assert edges == [("Q1", "P31", "Q2"), ("Q2", "P279", "Q3"), ("Q3", "P279", "Q4")]
    assert [row["id"] for row in table(tmp_path / "out" / "labels.parquet")] == ["Q1", "Q2", "Q3", "Q4"]


def test_a_label_that_turns_out_to_be_damaged_is_named(tmp_path: Path):
    content = text_of(*small_world()).replace(rb"person \"4\"", rb"person \x4")
    with pytest.raises(InputError, match="label of Q4: is not JSON"):
        frozen(tmp_path, content, "Q3")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"\n \n", "is empty", id="blank"),
        pytest.param(one_member(b""), "is empty", id="nothing, compressed"),
        pytest.param(b"<!DOCTYPE html><html><body>503</body></html>", "is a web page (HTML)", id="HTML"),
        pytest.param(b"<mediawiki xmlns='x'><page/></mediawiki>", "is XML or RDF", id="XML of another wiki"),
        pytest.param(b'{"entities":{}}', "begins with {", id="an answer of the API"),
        pytest.param(b"id,label\nQ1,x\n", "begins with b'id,label", id="a table"),
        pytest.param(b"[\n]\n", "holds no entity", id="no entities"),
        pytest.param(b'[\n{"type":"item"},\n]\n', "line 2: is no entity", id="entities without ids"),
        pytest.param(b'[\n{"a":1},\n{"b":2}\n]\n', "line 2: is no entity", id="other JSON"),
        pytest.param(
            text_of(entity("Q1"), entity("Q2") | {"claims": {"P31": [{"mainsnak": None}]}}),
            "line 3: is no entity: it has a statement that is not built",
            id="half a statement",
        ),
        pytest.param(
            text_of(entity("Q3") | {"lastrevid": "7"}), "has the lastrevid '7'", id="text for a number"
        ),
        pytest.param(text_of(entity("Q1") | {"modified": 7}), "and the date 7", id="a date of another kind"),
        pytest.param(text_of(entity("Q1")) * 2, "there is a [ where none belongs", id="two dumps in one"),
        pytest.param(
            text_of(entity("Q1"), entity("Q2")).replace(b",\n{", b"\n{"), "without a comma", id="a lost comma"
        ),
        pytest.param(text_of(entity("Q1"))[:-2], "the closing ] is missing", id="no closing bracket"),
        pytest.param(
            text_of(entity("Q1")) + line(entity("Q2")) + b"\n", "goes on after its closing ]", id="tail"
        ),
        pytest.param(text_of(entity("Q1")), "the dump of another wiki", id="none of the ids"),
        pytest.param(
            b"[" + line(entity("Q3")) + b"," + line(entity("Q4"))[:-9], "is cut", id="one line, cut"
        ),
        pytest.param(
            b"[ " + line(entity("Q3")) + b"] and more", "is not JSON (parse error: trailing", id="garbage"
        ),
        pytest.param(b'[ {"type": "item", "id": "\xff"}]', "is not JSON (lexical error: inv", id="no UTF-8"),
        pytest.param(b"\x1f\x8b\x08\x00garbage that is no deflate", "is damaged", id="damaged"),
    ],
)
def test_an_unusable_file_is_one_clear_sentence_and_nothing_is_overwritten(
    content: bytes, sentence: str, tmp_path: Path
):
    frozen(tmp_path, text_of(*small_world()), "Q3")
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    with pytest.raises(InputError) as caught:
        frozen(tmp_path, content, "Q3")
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "dump.json"))
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump.json", "out"]


def test_a_plain_dump_without_its_last_line_end_is_cut_unless_something_says_that_it_is_not(tmp_path: Path):
    content = text_of(*small_world()).removesuffix(b"\n")
    with pytest.raises(InputError, match=r"the last line has no line end, so the dump is cut.*--open-end"):
        frozen(tmp_path, content, "Q3")
    assert frozen(tmp_path, content, "Q3", open_end=True)["found"] == 1
    assert frozen(tmp_path, content, "Q3", checksum=hashlib.sha1(content).hexdigest())["found"] == 1
    assert frozen(tmp_path, one_member(content), "Q3")["found"] == 1  # its end is the end of the stream
    with pytest.raises(InputError, match="the closing ] is missing"):
        frozen(tmp_path, content.removesuffix(b"]"), "Q3", open_end=True)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(InputError, match=r"nowhere.json.gz, the file: cannot be read \(No such file"):
        freeze(tmp_path / "nowhere.json.gz", ["Q1"], tmp_path / "out", cores=1)


@pytest.mark.parametrize("algorithm", ["md5", "sha1", "sha256"])
def test_a_wrong_checksum_refuses_the_dump_and_the_right_one_does_not(algorithm: str, tmp_path: Path):
    content = one_member(text_of(*small_world()))
    right = hashlib.new(algorithm, content).hexdigest()
    assert frozen(tmp_path, content, "Q3", checksum=right)["dump"]["checksums"][algorithm] == right
    with pytest.raises(InputError, match=f"its {algorithm} is {right}, but the given checksum says 0"):
        frozen(tmp_path, content, "Q3", checksum="0" * len(right))


def test_trap_55_the_checksum_file_beside_the_dump_is_asked_by_the_dated_name(tmp_path: Path):
    content = text_of(*small_world())
    sums = tmp_path / "wikidata-20260105-sha1sums.txt"
    sums.write_text(f"{'0' * 40}  wikidata-20260105-all.json\n{'1' * 40}  wikidata-20260105-all.json.gz\n")
    dump = written(tmp_path, content, "wikidata-20260105-all.json")
    with pytest.raises(InputError, match=r"wikidata-20260105-sha1sums.txt says 0{40}"):
        freeze(dump, ["Q3"], tmp_path / "out", cores=1)
    sums.write_text(f"{hashlib.sha1(content).hexdigest()} *wikidata-20260105-all.json\n")
    assert freeze(dump, ["Q3"], tmp_path / "out", cores=1)["found"] == 1


def test_progress_tells_bytes_entities_rate_and_time_left(tmp_path: Path):
    told: list[Progress] = []
    ticks = iter(range(1000))
    content = text_of(*small_world())
    frozen(tmp_path, content, "Q3", tell=told.append, clock=lambda: float(next(ticks)))
    assert told[-1] == Progress(len(content), len(content), 36, float(len(told)))
    half = Progress(50_000_000, 200_000_000, 1234567, 25.0)
    assert (half.rate, half.seconds_left) == (2_000_000.0, 75.0)
    assert str(half) == " 25.0 %  50 of 200 MB  1,234,567 entities  2.0 MB/s  0:01:15 left"
    assert Progress(0, 10, 0, 0.0).seconds_left is None


def test_an_output_that_is_a_file_is_refused_before_the_pass(tmp_path: Path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(InputError, match="is a file, not a folder"):
        frozen(tmp_path, text_of(*small_world()), "Q3")
    assert (tmp_path / "out").read_text() == "mine"


def test_an_absurdly_large_id_costs_no_memory_and_is_still_told_apart(tmp_path: Path):
    huge = entity("Q999999999999", labels={"en": "first"})
    manifest = frozen(tmp_path, text_of(entity("Q1"), huge, huge), "Q999999999999")
    assert (manifest["found"], manifest["duplicate_ids"]) == (1, ["Q999999999999"])
