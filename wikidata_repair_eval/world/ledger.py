"""The whole file's view of its blocks, taken in their order: brackets and commas, double ids, dates, rows.

However many processes scanned, the ledger sees the same scans in the same order, so its files are the same
bytes. Memory: a bit for each id, and what `Wanted` entities need to be found again.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import zstandard

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.scan import CLOSE, COMMA, NO_COMMA, OPEN, Scan, Wanted

AGAIN = "download the dump again, or make it again"
NAMED_DUPLICATES = 1000
_LARGEST_CODE = 1 << 30  # 128 MB of bits: ids beyond it go into a set, so that a silly one costs nothing


@dataclass(frozen=True, slots=True)
class Place:
    """Where a wanted entity stands in the file of wanted entities, and what the table says of it."""

    id: str
    type: str
    lastrevid: int | None
    modified: str | None
    offset: int
    length: int


class Framing:
    """Is it `[`, entities with commas between them, `]`, and nothing else?"""

    def __init__(self) -> None:
        self._state = "start"

    @property
    def closed(self) -> bool:
        return self._state == "closed"

    def take(self, scan: Scan) -> str | None:
        """What is wrong with the order of things in this block, or None."""
        done = 0
        for before, mark in [*scan.framing, (len(scan.rows), "")]:
            if before > done and (problem := self._entity()):
                return problem
            if mark and (problem := self._mark(mark)):
                return problem
            done = before
        return None

    def _entity(self) -> str | None:
        problems = {
            "start": "does not begin with [",
            "no comma": "two entities stand without a comma between them, so something is missing there",
            "closed": "goes on after its closing ]",
        }
        return problems.get(self._state)

    def _mark(self, mark: str) -> str | None:
        allowed = {
            OPEN: ("start",),
            CLOSE: ("open", "no comma"),
            COMMA: ("open", "no comma"),
            NO_COMMA: ("open",),
        }
        if self._state not in allowed[mark]:
            return f"there is a {mark} where none belongs"
        self._state = {OPEN: "open", CLOSE: "closed", COMMA: "open", NO_COMMA: "no comma"}[mark]
        return None


class SeenIds:
    """A bit for each id there can be."""

    def __init__(self) -> None:
        self._bits = bytearray()
        self._others: set[int] = set()

    def repeated(self, codes: "Sequence[int] | array[int]") -> list[int]:
        """The places of ids that were seen before, in earlier blocks or in this one."""
        bits, again = self._bits, []
        top = max(codes, default=0)
        if top >= _LARGEST_CODE:
            top = max((code for code in codes if code < _LARGEST_CODE), default=0)
        if top >> 3 >= len(bits):
            bits.extend(bytes((top >> 3) + 1 - len(bits) + len(bits) // 8))
        for place, code in enumerate(codes):
            if not 0 <= code < _LARGEST_CODE:
                if code in self._others:
                    again.append(place)
                self._others.add(code)
            elif bits[code >> 3] >> (code & 7) & 1:
                again.append(place)
            else:
                bits[code >> 3] |= 1 << (code & 7)
        return again


@dataclass
class Ledger:
    """Takes scans in order; writes rows and wanted entities to `folder`."""

    dump: str
    folder: Path
    entities: int = 0
    lines: int = 0
    oldest: str | None = None
    newest: str | None = None
    duplicates: int = 0
    duplicate_ids: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    referred: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._framing, self._seen = Framing(), SeenIds()
        self._wanted = (self.folder / "wanted.bin").open("xb")
        self._rows = zstandard.ZstdCompressor(level=1).stream_writer((self.folder / "rows.zst").open("xb"))

    def take(self, scan: Scan) -> None:
        """The next block; InputError if the file cannot be a whole dump."""
        problem = self._framing.take(scan)
        if problem:
            raise InputError(self.dump, f"lines {self.lines + 1:,} and on", problem, AGAIN)
        if scan.failure:
            line, problem = scan.failure
            raise InputError(self.dump, f"line {self.lines + line:,}", problem, AGAIN)
        repeated = self._seen.repeated(scan.codes)
        if repeated:
            self._reject(scan, repeated)
        self._write(scan)
        self._count(scan)

    def close(self) -> None:
        """No more blocks will come; whether the file is whole is asked by `finish`."""
        self._rows.close()  # type: ignore[no-untyped-call]
        self._wanted.close()

    def finish(self) -> None:
        """The end of the file: InputError unless it was the end of the dump."""
        self.close()
        if not self._framing.closed:
            problem = f"the closing ] is missing after {self.entities:,} entities, so the dump is cut"
            raise InputError(self.dump, "the end", problem, AGAIN)
        if not self.entities:
            raise InputError(self.dump, "the file", "holds no entity", "use a dump with entities")

    def _reject(self, scan: Scan, repeated: list[int]) -> None:
        """First come, first kept."""
        again = set(repeated)
        for place in repeated[: NAMED_DUPLICATES - len(self.duplicate_ids)]:
            self.duplicate_ids.append(scan.rows[place].partition(b"\t")[0].decode())
        self.duplicates += len(repeated)
        scan.wanted = [found for found in scan.wanted if found.row not in again]
        scan.rows = [row for place, row in enumerate(scan.rows) if place not in again]

    def _write(self, scan: Scan) -> None:
        if scan.rows:
            self._rows.write(b"\n".join(scan.rows) + b"\n")
        for found in scan.wanted:
            self._keep(found)

    def _keep(self, found: Wanted) -> None:
        place = (self._wanted.tell(), self._wanted.write(found.json))
        self.places.append(Place(found.id, found.type, found.lastrevid, found.modified, *place))
        self.referred.update(found.referred)

    def _count(self, scan: Scan) -> None:
        self.entities += len(scan.rows)
        self.lines += scan.lines
        times = [time for time in (self.oldest, self.newest, scan.oldest, scan.newest) if time]
        if times:
            self.oldest, self.newest = min(times), max(times)
