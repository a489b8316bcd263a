"""The whole file's view of its scans, taken in their order: brackets and commas, double ids, dates, fields.

However many processes scanned, the ledger sees the same scans in the same order, so its files are the same
bytes. Memory: a bit for each id, and what `Wanted` entities need to be found again.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.code_sets import Codes, CodeSet
from wikidata_repair_eval.world.packing import FIELDS, pack_fields, unpack_fields
from wikidata_repair_eval.world.scan import CLOSE, COMMA, NO_COMMA, OPEN, Scan, Wanted
from wikidata_repair_eval.world.spill import Spill

AGAIN = "download the dump again, or make it again"
NAMED_DUPLICATES = 1000


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

    def take(self, scan: Scan) -> None:
        """The next block; InputError if the file cannot be a whole dump."""
        problem = self._framing.take(scan)
        if problem:
            raise InputError(self.dump, f"lines {self.lines + 1:,} and on", problem, AGAIN)
        if scan.failure:
            line, problem = scan.failure
            raise InputError(self.dump, f"line {self.lines + line:,}", problem, AGAIN)
        scan.pack()
        codes = np.array(scan.codes, np.int64)
        edges = np.array(scan.superclasses, np.int64).reshape(-1, 2)
        repeated = self._seen.add_new(codes)
        if len(repeated):
            codes, edges = self._reject(scan, codes, edges, repeated)
        self._spill.write(codes, scan.packed, np.column_stack((codes[edges[:, 0]], edges[:, 1])))
        for found in scan.wanted:
            self._keep(found)
        self._count(scan, len(codes))

    def close(self) -> None:
        """No more blocks will come; whether the file is whole is asked by `finish`."""
        self._spill.close()
        self._wanted.close()

    def finish(self) -> None:
        """The end of the file: InputError unless it was the end of the dump."""
        self.close()
        if not self._framing.closed:
            problem = f"the closing ] is missing after {self.entities:,} entities, so the dump is cut"
            raise InputError(self.dump, "the end", problem, AGAIN)
        if not self.entities:
            raise InputError(self.dump, "the file", "holds no entity", "use a dump with entities")

    def _reject(self, scan: Scan, codes: Codes, edges: Codes, repeated: Codes) -> tuple[Codes, Codes]:
        """First come, first kept: the codes and edges that are left."""
        fields = unpack_fields(scan.packed)
        for place in repeated[: NAMED_DUPLICATES - len(self.duplicate_ids)].tolist():
            self.duplicate_ids.append(fields[FIELDS * place].decode())
        self.duplicates += len(repeated)
        again = set(repeated.tolist())
        scan.wanted = [found for found in scan.wanted if found.row not in again]
        left = np.array([place for place in range(len(codes)) if place not in again], np.int64)
        scan.packed = pack_fields(
            [fields[FIELDS * place + n] for place in left.tolist() for n in range(FIELDS)]
        )
        edges = edges[~np.isin(edges[:, 0], repeated)]
        # Places move up when others are taken out before them.
        return codes[left], np.column_stack((np.searchsorted(left, edges[:, 0]), edges[:, 1]))

    def _keep(self, found: Wanted) -> None:
        place = (self._wanted.tell(), self._wanted.write(found.json))
        self.places.append(Place(found.id, found.type, found.lastrevid, found.modified, *place))
        self.referred.update(found.referred)

    def _count(self, scan: Scan, entities: int) -> None:
        self.entities += entities
        self.lines += scan.lines
        times = [time for time in (self.oldest, self.newest, scan.oldest, scan.newest) if time]
        if times:
            self.oldest, self.newest = min(times), max(times)
