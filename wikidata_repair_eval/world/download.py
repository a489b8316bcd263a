"""Fetch a dated dump in pieces, so that a stop costs one piece; whole and checked, or not there.

Every piece is one polite request of `net` with a `Range`: limits, waiting and retries are its business. What
was fetched waits in `NAME.part`; what file it belongs to (size, ETag) stands in `NAME.part.json`, and a file
that changed on the server is never continued. `latest` is refused: it may become another file
meanwhile.
"""

import logging
import os
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import orjson
from filelock import FileLock, Timeout

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes, write_atomically
from wikidata_repair_eval.net.answers import Answer
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import NotFound
from wikidata_repair_eval.world.checksums import Digest, check, expected_checksum

log = logging.getLogger(__name__)
PIECE = 32 * 1024 * 1024
_DATED = re.compile(r"([A-Za-z]+)-([0-9]{8})-[^/]+")
_RANGE = re.compile(r"bytes ([0-9]+)-([0-9]+)/([0-9]+)")


@dataclass(frozen=True, slots=True)
class Pin:
    """Which file the pieces are of."""

    url: str
    size: int
    etag: str | None


def download(
    url: str,
    folder: Path,
    client: HttpClient,
    *,
    piece: int = PIECE,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Path:
    """The dump's path in `folder`, once it is whole. Call again after a NetError: it goes on where it was."""
    target = folder / _dated_name(url)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / f".{target.name}.lock", timeout=0):
            if not target.exists():
                _fetch_checksums(url, folder, client)
                _fetch(url, target, client, piece, tell)
    except Timeout:
        fix = "wait for it, or end it"
        raise InputError(str(target), "the download", "another process is fetching this file", fix) from None
    return target


def _dated_name(url: str) -> str:
    name = unquote(urlsplit(url).path.rpartition("/")[2])
    if "latest" in url or not _DATED.fullmatch(name):
        problem = "has no date in its name, so it may become another file while it is fetched"
        fix = "name a dated file, such as .../20260105/wikidata-20260105-all.json.gz"
        raise InputError(url, "the address", problem, fix)
    return name


def _fetch_checksums(url: str, folder: Path, client: HttpClient) -> None:
    """Put the publisher's checksums beside the dump, where the pass looks for them as well."""
    dated = _DATED.fullmatch(_dated_name(url))
    name = f"{dated[1]}-{dated[2]}-sha1sums.txt" if dated else ""
    try:
        answer = client.get(urljoin(url, name), expect="any")
    except NotFound:
        log.warning("%s has no %s beside it, so only its size can be checked", url, name)
        return
    write_atomically(folder / name, answer.body)


def _fetch(url: str, target: Path, client: HttpClient, piece: int, tell: Callable[[int, int], None]) -> None:
    part, pin_file = target.with_name(f"{target.name}.part"), target.with_name(f"{target.name}.part.json")
    pin = _read_pin(pin_file, part, url)
    while pin is None or part.stat().st_size < pin.size:
        done = part.stat().st_size if pin else 0
        answer = _ask(url, client, done, piece, pin)
        found, body = _piece(answer, url, done, part)
        if pin is None:
            pin = found
            write_atomically(pin_file, json_bytes(asdict(pin)))
            part.write_bytes(b"")
        if found != pin:
            raise _changed(url, part)
        _append(part, body)
        tell(done + len(body), pin.size)
    _check(target, part)
    part.replace(target)
    pin_file.unlink()


def _read_pin(pin_file: Path, part: Path, url: str) -> Pin | None:
    """What was begun here, if it was this address; without a pin nobody knows what the pieces are of."""
    if not pin_file.exists() or not part.exists():
        return None
    pin = Pin(**orjson.loads(pin_file.read_bytes()))
    return pin if pin.url == url and part.stat().st_size <= pin.size else None


def _ask(url: str, client: HttpClient, done: int, piece: int, pin: Pin | None) -> Answer:
    headers = {"Range": f"bytes={done}-{done + piece - 1}", "Accept-Encoding": "identity"}
    if pin and pin.etag and not pin.etag.startswith("W/"):
        headers["If-Range"] = pin.etag  # else the server would send a piece of whatever is there now
    # Room for one byte more: a server that ignores the range sends everything, which then is noticed at once.
    return client.get(url, headers=headers, expect="any", max_bytes=piece + 1, ok=(200, 206, 416))


def _piece(answer: Answer, url: str, done: int, part: Path) -> tuple[Pin, bytes]:
    etag = answer.headers.get("ETag")
    if (
        answer.status == 200 and done == 0
    ):  # no ranges here, but the file is small enough to come in one piece
        return Pin(url, len(answer.body), etag), answer.body
    sent = _RANGE.fullmatch(answer.headers.get("Content-Range", "").strip())
    if answer.status != 206 or sent is None:
        raise _changed(url, part)
    first, last, size = map(int, sent.groups())
    if first != done or last - first + 1 != len(answer.body):
        problem = f"was asked for bytes from {done:,} and sent {first:,} to {last:,}"
        raise InputError(url, "the answer", problem, "try another mirror")
    return Pin(url, size, etag), answer.body


def _changed(url: str, part: Path) -> InputError:
    problem = "is not the file any more of which pieces were fetched"
    return InputError(url, "the download", problem, f"delete {part} and {part}.json, and begin again")


def _append(part: Path, body: bytes) -> None:
    with part.open("ab") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())


def _check(target: Path, part: Path) -> None:
    """The pieces together are what the publisher promised; a wrong file is not kept as if it were right."""
    expected = expected_checksum(target, None)
    if expected is None:
        return
    digest = Digest(expected)
    with part.open("rb") as file:
        while block := file.read(1024 * 1024):
            digest.update(block)
    check(part, expected, digest.hexdigests())
