"""The cache of revision texts, by revision, for ever (`cache/entity_snapshots.sqlite`).

A revision's text never changes, but whether we may read it does: hidden, bad and missing ones are
remembered only for a short while. `EntityData` documents have another shape and live under other keys.
"""

from collections.abc import Iterable
from typing import Any

import orjson

from wikidata_repair_eval.net.cache import Absence, Cache, Entry
from wikidata_repair_eval.net.revision import Content, ContentState

_TO_ABSENCE: dict[ContentState, Absence] = {"hidden": "hidden", "bad": "missing", "missing": "failed"}
_FROM_ABSENCE: dict[str, ContentState] = {absence: state for state, absence in _TO_ABSENCE.items()}


class Snapshots:
    """Texts of revisions, kept in a `Cache`."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache

    def contents(self, revids: Iterable[int]) -> dict[int, Content]:
        """What is known of these revisions; those not in the result have to be asked for."""
        keys = {_content_key(revid): revid for revid in revids}
        entries = self.cache.get_many(keys)
        return {keys[key]: _content(keys[key], entry) for key, entry in entries.items()}

    def keep(self, contents: Iterable[Content]) -> None:
        """Remember them: texts for ever, the rest for a short while."""
        rows = list(contents)
        here = {_content_key(c.revid): _packed(c) for c in rows if c.state == "text"}
        absent = {_content_key(c.revid): _TO_ABSENCE[c.state] for c in rows if c.state != "text"}
        self.cache.put_many(here)
        self.cache.put_absent_many(absent)

    def document(self, entity: str, revision: int) -> Entry | None:
        """What `Special:EntityData` said of this entity at this revision."""
        return self.cache.get(_document_key(entity, revision))

    def keep_document(self, entity: str, revision: int, body: bytes) -> None:
        self.cache.put(_document_key(entity, revision), body)

    def note_no_document(self, entity: str, revision: int) -> None:
        self.cache.put_absent(_document_key(entity, revision), "missing")


def _content_key(revid: int) -> str:
    return f"revision/{revid}"


def _document_key(entity: str, revision: int) -> str:
    return f"entity-data/{entity}/{revision}"


def _packed(content: Content) -> bytes:
    # The text comes last and as it is: it is large, and already JSON where it is an entity.
    head = orjson.dumps({"model": content.model, "title": content.title}, option=orjson.OPT_SORT_KEYS)
    return head + b"\n" + (content.text or "").encode("utf-8", "surrogatepass")


def _content(revid: int, entry: Entry) -> Content:
    if entry.state != "value":
        return Content(revid, _FROM_ABSENCE[entry.state])
    head, _, text = entry.body.partition(b"\n")
    known: dict[str, Any] = orjson.loads(head)
    return Content(revid, "text", known["title"], known["model"], text.decode("utf-8", "surrogatepass"))
