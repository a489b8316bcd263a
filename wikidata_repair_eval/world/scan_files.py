"""Scans of one segment on their way from a process to the ledger, in a file: together they may be large."""

import io
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import zstandard

from wikidata_repair_eval.world.scan import Scan


class ScanFile:
    """Written by one process, once."""

    def __init__(self, path: Path) -> None:
        self._file = zstandard.ZstdCompressor(level=1).stream_writer(path.open("xb"), closefd=True)

    def write(self, scan: Scan) -> None:
        self._file.write(pickle.dumps(scan, protocol=5))

    def close(self) -> None:
        self._file.close()  # type: ignore[no-untyped-call]


def read_scans(path: Path) -> Iterator[Scan]:
    """The scans of a finished file, one at a time."""
    with path.open("rb") as raw:
        reader = zstandard.ZstdDecompressor().stream_reader(raw)
        file = io.BufferedReader(cast(io.RawIOBase, reader))
        while file.peek(1):
            yield cast(Scan, pickle.load(file))
