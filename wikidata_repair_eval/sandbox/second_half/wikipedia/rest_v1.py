"""`/api/rest_v1/page/html/{title}` and `/page/summary/{title}`: the older REST, with its own redirects."""

import hashlib
from typing import Any
from urllib.parse import quote, unquote
from uuid import UUID

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wikidata_repair_eval.sandbox.second_half.articles.model import (
    AnyPage,
    Article,
    Disambiguation,
    Redirect,
    Stub,
)
from wikidata_repair_eval.sandbox.second_half.wikipedia.library import Library, is_valid, normalised
from wikidata_repair_eval.sandbox.second_half.wikipedia.pages import extract, page_html
from wikidata_repair_eval.sandbox.second_half.wikipedia.parsoid import encoded, page_key
from wikidata_repair_eval.sandbox.second_half.wikipedia.rest import HTML_TYPE

PREFIX = "/wikipedia/api/rest_v1/page/"


def rest_v1_routes(library: Library) -> list[Route]:
    def respond(request: Request) -> Response:
        raw = request.scope["raw_path"].decode("ascii", "replace")
        form, _, inner = raw[len(PREFIX) :].partition("/")
        if form not in ("html", "summary") or not inner or "/" in inner:
            return _missing(raw)
        return _answer(library, form, unquote(inner), request)

    return [Route(PREFIX + "{rest:path}", respond)]


def _answer(library: Library, form: str, asked: str, request: Request) -> Response:
    title = normalised(asked)
    page = library.get(title) if is_valid(title) else None
    if page is None:
        return _missing(f"{PREFIX}{form}/{quote(asked, safe='')}")
    if isinstance(page, Redirect) and request.query_params.get("redirect") != "false":
        return Response(b"", 302, headers={"Location": quote(page_key(page.target), safe="")})
    if asked != page_key(title):
        return Response(b"", 301, headers={"Location": quote(page_key(title), safe="")})
    etag = {"ETag": f'"{page.page.revision_id}/{_time_uuid(page)}"'}
    if form == "html":
        return Response(page_html(page).encode(), headers={**etag, "Content-Type": HTML_TYPE})
    return Response(orjson.dumps(summary(page)), headers=etag, media_type="application/json")


def summary(page: AnyPage) -> dict[str, Any]:
    title = page.page.title
    display = f'<span class="mw-page-title-main">{title}</span>'
    text = extract(page)
    body: dict[str, Any] = {
        "type": _type_of(page, text),
        "title": title,
        "displaytitle": display,
        "namespace": {"id": 0, "text": ""},
        "wikibase_item": None if isinstance(page, Redirect) else page.qid,
        "titles": {"canonical": page_key(title), "normalized": title, "display": display},
        "pageid": page.page.page_id,
        "lang": "en",
        "dir": "ltr",
        "revision": str(page.page.revision_id),
        "tid": _time_uuid(page),
        "timestamp": page.page.timestamp,
        "description": _description(page),
        "description_source": "local",
        "content_urls": {"desktop": _addresses("en", title), "mobile": _addresses("en.m", title)},
        "extract": text,
        "extract_html": f"<p>{text}</p>",
    }
    return {key: value for key, value in body.items() if value is not None}


def _type_of(page: AnyPage, text: str) -> str:
    if isinstance(page, Disambiguation):
        return "disambiguation"
    return "standard" if text else "no-extract"


def _description(page: AnyPage) -> str | None:
    match page:
        case Article(draft=draft):
            return draft.description
        case Stub(description=description):
            return description
        case Disambiguation():
            return "Topics referred to by the same term"
    return None


def _time_uuid(page: AnyPage) -> str:
    digest = hashlib.md5(str(page.page.revision_id).encode(), usedforsecurity=False)
    return str(UUID(bytes=digest.digest(), version=1))


def _addresses(host: str, title: str) -> dict[str, str]:
    page = f"https://{host}.wikipedia.org/wiki/{encoded(title)}"
    history = f"https://{host}.wikipedia.org/wiki/Special:History/{encoded(title)}"
    return {
        "page": page,
        "revisions": f"{page}?action=history" if host == "en" else history,
        "edit": f"{page}?action=edit",
        "talk": f"https://{host}.wikipedia.org/wiki/Talk:{encoded(title)}",
    }


def _missing(path: str) -> Response:
    body = {
        "type": "https://mediawiki.org/wiki/HyperSwitch/errors/not_found",
        "title": "Not found.",
        "method": "get",
        "detail": "Page or revision not found.",
        "uri": path,
    }
    return Response(orjson.dumps(body), 404, media_type="application/problem+json")
