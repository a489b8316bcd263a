"""Checksums of a dump: computed while it is read, and what the publisher says they should be.

Wikimedia publishes `wikidata-YYYYMMDD-sha1sums.txt` beside a dump; its lines carry dated names, never
`latest`.
"""

import hashlib
import io
import queue
import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wikidata_repair_eval.errors import InputError

_ALGORITHMS = {32: "md5", 40: "sha1", 64: "sha256"}
_LINE = re.compile(r"([0-9a-fA-F]{32,64})\s+\*?(\S+)")


@dataclass(frozen=True, slots=True)
class Expected:
    """A checksum that someone promised, and who."""

    algorithm: str
    hexdigest: str
    source: str


class Digest:
    """SHA-1 (what Wikimedia publishes), and the algorithm of the expected checksum if that is another one."""

    def __init__(self, expected: Expected | None = None) -> None:
        names = {"sha1", expected.algorithm if expected else "sha1"}
        self._hashes = {name: hashlib.new(name, usedforsecurity=False) for name in sorted(names)}

    def update(self, data: bytes) -> None:
        for each in self._hashes.values():
            each.update(data)

    def hexdigests(self) -> dict[str, str]:
        return {name: each.hexdigest() for name, each in self._hashes.items()}


class HashedFile(io.RawIOBase):
    """A file whose bytes are hashed in another thread while they are used in this one."""

    def __init__(self, file: io.RawIOBase, digest: Digest) -> None:
        self._file, self._digest = file, digest
        self._queue: queue.Queue[bytes] = queue.Queue(maxsize=16)
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        count = self._file.readinto(buffer) or 0
        if count:
            self._queue.put(bytes(memoryview(buffer)[:count]))
        return count

    def finish(self) -> None:
        """Hash what was not read, and wait for the hash."""
        while self.read(1024 * 1024):
            pass
        self.close()

    def close(self) -> None:
        if not self.closed:
            self._queue.put(b"")
            self._thread.join()
        super().close()

    def _work(self) -> None:
        while data := self._queue.get():
            self._digest.update(data)


def expected_checksum(dump: Path, given: str | None) -> Expected | None:
    """The checksum that was given, or that a checksum file beside the dump has for this file's name."""
    if given is not None:
        return _expected(given, "the given checksum", str(dump))
    for beside in sorted(dump.parent.glob("*sha1sums.txt")):
        lines = beside.read_text(encoding="utf-8", errors="replace").splitlines()
        for match in filter(None, map(_LINE.fullmatch, lines)):
            if match[2] == dump.name:
                return _expected(match[1], beside.name, str(beside))
    return None


def check(dump: Path, expected: Expected | None, found: dict[str, str]) -> None:
    """InputError if the dump is not the file that was promised."""
    if expected is not None and found[expected.algorithm] != expected.hexdigest:
        problem = (
            f"its {expected.algorithm} is {found[expected.algorithm]}, "
            f"but {expected.source} says {expected.hexdigest}"
        )
        raise InputError(str(dump), "the checksum", problem, "download the dump again")


def _expected(hexdigest: str, source: str, file: str) -> Expected:
    text = hexdigest.strip().lower()
    algorithm = _ALGORITHMS.get(len(text))
    if algorithm is None or not re.fullmatch("[0-9a-f]+", text):
        raise InputError(file, source, f"{hexdigest!r} is no md5, sha1 or sha256", "give it in hex digits")
    return Expected(algorithm, text, source)
