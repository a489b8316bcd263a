"""Files that are whole or not there: atomic writes, the one JSON spelling of this project, checksums."""

import hashlib
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any
from uuid import uuid4

import orjson
from upath import UPath

from wikidata_repair_eval.errors import InputError

_LEFTOVER = re.compile(r"\..+\.[0-9a-f]{32}\.tmp")
JSON_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE


def json_bytes(value: Any, *, indent: bool = False) -> bytes:
    """UTF-8, keys sorted, one trailing newline: same value, same bytes."""
    return orjson.dumps(value, option=JSON_OPTIONS | (orjson.OPT_INDENT_2 if indent else 0))


def json_lines(records: Iterable[Any]) -> bytes:
    """One object per line."""
    return b"".join(json_bytes(record) for record in records)


def read_json_lines(path: Path | UPath) -> Iterator[Any]:
    """The objects of a JSON Lines file; a line that is cut or broken is refused by its number."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                problem = "the last line has no end, so the file may be cut"
                raise InputError(str(path), f"line {number}", problem, "make the file again")
            try:
                yield orjson.loads(line)
            except orjson.JSONDecodeError as error:
                problem = f"this is not JSON ({error})"
                raise InputError(str(path), f"line {number}", problem, "make the file again") from None


def write_atomically(path: Path | UPath, data: bytes) -> None:
    """A reader sees the old file or the new one; a kill leaves at most a hidden `.tmp`."""
    with writing_atomically(path) as file:
        file.write(data)


@contextmanager
def writing_atomically(path: Path | UPath) -> Iterator[IO[bytes]]:
    """A file to write to, which takes the place of `path` when the block ends well and vanishes otherwise."""
    if getattr(path, "protocol", "") not in ("", "file", "local"):
        with _writing_to_a_store(UPath(path)) as file:
            yield file
        return
    target = Path(str(path.path) if isinstance(path, UPath) else path)
    target.parent.mkdir(parents=True, exist_ok=True)
    # Not `tempfile`: its files are private (0600), and these are meant to be shared.
    temporary = target.with_name(f".{target.name}.{uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
        _sync_folder(target.parent)
    finally:
        temporary.unlink(missing_ok=True)


def sweep_leftovers(folder: Path, older_than: float = 86400.0, now: float | None = None) -> list[str]:
    """Remove the temporary files that killed processes left in a local folder; the names of those removed.

    Nobody writes to a file for a day (in seconds) without touching it, so what is older has no writer.
    """
    limit = (time.time() if now is None else now) - older_than
    swept = []
    for left in sorted(folder.iterdir()) if folder.is_dir() else ():
        if _LEFTOVER.fullmatch(left.name) and left.is_file() and left.stat().st_mtime < limit:
            left.unlink(missing_ok=True)
            swept.append(left.name)
    return swept


@contextmanager
def _writing_to_a_store(path: UPath) -> Iterator[IO[bytes]]:
    """Write to a local file, then upload it whole: an fsspec file commits what it has even after an error."""
    with TemporaryDirectory() as folder:
        local = Path(folder) / "whole"
        with local.open("xb") as file:
            yield file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.fs.put_file(str(local), path.path)


def write_json_array(path: Path | UPath, records: Iterable[Any]) -> str:
    """Stream records into one JSON array, one to a line; returns its SHA-256."""
    return _write_pieces(path, _array_pieces(records))


def write_json_lines(path: Path | UPath, records: Iterable[Any]) -> str:
    """Stream records into JSON Lines; returns the SHA-256."""
    return _write_pieces(path, map(json_bytes, records))


def write_json_object(path: Path | UPath, members: Iterable[tuple[str, Any]]) -> str:
    """Stream members, in whatever order they come, into one JSON object with sorted names; its SHA-256.

    One member to a line. Of a name that comes twice the first is kept. What was not written yet waits on
    disk, so that only names are held in memory.
    """
    with TemporaryFile(dir=_folder_on_disk(path)) as waiting:
        places: dict[str, tuple[int, int]] = {}
        for name, value in members:
            if name not in places:
                data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
                places[name] = (waiting.tell(), len(data))
                waiting.write(data)
        return _write_pieces(path, _object_pieces(waiting, places))


def read_json_object(path: Path | UPath) -> Iterator[tuple[str, Any]]:
    """The members of a JSON object as `write_json_object` lays it out, one at a time."""
    with path.open("rb") as file:
        number, line = 0, b""
        for number, line in enumerate(file, start=1):
            if line in (b"{\n", b"}\n", b"{}\n"):
                continue
            try:
                [member] = orjson.loads(b"{" + line.rstrip(b"\n").removesuffix(b",") + b"}").items()
            except (orjson.JSONDecodeError, ValueError) as error:
                problem = f"this is no member of an object ({error})"
                raise InputError(str(path), f"line {number}", problem, "make the file again") from None
            yield member
        if line not in (b"}\n", b"{}\n"):
            problem = "the object has no end, so the file may be cut"
            raise InputError(str(path), f"line {number}", problem, "make the file again")


def _folder_on_disk(path: Path | UPath) -> str | None:
    """Beside the target, which has room for it; None (the system's place) where the target is far away."""
    if getattr(path, "protocol", "") not in ("", "file", "local"):
        return None
    folder = Path(str(path.path) if isinstance(path, UPath) else path).parent
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def _object_pieces(waiting: IO[bytes], places: Mapping[str, tuple[int, int]]) -> Iterator[bytes]:
    start = b"{\n"
    for name in sorted(places):
        offset, length = places[name]
        waiting.seek(offset)
        yield start + orjson.dumps(name) + b":" + waiting.read(length)
        start = b",\n"
    yield b"{}\n" if start == b"{\n" else b"\n}\n"


def _write_pieces(path: Path | UPath, pieces: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    with writing_atomically(path) as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
    return digest.hexdigest()


def _array_pieces(records: Iterable[Any]) -> Iterator[bytes]:
    start = b"[\n"
    for record in records:
        yield start + orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
        start = b",\n"
    yield b"[]\n" if start == b"[\n" else b"\n]\n"


def sha256_of(path: Path | UPath) -> str:
    """The checksum of a file, read in blocks."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1024 * 1024):
            digest.update(block)
    return digest.hexdigest()


def sha256_of_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _sync_folder(folder: Path) -> None:
    """Make the rename itself survive a power cut, where folders can be synced (not on Windows)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
