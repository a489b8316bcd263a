"""The whole file's view of its scans, taken in their order: brackets and commas, double ids, dates, fields.

However many processes scanned, the ledger sees the same scans in the same order, so its files are the same
bytes. Memory: a bit for each id, and what `Wanted` entities need to be found again.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

import numpy as np

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.code_sets import Codes, CodeSet
from wikidata_repair_eval.world.packing import FIELDS, pack_fields, unpack_fields
from wikidata_repair_eval.world.scan import CLOSE, COMMA, NO_COMMA, OPEN, Scan, Wanted
from wikidata_repair_eval.world.spill import Spill

AGAIN = "download the dump again, or make it again"
NAMED_DUPLICATES = 1000
# Scans wait for one another until they have so many entities; wanted ones are held in memory until then.
_SETTLED_TOGETHER, _BYTES_LIKE_ENTITY = 4096, 4096


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
        for before, mark in [*scan.framing, (len(scan.codes), "")]:
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


@dataclass
class Ledger:
    """Takes scans in order; writes fields and wanted entities to `folder`."""

    dump: str
    folder: Path
    entities: int = 0
    lines: int = 0
    oldest: bytes | None = None
    newest: bytes | None = None
    duplicates: int = 0
    duplicate_ids: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    referred: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._framing, self._seen = Framing(), CodeSet()
        self._wanted = (self.folder / "wanted.bin").open("xb")
        self._spill = Spill(self.folder)
        self._unsettled: list[Scan] = []
        self._weight = 0

    def take(self, scan: Scan) -> None:
        """The next block; InputError if the file cannot be a whole dump."""
        problem = self._framing.take(scan)
        if problem:
            raise InputError(self.dump, f"lines {self.lines + 1:,} and on", problem, AGAIN)
        if scan.failure:
            line, problem = scan.failure
            raise InputError(self.dump, f"line {self.lines + line:,}", problem, AGAIN)
        scan.pack()
        self._count(scan)
        self._unsettled.append(scan)
        self._weight += len(scan.codes) + scan.wanted_bytes // _BYTES_LIKE_ENTITY
        if self._weight >= _SETTLED_TOGETHER:
            self._settle()

    def close(self) -> None:
        """No more blocks will come; whether the file is whole is asked by `finish`."""
        self._spill.close()
        self._wanted.close()

    def finish(self) -> None:
        """The end of the file: InputError unless it was the end of the dump."""
        self._settle()
        self.close()
        if not self._framing.closed:
            problem = f"the closing ] is missing after {self.entities:,} entities, so the dump is cut"
            raise InputError(self.dump, "the end", problem, AGAIN)
        if not self.entities:
            raise InputError(self.dump, "the file", "holds no entity", "use a dump with entities")

    def _settle(self) -> None:
        """Look for double ids in many scans at once, since arrays cost more to begin with than to go on."""
        scans, self._unsettled, self._weight = self._unsettled, [], 0
        starts = [0, *accumulate(len(scan.codes) for scan in scans)]
        codes = np.concatenate([np.zeros(0, np.int64), *(_numbers(scan.codes) for scan in scans)])
        repeated = self._seen.add_new(codes)
        self._spill_edges(scans, starts, codes, repeated)
        borders = np.searchsorted(repeated, starts)
        for scan, start, first, last in zip(scans, starts, borders, borders[1:], strict=False):
            if first < last:
                self._reject(scan, (repeated[first:last] - start).tolist())
            self._spill.write(scan.codes, scan.packed)
            for found in scan.wanted:
                self._keep(found)

    def _spill_edges(self, scans: Sequence[Scan], starts: Sequence[int], codes: Codes, but: Codes) -> None:
        """Child and parent of each edge, but for those of some places in `codes`."""
        pairs = [np.zeros((0, 2), np.int64)]
        for scan, start in zip(scans, starts, strict=False):
            if scan.superclasses:
                pairs.append(_numbers(scan.superclasses).reshape(-1, 2) + np.array([start, 0]))
        edges = np.concatenate(pairs)
        edges = edges[~np.isin(edges[:, 0], but)]
        self._spill.write_edges(np.column_stack((codes[edges[:, 0]], edges[:, 1])))

    def _reject(self, scan: Scan, again: list[int]) -> None:
        """First come, first kept: take the entities at these places out of a scan."""
        fields = unpack_fields(scan.packed)
        for place in again[: NAMED_DUPLICATES - len(self.duplicate_ids)]:
            self.duplicate_ids.append(fields[FIELDS * place].decode())
        self.duplicates += len(again)
        self.entities -= len(again)
        out = set(again)
        left = [place for place in range(len(scan.codes)) if place not in out]
        scan.wanted = [found for found in scan.wanted if found.row not in out]
        scan.codes = array("q", [scan.codes[place] for place in left])
        scan.packed = pack_fields([fields[FIELDS * place + n] for place in left for n in range(FIELDS)])

    def _keep(self, found: Wanted) -> None:
        place = (self._wanted.tell(), self._wanted.write(found.json))
        self.places.append(Place(found.id, found.type, found.lastrevid, found.modified, *place))
        self.referred.update(found.referred)

    def _count(self, scan: Scan) -> None:
        self.entities += len(scan.codes)
        self.lines += scan.lines
        times = [time for time in (self.oldest, self.newest, scan.oldest, scan.newest) if time]
        if times:
            self.oldest, self.newest = min(times), max(times)


def _numbers(codes: "array[int]") -> Codes:
    return np.frombuffer(codes, np.int64)
