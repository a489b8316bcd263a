"""What kind of file is this? Answered from its first bytes, before anything is made.

Refuses what cannot be a dump with a sentence about what it seems to be instead.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import orjson

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.segments import has_members
from wikidata_repair_eval.world.streams import Packing, PlainText, StreamBroken, StreamCut, packing_of

Layout = Literal["lines", "whole"]
FIX = "use a JSON dump of a Wikibase, such as wikidata-YYYYMMDD-all.json.gz"
_LOOK = 64 * 1024
_LONGEST_LINE = 256 * 1024 * 1024
_MEMBERS_WITHIN = 8 * 1024 * 1024  # in the real dump the first member is the bracket alone


@dataclass(frozen=True, slots=True)
class Head:
    """How the file is packed, whether each entity has a line, and whether parts can be read on their own."""

    packing: Packing
    layout: Layout
    splittable: bool
    size: int


def look_at(dump: Path) -> Head:
    """InputError if this is no dump at all."""
    try:
        with dump.open("rb") as file:
            first = file.read(_LOOK)
            packing = packing_of(first)
            file.seek(0)
            layout = _layout(dump, PlainText(file, packing))
            file.seek(0)
            members = packing == "gzip" and has_members(file.read(_MEMBERS_WITHIN))
    except OSError as error:
        problem = f"cannot be read ({error.strerror or type(error).__name__})"
        raise InputError(str(dump), "the file", problem, "name a file that is there and readable") from None
    return Head(packing, layout, members or packing == "plain", dump.stat().st_size)


def refuse_an_open_end(dump: Path, head: Head) -> None:
    """Without a checksum, the line end behind `]` is the only sign that nothing of a plain file is missing.

    A compressed stream has an end of its own, and JSON that is no line of a dump need not end with a line.
    """
    if head.packing != "plain" or head.layout != "lines":
        return
    with dump.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        if file.read(1) == b"\n":
            return
    problem = "the last line has no line end, so the dump is cut"
    fix = "get the dump again; if it was made without the last line end, give --checksum or --open-end"
    raise InputError(str(dump), "the end", problem, fix)


def _layout(dump: Path, text: PlainText) -> Layout:
    seen = b""
    while True:
        try:
            data = text.read(_LOOK)
        except StreamCut:
            raise cut(dump) from None
        except StreamBroken as error:
            raise broken(dump, error) from None
        seen += data
        _refuse_other_kinds(dump, seen, at_end=not data)
        lines = seen.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n")
        entity = next((line for line in lines[1:-1] if line.strip()), None)
        if entity is not None or not data or len(seen) > _LONGEST_LINE:
            return "lines" if lines[0].strip() == b"[" and _is_line(entity or lines[-1]) else "whole"
        if len(lines[0]) > _LOOK:
            return "whole"


def _is_line(line: bytes) -> bool:
    text = line.strip().removesuffix(b",")
    try:
        return text == b"]" or isinstance(orjson.loads(text), dict)
    except orjson.JSONDecodeError:
        return False


def _refuse_other_kinds(dump: Path, seen: bytes, *, at_end: bool) -> None:
    text = seen.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text:
        if at_end:
            raise InputError(str(dump), "the file", "is empty", FIX)
        return
    if not text.startswith(b"["):
        raise InputError(str(dump), "the beginning", _other_kind(text), FIX)


def _other_kind(text: bytes) -> str:
    start = text[:2000].lower()
    if start.startswith(b"<") and b"<html" in start:
        return "is a web page (HTML), not a dump; perhaps the server's error message was saved"
    if start.startswith(b"<"):
        return "is XML or RDF, perhaps a dump of pages of another wiki, not a dump of entities in JSON"
    if start.startswith(b"{"):
        return "begins with { and not with [, so it is no array of entities"
    return f"begins with {text[:20]!r} and not with [, so it is no dump of entities in JSON"


def cut(dump: Path) -> InputError:
    problem = "the compressed stream ends in the middle, so the dump is cut"
    return InputError(str(dump), "the end", problem, "download the dump again")


def broken(dump: Path, error: object) -> InputError:
    return InputError(str(dump), "the compressed stream", f"is damaged ({error})", "download the dump again")
