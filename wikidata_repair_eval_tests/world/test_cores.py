"""However many processes read a dump, and wherever it is divided, the snapshot has the same bytes."""

import struct
import zlib
from pathlib import Path

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world import segments
from wikidata_repair_eval.world.checksums import Digest
from wikidata_repair_eval.world.freeze import freeze
from wikidata_repair_eval.world.jobs import SegmentJob, Setup
from wikidata_repair_eval.world.packing import unpack_fields
from wikidata_repair_eval.world.passes import Sizes
from wikidata_repair_eval.world.scan_files import read_scans
from wikidata_repair_eval.world.segments import Segment, find_segments, has_members, scan_segment
from wikidata_repair_eval.world.streams import packing_of
from wikidata_repair_eval.world.workers import WorkerLost, Workers
from wikidata_repair_eval_tests.build import entity
from wikidata_repair_eval_tests.world.dumps import PACKINGS, many_members, one_member, small_world, text_of

TINY = Sizes(block=900, segment=700, worth_processes=0)
WORLD = [*small_world(60), entity("Q5", labels={"en": "again"})]
IDS = ["Q5", "Q17", "Q60", "P31", "Q777"]
NAMES = ["entities.parquet", "labels.parquet", "class_edges.parquet"]


@pytest.mark.parametrize("packing", PACKINGS)
def test_the_number_of_cores_changes_no_byte(packing: str, tmp_path: Path):
    dump = tmp_path / "dump"
    dump.write_bytes(PACKINGS[packing](text_of(*WORLD)))
    numbers = (1, 2, 3, 4) if packing in ("plain", "gzip of one member", "gzip of many members") else (1, 3)
    for (
        cores
    ) in numbers:  # every process costs a start, so packings that share a way through share the numbers
        freeze(dump, IDS, tmp_path / f"out{cores}", cores=cores, sizes=TINY)
    for name in [*NAMES, "manifest.json"]:
        found = {(tmp_path / f"out{cores}" / name).read_bytes() for cores in numbers}
        assert len(found) == 1, name


@pytest.mark.parametrize("packing", ["plain", "gzip of one member", "gzip of many members"])
def test_a_cut_is_noticed_on_several_cores_too(packing: str, tmp_path: Path):
    content = PACKINGS[packing](text_of(*WORLD))
    dump = tmp_path / "dump"
    for size in (len(content) // 3, len(content) - 5):
        dump.write_bytes(content[:size])
        with pytest.raises(InputError) as caught:
            freeze(dump, IDS, tmp_path / "out", cores=2, sizes=TINY)
        assert "so the dump is cut" in caught.value.args[2]
    assert [path.name for path in tmp_path.iterdir()] == ["dump"]


def test_a_damaged_member_is_noticed_on_several_cores_too(tmp_path: Path):
    content = bytearray(many_members(text_of(*WORLD)))
    content[len(content) // 2] ^= 0xFF
    (tmp_path / "dump").write_bytes(content)
    with pytest.raises(InputError) as caught:
        freeze(tmp_path / "dump", IDS, tmp_path / "out", cores=2, sizes=TINY)
    assert "is damaged" in caught.value.args[2]


def test_bytes_that_only_look_like_a_member_do_not_divide_one(tmp_path: Path):
    # A stored (not compressed) member holds its text as it is, so a label can hold a member's header.
    header = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"
    text = text_of(*small_world(40))
    half = text.index(b"\n", len(text) // 2) + 1
    content = _stored(text[:half], header) + one_member(text[half:])
    assert len(segments._MEMBER.findall(content)) == 3
    (tmp_path / "dump").write_bytes(content)
    manifest = freeze(tmp_path / "dump", ["Q3"], tmp_path / "out", cores=2, sizes=TINY)
    assert manifest["dump"]["entities"] == 46


def _stored(text: bytes, inside: bytes) -> bytes:
    """A gzip member of stored blocks; the header stands in the extra field, where no reader looks at it."""
    packer = zlib.compressobj(0, zlib.DEFLATED, -15)
    body = packer.compress(text) + packer.flush()
    extra = b"\x00" * 1500 + inside
    head = b"\x1f\x8b\x08\x04" + bytes(4) + b"\x00\x03" + struct.pack("<H", len(extra)) + extra
    return head + body + struct.pack("<II", zlib.crc32(text), len(text))


@pytest.mark.parametrize("size", [1, 100, 333, 1000, 5000, 10**6])
@pytest.mark.parametrize("packing", ["plain", "gzip of many members"])
def test_segments_share_out_all_lines_and_none_twice(packing: str, size: int, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(segments, "_READ", 512)
    dump = tmp_path / "dump"
    dump.write_bytes(PACKINGS[packing](text_of(*small_world())))
    kind = packing_of(dump.read_bytes())
    with dump.open("rb") as file:
        found = list(find_segments(file, kind, size, Digest()))
    assert [part.start for part in found[1:]] == [part.stop for part in found[:-1]]
    assert (found[0].start, found[-1].stop) == (0, dump.stat().st_size)
    rows = []
    for number, part in enumerate(found):
        out = tmp_path / f"scans{number}"
        assert scan_segment(dump, kind, part, frozenset(), 300, out) == "whole"
        rows += [field for scan in read_scans(out) if scan.codes for field in unpack_fields(scan.packed)]
    assert [field.decode() for field in rows[::5]] == [raw["id"] for raw in small_world()]


def test_members_are_seen_and_a_single_one_is_not_taken_for_several():
    assert has_members(many_members(text_of(*small_world())))
    assert not has_members(one_member(text_of(*small_world())))


def test_a_lost_process_ends_the_pass_and_does_not_hang_it(tmp_path: Path):
    dump = tmp_path / "dump"
    dump.write_bytes(text_of(*small_world()))
    with Workers(Setup(dump, "plain", frozenset(), 100, tmp_path / "ring"), 1, 4096) as workers:
        workers._all[0].kill()
        jobs = [workers.scan_segment(SegmentJob(Segment(0, 100), tmp_path / str(n))) for n in range(3)]
        for job in jobs:
            with pytest.raises(WorkerLost, match="ended early"):
                job.result(timeout=30)


def test_a_crash_in_a_process_comes_with_its_traceback(tmp_path: Path):
    dump = tmp_path / "dump"
    dump.write_bytes(text_of(*small_world()))
    job = SegmentJob(Segment(0, 100), tmp_path / "no such folder" / "scans")
    with Workers(Setup(dump, "plain", frozenset(), 100, tmp_path / "ring"), 1, 4096) as workers:
        with pytest.raises(WorkerLost, match="FileNotFoundError"):
            workers.scan_segment(job).result(timeout=30)
