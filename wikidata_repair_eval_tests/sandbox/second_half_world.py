"""A hand-made world and a server for it: what the tests of the sandbox's second half stand on."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import requests
import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from wikidata_repair_eval.sandbox.contents import EntityHistory, RenderedPages
from wikidata_repair_eval.sandbox.model import Page, Revision, User, World, page_title
from wikidata_repair_eval.sandbox.second_half import Limits, plant_articles, routes

JsonObject = dict[str, Any]

CLOCK = "2026-06-01T00:00:00Z"
PREFIX = "Wikidata:Database reports/Constraint violations/"
GREGORIAN = "http://www.wikidata.org/entity/Q1985727"
JULIAN = "http://www.wikidata.org/entity/Q1985786"


# --- entities -----------------------------------------------------------------------------------------------


def item(
    item_id: str, claims: JsonObject | None = None, title: str | None = None, **labels: str
) -> JsonObject:
    return {
        "type": "item",
        "id": item_id,
        "labels": {language: {"language": language, "value": text} for language, text in labels.items()},
        "descriptions": {},
        "aliases": {},
        "claims": claims or {},
        "sitelinks": {"enwiki": {"site": "enwiki", "title": title, "badges": []}} if title else {},
    }


def prop(property_id: str, datatype: str) -> JsonObject:
    entity = item(property_id, en=f"label of {property_id}")
    return {**entity, "type": "property", "datatype": datatype}


def statement(statement_id: str, snak: JsonObject, rank: str = "normal", **more: Any) -> JsonObject:
    return {"mainsnak": snak, "type": "statement", "id": statement_id, "rank": rank, **more}


def value(property_id: str, kind: str, content: Any) -> JsonObject:
    return {
        "snaktype": "value",
        "property": property_id,
        "datavalue": {"type": kind, "value": content},
    }


def points_to(property_id: str, item_id: str) -> JsonObject:
    return value(property_id, "wikibase-entityid", {"entity-type": "item", "id": item_id})


def time_content(time: str, precision: int = 11, calendar: str = GREGORIAN) -> JsonObject:
    return {
        "time": time,
        "timezone": 0,
        "before": 0,
        "after": 0,
        "precision": precision,
        "calendarmodel": calendar,
    }


# --- worlds -------------------------------------------------------------------------------------------------


def empty_world(seed: int = 1, scale: str = "small") -> World:
    return World(seed=seed, scale=scale, clock=CLOCK, report_prefix=PREFIX)


def world_of(*entities: JsonObject, redirects: dict[str, str] | None = None) -> World:
    """Each entity in one revision; `redirects` are merged items and their targets."""
    world = empty_world()
    for entity in entities:
        _add(world, entity["id"], entity, f"wikibase-{entity['type']}")
        if entity["type"] == "property":
            world.datatypes[entity["id"]] = entity["datatype"]
    for source, target in (redirects or {}).items():
        page = _add(world, source, {"entity": source, "redirect": target}, "wikibase-item")
        page.redirect_to = page_title(target)
    return world


def _add(world: World, entity_id: str, content: JsonObject, model: str) -> Page:
    number = len(world.pages) + 1
    history = EntityHistory(RenderedPages())
    history.append([["replace", content]])
    title = page_title(entity_id)
    page = Page(number, 120 if entity_id.startswith("P") else 0, title, model, history)
    stamp = f"2025-01-01T00:00:{number % 60:02}Z"
    revision = Revision(1000 + number, 0, title, stamp, User("Somebody", 7), "", 0)
    page.revisions.append(revision)
    world.pages[title] = page
    world.revisions[revision.id] = revision
    return page


def article_world(seed: int = 1) -> World:
    world = empty_world(seed)
    plant_articles(world)
    return world


# --- serving ------------------------------------------------------------------------------------------------


class Client:
    """Plain HTTP: no redirect is followed unless a test says so."""

    def __init__(self, base: str, session: requests.Session) -> None:
        self.base = base
        self._session = session

    def get(self, path: str, headers: dict[str, str] | None = None, **query: Any) -> requests.Response:
        return self._session.get(
            self.base + path, params=query, headers=headers, allow_redirects=False, timeout=30
        )

    def post(self, path: str, **more: Any) -> requests.Response:
        return self._session.post(self.base + path, allow_redirects=False, timeout=30, **more)

    def follow(self, path: str, **query: Any) -> requests.Response:
        return self._session.get(self.base + path, params=query, timeout=30)

    def sparql(self, query: str, path: str = "/sparql") -> list[dict[str, JsonObject]]:
        answer = self.get(path, {"Accept": "application/sparql-results+json"}, query=query)
        assert answer.status_code == 200, answer.text
        bindings: list[dict[str, JsonObject]] = answer.json()["results"]["bindings"]
        return bindings

    def values(self, query: str, name: str = "v", path: str = "/sparql") -> list[str]:
        """The bound values of one variable, sorted."""
        return sorted(str(row[name]["value"]) for row in self.sparql(query, path) if name in row)


class PlantedFault:
    """Stands where the server leaves the trouble of a request."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def is_a(self, kind: str) -> bool:
        return self.kind == kind


def _with_fault(app: ASGIApp, kind: str) -> ASGIApp:
    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "sandbox.fault": PlantedFault(kind)}, receive, send)

    return run


@contextmanager
def serving(world: World, limits: Limits | None = None, fault: str | None = None) -> Iterator[Client]:
    """The second half alone, over real HTTP on a free port."""
    app: ASGIApp = Starlette(routes=routes(world, limits))
    app = app if fault is None else _with_fault(app, fault)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="error", lifespan="off", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        with requests.Session() as session:
            session.trust_env = False
            yield Client(f"http://127.0.0.1:{listener.getsockname()[1]}", session)
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


def in_path(title: str) -> str:
    """A title as it must stand in a path."""
    return quote(title.replace(" ", "_"), safe="")
