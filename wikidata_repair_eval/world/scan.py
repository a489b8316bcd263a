"""Scan whole lines: fields of all entities, wanted entities whole, and how the lines are framed.

Pure and picklable: lines go in, a `Scan` comes out, in whatever process. Which of two equal ids wins, and
whether the brackets are in order, only the whole file can tell: see `ledger`.
"""

from array import array
from collections.abc import Iterable, Set
from dataclasses import dataclass, field

from wikidata_repair_eval.wikibase import Malformed
from wikidata_repair_eval.world.codes import code_of
from wikidata_repair_eval.world.packing import pack_fields
from wikidata_repair_eval.world.parsed import parsed_fields
from wikidata_repair_eval.world.quick import Quick, quick_fields
from wikidata_repair_eval.world.rows import decoded, fields_of, referred_ids

# Framing, as seen in the lines: `(entities before it in this scan, what was there)`.
OPEN, CLOSE, COMMA, NO_COMMA = "[", "]", ",", "no comma"
_COMMA = ord(",")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_FULL_ENTITIES, _FULL_BYTES = 4096, 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Wanted:
    """A wanted entity: its place among the scan's entities, its JSON as the dump has it, whom it names."""

    row: int
    id: str
    type: str
    lastrevid: int | None
    modified: str | None
    json: bytes
    referred: tuple[str, ...]


@dataclass(slots=True)
class Scan:
    """What some lines hold: for each entity a code and five fields, one after the other in one list.

    `superclasses` has two numbers for each P279 edge: the child's place in this scan and the parent's code.
    """

    fields: list[bytes] = field(default_factory=list)
    packed: bytes = b""
    codes: "array[int]" = field(default_factory=lambda: array("q"))
    superclasses: "array[int]" = field(default_factory=lambda: array("q"))
    wanted: list[Wanted] = field(default_factory=list)
    wanted_bytes: int = 0
    framing: list[tuple[int, str]] = field(default_factory=list)
    oldest: bytes | None = None
    newest: bytes | None = None
    lines: int = 0
    failure: tuple[int, str] | None = None

    @property
    def full(self) -> bool:
        """Large enough to be handed on, or at its end."""
        large = len(self.codes) >= _FULL_ENTITIES or self.wanted_bytes >= _FULL_BYTES
        return large or self.failure is not None

    def pack(self) -> None:
        """No more lines will come: one packed piece is cheaper to hand on than thousands of fields."""
        if self.fields:
            self.packed, self.fields = pack_fields(self.fields), []


def scan_block(text: bytes, wanted: Set[bytes]) -> Scan:
    """Scan all of some whole lines."""
    scan = Scan()
    scan_lines(scan, text, 0, len(text), wanted)
    return scan


def scan_pieces(pieces: Iterable[bytes], wanted: Set[bytes]) -> Scan:
    """Scan pieces of whole lines one behind the other, and make the scan ready to be handed on."""
    scan = Scan()
    for text in pieces:
        scan_lines(scan, text, 0, len(text), wanted)
        if scan.failure:
            break
    scan.pack()
    return scan


def scan_lines(scan: Scan, text: bytes, start: int, end: int, wanted: Set[bytes]) -> None:
    """Add whole lines to a scan; the first line that is no entity ends it as its `failure`."""
    times: list[bytes] = []
    keep_fields, keep_code, keep_time, find = scan.fields.extend, scan.codes.append, times.append, text.find
    while start < end:
        stop = find(b"\n", start, end)
        stop = end if stop < 0 else stop
        quick = quick_fields(text, start, stop - 1) if text[stop - 1] == _COMMA else None
        scan.lines += 1
        if quick is not None and quick[0] not in wanted:
            if quick[4]:
                _keep_superclasses(scan, quick[4])
            keep_fields(quick[:5])
            keep_code(2 * int(quick[0][1:]))
            keep_time(quick[5])
        elif not _scan_unusual(scan, times, text[start:stop], wanted):
            if stop == end:  # only the end of a file leaves a line without its end
                scan.failure = (scan.lines, "ends in the middle, so the dump is cut")
            break
        start = stop + 1
    _keep_times(scan, times)


def _keep_times(scan: Scan, times: list[bytes]) -> None:
    times = [time for time in (scan.oldest, scan.newest, *times) if time]
    if times:
        scan.oldest, scan.newest = min(times), max(times)


def _keep(scan: Scan, times: list[bytes], quick: Quick) -> None:
    _keep_superclasses(scan, quick[4])
    scan.fields.extend(quick[:5])
    scan.codes.append(code_of(quick[0]))
    times.append(quick[5])


def _keep_superclasses(scan: Scan, parents: bytes) -> None:
    for parent in parents.split():
        scan.superclasses.extend((len(scan.codes), code_of(parent)))


def _scan_unusual(scan: Scan, times: list[bytes], line: bytes, wanted: Set[bytes]) -> bool:
    """A line that is not plainly an unwanted item and its comma; False if it is no line of a dump."""
    text = line.strip().removeprefix(_BYTE_ORDER_MARK)
    if text.startswith(b","):
        scan.framing.append((len(scan.codes), COMMA))
        text = text[1:].lstrip()
    if text in (b"[", b"]"):
        scan.framing.append((len(scan.codes), text.decode()))
        return True
    closes = text.endswith(b"}]")
    body = text[:-1].rstrip() if closes or text.endswith(b",") else text
    # Only a comma says that the line is whole: a cut may well leave something that ends with `}` or `}]`.
    quick = quick_fields(body, 0, len(body)) if text.endswith(b",") else None
    if body and not _scan_entity(scan, times, body, quick, wanted):
        return False
    if body and not text.endswith(b","):
        scan.framing.append((len(scan.codes), NO_COMMA))
    if closes:
        scan.framing.append((len(scan.codes), CLOSE))
    return True


def _scan_entity(
    scan: Scan, times: list[bytes], body: bytes, quick: Quick | None, wanted: Set[bytes]
) -> bool:
    quick = quick or parsed_fields(body)
    if quick is None or quick[0] in wanted:
        try:
            quick = _decode(scan, body, wanted)
        except Malformed as error:
            scan.failure = (scan.lines, f"is no entity: it {error.problem}")
            return False
    _keep(scan, times, quick)
    return True


def _decode(scan: Scan, body: bytes, wanted: Set[bytes]) -> Quick:
    entity = decoded(body)
    modified = entity.modified
    fields = fields_of(entity)
    if fields[0] in wanted:
        referred = tuple(referred_ids(entity, body))
        about = (entity.id, entity.type, entity.lastrevid, modified)
        scan.wanted.append(Wanted(len(scan.codes), *about, body, referred))
        scan.wanted_bytes += len(body)
    return (*fields, (modified or "").encode())
