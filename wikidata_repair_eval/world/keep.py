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
    kept_classes = [row for row in _read(rows) if row[: row.index(b"\t")] in above]
    labels = sorted((_label(row) for row in (*kept, *kept_classes)), key=lambda label: _order(label[0]))
    edges = {edge for row in kept for edge in _edges(row, with_classes=True)}
    edges |= {edge for row in kept_classes for edge in _edges(row, with_classes=False)}
    return Kept(labels, sorted(edges, key=lambda edge: tuple(map(_order, edge))))


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


def _order(entity_id: str) -> tuple[str, int] | tuple[str, int, str, int]:
    """As `sort_key`, without its checks for the ids that make up nearly everything."""
    return (entity_id[0], int(entity_id[1:])) if entity_id[1:].isdigit() else sort_key(entity_id)


def _parents(row: bytes) -> Iterator[bytes]:
    for targets in row.split(b"\t")[3:]:
        yield from targets.split()


def _label(row: bytes) -> tuple[str, str | None, str | None]:
    entity_id, label, description = row.split(b"\t")[:3]
    return entity_id.decode(), _text(label), _text(description)


def _text(raw: bytes) -> str | None:
    return str(orjson.loads(raw)) if raw else None


def _edges(row: bytes, *, with_classes: bool) -> Iterator[tuple[str, str, str]]:
    entity_id, _, _, classes, superclasses = row.decode().split("\t")
    if with_classes:
        yield from ((entity_id, INSTANCE_OF, target) for target in classes.split())
    yield from ((entity_id, SUBCLASS_OF, target) for target in superclasses.split())
