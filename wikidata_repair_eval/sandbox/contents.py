"""How a page's contents are kept: entities as operations on a base, texts compressed; rendered on reading.

What an edit means for users, summaries and times is not known here.
"""

import zlib
from collections import OrderedDict
from collections.abc import Callable, Container, Sequence
from threading import Lock
from typing import Any, Protocol

import orjson

# One operation is [section, key, value]: section is "labels", "descriptions", "aliases", "claims" or
# "sitelinks", value null removes the key. ["restore", ordinal] makes the content that of an earlier revision,
# ["replace", content] sets the whole of it (creation, redirect, lexemes).
Operation = list[Any]

RENDERED_BYTES = 48_000_000
WORTH_COMPRESSING = 1500
ONE_BY_ONE = 2  # contents of a page, before all of it is rendered


class History(Protocol):
    """The contents of one page, in the order in which they were saved."""

    def content(self, ordinal: int) -> bytes: ...

    def __len__(self) -> int: ...


class TextHistory:
    """Contents of a wikitext page, each compressed by itself."""

    __slots__ = ("_texts",)

    def __init__(self) -> None:
        self._texts: list[bytes] = []

    def append(self, text: str) -> int:
        self._texts.append(zlib.compress(text.encode(), 6))
        return len(self._texts) - 1

    def content(self, ordinal: int) -> bytes:
        return zlib.decompress(self._texts[ordinal])

    def __len__(self) -> int:
        return len(self._texts)


class EntityHistory:
    """Contents of an entity page: what each edit changed."""

    __slots__ = ("_edits", "_rendered")

    def __init__(self, rendered: "RenderedPages") -> None:
        self._edits: Sequence[bytes] = []
        self._rendered = rendered

    def append(self, operations: list[Operation]) -> int:
        self._edits = self._edits if isinstance(self._edits, list) else list(self._edits)
        self._edits.append(_packed(orjson.dumps(operations)))
        return len(self._edits) - 1

    def put_away(self, keep: Callable[[Sequence[bytes]], Sequence[bytes]]) -> None:
        """Let the edits be kept somewhere else than in memory."""
        self._edits = keep(self._edits)

    def content(self, ordinal: int) -> bytes:
        return self._rendered.get(self, range(len(self._edits))[ordinal])

    def render(self, wanted: Container[int], last: int) -> dict[int, bytes]:
        """The contents of the wanted ordinals up to `last`; edits are cheap, writing contents is not."""
        state: dict[str, Any] = {}
        rendered: dict[int, bytes] = {}
        for ordinal, edit in enumerate(self._edits[: last + 1]):
            for operation in orjson.loads(_unpacked(edit)):
                state = self._apply(state, operation)
            if ordinal in wanted:
                rendered[ordinal] = bytes(memoryview(orjson.dumps(as_stored(state))))
        return rendered

    def _apply(self, state: dict[str, Any], operation: Operation) -> dict[str, Any]:
        match operation:
            case ["replace", content]:
                return dict(content)
            case ["restore", int(earlier)]:
                restored: dict[str, Any] = orjson.loads(self.render({earlier}, earlier)[earlier])
                return restored
            case [section, key, value]:
                return _with(state, section, key, value)
        raise ValueError(
            f"sandbox contents: {operation!r} is no operation. Fix: use replace, restore or a section"
        )

    def __len__(self) -> int:
        return len(self._edits)


class RenderedPages:
    """The contents rendered last, up to a number of bytes: it bounds memory, it never changes an answer.

    The first contents of a page are rendered one by one, since most readers want one state of many pages;
    who asks for a third one reads a history, and gets it whole. Locked: the query service reads in threads.
    """

    def __init__(self, limit: int = RENDERED_BYTES) -> None:
        self._limit = limit
        self._pages: OrderedDict[EntityHistory, dict[int, bytes]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, history: EntityHistory, ordinal: int) -> bytes:
        with self._lock:
            known = self._pages.setdefault(history, {})
            self._pages.move_to_end(history)
            if ordinal not in known:
                whole = len(known) >= ONE_BY_ONE
                last = len(history) - 1 if whole else ordinal
                self._keep(known, history.render(range(last + 1) if whole else {ordinal}, last))
            found = known[ordinal]
            self._make_room()
            return found

    def _keep(self, known: dict[int, bytes], rendered: dict[int, bytes]) -> None:
        for ordinal, content in rendered.items():
            if ordinal not in known:
                known[ordinal] = content
                self._bytes += len(content)

    def _make_room(self) -> None:
        while self._bytes > self._limit and len(self._pages) > 1:
            _, dropped = self._pages.popitem(last=False)
            self._bytes -= sum(map(len, dropped.values()))


def _packed(text: bytes) -> bytes:
    """Large edits compressed; small ones copied, since orjson's own buffers are several times too large."""
    return zlib.compress(text, 1) if len(text) > WORTH_COMPRESSING else bytes(memoryview(text))


def _unpacked(stored: bytes) -> bytes:
    return stored if stored[:1] == b"[" else zlib.decompress(stored)


def _with(state: dict[str, Any], section: str, key: str, value: Any) -> dict[str, Any]:
    entries = state.get(section) or {}  # a stored empty map is a list
    if value is None:
        entries.pop(key, None)
    else:
        entries[key] = value
    state[section] = entries
    return state


def as_stored(state: dict[str, Any]) -> dict[str, Any]:
    """Wikibase stores empty maps as `[]`; redirects and lexemes' own keys stay as they are."""
    return {key: [] if value == {} else value for key, value in state.items()}
