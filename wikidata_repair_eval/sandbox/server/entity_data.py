"""`/wiki/Special:EntityData/Q42.json`: one entity, now or at a revision. Errors are HTML pages."""

import re
from urllib.parse import urlencode

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from wikidata_repair_eval.sandbox.model import Page, Revision, World
from wikidata_repair_eval.sandbox.server.catalogue import Catalogue
from wikidata_repair_eval.sandbox.server.entities import ordered
from wikidata_repair_eval.sandbox.server.html_errors import html_error
from wikidata_repair_eval.sandbox.server.times import http_date

_DOCUMENT = re.compile(r"(?P<id>[^.]*)(?:\.(?P<format>.*))?", re.DOTALL)
_ID = re.compile(r"[QPL][1-9]\d{0,9}", re.IGNORECASE)
_FORMATS = {"json": "json", "application/json": "json", "html": "html", "htm": "html", "text/html": "html"}
_PUBLIC = {"Access-Control-Allow-Origin": "*"}


class _Refused(Exception):
    """Nothing to show: the status and the sentence of the error page."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text


def routes(catalogue: Catalogue) -> list[BaseRoute]:
    async def entity_data(request: Request) -> Response:
        try:
            return _respond(catalogue.world, request)
        except _Refused as refused:
            return html_error(refused.status, refused.text, _PUBLIC)

    return [
        Route("/wiki/Special:EntityData", entity_data),
        Route("/wiki/Special:EntityData/{document:path}", entity_data),
    ]


def _respond(world: World, request: Request) -> Response:
    document = request.path_params.get("document", "")
    parts = _DOCUMENT.fullmatch(document)
    assert parts is not None  # the pattern takes every text
    entity_id = request.query_params.get("id", parts["id"])
    if not _ID.fullmatch(entity_id):
        raise _Refused(400, f"Invalid ID: {entity_id}.")
    known_as = request.query_params.get("format", parts["format"] or "")
    revision_id = _number(request.query_params.get("revision", request.query_params.get("oldid", "0")))
    form = _format(known_as) if known_as else _negotiated(request.headers.get("accept", "application/json"))
    canonical = f"{entity_id.upper()}.{form}"
    if not known_as or form == "html":
        return _redirect(request, 303, entity_id.upper(), form, revision_id)
    if document and document != canonical:
        return _redirect(request, 301, entity_id.upper(), form, revision_id)
    page, revision = _find(world, entity_id.upper(), revision_id)
    return _show(world, page, revision, request)


def _number(text: str) -> int:
    """A revision that is no number means none, as in MediaWiki."""
    return int(text) if text.isdecimal() else 0


def _format(name: str) -> str:
    form = _FORMATS.get(name.lower())
    if form is None:
        raise _Refused(415, f"The data format {name} is not supported.")
    return form


def _negotiated(accept: str) -> str:
    for part in accept.split(","):
        name = part.partition(";")[0].strip()
        if name in _FORMATS:
            return _FORMATS[name]
        if name in ("*/*", "application/*"):
            return "json"
    raise _Refused(406, "None of the media types that you accept is available.")


def _redirect(request: Request, status: int, entity_id: str, form: str, revision_id: int) -> Response:
    base = str(request.base_url).rstrip("/")
    if form == "html":
        location = f"{base}/wiki/{entity_id}" + (f"?oldid={revision_id}" if revision_id else "")
    else:
        query = f"?{urlencode({'revision': revision_id})}" if revision_id else ""
        location = f"{base}/wiki/Special:EntityData/{entity_id}.{form}{query}"
    return Response(b"", status, headers={"Location": location, **_PUBLIC})


def _find(world: World, entity_id: str, revision_id: int) -> tuple[Page, Revision]:
    if revision_id:
        return _find_revision(world, entity_id, revision_id)
    target = world.resolve(entity_id)
    page = world.entity_page(target) if target is not None else None
    if page is None:
        raise _Refused(404, f"No entity with ID {entity_id} was found.")
    return page, page.latest


def _find_revision(world: World, entity_id: str, revision_id: int) -> tuple[Page, Revision]:
    page, revision = world.entity_page(entity_id), world.revisions.get(revision_id)
    if page is None:
        raise _Refused(404, f"No entity with ID {entity_id} was found.")
    unshown = f"Can't show revision {revision_id} of entity {entity_id}."
    if revision is None or revision.title != page.title or "text" in revision.hidden:
        raise _Refused(404, unshown)
    if "redirect" in world.content_json(revision):
        raise _Refused(400, unshown)
    return page, revision


def _show(world: World, page: Page, revision: Revision, request: Request) -> Response:
    headers = {
        **_PUBLIC,
        "Content-Type": "application/json; charset=UTF-8",
        "Last-Modified": http_date(revision.timestamp),
        "Cache-Control": "private, no-cache, s-maxage=0",
    }
    if request.headers.get("if-modified-since") == headers["Last-Modified"]:
        return Response(b"", 304, headers=headers)
    entity = ordered(world.entity_at(page, revision))
    return Response(orjson.dumps({"entities": {entity["id"]: entity}}), headers=headers)
