"""Parts of a dump file that can be read on their own: runs of gzip members, or stretches of a plain file.

A member begins with a header that is looked for in the compressed bytes. Rarely the same bytes occur inside
a member: then the segment before ends in the middle of a member, and says so. Lines do not end where
segments do; a line belongs to the segment in which the line before it ended (so each segment reads on to
the end of a line, and skips the line it begins with).
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from wikidata_repair_eval.world.checksums import Digest
from wikidata_repair_eval.world.lines import line_blocks, rest_of_line
from wikidata_repair_eval.world.scan import scan_block
from wikidata_repair_eval.world.scan_files import ScanFile
from wikidata_repair_eval.world.streams import FileRange, Packing, PlainText, StreamBroken, StreamCut

# Deflate, no reserved flag, and the `extra flags` and `operating system` bytes that compressors really write.
_MEMBER = re.compile(rb"\x1f\x8b\x08[\x00-\x1f].{4}[\x00\x02\x04][\x00-\x0d\xff]", re.DOTALL)
_HEADER = 10
_READ = 4 * 1024 * 1024
Outcome = Literal["whole", "cut", "broken"]


@dataclass(frozen=True, slots=True)
class Segment:
    """The bytes `start` to `stop` of the file."""

    start: int
    stop: int


def find_segments(file: IO[bytes], packing: Packing, size: int, digest: Digest) -> Iterator[Segment]:
    """Read the file once, for its checksum and for places to cut it, about every `size` bytes."""
    start = position = 0
    tail = b""
    while data := file.read(_READ):
        digest.update(data)
        window = tail + data
        first = position - len(tail)
        while (border := _border(window, packing, start + size - first)) is not None:
            yield Segment(start, first + border)
            start = first + border
        position += len(data)
        tail = window[-(_HEADER - 1) :] if packing == "gzip" else b""
    yield Segment(start, position)


def has_members(first: bytes) -> bool:
    """Does a second gzip member begin within these first bytes of a file?"""
    return _MEMBER.search(first, 1) is not None


def scan_segment(
    path: Path, packing: Packing, segment: Segment, wanted: Set[bytes], block: int, out: Path
) -> Outcome:
    """Scan the lines of one segment into the ScanFile `out`."""
    scans = ScanFile(out)
    try:
        for text in _own_lines(path, packing, segment, block):
            scans.write(scan_block(text, wanted))
    except StreamCut:
        return "cut"
    except StreamBroken:
        return "broken"
    finally:
        scans.close()
    return "whole"


def _own_lines(path: Path, packing: Packing, segment: Segment, block: int) -> Iterator[bytes]:
    foreign = segment.start > 0
    unfinished = b""
    with FileRange(path, segment.start, segment.stop) as raw:
        for text in line_blocks(PlainText(raw, packing), block):
            unfinished = b""
            if foreign and b"\n" not in text:
                return  # no line ends in here, so all of it belongs to a segment before
            own = text.partition(b"\n")[2] if foreign else text
            foreign = False
            if own.endswith(b"\n"):
                yield own
            else:
                unfinished = own
    if not foreign:
        yield unfinished + _behind(path, packing, segment.stop)


def _behind(path: Path, packing: Packing, start: int) -> bytes:
    """The end of the line that a segment ends in, or the one line that begins right behind it."""
    with FileRange(path, start, path.stat().st_size) as raw:
        return rest_of_line(PlainText(raw, packing))


def _border(window: bytes, packing: Packing, least: int) -> int | None:
    """The first place to cut at or behind `least`, if there is one in this window."""
    if packing == "gzip":
        found = _MEMBER.search(window, max(least, 0))
        return found.start() if found else None
    return least if 0 < least <= len(window) else None
