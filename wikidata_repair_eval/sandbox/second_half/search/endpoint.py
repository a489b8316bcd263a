"""POST `/search` in Tavily's shape: the key in the header, refusals under `detail.error`.

Keys choose what happens: `tvly-limited...` is told to slow down (429), `tvly-spent...` has used up its plan
(432), any other `tvly-...` is served, everything else is refused (401). A key in the body is not accepted.
`topic`, `time_range`, dates and `country` are checked by nobody and change nothing.
"""

import hashlib
import threading
from typing import Any
from uuid import UUID

import orjson
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.second_half.search.corpus import WebPage, web_of
from wikidata_repair_eval.sandbox.second_half.search.ranking import Ranking
from wikidata_repair_eval.sandbox.second_half.wikipedia.library import Library

DEPTHS = ("basic", "advanced", "fast", "ultra-fast")
DEFAULT_RESULTS, MAX_RESULTS = 5, 20
SNIPPET = 500


class Refused(Exception):
    def __init__(self, status: int, error: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(status, error)
        self.status = status
        self.error = error
        self.headers = headers or {}


class SearchEngine:
    """Indexes the world's web when somebody first searches."""

    def __init__(self, world: World, library: Library) -> None:
        self._world = world
        self._library = library
        self._lock = threading.Lock()
        self._ranking: Ranking | None = None

    def answer(self, wanted: dict[str, Any]) -> dict[str, Any]:
        query, count = _query(wanted), _count(wanted)
        included, excluded = _domains(wanted, "include_domains"), _domains(wanted, "exclude_domains")

        def allowed(page: WebPage) -> bool:
            return not _within(page.domain, excluded) and (not included or _within(page.domain, included))

        found = self._index().best(query, count, allowed)
        results = [_result(page, score, wanted) for page, score in found]
        return _body(query, results, wanted)

    def _index(self) -> Ranking:
        with self._lock:
            if self._ranking is None:
                self._ranking = Ranking(web_of(self._world, self._library))
            return self._ranking


def search_routes(world: World, library: Library) -> list[Route]:
    engine = SearchEngine(world, library)

    async def respond(request: Request) -> Response:
        try:
            _check_key(request.headers.get("authorization", ""))
            wanted = _parsed(await request.body())
            body = await run_in_threadpool(lambda: engine.answer(wanted))
        except Refused as refused:
            content = orjson.dumps({"detail": {"error": refused.error}})
            return Response(content, refused.status, headers=refused.headers, media_type="application/json")
        return Response(orjson.dumps(body), media_type="application/json")

    return [Route("/search", respond, methods=["POST"])]


def _check_key(header: str) -> None:
    scheme, _, key = header.partition(" ")
    if scheme != "Bearer" or not key.startswith("tvly-"):
        raise Refused(401, "Unauthorized: missing or invalid API key.")
    if key.startswith("tvly-limited"):
        raise Refused(429, "Your request has been blocked due to excessive requests.", {"Retry-After": "1"})
    if key.startswith("tvly-spent"):
        raise Refused(432, "This request exceeds your plan's set usage limit.")


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        wanted = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise Refused(400, "The body is not JSON.") from None
    if not isinstance(wanted, dict):
        raise Refused(400, "The body is not a JSON object.")
    return wanted


def _query(wanted: dict[str, Any]) -> str:
    query = wanted.get("query")
    if not isinstance(query, str) or not query.strip():
        raise Refused(400, "Query is missing.")
    if wanted.get("search_depth", "basic") not in DEPTHS:
        raise Refused(400, f"Invalid search depth. Must be one of {', '.join(DEPTHS)}.")
    return query


def _count(wanted: dict[str, Any]) -> int:
    count = wanted.get("max_results", DEFAULT_RESULTS)
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_RESULTS:
        raise Refused(400, f"Invalid max_results. Must be between 0 and {MAX_RESULTS}.")
    return count


def _domains(wanted: dict[str, Any], name: str) -> list[str]:
    domains = wanted.get(name) or []
    if not isinstance(domains, list) or not all(isinstance(domain, str) for domain in domains):
        raise Refused(400, f"Invalid {name}. Must be a list of domains.")
    return [domain.lower().removeprefix("www.") for domain in domains]


def _within(host: str, domains: list[str]) -> bool:
    return any(host == domain or host.endswith("." + domain) for domain in domains)


def _result(page: WebPage, score: float, wanted: dict[str, Any]) -> dict[str, Any]:
    raw = page.text if wanted.get("include_raw_content") else None
    content = page.text[:SNIPPET]
    return {"title": page.title, "url": page.url, "content": content, "score": score, "raw_content": raw}


def _body(query: str, results: list[dict[str, Any]], wanted: dict[str, Any]) -> dict[str, Any]:
    digest = hashlib.md5(query.encode(), usedforsecurity=False).digest()
    answer = results[0]["content"].split(". ")[0] if wanted.get("include_answer") and results else None
    usage = {"usage": {"credits": 1}} if wanted.get("include_usage") else {}
    return {
        "query": query,
        "follow_up_questions": None,
        "answer": answer,
        "images": [],
        "results": results,
        "response_time": round(0.4 + digest[0] / 256, 2),
        "request_id": str(UUID(bytes=digest, version=4)),
        **usage,
    }
