"""The history of one page through `prop=revisions`: windows, newest revisions, text where it is cheap.

Texts of many revisions by id are in `contents`; what is remembered of histories is in `histories`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from wikidata_repair_eval.net.errors import Refused
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.mediawiki import BATCH, MediaWiki, joined, pages_of, renames_of
from wikidata_repair_eval.net.revision import Revision, flag, parse_revision
from wikidata_repair_eval.net.snapshots import Snapshots
from wikidata_repair_eval.net.times import checked_moment
from wikidata_repair_eval.net.titles import PageMissing, is_possible_title

METADATA = "ids|timestamp|user|userid|comment|tags|size|sha1|flags"
PAGE = 500  # the most metadata lines per answer for readers without special rights
# A window is short if it and the revision before it fit here: their texts come in the same answer.
SHORT = 5


@dataclass(frozen=True, slots=True)
class RevisionPage:
    """One answer of a history, newest first.

    `asked_until` is the newest moment it can speak of (None: up to the server's now); `complete` says that
    the page has no older revision within what was asked.
    """

    revisions: tuple[Revision, ...]
    complete: bool
    server_time: str | None
    asked_until: str | None


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest revision of a page, by the title that was asked for."""

    asked: str
    title: str
    state: Literal["here", "missing", "invalid"]
    revision: Revision | None = None


class Revisions:
    """Histories through the action API. Texts that come along are kept in `snapshots`."""

    def __init__(self, wiki: MediaWiki, snapshots: Snapshots | None = None) -> None:
        self._wiki, self._snapshots = wiki, snapshots

    def revisions(
        self, title: str, start: str, end: str, *, content: Literal[False, "auto"] = False
    ) -> Iterator[Revision]:
        """All revisions of `[start, end]`, newest first; PageMissing if there is no such page.

        With "auto" the first few carry their text, which is all of them where the window is short.
        """
        first = SHORT if content else PAGE
        for page in self.older(title, end, start, first=first, content=bool(content)):
            yield from page.revisions

    def older(
        self,
        title: str,
        newest: str,
        oldest: str | None = None,
        *,
        first: int = PAGE,
        content: bool = False,
        below: int | None = None,
    ) -> Iterator[RevisionPage]:
        """Answers going back from `newest`, not beyond `oldest`; only the first one carries text.

        `below` (a revision id to begin under) helps histories that cannot jump to a moment; this one can.
        """
        asked = {"prop": "revisions", "titles": title, "rvslots": "main", "rvdir": "older"}
        asked |= {"rvstart": checked_moment(newest)}
        if oldest is not None:
            asked |= {"rvend": checked_moment(oldest)}
        asked |= {"rvlimit": str(first), "rvprop": f"{METADATA}|content" if content else METADATA}
        for body in self._wiki.query(asked, later={"rvlimit": str(PAGE), "rvprop": METADATA}):
            found = self._of_one_page(body, title, content)
            yield RevisionPage(found, "continue" not in body, body.get("curtimestamp"), newest)
            content = False

    def latest(self, titles: Sequence[str]) -> dict[str, Latest]:
        """The newest revision of each page, 50 titles a request; every title asked for is in the result."""
        unique = list(dict.fromkeys(titles))
        found = {title: Latest(title, title, "invalid") for title in unique if not is_possible_title(title)}
        possible = [title for title in unique if title not in found]
        for at in range(0, len(possible), BATCH):
            found |= self._latest_batch(possible[at : at + BATCH])
        return {title: found[title] for title in unique}

    def _of_one_page(self, body: dict[str, Any], title: str, content: bool) -> tuple[Revision, ...]:
        pages = pages_of(body)
        if len(pages) != 1:
            raise self._wiki.unreadable(f"{len(pages)} pages where the history of {title!r} was asked for")
        self._must_exist(pages[0], title)
        found = self._parsed(pages[0], content)
        if self._snapshots is not None:
            self._snapshots.keep(revision.content for revision in found if revision.content is not None)
        return found

    def _must_exist(self, page: Mapping[str, Any], title: str) -> None:
        url = self._wiki.url
        if flag(page, "invalid"):
            reason = page.get("invalidreason", "")
            raise Refused(host_of(url), url, f"{title!r} is no title: {reason}", "correct the title")
        if flag(page, "missing"):
            problem = f"there is no readable page {title!r}"
            raise PageMissing(host_of(url), url, problem, "check the title and the deletion log")

    def _parsed(self, page: Mapping[str, Any], content: bool) -> tuple[Revision, ...]:
        try:
            entries = page.get("revisions") or ()
            return tuple(parse_revision(raw, page["title"], with_content=content) for raw in entries)
        except (KeyError, TypeError, ValueError) as error:
            raise self._wiki.unreadable(
                f"a revision of {page.get('title')} is malformed: {error!r}"
            ) from None

    def _latest_batch(self, titles: list[str]) -> dict[str, Latest]:
        params = {"prop": "revisions", "titles": joined(titles), "rvprop": METADATA, "rvslots": "main"}
        pages: dict[str, dict[str, Any]] = {}
        renamed: dict[str, str] = {}
        for body in self._wiki.query(params):
            renamed |= renames_of(body, "normalized")
            for page in pages_of(body):
                # A continued answer lists the pages again, without what it told before.
                pages[page["title"]] = {**pages.get(page["title"], {}), **page}
        return {title: self._latest_of(title, pages.get(renamed.get(title, title))) for title in titles}

    def _latest_of(self, asked: str, page: Mapping[str, Any] | None) -> Latest:
        if page is None:
            raise self._wiki.unreadable(f"the answer does not speak of {asked!r}")
        if flag(page, "invalid"):
            return Latest(asked, page["title"], "invalid")
        if flag(page, "missing"):
            return Latest(asked, page["title"], "missing")
        found = self._parsed(page, False)
        if not found:
            raise self._wiki.unreadable(f"the answer has no revision of {asked!r}")
        return Latest(asked, page["title"], "here", found[0])
