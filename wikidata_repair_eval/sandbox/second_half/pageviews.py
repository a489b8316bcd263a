"""Monthly pageviews per article. Months without views are missing rows; nothing at all is a 404.

Numbers depend on the title alone: a few articles are read by many, most by few, some by nobody.
"""

import hashlib
import re
from datetime import date
from typing import Any
from urllib.parse import unquote

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wikidata_repair_eval.sandbox.second_half.articles.model import Redirect
from wikidata_repair_eval.sandbox.second_half.wikipedia.library import Library, normalised
from wikidata_repair_eval.sandbox.second_half.wikipedia.parsoid import page_key

# The path after the host of the source's `pageviews_url`, and the one that Wikimedia uses.
PREFIXES = ("/pageviews/per-article/", "/api/rest_v1/metrics/pageviews/per-article/")
PROJECT = "en.wikipedia"
FIRST_MONTH = date(2015, 7, 1)
ACCESS = ("all-access", "desktop", "mobile-app", "mobile-web")
AGENTS = ("all-agents", "user", "spider", "automated")
NO_DATA = (
    "The date(s) you used are valid, but we either do not have data for those date(s), or the project you "
    "asked for is not loaded yet."
)
_DAY = re.compile(r"(\d{4})(\d\d)(\d\d)(?:\d\d)?")


def pageview_routes(library: Library) -> list[Route]:
    def respond(request: Request) -> Response:
        raw = request.scope["raw_path"].decode("ascii", "replace")
        prefix = next(prefix for prefix in PREFIXES if raw.startswith(prefix))
        parts = raw.removeprefix(prefix).split("/")
        if len(parts) != 7:
            return _refusal(404, "Not Found", "Invalid route")
        return _answer(library, [unquote(part) for part in parts])

    return [Route(prefix + "{rest:path}", respond) for prefix in PREFIXES]


def _answer(library: Library, parts: list[str]) -> Response:
    project, access, agent, article, granularity, start, end = parts
    first, last = _day(start), _day(end)
    if access not in ACCESS or agent not in AGENTS or granularity not in ("monthly", "daily"):
        return _refusal(400, "Bad Request", "Invalid access, agent or granularity")
    if first is None or last is None or first > last:
        return _refusal(400, "Bad Request", "Given year/month/day/hour is invalid date")
    key = page_key(normalised(article))
    known = project in (PROJECT, PROJECT + ".org") and granularity == "monthly"
    months = _months(library, first, last) if known else []
    rows = [_row(key, access, agent, month, _views(library, key, month)) for month in months]
    items = [row for row in rows if row["views"]]
    if not items:
        return _refusal(404, "Not Found", NO_DATA)
    return Response(orjson.dumps({"items": items}), media_type="application/json")


def _row(key: str, access: str, agent: str, month: date, views: int) -> dict[str, Any]:
    return {
        "project": PROJECT,
        "article": key,
        "granularity": "monthly",
        "timestamp": month.strftime("%Y%m%d00"),
        "access": access,
        "agent": agent,
        "views": views,
    }


def _day(text: str) -> date | None:
    match = _DAY.fullmatch(text)
    try:
        return None if match is None else date(*map(int, match.groups()))
    except ValueError:
        return None


def _months(library: Library, first: date, last: date) -> list[date]:
    """Whole months inside the range, up to the last one that is over by the world's clock."""
    now = date.fromisoformat(library.clock[:10])
    months = []
    month = max(first, FIRST_MONTH)
    month = month if month.day == 1 else _next(month)
    while _next(month) <= now and (_next(month) - last).days <= 1:
        months.append(month)
        month = _next(month)
    return months


def _next(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _views(library: Library, key: str, month: date) -> int:
    """0 for a page that does not exist; redirects count for themselves, and little."""
    page = library.get(key.replace("_", " "))
    if page is None:
        return 0
    popularity = _number(key) % 1000
    usual = 0 if popularity < 60 else 3 if popularity < 300 else popularity**6 // 10**13
    if isinstance(page, Redirect):
        usual //= 50
    if popularity < 300 and _number(f"{key}|{month}") % 4 == 0:
        return 0
    return usual * (80 + _number(f"{month}|{key}") % 41) // 100 + (1 if usual else 0)


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest())


def _refusal(status: int, title: str, detail: str) -> Response:
    body = {"detail": detail, "status": status, "title": title}
    return Response(orjson.dumps(body), status, media_type="application/problem+json")
