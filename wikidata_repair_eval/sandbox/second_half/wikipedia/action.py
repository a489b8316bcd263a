"""The encyclopedia's `api.php`: `prop=pageprops` for up to 50 titles, with normalisation and redirects.

Refusals travel with HTTP 200, as everywhere in the action API.
"""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

import orjson
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wikidata_repair_eval.sandbox.second_half.articles.model import AnyPage, Article, Disambiguation, Redirect
from wikidata_repair_eval.sandbox.second_half.wikipedia.library import (
    MAX_REDIRECTS,
    Library,
    is_valid,
    normalised,
)

MAX_TITLES = 50
INVALID_REASON = "The requested page title contains invalid characters."


class Refused(Exception):
    def __init__(self, code: str, info: str) -> None:
        super().__init__(code, info)
        self.code = code
        self.info = info


def action_routes(library: Library) -> list[Route]:
    async def respond(request: Request) -> Response:
        parameters = dict(request.query_params)
        if request.method == "POST":
            parameters.update(parse_qsl((await request.body()).decode(), keep_blank_values=True))
        body = await run_in_threadpool(lambda: _body(library, parameters))
        return Response(orjson.dumps(body), media_type="application/json")

    return [Route("/wikipedia/w/api.php", respond, methods=["GET", "POST"])]


def _body(library: Library, parameters: dict[str, str]) -> dict[str, Any]:
    try:
        return _Query(library, parameters).answer()
    except Refused as refused:
        docref = "See the encyclopedia's api.php for API usage."
        return {"error": {"code": refused.code, "info": refused.info, "docref": docref}}


@dataclass(slots=True)
class _Found:
    """What became of the titles: the lists of the answer, and the pages by their final title."""

    normalised: list[dict[str, Any]] = field(default_factory=list)
    redirects: list[dict[str, str]] = field(default_factory=list)
    pages: dict[str, AnyPage | None] = field(default_factory=dict)
    invalid: list[str] = field(default_factory=list)


class _Query:
    def __init__(self, library: Library, parameters: dict[str, str]) -> None:
        self._library = library
        self._parameters = parameters
        self._modern = parameters.get("formatversion", "1") != "1"

    def answer(self) -> dict[str, Any]:
        action = self._parameters.get("action")
        if action != "query":
            raise Refused("badvalue", f'Unrecognized value for parameter "action": {action}.')
        if self._parameters.get("format") != "json":
            raise Refused("badvalue", "The sandbox speaks format=json alone.")
        body: dict[str, Any] = {"batchcomplete": True if self._modern else ""}
        if "curtimestamp" in self._parameters:
            body["curtimestamp"] = self._library.clock
        body.update(self._warnings())
        titles = self._titles()
        if titles:
            body["query"] = self._result(self._find(titles))
        return body

    def _warnings(self) -> dict[str, Any]:
        unknown = [
            name for name in self._parameters.get("prop", "").split("|") if name not in ("", "pageprops")
        ]
        if not unknown:
            return {}
        text = f'Unrecognized values for parameter "prop": {", ".join(unknown)}.'
        return {"warnings": {"query": {"warnings" if self._modern else "*": text}}}

    def _titles(self) -> list[str]:
        """In the order given; a leading unit separator allows `|` inside values."""
        text = self._parameters.get("titles", "")
        separator = "\x1f" if text.startswith("\x1f") else "|"
        titles = list(dict.fromkeys(title for title in text.split(separator) if title))
        if len(titles) > MAX_TITLES:
            raise Refused(
                "toomanyvalues",
                f'Too many values supplied for parameter "titles". The limit is {MAX_TITLES}.',
            )
        return titles

    def _find(self, titles: list[str]) -> _Found:
        found = _Found()
        for asked in titles:
            title = normalised(asked)
            if not is_valid(title):
                found.invalid.append(asked)
                continue
            if title != asked:
                encoding = {"fromencoded": False} if self._modern else {}
                found.normalised.append({**encoding, "from": asked, "to": title})
            final = self._follow(title, found) if "redirects" in self._parameters else title
            found.pages[final] = self._library.get(final)
        return found

    def _follow(self, title: str, found: _Found) -> str:
        for _step in range(MAX_REDIRECTS):
            page = self._library.get(title)
            if not isinstance(page, Redirect):
                break
            fragment = {"tofragment": page.fragment} if page.fragment else {}
            step = {"from": title, "to": page.target, **fragment}
            if step not in found.redirects:
                found.redirects.append(step)
            title = page.target
        return title

    # --- the answer -----------------------------------------------------------------------------------

    def _result(self, found: _Found) -> dict[str, Any]:
        lists = {"normalized": found.normalised, "redirects": found.redirects}
        result: dict[str, Any] = {name: rows for name, rows in lists.items() if rows}
        missing = [self._missing(title) for title, page in found.pages.items() if page is None]
        missing += [self._invalid(title) for title in found.invalid]
        present = [self._present(page) for page in found.pages.values() if page is not None]
        present.sort(key=lambda page: int(page["pageid"]))
        if self._modern:
            result["pages"] = present + missing
        else:
            keyed = {str(-number): page for number, page in enumerate(missing, start=1)}
            result["pages"] = {**keyed, **{str(page["pageid"]): page for page in present}}
        return result

    def _present(self, page: AnyPage) -> dict[str, Any]:
        entry: dict[str, Any] = {"pageid": page.page.page_id, "ns": 0, "title": page.page.title}
        properties = self._properties(page)
        return {**entry, "pageprops": properties} if properties else entry

    def _properties(self, page: AnyPage) -> dict[str, str]:
        if "pageprops" not in self._parameters.get("prop", "").split("|") or isinstance(page, Redirect):
            return {}
        properties = {} if page.qid is None else {"wikibase_item": page.qid}
        if isinstance(page, Disambiguation):
            properties["disambiguation"] = ""
        if isinstance(page, Article):
            properties["wikibase-shortdesc"] = page.draft.description
        wanted = [name for name in self._parameters.get("ppprop", "").split("|") if name]
        return {name: value for name, value in properties.items() if not wanted or name in wanted}

    def _missing(self, title: str) -> dict[str, Any]:
        return {"ns": 0, "title": title, "missing": True if self._modern else ""}

    def _invalid(self, title: str) -> dict[str, Any]:
        return {"title": title, "invalidreason": INVALID_REASON, "invalid": True if self._modern else ""}
