"""Scan a block of whole lines: rows of all entities, wanted entities whole, and how the lines are framed.

Pure and picklable: a block goes in, a `Scan` comes out, in whatever process. Which of two equal ids wins, and
whether the brackets are in order, only the whole file can tell: see `ledger`.
"""

from array import array
from collections.abc import Set
from dataclasses import dataclass, field

from wikidata_repair_eval.wikibase import Malformed
from wikidata_repair_eval.world.quick import Quick, quick_row
from wikidata_repair_eval.world.rows import decoded, referred_ids, row_of

# Framing, as seen in a block: `(entities before it in this block, what was there)`.
OPEN, CLOSE, COMMA, NO_COMMA = "[", "]", ",", "no comma"
_COMMA = ord(",")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A wanted entity: its place among the block's rows, its JSON as the dump has it, whom it refers to."""

    row: int
    id: str
    type: str
    lastrevid: int | None
    modified: str | None
    json: bytes
    referred: tuple[str, ...]


@dataclass(slots=True)
class Scan:
    """What one block holds. `codes` tell ids apart quickly: twice the number, plus one for a property."""

    rows: list[bytes] = field(default_factory=list)
    codes: "array[int]" = field(default_factory=lambda: array("q"))
    wanted: list[Wanted] = field(default_factory=list)
    framing: list[tuple[int, str]] = field(default_factory=list)
    oldest: str | None = None
    newest: str | None = None
    lines: int = 0
    failure: tuple[int, str] | None = None


def scan_block(text: bytes, wanted: Set[bytes]) -> Scan:
    """Scan whole lines; the first line that is no entity ends the scan as its `failure`."""
    scan = Scan()
    times: list[bytes] = []
    keep_row, keep_code, keep_time, find = scan.rows.append, scan.codes.append, times.append, text.find
    start, end = 0, len(text)
    while start < end:
        stop = find(b"\n", start)
        stop = end if stop < 0 else stop
        quick = quick_row(text, start, stop - 1) if text[stop - 1] == _COMMA else None
        scan.lines += 1
        if quick is not None and quick[0] not in wanted:
            keep_row(quick[1])
            keep_code(2 * int(quick[0][1:]))
            keep_time(quick[2])
        elif not _scan_unusual(scan, times, text[start:stop], wanted):
            if stop == end:  # only the end of a file leaves a line without its end
                scan.failure = (scan.lines, "ends in the middle, so the dump is cut")
            break
        start = stop + 1
    if times:
        scan.oldest, scan.newest = min(times).decode(), max(times).decode()
    return scan


def code_of(entity_id: bytes) -> int:
    """A small number for an item or property; a negative one for the rare other entities."""
    number = int(entity_id[1:].partition(b"-")[0])
    if entity_id[0] in b"QP":
        return 2 * number + (entity_id[0] == ord("P"))
    return -1 - (number * 256 + entity_id[0])


def _keep(scan: Scan, times: list[bytes], quick: Quick) -> None:
    scan.rows.append(quick[1])
    scan.codes.append(code_of(quick[0]))
    if quick[2]:
        times.append(quick[2])


def _scan_unusual(scan: Scan, times: list[bytes], line: bytes, wanted: Set[bytes]) -> bool:
    """A line that is not plainly an unwanted entity and its comma; False if it is no line of a dump."""
    text = line.strip().removeprefix(_BYTE_ORDER_MARK)
    if text.startswith(b","):
        scan.framing.append((len(scan.rows), COMMA))
        text = text[1:].lstrip()
    if text in (b"[", b"]"):
        scan.framing.append((len(scan.rows), text.decode()))
        return True
    closes = text.endswith(b"}]")
    body = text[:-1].rstrip() if closes or text.endswith(b",") else text
    if body and not _scan_entity(scan, times, body, wanted):
        return False
    if body and not text.endswith(b","):
        scan.framing.append((len(scan.rows), NO_COMMA))
    if closes:
        scan.framing.append((len(scan.rows), CLOSE))
    return True


def _scan_entity(scan: Scan, times: list[bytes], body: bytes, wanted: Set[bytes]) -> bool:
    quick = quick_row(body, 0, len(body))
    if quick is not None and quick[0] not in wanted:
        _keep(scan, times, quick)
        return True
    try:
        quick, found = _decode(body, wanted, len(scan.rows))
    except Malformed as error:
        scan.failure = (scan.lines, f"is no entity: it {error.problem}")
        return False
    _keep(scan, times, quick)
    scan.wanted += found
    return True


def _decode(body: bytes, wanted: Set[bytes], row: int) -> tuple[Quick, list[Wanted]]:
    entity = decoded(body)
    entity_id = entity.id.encode()
    modified = entity.modified
    quick = (entity_id, row_of(entity), (modified or "").encode())
    if entity_id not in wanted:
        return quick, []
    whole = Wanted(
        row, entity.id, entity.type, entity.lastrevid, modified, body, tuple(referred_ids(entity, body))
    )
    return quick, [whole]
