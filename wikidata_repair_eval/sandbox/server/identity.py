"""`/_sandbox`: which world this is; `/_sandbox/lease`: an open connection that says somebody still needs it.

A lease ends when its connection does, so a killed client leaves none behind.
"""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from wikidata_repair_eval.sandbox.model import World


class Leases:
    """How many clients hold one, and how many ever did."""

    def __init__(self) -> None:
        self.held = 0
        self.given = 0


def identity(seed: int, scale: str) -> dict[str, str | int]:
    """Two servers with the same identity give the same answers."""
    return {"sandbox": code_digest(), "seed": seed, "scale": scale}


@cache
def code_digest() -> str:
    """A digest of the sandbox's own source: a server started before an update is not the same world."""
    digest = hashlib.sha1(usedforsecurity=False)
    for name, content in sorted(_sources(files("wikidata_repair_eval.sandbox"), "")):
        digest.update(f"{name}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir() and entry.name != "__pycache__":
            found += _sources(entry, name)
        elif entry.is_file():
            found.append((name, entry.read_bytes()))
    return found


def routes(world: World, leases: Leases) -> list[BaseRoute]:
    async def show(_request: Request) -> Response:
        return Response(orjson.dumps(identity(world.seed, world.scale)), media_type="application/json")

    async def lease(_request: Request) -> Response:
        return _LeaseResponse(leases)

    return [Route("/_sandbox", show), Route("/_sandbox/lease", lease)]


class _LeaseResponse(Response):
    """Headers at once, then nothing until the client goes away."""

    def __init__(self, leases: Leases) -> None:
        super().__init__()
        self._leases = leases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._leases.held += 1
        self._leases.given += 1
        try:
            # A length that is never reached: a plain open answer, with no framing bytes behind the word.
            headers = [(b"content-type", b"text/plain"), (b"content-length", b"1000000")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b"held\n", "more_body": True})
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._leases.held -= 1
