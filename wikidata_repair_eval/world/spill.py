"""Fields of all entities, put aside on disk in the order of the file until it is known which are kept.

A spill is a row of chunks; each has the codes of its entities in front of the packed fields, so that a reader
can pass over a chunk, or an entity, without unpacking anything. P279 edges lie apart, as pairs of codes.
Memory: one chunk.
"""

import struct
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wikidata_repair_eval.world.code_sets import Codes, CodeSet
from wikidata_repair_eval.world.packing import FIELDS, unpack

_HEADER = struct.Struct("<II")
_EDGES_AT_ONCE = 1 << 20
_TAB = ord("\t")


class Spill:
    """Written by one process, once."""

    def __init__(self, folder: Path) -> None:
        self._chunks = (folder / "chunks").open("xb")
        self._edges = (folder / "superclasses").open("xb")

    def write(self, codes: "array[int]", packed: bytes) -> None:
        """The entities of one scan."""
        self._chunks.write(_HEADER.pack(len(codes), len(packed)) + codes.tobytes() + packed)

    def write_edges(self, edges: Codes) -> None:
        """A row of child and parent for each edge."""
        self._edges.write(np.ascontiguousarray(edges).tobytes())

    def close(self) -> None:
        self._chunks.close()
        self._edges.close()


@dataclass(frozen=True, slots=True)
class Spilled:
    """A finished spill."""

    folder: Path

    def fields_of(self, codes: CodeSet, but: CodeSet | None = None) -> Iterator[list[bytes]]:
        """The fields of these entities, but for some."""
        with (self.folder / "chunks").open("rb") as file:
            while header := file.read(_HEADER.size):
                count, size = _HEADER.unpack(header)
                places = _places(np.frombuffer(file.read(8 * count), np.int64), codes, but)
                if not len(places):
                    file.seek(size, 1)
                    continue
                yield from _some_fields(unpack(file.read(size)), places.tolist())

    def above(self, classes: CodeSet) -> None:
        """Add everything above these classes to them; circles in the class tree do no harm."""
        while sum(_climb(classes, edges) for edges in self._edges()):
            pass

    def _edges(self) -> Iterator[Codes]:
        with (self.folder / "superclasses").open("rb") as file:
            while data := file.read(16 * _EDGES_AT_ONCE):
                yield np.frombuffer(data, np.int64).reshape(-1, 2)


def _some_fields(text: bytes, places: Sequence[int]) -> Iterator[list[bytes]]:
    """The fields of some entities, by their places: the others are passed over without being cut."""
    tabs = np.flatnonzero(np.frombuffer(text, np.uint8) == _TAB)
    ends = [*tabs[FIELDS - 1 :: FIELDS].tolist(), len(text)]
    for place in places:
        yield text[ends[place - 1] + 1 if place else 0 : ends[place]].split(b"\t")


def _places(codes: Codes, wanted: CodeSet, but: CodeSet | None) -> Codes:
    found = wanted.contains(codes)
    if but is not None and found.any():
        found &= ~but.contains(codes)
    return np.flatnonzero(found)


def _climb(classes: CodeSet, edges: Codes) -> int:
    """Add the parents of what is there; how many of them were new?"""
    parents = edges[classes.contains(edges[:, 0]), 1]
    new = parents[~classes.contains(parents)]
    classes.add(new)
    return len(new)
