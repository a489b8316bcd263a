"""The dump as a server publishes it: a dated name, ranges, and checksums beside it."""

import gzip
import hashlib
from collections.abc import Iterator

import orjson
import pytest

from wikidata_repair_eval.sandbox.server.dump_files import dump_path
from wikidata_repair_eval_tests.sandbox.asking import Asker, asking
from wikidata_repair_eval_tests.sandbox.tiny_world import tiny_world

PLAIN = {"Accept-Encoding": "identity"}


@pytest.fixture(scope="module")
def asker() -> Iterator[Asker]:
    with asking(tiny_world()) as one:
        yield one


def test_the_dump_has_a_dated_name_and_is_the_worlds(asker: Asker):
    path = dump_path(tiny_world())
    assert path == "/dumps/20260209/wikidata-20260209-all.json.gz"
    entities = orjson.loads(gzip.decompress(asker.get(path, headers=PLAIN).content))
    assert {"Q1", "Q3", "P31"} <= {entity["id"] for entity in entities}


def test_pieces_put_together_are_the_whole_file(asker: Asker):
    path = dump_path(tiny_world())
    whole = asker.get(path, headers=PLAIN)
    half = len(whole.content) // 2
    first = asker.get(path, headers={**PLAIN, "Range": f"bytes=0-{half - 1}"})
    rest = asker.get(
        path, headers={**PLAIN, "Range": f"bytes={half}-99999999", "If-Range": first.headers["ETag"]}
    )
    assert (whole.status_code, first.status_code, rest.status_code) == (200, 206, 206)
    assert rest.headers["Content-Range"] == f"bytes {half}-{len(whole.content) - 1}/{len(whole.content)}"
    assert first.content + rest.content == whole.content


def test_a_range_of_another_file_gets_the_whole_one(asker: Asker):
    headers = {**PLAIN, "Range": "bytes=5-9", "If-Range": '"another"'}
    assert asker.get(dump_path(tiny_world()), headers=headers).status_code == 200


def test_a_range_behind_the_end_is_refused(asker: Asker):
    headers = {**PLAIN, "Range": "bytes=99999999-"}
    assert asker.get(dump_path(tiny_world()), headers=headers).status_code == 416


def test_the_checksums_stand_beside_it(asker: Asker):
    path = dump_path(tiny_world())
    content = asker.get(path, headers=PLAIN).content
    sums = asker.get("/dumps/20260209/wikidata-20260209-sha1sums.txt").text
    assert sums == f"{hashlib.sha1(content).hexdigest()}  wikidata-20260209-all.json.gz\n"
