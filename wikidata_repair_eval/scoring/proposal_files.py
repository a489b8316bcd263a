"""A proposals file, indexed: where each case's proposal stands, so that nobody holds them all in memory.

One bad line costs one line. A line that is too long is never read whole; one that is no JSON still belongs
to its case if the case's id can be seen in it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import orjson

LONGEST_LINE = 4 * 1024 * 1024
_HEAD = 64 * 1024
_CASE_ID = re.compile(rb'"case_id"\s*:\s*"([^"\\]{1,200})"')
_TELL = 10


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands; `problem` says why it is not worth reading."""

    offset: int
    length: int
    problem: str | None = None


@dataclass(slots=True)
class ProposalIndex:
    """The first proposal of each case, and what is wrong with the file."""

    path: Path
    places: dict[str, Place] = field(default_factory=dict)
    lines: int = 0
    twice: list[str] = field(default_factory=list)
    nameless: list[int] = field(default_factory=list)
    prompt_digests: set[str] = field(default_factory=set)

    def read(self, file: IO[bytes], case_id: str) -> bytes | str | None:
        """The line of a case; None if there is none, a str that says why if it cannot be read."""
        place = self.places.get(case_id)
        if place is None:
            return None
        if place.problem is not None:
            return place.problem
        file.seek(place.offset)
        return file.read(place.length)


def index_proposals(path: Path) -> ProposalIndex:
    index = ProposalIndex(path)
    with path.open("rb") as file:
        for number, (offset, length, head) in enumerate(_lines(file), start=1):
            if head.strip():
                _enter(index, number, Place(offset, length, _problem(length)), head)
    return index


def _lines(file: IO[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """(offset, length, the line or the head of one that is too long)."""
    offset = 0
    while line := file.readline(LONGEST_LINE + 1):
        length = len(line)
        if length > LONGEST_LINE and not line.endswith(b"\n"):
            head = line[:_HEAD]
            while more := file.readline(LONGEST_LINE):
                length += len(more)
                if more.endswith(b"\n"):
                    break
            line = head
        yield offset, length, line
        offset += length


def _problem(length: int) -> str | None:
    return f"the line is longer than {LONGEST_LINE:,} bytes" if length > LONGEST_LINE else None


def _enter(index: ProposalIndex, number: int, place: Place, line: bytes) -> None:
    index.lines += 1
    members = _decoded(line) if place.problem is None else {}
    case_id = _case_id(members, line)
    if case_id is None:
        index.nameless.append(number)
    elif case_id in index.places:
        index.twice.append(case_id)
    else:
        index.places[case_id] = place
    digest = members.get("prompt_digest")
    if isinstance(digest, str) and len(index.prompt_digests) < _TELL:
        index.prompt_digests.add(digest[:200])


def _decoded(line: bytes) -> dict[str, Any]:
    try:
        members = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}
    return members if isinstance(members, dict) else {}


def _case_id(members: dict[str, Any], line: bytes) -> str | None:
    for name in ("case_id", "id", "case"):
        if isinstance(members.get(name), str):
            return str(members[name])
    seen = _CASE_ID.search(line[:_HEAD])
    return seen[1].decode("utf-8", "replace") if seen else None
