"""From the rows of all entities to what the wanted ones refer to: read twice, only what is kept is held.

Kept are: label and description of every wanted entity, of everything that a wanted entity names, and of
every class above those; best-rank P31 and P279 edges of the wanted and the named; and P279 edges of every
class above them, up to the roots. An id that has no row is not in the dump; an id whose label is None is,
without a label.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import orjson
import zstandard

from wikidata_repair_eval.wikibase import sort_key
from wikidata_repair_eval.world.rows import INSTANCE_OF, SUBCLASS_OF

_BLOCK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Kept:
    """Both sorted by id, P9 before P31."""

    labels: list[tuple[str, str | None, str | None]]
    class_edges: list[tuple[str, str, str]]


def keep(rows: Path, named: Iterable[str], folder: Path) -> Kept:
    """`named` are the wanted ids and the ids they name; `folder` takes a file of all P279 edges."""
    seeds = {entity_id.encode() for entity_id in named}
    superclasses = folder / "superclasses"
    kept = _rows_of(rows, seeds, superclasses)
    above = _closure(superclasses, (target for row in kept for target in _parents(row)))
    above -= seeds
    kept += [row for row in _read(rows) if row[: row.index(b"\t")] in above]
    fields = [row.split(b"\t") for row in sorted(kept, key=_order)]
    labels = [(row[0].decode(), _text(row[1]), _text(row[2])) for row in fields]
    return Kept(labels, [edge for row in fields for edge in _edges(row, with_classes=row[0] in seeds)])


def _rows_of(rows: Path, seeds: set[bytes], superclasses: Path) -> list[bytes]:
    """The rows of these ids; on the way, the rows of all classes go to a file of their own."""
    kept = []
    with superclasses.open("wb") as file:
        for row in _read(rows):
            if row[-1] != 9:  # the last field, behind the last tab, is not empty
                file.write(row + b"\n")
            if row[: row.index(b"\t")] in seeds:
                kept.append(row)
    return kept


def _closure(superclasses: Path, start: Iterable[bytes]) -> set[bytes]:
    """These classes and everything above them; circles in the class tree do no harm."""
    above, resolved = set(start), set[bytes]()
    while True:
        before = len(resolved)
        with superclasses.open("rb") as file:
            for line in file:
                child = line[: line.index(b"\t")]
                if child in above and child not in resolved:
                    resolved.add(child)
                    above.update(line.rstrip(b"\n").rpartition(b"\t")[2].split())
        if len(resolved) == before:
            return above


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as raw:
        reader = zstandard.ZstdDecompressor().stream_reader(raw)
        carry = b""
        while data := reader.read(_BLOCK):
            *whole, carry = (carry + data).split(b"\n")
            yield from whole


def _order(row: bytes) -> tuple[str, int] | tuple[str, int, str, int]:
    """As `sort_key` of its id, without the checks for the ids that make up nearly everything."""
    letter, digits = row[:1].decode(), row[1 : row.index(b"\t")]
    return (letter, int(digits)) if digits.isdigit() else sort_key(letter + digits.decode())


def _parents(row: bytes) -> Iterator[bytes]:
    for targets in row.split(b"\t")[3:]:
        yield from targets.split()


def _text(raw: bytes) -> str | None:
    return str(orjson.loads(raw)) if raw else None


def _edges(fields: list[bytes], *, with_classes: bool) -> Iterator[tuple[str, str, str]]:
    child = fields[0].decode()
    for property_id, targets in ((INSTANCE_OF, fields[3] if with_classes else b""), (SUBCLASS_OF, fields[4])):
        parents = {target.decode() for target in targets.split()} if targets else set()
        for parent in sorted(parents, key=sort_key) if len(parents) > 1 else parents:
            yield child, property_id, parent
