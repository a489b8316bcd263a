"""`/w/rest.php/v1/page/{title}/history`: 20 revisions at a time, newest first; no parent ids, no tags."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote, urlencode

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from wikidata_repair_eval.sandbox.model import Page, Revision, World
from wikidata_repair_eval.sandbox.server.catalogue import Catalogue
from wikidata_repair_eval.sandbox.server.times import http_date
from wikidata_repair_eval.sandbox.server.titles import InvalidTitle, Title, parse_title

PER_PAGE = 20
_PREFIX, _SUFFIX = "/w/rest.php/v1/page/", "/history"
_REVERTING = {"mw-rollback", "mw-undo", "mw-manual-revert"}
FILTERS: dict[str, Callable[[Revision], bool]] = {
    "anonymous": lambda revision: revision.user.anonymous and "user" not in revision.hidden,
    "bot": lambda revision: revision.user.bot and "user" not in revision.hidden,
    "reverted": lambda revision: bool(_REVERTING.intersection(revision.tags)),  # the edits that revert
    "minor": lambda revision: revision.minor,
}


class _Refused(Exception):
    def __init__(self, status: int, key: str, text: str) -> None:
        super().__init__(status, key, text)
        self.body = {
            "errorKey": key,
            "messageTranslations": {"en": text},
            "httpCode": status,
            "httpReason": HTTPStatus(status).phrase,
        }
        self.status = status


def routes(catalogue: Catalogue) -> list[BaseRoute]:
    async def history(request: Request) -> Response:
        try:
            return _respond(catalogue.world, request)
        except _Refused as refused:
            return Response(orjson.dumps(refused.body), refused.status, media_type="application/json")

    return [Route("/w/rest.php/{rest:path}", history)]


def _respond(world: World, request: Request) -> Response:
    asked = _asked_title(request)
    older, newer = (_bound(request, name) for name in ("older_than", "newer_than"))
    if older is not None and newer is not None:
        raise _Refused(400, "rest-pagehistory-incompatible-params", "Use older_than or newer_than, not both")
    chosen = _filter(request)
    page, title = _page(world, asked)
    if asked != title.key:
        query = f"?{request.url.query}" if request.url.query else ""
        return Response(b"", 301, headers={"Location": _path(title) + query})
    headers = {"ETag": f'"{page.latest.id}"', "Last-Modified": http_date(page.latest.timestamp)}
    if _unchanged(request, headers):
        return Response(b"", 304, headers=headers)
    body = _history(world, request, page, title, older, newer, chosen)
    return Response(orjson.dumps(body), headers=headers, media_type="application/json")


def _asked_title(request: Request) -> str:
    """Read from the undecoded path: a slash inside a title must come as %2F, else no route matches."""
    raw = request.scope["raw_path"].decode("ascii", "replace")
    inner = raw[len(_PREFIX) : -len(_SUFFIX)]
    if not (raw.startswith(_PREFIX) and raw.endswith(_SUFFIX)) or not inner or "/" in inner:
        path = raw.removeprefix("/w/rest.php")
        text = f"The requested relative path ({path}) did not match any known handler"
        raise _Refused(404, "rest-no-match", text)
    return unquote(inner)


def _bound(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.lstrip("-").isdecimal():
        raise _Refused(400, "parameter-validation-failed", f"Invalid value for the integer {name}")
    if int(text) < 1:
        raise _Refused(400, "rest-pagehistory-param-range-error", "Revision id must be greater than 0")
    return int(text)


def _filter(request: Request) -> Callable[[Revision], bool] | None:
    name = request.query_params.get("filter")
    if name is None:
        return None
    if name not in FILTERS:
        raise _Refused(400, "parameter-validation-failed", f"Unrecognized value for filter: {name}")
    return FILTERS[name]


def _page(world: World, asked: str) -> tuple[Page, Title]:
    """A redirect page answers with its own history; it is not followed."""
    try:
        title = parse_title(asked)
        return world.pages[title.text], title
    except (InvalidTitle, KeyError):
        text = f"The specified page ({asked}) does not exist"
        raise _Refused(404, "rest-nonexistent-title", text) from None


def _path(title: Title) -> str:
    return f"{_PREFIX}{quote(title.key, safe='')}{_SUFFIX}"


def _unchanged(request: Request, headers: dict[str, str]) -> bool:
    tags = request.headers.get("if-none-match")
    if tags is not None:
        return headers["ETag"] in (tag.strip().removeprefix("W/") for tag in tags.split(","))
    return request.headers.get("if-modified-since") == headers["Last-Modified"]


def _history(
    world: World,
    request: Request,
    page: Page,
    title: Title,
    older: int | None,
    newer: int | None,
    chosen: Callable[[Revision], bool] | None,
) -> dict[str, Any]:
    rows = _side(page, older, newer)
    if chosen is not None:
        rows = [revision for revision in rows if chosen(revision)]
    more = len(rows) > PER_PAGE
    shown = rows[:PER_PAGE][::-1] if newer is not None else rows[::-1][:PER_PAGE]
    following = {}
    if shown and (newer is not None or more):
        following["older"] = {"older_than": shown[-1].id}
    if shown and (older is not None or (newer is not None and more)):
        following["newer"] = {"newer_than": shown[0].id}
    body: dict[str, Any] = {"revisions": [_fields(world, revision) for revision in shown]}
    for name, bound in {"latest": {}, **following}.items():
        body[name] = _url(request, title, bound)
    return body


def _side(page: Page, older: int | None, newer: int | None) -> Sequence[Revision]:
    """Oldest first. The bound itself is left out and must belong to this page."""
    bound = older if older is not None else newer
    if bound is None:
        return page.revisions
    named = next((revision for revision in page.revisions if revision.id == bound), None)
    if named is None:
        text = f"The revision {bound} does not belong to the page {page.title}"
        raise _Refused(404, "rest-nonexistent-title-revision", text)
    position = (named.timestamp, named.id)
    if older is not None:
        return page.revisions[: bisect_left(page.revisions, position, key=_position)]
    return page.revisions[bisect_right(page.revisions, position, key=_position) :]


def _position(revision: Revision) -> tuple[str, int]:
    return revision.timestamp, revision.id


def _url(request: Request, title: Title, bound: dict[str, int]) -> str:
    chosen = request.query_params.get("filter")
    query = urlencode({**({"filter": chosen} if chosen else {}), **bound})
    return str(request.base_url).rstrip("/") + _path(title) + (f"?{query}" if query else "")


def _fields(world: World, revision: Revision) -> dict[str, Any]:
    size = world.size_and_sha1(revision)[0]
    parent = world.revisions.get(revision.parent_id)
    user = {"id": revision.user.id or None, "name": revision.user.name}
    return {
        "id": revision.id,
        "timestamp": revision.timestamp,
        "minor": revision.minor,
        "size": size,
        "comment": None if "comment" in revision.hidden else revision.comment,
        "user": None if "user" in revision.hidden else user,
        "delta": None if parent is None else size - world.size_and_sha1(parent)[0],
    }
