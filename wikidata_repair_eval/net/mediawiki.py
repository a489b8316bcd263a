"""The MediaWiki action API: one request, its errors and warnings, and continuation.

What is asked lives in `revisions`, `contents`, `entities` and `pages`; this module knows no module of
the API but the manners that all of them share.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from wikidata_repair_eval.net.answers import Answer
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.errors import ApiError, RetryableAnswer, UnreadableAnswer
from wikidata_repair_eval.net.hosts import host_of

log = logging.getLogger(__name__)

BATCH = 50  # ids or titles in one request, for readers without special rights
# Addresses above 8 KB are refused, and proxies cut earlier; a form has no such limit.
LONGEST_ADDRESS = 2_000
MAX_CONTINUATIONS = 10_000
_BUSY_CODES = frozenset({"maxlag", "readonly", "ratelimited"})
_ALWAYS = {
    "format": "json",
    "formatversion": "2",
    "curtimestamp": "1",
}


class MediaWiki:
    """The api.php of one wiki. Thread-safe, as its HTTP client is."""

    def __init__(self, http: HttpClient, url: str, *, maxlag: int | None = 5) -> None:
        self.http, self.url = http, url
        self._warned: set[str] = set()
        self._always = dict(_ALWAYS) if maxlag is None else {**_ALWAYS, "maxlag": str(maxlag)}

    def ask(self, params: Mapping[str, str]) -> dict[str, Any]:
        """One answer without an error in it. Warnings are logged and counted, never fatal."""
        sent = {**self._always, **params}
        if len(urlencode(sent)) > LONGEST_ADDRESS:
            answer = self.http.post(self.url, sent, judge=self._judge)
        else:
            answer = self.http.get(self.url, sent, judge=self._judge)
        body: dict[str, Any] = answer.json()
        self._mind_warnings(body)
        body.setdefault("curtimestamp", answer.server_time())
        return body

    def query(
        self, params: Mapping[str, str], *, later: Mapping[str, str] | None = None
    ) -> Iterator[dict[str, Any]]:
        """All answers of `action=query`, following `continue` to its end.

        `later` replaces parameters from the second request on.
        """
        asked = {"action": "query", **params}
        seen: set[tuple[tuple[str, str], ...]] = set()
        more: dict[str, str] | None = {}
        while more is not None:
            body = self.ask({**asked, **more})
            more = self._next(body, seen)
            yield body
            asked |= later or {}

    def _next(self, body: Mapping[str, Any], seen: set[tuple[tuple[str, str], ...]]) -> dict[str, str] | None:
        """All keys of `continue`, since the API wants all of them back; None if nothing is left."""
        if "continue" not in body:
            if "batchcomplete" not in body:
                raise self.unreadable("the answer neither continues nor says that it is complete")
            return None
        more = {key: str(value) for key, value in body["continue"].items()}
        mark = tuple(sorted(more.items()))
        if mark in seen or len(seen) >= MAX_CONTINUATIONS:
            raise self.error("endless-continuation", f"the answer goes on for ever at {more}")
        seen.add(mark)
        return more

    def error(self, code: str, info: str) -> ApiError:
        fix = "check what is asked for, and that the wiki works"
        return ApiError(host_of(self.url), self.url, f"API error {code}: {info}", fix, code, info)

    def unreadable(self, problem: str) -> UnreadableAnswer:
        """For an answer that is JSON, but not the form that the API promises."""
        return UnreadableAnswer(host_of(self.url), self.url, problem, "try later; report it if it stays so")

    def _judge(self, answer: Answer) -> None:
        body = answer.json()
        if not isinstance(body, dict):
            raise RetryableAnswer("the answer is no JSON object", pause_everyone=False)
        for code, info in api_errors(body):
            if code in _BUSY_CODES:
                raise RetryableAnswer(f"{code}: {info}")
            if code.startswith("internal_api_error_"):
                raise RetryableAnswer(f"{code}: {info}", pause_everyone=False)
            raise self.error(code, info)

    def _mind_warnings(self, body: Mapping[str, Any]) -> None:
        for text in api_warnings(body):
            self.http.counters.add("api_warnings")
            # The same warning comes with every request; once is enough for people.
            level = logging.DEBUG if text in self._warned else logging.WARNING
            self._warned.add(text)
            log.log(level, "%s warns: %s", host_of(self.url), text)


def api_errors(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(code, text) of each error in either of the API's two forms."""
    found = []
    if isinstance(old := body.get("error"), Mapping):
        found.append((str(old.get("code", "unknown")), str(old.get("info", old.get("text", "")))))
    elif old is not None:
        found.append(("unknown", str(old)))
    for new in body.get("errors") or ():
        found.append((str(new.get("code", "unknown")), str(new.get("text", new.get("html", "")))))
    return found


def api_warnings(body: Mapping[str, Any]) -> list[str]:
    """Readable warnings, whatever their form: the API has several and a warning must never fail us."""
    raw = body.get("warnings")
    if not raw:
        return []
    if isinstance(raw, Mapping):
        return [f"{module}: {_warning_text(value)}" for module, value in raw.items()]
    if isinstance(raw, list):
        return [f"{w.get('module', '')}: {_warning_text(w)}" if isinstance(w, dict) else str(w) for w in raw]
    return [str(raw)]


def _warning_text(value: Any) -> str:
    if isinstance(value, Mapping):
        for key in ("text", "warnings", "*", "messages"):
            if key in value:
                return str(value[key])
    return str(value)


def pages_of(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The pages of a query answer; a list in format version 2, an object by page id in 1."""
    pages = (body.get("query") or {}).get("pages") or []
    return list(pages.values()) if isinstance(pages, dict) else list(pages)


def renames_of(body: Mapping[str, Any], *kinds: str) -> dict[str, str]:
    """asked -> answered, from lists such as `normalized` and `redirects`."""
    query = body.get("query") or {}
    return {entry["from"]: entry["to"] for kind in kinds for entry in query.get(kind) or ()}


def joined(values: Iterable[object]) -> str:
    return "|".join(str(value) for value in values)
