"""A shelf outside of memory for the pages of large worlds: an unnamed temporary file, gone with its process.

What is put there comes back as it was. Which worlds need one is for `scales`; what a page is, for `model`.
"""

import marshal
import os
import tempfile
import weakref
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, overload

from wikidata_repair_eval.sandbox.model import Page, Revision, User

Kept = TypeVar("Kept")
PAGES_AT_HAND = 400  # histories taken from the shelf last: who reads one revision mostly reads the next


class Shelf:
    """Packs, appends and gives back; many threads may read at once."""

    def __init__(self) -> None:
        self._file, name = tempfile.mkstemp(prefix="sandbox-world-")
        Path(name).unlink()  # the file lives as long as it is open, and no kill leaves it behind
        weakref.finalize(self, os.close, self._file)
        self._end = 0
        self._users: dict[User, int] = {}
        self._user_of: list[User] = []
        self._at_hand: OrderedDict[int, list[Revision]] = OrderedDict()
        self._lock = Lock()

    def put(self, content: Any) -> tuple[int, int]:
        """Where plain values (lists, tuples, bytes, text, numbers) are kept from now on."""
        packed = zlib.compress(marshal.dumps(content), 1)
        place = (self._end, len(packed))
        self._end += os.pwrite(self._file, packed, self._end)
        return place

    def get(self, place: tuple[int, int]) -> Any:
        start, length = place
        return marshal.loads(zlib.decompress(os.pread(self._file, length, start)))

    def keep_edits(self, edits: Sequence[bytes]) -> "Shelved[bytes]":
        return Shelved(partial(self.get, self.put(list(edits))), len(edits))

    def keep_revisions(self, revisions: Sequence[Revision]) -> "Shelved[Revision]":
        """The revisions of one page."""
        place = self.put([self._row(revision) for revision in revisions])
        return Shelved(partial(self._revisions, revisions[0].title, place), len(revisions))

    def _revisions(self, title: str, place: tuple[int, int]) -> list[Revision]:
        with self._lock:
            found = self._at_hand.pop(place[0], None)
            if found is None:
                found = [self._revision(title, *row) for row in self.get(place)]
            self._at_hand[place[0]] = found
            if len(self._at_hand) > PAGES_AT_HAND:
                self._at_hand.popitem(last=False)
            return found

    def _row(self, revision: Revision) -> tuple[Any, ...]:
        user = self._users.setdefault(revision.user, len(self._users))
        if user == len(self._user_of):
            self._user_of.append(revision.user)
        times = (
            revision.id,
            revision.parent_id,
            revision.timestamp,
            user,
            revision.comment,
            revision.ordinal,
        )
        return (*times, revision.tags, revision.minor, revision.hidden)

    def _revision(
        self, title: str, number: int, parent: int, timestamp: str, user: int, comment: str, *more: Any
    ) -> Revision:
        return Revision(number, parent, title, timestamp, self._user_of[user], comment, *more)


class Shelved(Sequence[Kept]):
    """A list that is on the shelf, and read from there each time; nobody adds to it any more."""

    __slots__ = ("_length", "_load")

    def __init__(self, load: Callable[[], list[Kept]], length: int) -> None:
        self._load, self._length = load, length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Kept: ...

    @overload
    def __getitem__(self, index: slice) -> list[Kept]: ...

    def __getitem__(self, index: int | slice) -> Kept | list[Kept]:
        return self._load()[index]

    def __iter__(self) -> Iterator[Kept]:
        return iter(self._load())


class RevisionsOfPages(MutableMapping[int, Revision]):
    """Revisions by id, each found on its page: what is kept here is only which page that is."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self._pages = pages
        self._title_of: dict[int, str] = {}

    def __getitem__(self, number: int) -> Revision:
        revisions = self._pages[self._title_of[number]].revisions
        return next(revision for revision in revisions if revision.id == number)

    def __setitem__(self, number: int, revision: Revision) -> None:
        self._title_of[number] = revision.title

    def __delitem__(self, number: int) -> None:
        del self._title_of[number]

    def __contains__(self, number: object) -> bool:
        return number in self._title_of

    def __iter__(self) -> Iterator[int]:
        return iter(self._title_of)

    def __len__(self) -> int:
        return len(self._title_of)
