"""What stands between wiki and client: compression, the wiki's Date, limits, faults, the log of manners.

An ASGI application around the routes. Paths that start with `/_` (identity, admin) pass untouched.
"""

import asyncio
import hashlib
import math
import time
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wikidata_repair_eval.sandbox.server.faults import IN_ENDPOINT, SCOPE_KEY, Fault, FaultPlan
from wikidata_repair_eval.sandbox.server.html_errors import html_error
from wikidata_repair_eval.sandbox.server.manners import Client, Manners, is_generic

MAX_URL_BYTES = 8192
MIN_COMPRESSED_BYTES = 860
RESET_KEY = "sandbox.reset"


@dataclass(slots=True)
class Control:
    """What an admin can change or read while the server runs."""

    plan: FaultPlan = field(default_factory=FaultPlan)
    manners: Manners = field(default_factory=Manners)
    attempts: Counter[bytes] = field(default_factory=Counter)

    def set_plan(self, plan: FaultPlan) -> None:
        self.plan = plan
        self.attempts.clear()


class Edge:
    """The outermost layer of the server."""

    def __init__(self, app: ASGIApp, date: str, control: Control) -> None:
        self.app = app
        self.control = control
        self._date = date.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith("/_"):
            await self.app(scope, receive, send)
            return
        body = await _read_body(scope, receive)
        exchange = _Exchange(self, scope, body, send)
        await exchange.run()


class _Exchange:
    """One request and its answer."""

    def __init__(self, edge: Edge, scope: Scope, body: bytes, send: Send) -> None:
        self._edge = edge
        self._scope = scope
        self._headers = Headers(scope=scope)
        self._body = body
        self._send = send
        self._control = edge.control
        self._client: Client = (
            (scope.get("client") or ("", 0))[0],
            self._headers.get("user-agent", ""),
        )
        self._digest = _digest(scope, body)
        self._fault = self._draw()
        self._start: Message | None = None
        self._status: int | None = None
        self._size = 0

    async def run(self) -> None:
        manners = self._control.manners
        manners.begin(self._client, self._scope["path"], self._digest)
        try:
            await self._answer()
        finally:
            fault = self._fault
            manners.end(self._status, self._size, fault.kind if fault and fault.applied else None)

    def _draw(self) -> Fault | None:
        plan = self._control.plan
        if not plan.rates:
            return None
        self._control.attempts[self._digest] += 1
        kind = plan.draw(self._scope["path"], self._digest, self._control.attempts[self._digest])
        return None if kind is None else Fault(kind, plan, self._digest)

    async def _answer(self) -> None:
        refusal = self._refusal()
        fault = self._fault
        if refusal is None and fault is not None and fault.kind not in IN_ENDPOINT:
            fault.applied = True
            if fault.kind == "reset":
                await self._reset()
                return
            if fault.kind == "slow":
                await asyncio.sleep(fault.plan.slow_s)
            refusal = _REFUSALS[fault.kind](fault) if fault.kind in _REFUSALS else None
        self._scope[SCOPE_KEY] = fault
        app: ASGIApp = refusal if refusal is not None else self._edge.app
        await app(self._scope, _replayed(self._body), self._receive_answer)

    def _refusal(self) -> Response | None:
        """What the edge of Wikimedia refuses by itself."""
        url = len(self._scope.get("raw_path", b"")) + len(self._scope["query_string"])
        if url > MAX_URL_BYTES:
            return html_error(414, "The address is too long; send long parameters by POST.")
        if self._control.plan.refuse_generic_agents and is_generic(self._client[1]):
            return html_error(403, "Please set a User-Agent that names your tool and how to reach you.")
        return None

    async def _reset(self) -> None:
        reset: Callable[[], None] | None = self._scope.get(RESET_KEY)
        if reset is None:  # another server than ours runs this application: the nearest thing it can do
            await html_error(502, "The connection should have been reset.")(
                self._scope, _replayed(b""), self._send
            )
            return
        reset()

    async def _receive_answer(self, message: Message) -> None:
        """Whole answers are finished here; streams pass as they come."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if self._start is None:
            await self._send(message)
            return
        start, self._start = self._start, None
        self._status = start["status"]
        if message.get("more_body"):
            await self._send(start)
            await self._send(message)
            return
        await self._finish(start, message.get("body", b""))

    async def _finish(self, start: Message, body: bytes) -> None:
        headers = Headers(raw=start["headers"]).mutablecopy()
        headers.setdefault("Date", self._edge._date.decode())
        headers.add_vary_header("Accept-Encoding")
        if len(body) >= MIN_COMPRESSED_BYTES and "gzip" in self._headers.get("accept-encoding", ""):
            # Level 1 halves the cost of an answer; wbits 31 is gzip, and without a time in it.
            packer = zlib.compressobj(1, zlib.DEFLATED, 31)
            body = packer.compress(body) + packer.flush()
            headers["Content-Encoding"] = "gzip"
        if self._fault is not None and self._fault.kind == "garbled":
            body = body[: len(body) // 2]
        if start["status"] not in (204, 304):
            headers["Content-Length"] = str(len(body))
        self._note_waiting(headers.get("retry-after"))
        self._size = len(body)
        await self._send({**start, "headers": headers.raw})
        if self._fault is not None and self._fault.kind == "cut" and len(body) > 1:
            # Returning without the rest makes the server close the connection.
            await self._send(
                {"type": "http.response.body", "body": body[: len(body) // 2], "more_body": True}
            )
            return
        await self._send({"type": "http.response.body", "body": body})

    def _note_waiting(self, retry_after: str | None) -> None:
        if retry_after is None:
            return
        fault = self._fault
        seconds = fault.plan.retry_after_s if fault is not None else float(retry_after)
        self._control.manners.told_to_wait(self._client, self._digest, seconds)


async def _read_body(scope: Scope, receive: Receive) -> bytes:
    if scope["method"] in ("GET", "HEAD"):
        return b""
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _replayed(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def _digest(scope: Scope, body: bytes) -> bytes:
    parts = (scope["method"].encode(), scope.get("raw_path", b""), scope["query_string"], body)
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()


def _too_many(fault: Fault) -> Response:
    return html_error(429, "Too many requests.", {"Retry-After": fault.retry_after()})


def _too_many_date(fault: Fault) -> Response:
    """Waiting is done in real time, so this refusal carries the real Date and not the world's."""
    now = time.time()
    until = math.ceil(now + fault.plan.retry_after_s)
    headers = {"Date": formatdate(now, usegmt=True), "Retry-After": formatdate(until, usegmt=True)}
    return html_error(429, "Too many requests.", headers)


def _unavailable(_fault: Fault) -> Response:
    return html_error(503, "Our servers are currently under maintenance or experiencing a technical problem.")


def _page(_fault: Fault) -> Response:
    return Response(
        "<!DOCTYPE html>\n<html><body>Hello, I am a portal.</body></html>\n", media_type="text/html"
    )


_REFUSALS: dict[str, Callable[[Fault], Response]] = {
    "too_many_requests": _too_many,
    "too_many_requests_date": _too_many_date,
    "unavailable": _unavailable,
    "html": _page,
}
