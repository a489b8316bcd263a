"""`/w/rest.php/v1/page/{title}/html` and `/with_html`, as MediaWiki's core REST answers them.

Titles are read from the undecoded path: a slash inside a title must come as %2F, else no route matches.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wikidata_repair_eval.sandbox.second_half.articles.model import AnyPage, Redirect
from wikidata_repair_eval.sandbox.second_half.wikipedia.library import Library, is_valid, normalised
from wikidata_repair_eval.sandbox.second_half.wikipedia.pages import page_html
from wikidata_repair_eval.sandbox.second_half.wikipedia.parsoid import HTML_VERSION, page_key

PREFIX = "/wikipedia/w/rest.php/v1/page/"
LICENCE = {
    "url": "https://creativecommons.org/licenses/by-sa/4.0/deed.en",
    "title": "Creative Commons Attribution-Share Alike 4.0",
}
HTML_TYPE = f'text/html; charset=utf-8; profile="https://www.mediawiki.org/wiki/Specs/HTML/{HTML_VERSION}"'


def rest_routes(library: Library) -> list[Route]:
    def respond(request: Request) -> Response:
        raw = request.scope["raw_path"].decode("ascii", "replace")
        inner, _, form = raw[len(PREFIX) :].rpartition("/")
        if not inner or "/" in inner or form not in FORMS:
            return _no_match(raw)
        return _answer(library, unquote(inner), form, request)

    return [Route(PREFIX + "{rest:path}", respond)]


def _answer(library: Library, asked: str, form: str, request: Request) -> Response:
    title = normalised(asked)
    page = library.get(title) if is_valid(title) else None
    if page is None:
        return _missing(asked)
    query = f"?{request.url.query}" if request.url.query else ""
    if asked != page_key(title):
        return _moved(301, title, form, query)
    if isinstance(page, Redirect) and request.query_params.get("redirect") != "no":
        if library.get(page.target) is None:
            return _missing(page.target)
        # One level only: the target is asked for as it stands, even if it is a redirect itself.
        return _moved(307, page.target, form, "?redirect=no")
    return _unchanged(request, page) or FORMS[form](page)


def _unchanged(request: Request, page: AnyPage) -> Response | None:
    tags = request.headers.get("if-none-match", "")
    return Response(b"", 304, headers=_headers(page)) if _etag(page) in tags else None


def _etag(page: AnyPage) -> str:
    return f'"{page.page.revision_id}/sandbox"'


def _headers(page: AnyPage) -> dict[str, str]:
    return {"ETag": "W/" + _etag(page), "Content-Language": "en"}


def _html(page: AnyPage) -> Response:
    return Response(page_html(page).encode(), headers={**_headers(page), "Content-Type": HTML_TYPE})


def _with_html(page: AnyPage) -> Response:
    body: dict[str, Any] = {
        "id": page.page.page_id,
        "key": page_key(page.page.title),
        "title": page.page.title,
        "latest": {"id": page.page.revision_id, "timestamp": page.page.timestamp},
        "content_model": "wikitext",
        "license": LICENCE,
        "html": page_html(page),
    }
    if isinstance(page, Redirect):
        body["redirect_target"] = f"{PREFIX}{quote(page_key(page.target), safe='')}/with_html"
    return Response(orjson.dumps(body), headers=_headers(page), media_type="application/json")


FORMS: dict[str, Callable[[AnyPage], Response]] = {"html": _html, "with_html": _with_html}


def _moved(status: int, title: str, form: str, query: str) -> Response:
    location = f"{PREFIX}{quote(page_key(title), safe='')}/{form}{query}"
    return Response(b"", status, headers={"Location": location})


def _missing(title: str) -> Response:
    return _refusal("rest-nonexistent-title", f"The specified page ({title}) does not exist")


def _no_match(path: str) -> Response:
    relative = path.removeprefix("/wikipedia/w/rest.php")
    return _refusal(
        "rest-no-match", f"The requested relative path ({relative}) did not match any known handler"
    )


def _refusal(key: str, text: str) -> Response:
    body = {
        "errorKey": key,
        "messageTranslations": {"en": text},
        "httpCode": 404,
        "httpReason": "Not Found",
    }
    return Response(orjson.dumps(body), 404, media_type="application/json")
