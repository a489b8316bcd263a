"""Scans of one segment on their way from a process to the ledger, in a file: together they may be large."""

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from wikidata_repair_eval.world.scan import Scan


class ScanFile:
    """Written by one process, once."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("xb")

    def write(self, scan: Scan) -> None:
        scan.pack()
        pickle.dump(scan, self._file, protocol=5)

    def close(self) -> None:
        self._file.close()


def read_scans(path: Path) -> Iterator[Scan]:
    """The scans of a finished file, one at a time."""
    with path.open("rb") as file:
        while file.peek(1):
            yield cast(Scan, pickle.load(file))
