"""A wiki in memory behind the same clients' names: histories that a test writes down, or a sandbox world's.

It answers as `net` does, without HTTP, so that a test can change the past and ask again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from wikidata_repair_eval.forensics import Past
from wikidata_repair_eval.forensics.past import Wires
from wikidata_repair_eval.net.cache import Entry
from wikidata_repair_eval.net.counters import Counters
from wikidata_repair_eval.net.entities import EntityAnswer
from wikidata_repair_eval.net.errors import BodyTooLarge
from wikidata_repair_eval.net.histories import Window
from wikidata_repair_eval.net.history import NotYetCreated
from wikidata_repair_eval.net.pages import LogEvent, SiteInfo
from wikidata_repair_eval.net.revision import Content, Revision, in_order
from wikidata_repair_eval.net.revisions import Latest
from wikidata_repair_eval.net.titles import PageMissing
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.wikibase import title_of

NOW = "2026-06-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Edit:
    """One revision of a page. `text` is None where it is hidden."""

    revid: int
    timestamp: str
    text: str | None
    user: str | None = "Anna"
    comment: str = ""
    parentid: int | None = None


@dataclass
class MemoryWiki:
    """Pages by title, each a list of edits."""

    pages: dict[str, list[Edit]] = field(default_factory=dict)
    deletions: dict[str, str] = field(default_factory=dict)
    clock: str = NOW
    requests: list[str] = field(default_factory=list)
    too_large: set[str] = field(default_factory=set)  # entities whose texts no answer can hold

    def copy(self) -> "MemoryWiki":
        return MemoryWiki(
            {t: list(edits) for t, edits in self.pages.items()}, dict(self.deletions), self.clock
        )

    def past(self, history_api: str = "action") -> Past:
        counters = Counters()
        parts: Any = _Clients(self, counters)
        wires = Wires(parts, parts, parts, parts, _Memo(), counters, parts)  # type: ignore[arg-type]
        return Past(wires, source="memory", history_api=history_api)

    def write(self, entity_id: str, *edits: Edit) -> None:
        self.pages.setdefault(title_of(entity_id), []).extend(edits)

    def revisions(self, title: str) -> list[Revision]:
        return in_order(
            Revision(e.revid, e.timestamp, e.parentid, user=e.user, comment=e.comment, size=len(e.text or ""))
            for e in self.pages[title]
        )

    def text(self, revid: int) -> str | None:
        return next(e.text for edits in self.pages.values() for e in edits if e.revid == revid)

    def free_revid(self) -> int:
        return 1 + max(e.revid for edits in self.pages.values() for e in edits)


def from_world(world: World) -> MemoryWiki:
    """All entity pages of a sandbox world, as a reader sees them."""
    wiki = MemoryWiki(clock=world.clock)
    for title, page in world.pages.items():
        if page.entity_id is None:
            continue
        wiki.pages[title] = [
            Edit(
                r.id,
                r.timestamp,
                None if "text" in r.hidden else world.content(r).decode(),
                None if "user" in r.hidden else r.user.name,
                r.comment,
                r.parent_id,
            )
            for r in page.revisions
        ]
    for event in world.log_events:
        if event.action == "delete" and event.title in world.deleted_pages:
            wiki.deletions[event.title] = event.timestamp
    return wiki


class _Clients:
    """Histories, contents, entities, pages and newest revisions, in one object."""

    def __init__(self, wiki: MemoryWiki, counters: Counters) -> None:
        self._wiki, self._counters = wiki, counters
        self._texts = {e.revid: e for edits in wiki.pages.values() for e in edits}
        self._giants = {e.revid for entity in wiki.too_large for e in wiki.pages[title_of(entity)]}

    def _ask(self, what: str) -> None:
        self._wiki.requests.append(what)
        self._counters.add("requests")

    def window(self, title: str, start: str, end: str, *, content: bool = False) -> Window:
        self._ask(f"window {title}")
        if title not in self._wiki.pages:
            raise PageMissing("memory", title, f"there is no page {title!r}", "write one")
        revisions = self._wiki.revisions(title)
        before = [r for r in revisions if r.timestamp < start]
        inside = tuple(r for r in revisions if start <= r.timestamp <= end)
        return Window(title, start, end, inside, before[-1] if before else NotYetCreated(title, start))

    def contents(self, revids: Iterable[int]) -> dict[int, Content]:
        asked = list(revids)
        for _ in range(0, len(asked), 50):
            self._ask("contents")
        if any(revid in self._giants for revid in asked):
            raise BodyTooLarge("memory", "contents", "the body is too large", "raise max_body_bytes")
        return {revid: self._content(revid) for revid in asked}

    def _content(self, revid: int) -> Content:
        edit = self._texts.get(revid)
        if edit is None:
            return Content(revid, "bad")
        return Content(revid, "hidden") if edit.text is None else Content(revid, "text", text=edit.text)

    def entities(self, ids: Iterable[str]) -> dict[str, EntityAnswer]:
        asked = list(ids)
        for _ in range(0, len(asked), 50):
            self._ask("entities")
        if self._wiki.too_large & set(asked):
            raise BodyTooLarge("memory", "entities", "the body is too large", "raise max_body_bytes")
        return {entity_id: self._entity(entity_id) for entity_id in asked}

    def _entity(self, entity_id: str, asked: str | None = None) -> EntityAnswer:
        title = title_of(entity_id)
        if title not in self._wiki.pages:
            return EntityAnswer(asked or entity_id, "missing")
        raw = orjson.loads(self._texts[self._wiki.revisions(title)[-1].revid].text or "{}")
        if "redirect" in raw:
            return self._entity(raw["redirect"], asked or entity_id)
        return EntityAnswer(asked or entity_id, "here", entity_id, raw)

    def siteinfo(self) -> SiteInfo:
        self._ask("siteinfo")
        return SiteInfo("memory", "memory", {}, self._wiki.clock)

    def log_events(self, title: str, type: str | None = None) -> list[LogEvent]:
        self._ask(f"log {title}")
        when = self._wiki.deletions.get(title)
        return [LogEvent(1, when, "delete", "delete", title, "Admin", "", {}, ())] if when else []

    def latest(self, titles: list[str]) -> dict[str, Latest]:
        for _ in range(0, len(titles), 50):
            self._ask("latest")
        return {title: self._latest(title) for title in titles}

    def _latest(self, title: str) -> Latest:
        if title not in self._wiki.pages:
            return Latest(title, title, "missing")
        return Latest(title, title, "here", self._wiki.revisions(title)[-1])


class _Memo:
    """A cache that forgets nothing."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def get(self, key: str) -> Entry | None:
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[str]) -> dict[str, Entry]:
        return {key: Entry("value", self._kept[key]) for key in keys if key in self._kept}

    def put(self, key: str, body: bytes, *, ttl_s: float | None = None) -> None:
        self._kept[key] = body

    def put_many(self, bodies: dict[str, bytes], *, ttl_s: float | None = None) -> None:
        self._kept |= bodies


def rewritten(edit: Edit, change: Any) -> Edit:
    """The same edit, with its decoded text given to `change`; hidden texts stay hidden."""
    if edit.text is None:
        return edit
    raw = orjson.loads(edit.text)
    change(raw)
    return replace(edit, text=orjson.dumps(raw).decode())
