"""Pages of a Wikipedia as Parsoid HTML (`/v1/page/{title}/with_html`), with all the titles on the way.

What the HTML means (disambiguation, infobox, text) is for `extraction` to say.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from wikidata_repair_eval.net.answers import Answer
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import NotFound, RetryableAnswer
from wikidata_repair_eval.net.titles import PageMissing, title_path

_REDIRECT_MARK = re.compile(r'<link[^>]+rel="mw:PageProp/redirect"')
_PATH = re.compile(r"/v1/page/([^/]+)/with_html$")


@dataclass(frozen=True, slots=True)
class WikipediaPage:
    """One revision of one page. `title` is where the content comes from, whatever was asked for."""

    requested: str
    normalised: str
    title: str
    revision: int
    timestamp: str
    html: str
    redirected: bool
    is_redirect: bool  # the wiki follows one redirect; this page is a second one, and no article
    server_time: str | None


class Wikipedia:
    """Reads articles of one Wikipedia through rest.php."""

    def __init__(self, http: HttpClient, url: str) -> None:
        self._http, self._url = http, url.rstrip("/")

    def page(self, title: str) -> WikipediaPage:
        """The page with its HTML; PageMissing if there is none."""
        url = f"{self._url}/v1/page/{title_path(title)}/with_html"
        try:
            answer = self._http.get(url, judge=_judge)
        except NotFound as error:
            problem = f"there is no page {title!r}"
            raise PageMissing(error.host, error.url, problem, "check the title") from None
        body: dict[str, Any] = answer.json()
        visited = (*answer.redirected_from, answer.url)
        return WikipediaPage(
            requested=title,
            normalised=_normalised(visited) or body["title"],
            title=body["title"],
            revision=int(body["latest"]["id"]),
            timestamp=str(body["latest"]["timestamp"]),
            html=body["html"],
            redirected=any(_is_after_wiki_redirect(address) for address in visited),
            is_redirect=_REDIRECT_MARK.search(body["html"]) is not None,
            server_time=answer.server_time(),
        )


def _judge(answer: Answer) -> None:
    body = answer.json()
    known = (
        isinstance(body, dict) and isinstance(body.get("html"), str) and isinstance(body.get("title"), str)
    )
    if not known or not isinstance(body.get("latest"), dict) or "id" not in body["latest"]:
        raise RetryableAnswer("the page has no title, revision or HTML", pause_everyone=False)


def _normalised(visited: Iterable[str]) -> str | None:
    """The last title on the way before the wiki followed a redirect page."""
    before = [address for address in visited if not _is_after_wiki_redirect(address)]
    found = _PATH.search(urlsplit(before[-1]).path) if before else None
    return unquote(found[1]).replace("_", " ") if found else None


def _is_after_wiki_redirect(address: str) -> bool:
    """A wiki redirect answers 307 to `?redirect=no`; normalising the title answers 301 without it."""
    return parse_qs(urlsplit(address).query).get("redirect") == ["no"]
