"""The plain data that the sandbox serves: pages, revisions, log events, truth, and how to read them.

No planting here (that is `build` and `scenarios/`) and no HTTP (that is `server/`). Contents are kept as
operations and rendered when somebody reads them (`contents`), so that a world of large items stays small.
"""

import hashlib
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import orjson

from wikidata_repair_eval.sandbox.contents import History
from wikidata_repair_eval.sandbox.flavours import published_entity

JsonObject = dict[str, Any]

ITEM_NAMESPACE = 0
PROJECT_NAMESPACE = 4
PROPERTY_NAMESPACE = 120
LEXEME_NAMESPACE = 146
NAMESPACE_NAMES = {0: "", 4: "Wikidata", 120: "Property", 146: "Lexeme"}

CONTENT_FORMATS = {
    "wikibase-item": "application/json",
    "wikibase-property": "application/json",
    "wikibase-lexeme": "application/json",
    "wikitext": "text/x-wiki",
}


@dataclass(frozen=True, slots=True)
class User:
    """An account of the wiki. `id` is 0 for an IP (on the wire `anon`, REST `user.id: null`);
    `temp` marks a temporary account (`~2026-1234-56`), which is registered and has an id."""

    name: str
    id: int
    bot: bool = False
    temp: bool = False

    @property
    def anonymous(self) -> bool:
        return self.id == 0


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision. Its content is read through the world (`world.content(revision)`), not from here.

    `parent_id` is 0 for a page's first revision and is not always the chronologically previous one.
    `timestamp` is `YYYY-MM-DDTHH:MM:SSZ`; several revisions may share one; ids are not monotonic in time.
    `comment` is raw (`/* wbsetclaim-update:2||1|1 */ [[Property:P31]]: [[Q5]]`).
    `ordinal` is the place of the content in the page's history of contents (the order of saving).
    `hidden` holds any of "text", "user", "comment" and, if oversighted, "suppressed": on the wire
    `texthidden` without content, `userhidden` without user, `commenthidden`, `sha1hidden` with the text.
    """

    id: int
    parent_id: int
    title: str
    timestamp: str
    user: User
    comment: str
    ordinal: int
    tags: tuple[str, ...] = ()
    minor: bool = False
    hidden: frozenset[str] = frozenset()


@dataclass(slots=True)
class Page:
    """A page and its readable revisions, oldest first by (timestamp, id).

    `title` is the full title with spaces (`Q42`, `Property:P31`, `Lexeme:L1`,
    `Wikidata:Database reports/Constraint violations/P569`). `redirect_to` is the full title of the target
    while the *current* content is a redirect (a merged item, a moved report page), else None.
    """

    id: int
    namespace: int
    title: str
    content_model: str
    history: History
    revisions: Sequence[Revision] = field(default_factory=list)
    redirect_to: str | None = None

    @property
    def latest(self) -> Revision:
        return self.revisions[-1]

    @property
    def content_format(self) -> str:
        return CONTENT_FORMATS[self.content_model]

    @property
    def entity_id(self) -> str | None:
        """Q42, P31 or L1 for an entity page, None for a text page."""
        return None if self.content_model == "wikitext" else self.title.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One line of `list=logevents`, with the wire's names: `type`/`action` are delete/delete,
    delete/restore, delete/revision or move/move. Merges leave edits, no log event, as on Wikidata."""

    logid: int
    type: str
    action: str
    namespace: int
    title: str
    page_id: int
    timestamp: str
    user: User
    comment: str
    params: JsonObject = field(default_factory=dict)


@dataclass(slots=True)
class Truth:
    """What was planted, as CONTRACTS section 4 writes it under `demo`: plain dicts, in planting order."""

    repairs: list[JsonObject] = field(default_factory=list)
    not_repairs: list[JsonObject] = field(default_factory=list)


@dataclass(slots=True)
class World:
    """Everything there is to serve.

    `clock` is the world's now (`curtimestamp`, the `Date` header): later than every revision.
    `pages` is keyed by full title and holds what a reader can open; a deleted page is in `deleted_pages`
    alone, its revision ids are in `deleted_revision_ids` and not in `revisions` (`badrevids` on the wire).
    `datatypes` maps every property id to its datatype. `articles` is the slot of the second half.
    `trap_index` says for each trap shown (see `scenarios/`) where: trap -> ids, titles or revision ids.
    """

    seed: int
    scale: str
    clock: str
    report_prefix: str
    pages: dict[str, Page] = field(default_factory=dict)
    revisions: MutableMapping[int, Revision] = field(default_factory=dict)
    deleted_pages: dict[str, Page] = field(default_factory=dict)
    deleted_revision_ids: frozenset[int] = frozenset()
    log_events: list[LogEvent] = field(default_factory=list)
    datatypes: dict[str, str] = field(default_factory=dict)
    truth: Truth = field(default_factory=Truth)
    trap_index: dict[str, list[str]] = field(default_factory=dict)
    articles: Any = None
    _digests: Callable[[str, int], tuple[int, str]] | None = None

    # --- contents -------------------------------------------------------------------------------------

    def content(self, revision: Revision) -> bytes:
        """The stored text, as the wire's `slots.main.content`: entity JSON without datatypes and with `[]`
        for empty maps, redirect JSON (`{"entity","redirect"}`) or wikitext. Ignores `hidden`."""
        page = self.pages.get(revision.title) or self.deleted_pages[revision.title]
        return page.history.content(revision.ordinal)

    def size_and_sha1(self, revision: Revision) -> tuple[int, str]:
        """`size` in bytes and `sha1` in hex of the content; kept after the first question."""
        if self._digests is None:
            self._digests = lru_cache(maxsize=200_000)(self._digest)
        return self._digests(revision.title, revision.ordinal)

    def _digest(self, title: str, ordinal: int) -> tuple[int, str]:
        page = self.pages.get(title) or self.deleted_pages[title]
        text = page.history.content(ordinal)
        return len(text), hashlib.sha1(text, usedforsecurity=False).hexdigest()

    def content_json(self, revision: Revision) -> JsonObject:
        """The content of an entity revision, parsed; a redirect comes as `{"entity", "redirect"}`."""
        parsed: JsonObject = orjson.loads(self.content(revision))
        return parsed

    # --- entities -------------------------------------------------------------------------------------

    def entity_page(self, entity_id: str) -> Page | None:
        """The page of Q42, P31 or L1, redirects included; None where it never was or was deleted."""
        return self.pages.get(page_title(entity_id))

    def resolve(self, entity_id: str) -> str | None:
        """The id behind an id: itself, the target of its merge, or None for a missing one."""
        page = self.entity_page(entity_id)
        if page is None:
            return None
        return entity_id if page.redirect_to is None else self.resolve(page.redirect_to.rpartition(":")[2])

    def entity_at(self, page: Page, revision: Revision) -> JsonObject:
        """The flavour of Special:EntityData, wbgetentities and the dump: datatypes filled in, `{}` for empty
        maps, then pageid, ns, title, lastrevid, modified. Not for a revision that is a redirect."""
        return published_entity(self.content_json(revision), self.datatypes, page, revision)

    def current_entity(self, entity_id: str) -> JsonObject | None:
        """The published flavour of today; None for missing ids and for redirects (see `resolve`)."""
        page = self.entity_page(entity_id)
        if page is None or page.redirect_to is not None:
            return None
        return self.entity_at(page, page.latest)

    def entity_ids(self) -> Iterator[str]:
        """Ids of all live entities (items, properties, lexemes; no redirects), in order of page id."""
        for page in sorted(self.pages.values(), key=lambda page: page.id):
            if page.entity_id is not None and page.redirect_to is None:
                yield page.entity_id

    def entities(self) -> Iterator[JsonObject]:
        """The published flavour of all live entities, one at a time, in order of page id."""
        for entity_id in self.entity_ids():
            entity = self.current_entity(entity_id)
            if entity is not None:
                yield entity

    def sitelinks(self) -> Iterator[tuple[str, str, str]]:
        """(item id, site such as enwiki, title with spaces) of every live item."""
        for entity in self.entities():
            for site, link in sorted(entity.get("sitelinks", {}).items()):
                yield entity["id"], site, link["title"]

    # --- reports and truth ----------------------------------------------------------------------------

    def report_titles(self) -> list[str]:
        """Every title under the report prefix, look-alikes (`.../Summary`) included, sorted."""
        return sorted(title for title in self.pages if title.startswith(self.report_prefix))

    def truth_json(self) -> JsonObject:
        """`truth.json` of CONTRACTS section 4."""
        return {
            "seed": self.seed,
            "scale": self.scale,
            "clock": self.clock,
            "repairs": self.truth.repairs,
            "not_repairs": self.truth.not_repairs,
        }


def page_title(entity_id: str) -> str:
    """Q42 -> Q42, P31 -> Property:P31, L1 -> Lexeme:L1."""
    return {"P": "Property:", "L": "Lexeme:"}.get(entity_id[:1], "") + entity_id
