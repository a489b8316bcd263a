"""Fetching a dump in pieces from a real server that stops, changes its file, or knows no ranges."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import BodyTooLarge, NotFound, ServerBusy
from wikidata_repair_eval.net.retry import RetryPolicy
from wikidata_repair_eval.world.download import download
from wikidata_repair_eval_tests.net.clients import impatient_client
from wikidata_repair_eval_tests.net.rude_server import Reply, RudeServer, Seen, rude_server

NAME = "wikidata-20260105-all.json.gz"
CONTENT = bytes(range(256)) * 40
SUMS = f"{hashlib.sha1(CONTENT).hexdigest()}  {NAME}\n".encode()
Answer = Callable[[Seen], Reply | None]


def mirror(
    content: bytes = CONTENT, sums: bytes | None = SUMS, etag: str = '"v1"', trouble: Answer | None = None
):
    """A server of one dump that knows ranges; `trouble` may answer instead."""

    def reply(seen: Seen, number: int) -> Reply:
        if seen.path.endswith("sha1sums.txt"):
            return Reply(body=sums, headers={}) if sums is not None else Reply(404, b"no")
        return (trouble(seen) if trouble else None) or ranged(seen, content, etag)

    return rude_server(reply)


def ranged(seen: Seen, content: bytes, etag: str) -> Reply:
    asked = re.fullmatch(r"bytes=(\d+)-(\d+)", seen.headers.get("Range", ""))
    if asked is None or seen.headers.get("If-Range", etag) != etag:
        return Reply(body=content, headers={"ETag": etag})
    first, last = int(asked[1]), min(int(asked[2]), len(content) - 1)
    place = {"Content-Range": f"bytes {first}-{last}/{len(content)}", "ETag": etag}
    return Reply(206, content[first : last + 1], place)


def client_of(server: RudeServer, folder: Path) -> HttpClient:
    policy = RetryPolicy(first_wait_s=0.01, max_wait_s=0.02, deadline_s=0.3)
    return impatient_client(folder / "limits", [server.url], policy=policy)


def fetch(server: RudeServer, folder: Path, name: str = NAME, piece: int = 3000) -> Path:
    with client_of(server, folder) as client:
        return download(f"{server.url}/20260105/{name}", folder / "dumps", client, piece=piece)


def ranges(server: RudeServer) -> list[str]:
    return [seen.headers["Range"] for seen in server.seen if "Range" in seen.headers]


def test_a_dump_comes_in_pieces_and_is_checked(tmp_path: Path):
    with mirror() as server:
        path = fetch(server, tmp_path)
    assert path.read_bytes() == CONTENT
    assert ranges(server) == ["bytes=0-2999", "bytes=3000-5999", "bytes=6000-8999", "bytes=9000-11999"]
    assert {seen.headers["User-Agent"] for seen in server.seen} == {
        "wikidata_repair_eval/test (test@example.org) python-requests/0"
    }
    assert sorted(file.name for file in path.parent.iterdir() if not file.name.startswith(".")) == [
        NAME,
        "wikidata-20260105-sha1sums.txt",
    ]


def test_a_download_that_stopped_goes_on_where_it_was(tmp_path: Path):
    with mirror(trouble=lambda seen: Reply(503) if seen.headers["Range"] > "bytes=5" else None) as server:
        with pytest.raises(ServerBusy):
            fetch(server, tmp_path)
    assert (tmp_path / "dumps" / f"{NAME}.part").read_bytes() == CONTENT[:6000]
    assert not (tmp_path / "dumps" / NAME).exists()
    pin = tmp_path / "dumps" / f"{NAME}.part.json"
    with mirror() as again:
        moved = orjson.loads(pin.read_bytes()) | {"url": f"{again.url}/20260105/{NAME}"}
        pin.write_bytes(orjson.dumps(moved))  # the test's second server has another port
        assert fetch(again, tmp_path).read_bytes() == CONTENT
    assert ranges(again) == ["bytes=6000-8999", "bytes=9000-11999"]
    assert [seen.headers.get("If-Range") for seen in again.seen[1:]] == ['"v1"', '"v1"']


@pytest.mark.parametrize("cut", [1, 2999, 3001, 7777])
def test_a_kill_in_the_middle_of_a_piece_costs_only_that_piece(cut: int, tmp_path: Path):
    with mirror() as server:
        folder = tmp_path / "dumps"
        folder.mkdir()
        (folder / f"{NAME}.part").write_bytes(CONTENT[:cut])
        pin = {"url": f"{server.url}/20260105/{NAME}", "size": len(CONTENT), "etag": '"v1"'}
        (folder / f"{NAME}.part.json").write_bytes(orjson.dumps(pin))
        assert fetch(server, tmp_path).read_bytes() == CONTENT
    assert ranges(server)[0] == f"bytes={cut}-{cut + 2999}"


@pytest.mark.parametrize(
    "now",
    [
        pytest.param((CONTENT[:1500] + b"new" * 400, '"v2"'), id="another ETag"),
        pytest.param((CONTENT + b"longer", '"v1"'), id="another size under the same ETag"),
    ],
)
def test_trap_55_a_file_that_changed_is_never_spliced(now: tuple[bytes, str], tmp_path: Path):
    later = lambda seen: ranged(seen, *now) if seen.headers["Range"] != "bytes=0-2999" else None  # noqa: E731
    with mirror(trouble=later) as server:
        with pytest.raises(InputError, match="is not the file any more of which pieces were fetched"):
            fetch(server, tmp_path)
    assert not (tmp_path / "dumps" / NAME).exists()


@pytest.mark.parametrize("name", ["latest-all.json.gz", "all.json.gz", ""])
def test_trap_55_only_a_dated_file_is_fetched(name: str, tmp_path: Path):
    with mirror() as server:
        with pytest.raises(InputError, match="has no date in its name"):
            fetch(server, tmp_path, name)
    assert server.seen == []


def test_a_wrong_checksum_leaves_no_dump(tmp_path: Path):
    with mirror(sums=SUMS.replace(SUMS[:40], b"0" * 40)) as server:
        with pytest.raises(InputError, match=r"sha1sums.txt says 0{40}"):
            fetch(server, tmp_path)
    assert not (tmp_path / "dumps" / NAME).exists()


def test_without_published_checksums_there_is_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    with mirror(sums=None) as server:
        assert fetch(server, tmp_path).read_bytes() == CONTENT
    assert "only its size can be checked" in caplog.text


def test_a_server_without_ranges_may_send_a_small_file_but_not_fill_the_memory(tmp_path: Path):
    whole = lambda seen: Reply(body=CONTENT, headers={})  # noqa: E731
    with mirror(trouble=whole) as server:
        with pytest.raises(BodyTooLarge):
            fetch(server, tmp_path)
        assert fetch(server, tmp_path, piece=20_000).read_bytes() == CONTENT


def test_a_dump_that_is_there_is_not_fetched_again(tmp_path: Path):
    with mirror() as server:
        fetch(server, tmp_path)
        asked = len(server.seen)
        assert fetch(server, tmp_path).read_bytes() == CONTENT
    assert len(server.seen) == asked


def test_a_dump_that_is_not_there_is_not_found(tmp_path: Path):
    with mirror(trouble=lambda seen: Reply(404, b"gone")) as server:
        with pytest.raises(NotFound):
            fetch(server, tmp_path)
