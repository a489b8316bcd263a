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

from stringzilla import find as far

from wikidata_repair_eval.world.checksums import Digest
from wikidata_repair_eval.world.lines import Span, line_spans, rest_of_line
from wikidata_repair_eval.world.scan import Scan, scan_lines
from wikidata_repair_eval.world.scan_files import ScanFile
from wikidata_repair_eval.world.streams import FileRange, Packing, PlainText, StreamBroken, StreamCut

# Deflate, no reserved flag, and the `extra flags` and `operating system` bytes that compressors really write.
_MEMBER = re.compile(rb"\x1f\x8b\x08[\x00-\x1f].{4}[\x00\x02\x04][\x00-\x0d\xff]", re.DOTALL)
_HEADER, _MAGIC = 10, b"\x1f\x8b\x08"
_LINE_END = ord("\n")
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
    scans, scan = ScanFile(out), Scan()
    try:
        for text, start, stop in _own_lines(path, packing, segment, block):
            scan_lines(scan, text, start, stop, wanted)
            if scan.full:
                scans.write(scan)
                if scan.failure:
                    return "whole"
                scan = Scan()
        scans.write(scan)
    except StreamCut:
        return "cut"
    except StreamBroken:
        return "broken"
    finally:
        scans.close()
    return "whole"


def _own_lines(path: Path, packing: Packing, segment: Segment, block: int) -> Iterator[Span]:
    foreign = segment.start > 0
    unfinished = b""
    with FileRange(path, segment.start, segment.stop) as raw:
        for text, start, stop in line_spans(PlainText(raw, packing), block):
            if foreign:
                start = text.find(b"\n", start, stop) + 1
                if not start:
                    return  # no line ends in here, so all of it belongs to a segment before
                foreign = False
            if text[stop - 1] == _LINE_END:
                yield text, start, stop
            else:
                unfinished = text[start:stop]
    if not foreign:
        line = unfinished + _behind(path, packing, segment.stop)
        yield line, 0, len(line)


def _behind(path: Path, packing: Packing, start: int) -> bytes:
    """The end of the line that a segment ends in, or the one line that begins right behind it."""
    with FileRange(path, start, path.stat().st_size) as raw:
        return rest_of_line(PlainText(raw, packing))


def _border(window: bytes, packing: Packing, least: int) -> int | None:
    """The first place to cut at or behind `least`, if there is one in this window."""
    if packing != "gzip":
        return least if 0 < least <= len(window) else None
    found = far(window, _MAGIC, max(least, 0))
    while found >= 0 and _MEMBER.match(window, found) is None:  # three bytes are found faster than a pattern
        found = far(window, _MAGIC, found + 1)
    return found if found >= 0 else None
