"""Wikipedia articles: a title, URL or Q-id in; clean Markdown, links, infobox and revision out.

Fetched pages are kept on disk for a while (`article_cache`). A failed fetch is an error of `net` and is never
kept; a disambiguation page is no article.
"""

import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, Self
from urllib.parse import unquote, urlsplit

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.article_cache import ArticleCache, StoredPage
from wikidata_repair_eval.extraction.connections import Connection
from wikidata_repair_eval.extraction.html import (
    InfoboxRow,
    WikiLink,
    content_tree,
    infobox_rows,
    is_disambiguation,
    wiki_links,
)
from wikidata_repair_eval.extraction.markdown import to_markdown
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval.net.wikipedia import Wikipedia
from wikidata_repair_eval.settings import Settings, Source

CacheMode = Literal["use", "no", "only"]
TTL_DAYS = 30.0
SITE = "enwiki"
_QID = re.compile(r"[Qq][1-9][0-9]*")
_DAY_S = 24 * 3600.0


class CacheOnlyError(Exception):
    """The article is not in the cache, and only the cache may be asked."""


class NotAnArticle(Exception):
    """There is a page of this title, but it is a disambiguation page or a redirect that leads nowhere."""


class NoArticle(Exception):
    """The item has no article on this Wikipedia."""


@dataclass(frozen=True, slots=True)
class Article:
    """One revision of an article. `title` is where the content comes from, whatever was asked for."""

    requested: str
    normalised: str
    title: str
    revision: int
    timestamp: str
    redirected: bool
    markdown: str
    links: tuple[WikiLink, ...]
    infobox: tuple[InfoboxRow, ...]
    fetched_at: str | None
    from_cache: bool


class WikipediaClient:
    """Articles of the source's Wikipedia. `now` is the clock that the TTL is measured with."""

    def __init__(
        self,
        cache_dir: str | Path,
        source: str | Source | Settings,
        ttl_days: float = TTL_DAYS,
        *,
        http: HttpClient | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._connection = Connection(source, http)
        self._cache = ArticleCache(Path(cache_dir), self._connection.source.name)
        self._ttl_s, self._now = ttl_days * _DAY_S, now

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def get(self, title: str, cache: CacheMode = "use") -> Article:
        """The article of this title, address or item.

        cache: `use` reads the cache while it is fresh, `no` neither reads nor writes it, `only` reads it at
        any age and raises CacheOnlyError where there is nothing.
        """
        asked = title_in(title)
        stored = None if cache == "no" else self._cache.read(asked)
        if cache == "only":
            if stored is None:
                problem = f"{asked!r} is not in the cache {self._cache.path(asked).parent}"
                raise CacheOnlyError(f"{problem}. Fix: fetch it once without --cache-only.")
            return _article(stored, from_cache=True)
        if stored is not None and 0 <= self._now() - stored.stored_at <= self._ttl_s:
            return _article(stored, from_cache=True)
        fetched = self._fetch(asked)
        article = _article(fetched, from_cache=False)  # refused before it is stored
        if cache == "use":
            self._cache.write(fetched)
        return article

    def _fetch(self, asked: str) -> StoredPage:
        title = self._title_of(asked.upper()) if _QID.fullmatch(asked) else asked
        url = self._connection.source.require("wikipedia_rest_url")
        page = Wikipedia(self._connection.http, url).page(title)
        fields = {**asdict(page), "requested": asked}
        return StoredPage(**fields, stored_at=self._now())

    def _title_of(self, qid: str) -> str:
        """The item's sitelink, from the wiki itself."""
        source = self._connection.source
        api = MediaWiki(self._connection.http, source.api_url, maxlag=source.maxlag)
        asked = {"action": "wbgetentities", "ids": qid, "props": "sitelinks", "sitefilter": SITE}
        for entity in (api.ask(asked).get("entities") or {}).values():
            sitelink = (entity.get("sitelinks") or {}).get(SITE)
            if sitelink:
                return str(sitelink["title"])
        raise NoArticle(f"{qid} has no article on {SITE}. Fix: name an article by its title.")


def cache_mode(text: str) -> CacheMode:
    """One of the three ways to use the cache, by name."""
    modes: dict[str, CacheMode] = {"use": "use", "no": "no", "only": "only"}
    if text not in modes:
        raise InputError("cache", text, "there is no such cache mode", f"use {', '.join(modes)}")
    return modes[text]


def title_in(text: str) -> str:
    """The title in an address of a wiki; any other text is a title (or an item's id) already."""
    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return text.strip().replace("_", " ")
    if parts.path.startswith("/wiki/"):
        return unquote(parts.path.removeprefix("/wiki/")).replace("_", " ")
    found = re.search(r"(?:^|&)title=([^&]+)", parts.query)
    return unquote(found[1] if found else parts.path.rsplit("/", 1)[-1]).replace("_", " ")


def _article(page: StoredPage, *, from_cache: bool) -> Article:
    if page.is_redirect:
        raise NotAnArticle(f"{page.requested!r} ends at the redirect {page.title!r}. Fix: name its target.")
    if is_disambiguation(page.html):
        raise NotAnArticle(f"{page.title!r} is a disambiguation page. Fix: name one of the pages it lists.")
    tree = content_tree(page.html)
    links = wiki_links(tree)
    return Article(
        requested=page.requested,
        normalised=page.normalised,
        title=page.title,
        revision=page.revision,
        timestamp=page.timestamp,
        redirected=page.redirected,
        markdown=to_markdown(page.title, tree),
        links=links,
        infobox=infobox_rows(page.html),
        fetched_at=page.server_time,
        from_cache=from_cache,
    )
