"""A dump that was cut is never taken for a whole one, wherever the cut is."""

from pathlib import Path

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.freeze import freeze
from wikidata_repair_eval.world.passes import Sizes
from wikidata_repair_eval_tests.world.dumps import PACKINGS, small_world, text_of

TEXT = text_of(*small_world(6))


def cut_points(size: int, many: int) -> list[int]:
    """Evenly spread ones, and all of the first and last 40, where headers, trailers and brackets are."""
    return sorted(
        {*range(0, size, max(1, size // many)), *range(min(40, size)), *range(max(0, size - 40), size)}
    )


@pytest.mark.parametrize("packing", PACKINGS)
def test_every_cut_is_noticed_and_leaves_nothing_behind(packing: str, tmp_path: Path):
    content = PACKINGS[packing](TEXT)
    dump = tmp_path / "dump"
    for size in cut_points(len(content), 60):
        dump.write_bytes(content[:size])
        with pytest.raises(InputError) as caught:
            freeze(dump, ["Q1"], tmp_path / "out", cores=1, sizes=Sizes(block=700))
        problem = caught.value.args[2]
        known = "so the dump is cut" in problem or problem == "is empty"
        # Fewer bytes than a packing's mark are too few to tell what was cut: refused as no dump at all.
        assert known or (size < 4 and "so it is no dump" in problem), (size, problem)
    assert [path.name for path in tmp_path.iterdir()] == ["dump"]


@pytest.mark.parametrize("packing", ["plain", "gzip of one member", "gzip of many members"])
def test_every_byte_of_a_small_dump_counts(packing: str, tmp_path: Path):
    content = PACKINGS[packing](text_of(*small_world(2)[:2]))
    dump = tmp_path / "dump"
    for size in range(len(content)):
        dump.write_bytes(content[:size])
        with pytest.raises(InputError):
            freeze(dump, ["Q1"], tmp_path / "out", cores=1)
    dump.write_bytes(content)
    assert freeze(dump, ["Q1"], tmp_path / "out", cores=1)["found"] == 1


def test_what_looks_like_the_last_entity_and_its_bracket_may_be_half_an_entity(tmp_path: Path):
    content = text_of(*small_world(2)[:2])
    dump = tmp_path / "dump"
    ends = [place + 2 for place in range(len(content)) if content[place : place + 2] in (b"}]", b"},")]
    for size in ends:
        dump.write_bytes(content[:size])
        with pytest.raises(InputError):
            freeze(dump, ["Q1"], tmp_path / "out", cores=1, open_end=True)


@pytest.mark.parametrize("packing", ["gzip of one member", "bzip2 of one stream", "zstd of one frame"])
def test_a_changed_byte_in_a_compressed_dump_is_noticed(packing: str, tmp_path: Path):
    content = bytearray(PACKINGS[packing](TEXT))
    content[len(content) // 2] ^= 0xFF
    dump = tmp_path / "dump"
    dump.write_bytes(content)
    with pytest.raises(InputError):
        freeze(dump, ["Q1"], tmp_path / "out", cores=1)
