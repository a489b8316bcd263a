"""Histories through the REST endpoint `/v1/page/{title}/history`: the protocol's own path.

It answers 20 revisions a page, newest first, and can neither jump to a moment nor tell parents, tags or
hashes (they stay None). An old window in a long history is `HistoryTooDeep`, never a wrong answer.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import NotFound, PermanentError, UnreadableAnswer
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.net.revisions import RevisionPage
from wikidata_repair_eval.net.times import checked_moment
from wikidata_repair_eval.net.titles import PageMissing, title_path

MAX_PAGES = 150  # 3,000 revisions


class HistoryTooDeep(PermanentError):
    """The window lies further back than we are ready to page; the action API can reach it."""


class RestHistory:
    """Histories of one wiki through rest.php."""

    def __init__(self, http: HttpClient, url: str, *, max_pages: int = MAX_PAGES) -> None:
        self._http, self._url, self._max_pages = http, url.rstrip("/"), max_pages

    def older(
        self,
        title: str,
        newest: str,
        oldest: str | None = None,
        *,
        first: int = 20,
        content: bool = False,
        below: int | None = None,
    ) -> Iterator[RevisionPage]:
        """Answers going back until one reaches beyond `oldest`; `first` and `content` have no effect here.

        It begins at the newest revision of all, or under the revision `below`, which must be later than
        `newest`.
        """
        checked_moment(newest)
        url: str | None = f"{self._url}/v1/page/{title_path(title)}/history"
        params = {"older_than": str(below)} if below is not None else None
        asked_until = newest if below is not None else None
        for _ in range(self._max_pages):
            page, url = self._page(title, str(url), params, asked_until)
            yield page
            if url is None or _is_beyond(page, oldest):
                return
            params = None
        problem = f"the history of {title!r} has more than {self._max_pages} pages back to {oldest or newest}"
        raise HistoryTooDeep(host_of(self._url), self._url, problem, "use history_api: action")

    def _page(
        self, title: str, url: str, params: Mapping[str, str] | None, asked_until: str | None
    ) -> tuple[RevisionPage, str | None]:
        try:
            answer = self._http.get(url, params)
        except NotFound as error:
            problem = f"there is no readable page {title!r}"
            fix = "check the title and the deletion log"
            raise PageMissing(error.host, error.url, problem, fix) from None
        body = answer.json()
        try:
            revisions = tuple(parse_rest_revision(raw) for raw in body["revisions"])
            link = body.get("older")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            problem = f"the history of {title!r} is malformed: {error!r}"
            raise UnreadableAnswer(host_of(url), url, problem, "try later") from None
        older = self._http.check_link(link, answer.url) if link else None
        if older is not None and urlsplit(older) == urlsplit(answer.url):
            raise UnreadableAnswer(host_of(url), url, "the paging link leads to its own page", "try later")
        return RevisionPage(revisions, older is None, answer.server_time(), asked_until), older


def parse_rest_revision(raw: Mapping[str, Any]) -> Revision:
    """One entry of the REST history. `user: null` is a hidden user; `user.id: null` an IP address."""
    user, comment = raw.get("user"), raw.get("comment")
    hidden = [name for name, value in (("comment", comment), ("user", user)) if value is None]
    return Revision(
        revid=int(raw["id"]),
        timestamp=checked_moment(str(raw["timestamp"])),
        user=user["name"] if user else None,
        userid=user["id"] if user else None,
        anon=user is not None and user["id"] is None,
        comment=comment,
        size=raw.get("size"),
        minor=bool(raw.get("minor")),
        hidden=tuple(hidden),
    )


def _is_beyond(page: RevisionPage, oldest: str | None) -> bool:
    return oldest is not None and any(revision.timestamp < oldest for revision in page.revisions)
