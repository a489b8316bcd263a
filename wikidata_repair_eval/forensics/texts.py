"""Texts of revisions for the cases at hand: asked for in large batches, held as long as there is room.

What had to go is read again from the snapshot cache, never from the wiki. Decoding is left to the reader.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from sys import getsizeof
from typing import Protocol

from wikidata_repair_eval.net.errors import BodyTooLarge
from wikidata_repair_eval.net.revision import Content, Revision

ROOM = 96_000_000  # bytes of memory
_CHUNK = 500  # texts asked for at once, unless they are large


@dataclass(frozen=True, slots=True)
class Unreadable:
    """There is a state, but nobody can say what it is. It is neither empty nor missing."""

    reason: str


_WHY = {
    "hidden": "the text of revision {} is hidden",
    "bad": "revision {} cannot be read (its page was deleted, or there is no such revision)",
    "missing": "the wiki has lost the text of revision {}",
}


class TextSource(Protocol):
    """Who answers for revisions: exactly one `Content` for every id."""

    def contents(self, revids: Iterable[int]) -> dict[int, Content]: ...


class Texts:
    """Revision texts by id."""

    def __init__(self, contents: TextSource, room: int = ROOM) -> None:
        self._contents, self._room = contents, room
        self._held: OrderedDict[int, tuple[str | Unreadable, int]] = OrderedDict()
        self._size = 0

    def load(self, revisions: Iterable[Revision]) -> int:
        """Have these at hand, 50 to a request; says how many were not yet."""
        wanted = {r.revid: r for r in revisions if r.revid not in self._held}
        for chunk in _chunks(list(wanted.values()), self._room):
            for revid, found in self._asked([revision.revid for revision in chunk]).items():
                self._hold(revid, found)
        return len(wanted)

    def text(self, revid: int) -> str | Unreadable:
        if revid not in self._held:
            self._hold(revid, self._asked([revid])[revid])
        self._held.move_to_end(revid)
        return self._held[revid][0]

    def _asked(self, revids: Sequence[int]) -> dict[int, str | Unreadable]:
        try:
            return {revid: _said(content) for revid, content in self._contents.contents(revids).items()}
        except BodyTooLarge as error:
            if len(revids) == 1:
                return {revids[0]: Unreadable(f"revision {revids[0]} is too large to read: {error.problem}")}
        middle = len(revids) // 2  # one giant must not cost the others their answer
        return self._asked(revids[:middle]) | self._asked(revids[middle:])

    def _hold(self, revid: int, found: str | Unreadable) -> None:
        # Weighed once: a text grows when it is decoded.
        size = _weight(found)
        self._held[revid] = (found, size)
        self._size += size
        while self._size > self._room and len(self._held) > 1:
            _, (_, dropped) = self._held.popitem(last=False)
            self._size -= dropped


def _said(content: Content) -> str | Unreadable:
    if content.state == "text" and content.text is not None:
        return content.text
    return Unreadable(_WHY[content.state].format(content.revid))


def _weight(found: str | Unreadable) -> int:
    """What it takes in memory once it was decoded: text beyond ASCII then keeps its UTF-8 beside it."""
    if not isinstance(found, str):
        return getsizeof(found)
    return getsizeof(found) if found.isascii() else getsizeof(found) + 2 * len(found)


def _chunks(revisions: Sequence[Revision], room: int) -> Iterator[list[Revision]]:
    chunk: list[Revision] = []
    size = 0
    for revision in revisions:
        if chunk and (len(chunk) == _CHUNK or size + (revision.size or 0) > room):
            yield chunk
            chunk, size = [], 0
        chunk.append(revision)
        size += revision.size or 0
    if chunk:
        yield chunk
