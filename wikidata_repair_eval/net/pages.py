"""Lists of the action API: pages by prefix, log events, page properties, and the site itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from wikidata_repair_eval.net.mediawiki import BATCH, MediaWiki, joined, pages_of, renames_of
from wikidata_repair_eval.net.revision import flag
from wikidata_repair_eval.net.times import checked_moment
from wikidata_repair_eval.net.titles import is_possible_title


@dataclass(frozen=True, slots=True)
class PageName:
    pageid: int
    title: str


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One line of the log. `user`, `comment`, `action` and `title` are None where hidden."""

    logid: int
    timestamp: str
    type: str | None
    action: str | None
    title: str | None
    user: str | None
    comment: str | None
    params: Mapping[str, Any]
    hidden: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageProps:
    """What a wiki says of the page behind `asked`, after normalisation and one redirect."""

    asked: str
    title: str
    state: Literal["here", "missing", "invalid"]
    redirected: bool = False
    wikibase_item: str | None = None
    disambiguation: bool = False


@dataclass(frozen=True, slots=True)
class SiteInfo:
    name: str
    generator: str
    namespaces: Mapping[int, str]
    server_time: str | None


class Pages:
    """Reads lists of one wiki."""

    def __init__(self, wiki: MediaWiki) -> None:
        self._wiki = wiki

    def all_pages(self, prefix: str, namespace: int) -> Iterator[PageName]:
        """Every page whose title begins so, in the wiki's order; `prefix` without the namespace's name."""
        params = {"list": "allpages", "apprefix": prefix, "apnamespace": str(namespace), "aplimit": "500"}
        for body in self._wiki.query(params):
            for raw in _listed(body, "allpages"):
                yield PageName(int(raw["pageid"]), str(raw["title"]))

    def log_events(
        self, title: str, type: str | None = None, start: str | None = None, end: str | None = None
    ) -> Iterator[LogEvent]:
        """Events of `[start, end]` on this page, newest first; open where a bound is None."""
        params = {"list": "logevents", "letitle": title, "lelimit": "500", "ledir": "older"}
        params["leprop"] = "ids|title|type|user|timestamp|comment|details"
        params |= {"letype": type} if type else {}
        params |= {"lestart": checked_moment(end)} if end else {}
        params |= {"leend": checked_moment(start)} if start else {}
        for body in self._wiki.query(params):
            yield from (_log_event(raw) for raw in _listed(body, "logevents"))

    def page_props(self, titles: Sequence[str]) -> dict[str, PageProps]:
        """Item and kind of each page, 50 titles a request; every title asked for is in the result."""
        unique = list(dict.fromkeys(titles))
        found = {t: PageProps(t, t, "invalid") for t in unique if not is_possible_title(t)}
        possible = [title for title in unique if title not in found]
        for at in range(0, len(possible), BATCH):
            found |= self._props_batch(possible[at : at + BATCH])
        return {title: found[title] for title in unique}

    def siteinfo(self) -> SiteInfo:
        """Who answers, by its own account and its own clock."""
        body = next(self._wiki.query({"meta": "siteinfo", "siprop": "general|namespaces"}))
        query = body.get("query") or {}
        general, namespaces = query.get("general") or {}, query.get("namespaces") or {}
        names = {int(number): str(raw.get("name", raw.get("*", ""))) for number, raw in namespaces.items()}
        name, generator = str(general.get("sitename", "")), str(general.get("generator", ""))
        return SiteInfo(name, generator, names, general.get("time") or body.get("curtimestamp"))

    def _props_batch(self, titles: list[str]) -> dict[str, PageProps]:
        params = {"prop": "pageprops", "ppprop": "wikibase_item|disambiguation", "redirects": "1"}
        normalized: dict[str, str] = {}
        redirects: dict[str, str] = {}
        pages: dict[str, dict[str, Any]] = {}
        for body in self._wiki.query({**params, "titles": joined(titles)}):
            normalized |= renames_of(body, "normalized", "converted")
            redirects |= renames_of(body, "redirects")
            for page in pages_of(body):
                known = pages.setdefault(page["title"], {})
                props = {**known.get("pageprops", {}), **(page.get("pageprops") or {})}
                known |= {**page, "pageprops": props}
        return {title: self._props(title, normalized, redirects, pages) for title in titles}

    def _props(
        self,
        asked: str,
        normalized: Mapping[str, str],
        redirects: Mapping[str, str],
        pages: Mapping[str, Mapping[str, Any]],
    ) -> PageProps:
        normal = normalized.get(asked, asked)
        title = _followed(normal, redirects)
        page = pages.get(title)
        if page is None:
            raise self._wiki.unreadable(f"the answer does not speak of {asked!r}")
        if flag(page, "invalid") or flag(page, "missing"):
            state: Literal["missing", "invalid"] = "invalid" if flag(page, "invalid") else "missing"
            return PageProps(asked, title, state, title != normal)
        props = page["pageprops"]
        item = props.get("wikibase_item")
        return PageProps(asked, title, "here", title != normal, item, "disambiguation" in props)


def _listed(body: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    return list((body.get("query") or {}).get(name) or ())


def _followed(title: str, redirects: Mapping[str, str]) -> str:
    """The end of the redirects that the wiki itself followed; a circle ends where it closes."""
    seen = {title}
    while (target := redirects.get(title)) is not None and target not in seen:
        seen.add(target)
        title = target
    return title


def _log_event(raw: Mapping[str, Any]) -> LogEvent:
    hidden = tuple(name for name in ("action", "comment", "user") if flag(raw, f"{name}hidden"))
    return LogEvent(
        logid=int(raw["logid"]),
        timestamp=str(raw["timestamp"]),
        type=raw.get("type"),
        action=raw.get("action"),
        title=raw.get("title"),
        user=raw.get("user"),
        comment=raw.get("comment"),
        params=raw.get("params") or {},
        hidden=hidden,
    )
