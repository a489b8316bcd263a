"""The fields of many entities as one piece of compressed bytes, and back."""

from collections.abc import Iterator, Sequence

import numpy as np
import zstandard

FIELDS = 5
_TAB = ord("\t")


def pack_fields(fields: Sequence[bytes]) -> bytes:
    """No field holds a tab: JSON escapes it."""
    return zstandard.ZstdCompressor(level=1).compress(b"\t".join(fields))


def unpack_fields(packed: bytes) -> list[bytes]:
    """Five for each entity, one after the other."""
    return zstandard.ZstdDecompressor().decompress(packed).split(b"\t")


def unpack_some(packed: bytes, places: Sequence[int]) -> Iterator[list[bytes]]:
    """The five fields of some entities, by their places: the others are passed over without being cut."""
    text = zstandard.ZstdDecompressor().decompress(packed)
    tabs = np.flatnonzero(np.frombuffer(text, np.uint8) == _TAB)
    ends = [*tabs[FIELDS - 1 :: FIELDS].tolist(), len(text)]
    for place in places:
        yield text[ends[place - 1] + 1 if place else 0 : ends[place]].split(b"\t")
