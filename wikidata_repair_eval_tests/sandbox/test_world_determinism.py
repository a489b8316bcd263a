"""Same seed and scale, same bytes: in this process, in another, under another hash seed."""

import hashlib
import io
import os
import subprocess
import sys

import orjson
import pytest

from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.dump import write_dump
from wikidata_repair_eval.sandbox.scales import SCALES
from wikidata_repair_eval_tests.sandbox.world_readings import small


def fingerprint(world):
    """One digest over every revision, page, log line, truth entry and the dump."""
    digest = hashlib.sha256(orjson.dumps(world.truth_json(), option=orjson.OPT_SORT_KEYS))
    for title, page in world.pages.items():
        digest.update(f"{title} {page.id} {page.redirect_to}".encode())
        for revision in page.revisions:
            digest.update(
                repr(revision).replace(repr(revision.hidden), str(sorted(revision.hidden))).encode()
            )
            digest.update(world.content(revision))
    digest.update(repr(world.log_events).encode())
    out = io.BytesIO()
    write_dump(world, out, "plain")
    digest.update(out.getvalue())
    return digest.hexdigest()


def test_two_builds_are_equal_to_the_last_byte():
    assert fingerprint(build_world(5, "small")) == fingerprint(build_world(5, "small"))


@pytest.mark.parametrize("hash_seed", ["0", "424242"])
def test_another_process_with_another_hash_seed_builds_the_same_bytes(hash_seed):
    program = (
        "from wikidata_repair_eval_tests.sandbox.test_world_determinism import fingerprint\n"
        "from wikidata_repair_eval.sandbox.build import build_world\n"
        "import sys; sys.stdout.write(fingerprint(build_world(1, 'small')))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": "Asia/Tokyo"}
    answer = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout == fingerprint(small(1))


def test_another_seed_is_another_world():
    one, two = ({e["qid"] for e in small(seed).truth.repairs} for seed in (1, 2))
    assert one != two
    assert fingerprint(small(1)) != fingerprint(small(2))


def test_the_clock_is_later_than_every_revision():
    assert max(revision.timestamp for revision in small(1).revisions.values()) < small(1).clock


def test_an_unknown_scale_is_refused_with_the_names_there_are():
    with pytest.raises(ValueError, match=f"use one of {', '.join(SCALES)}"):
        build_world(1, "tiny")


def test_small_is_about_eight_pages_and_more_than_sixty_repairs():
    world = small(1)
    pages = {entry["property"] for entry in world.truth.repairs}
    assert 8 <= len(pages) <= 13
    assert len(world.truth.repairs) >= 60
    assert {e["class"] for e in world.truth.repairs} == {"TypeA", "TypeB", "TypeC", "T_BOX"}
    assert {e["locus"] for e in world.truth.repairs} == {"A_BOX", "T_BOX", "JOINT", "OVERDETERMINED"}
    assert {e["through"] for e in world.truth.repairs} == {
        *("same_property", "other_property", "terms", "neighbour"),
        *("other_holder", "hierarchy", "constraint"),
    }
