"""What stands between wiki and client: compression, the wiki's Date, limits, faults, the log of manners.

An ASGI application around the routes. Paths that start with `/_` (identity, admin) pass untouched.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from isal import isal_zlib
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wikidata_repair_eval.sandbox.server.faults import IN_ENDPOINT, SCOPE_KEY, Fault, FaultPlan
from wikidata_repair_eval.sandbox.server.html_errors import html_error
from wikidata_repair_eval.sandbox.server.manners import Client, Manners, is_generic
from wikidata_repair_eval.sandbox.server.refusals import REFUSALS

MAX_URL_BYTES = 8192
MIN_COMPRESSED_BYTES = 860
CLOSING_S = 0.01  # until the server has noticed the end of the connection, and so does not complain about it
# Where our server leaves the two ways to end a connection that ASGI has no word for.
RESET_KEY, HANG_UP_KEY = "sandbox.reset", "sandbox.hang_up"


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
        self.date = date.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith("/_"):
            await self.app(scope, receive, send)
            return
        body = await _read_body(scope, receive)
        await _Exchange(self, scope, body, send).run()


class _Exchange:
    """One request and its answer."""

    def __init__(self, edge: Edge, scope: Scope, body: bytes, send: Send) -> None:
        self._edge = edge
        self._control = edge.control
        self._scope = scope
        self._body = body
        self._send = send
        headers = dict(scope["headers"])
        self._takes_gzip = b"gzip" in headers.get(b"accept-encoding", b"")
        agent = headers.get(b"user-agent", b"").decode("latin-1")
        self._client: Client = ((scope.get("client") or ("", 0))[0], agent)
        self._digest = _digest(scope, body)
        self._fault = self._draw()
        self._start: Message | None = None

    async def run(self) -> None:
        manners = self._control.manners
        manners.begin(self._client, self._scope["path"], self._digest)
        try:
            await self._answer()
        finally:
            manners.end()

    def _note_answer(self, status: int | None, size: int) -> None:
        fault = self._fault
        kind = fault.kind if fault is not None and fault.applied else None
        self._control.manners.answered(status, size, kind)

    def _draw(self) -> Fault | None:
        plan = self._control.plan
        if not plan.rates:
            return None
        self._control.attempts[self._digest] += 1
        kind = plan.draw(self._scope["path"], self._digest, self._control.attempts[self._digest])
        return None if kind is None else Fault(kind, plan, self._digest)

    def _meets(self, kind: str) -> bool:
        return self._fault is not None and self._fault.kind == kind

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
            refusal = REFUSALS[fault.kind](fault) if fault.kind in REFUSALS else None
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
        self._note_answer(None, 0)
        reset: Callable[[], None] | None = self._scope.get(RESET_KEY)
        if reset is None:  # another server than ours runs this application: the nearest thing it can do
            nearest = html_error(502, "The connection should have been reset.")
            await nearest(self._scope, _replayed(b""), self._send)
            return
        reset()
        await asyncio.sleep(CLOSING_S)

    async def _receive_answer(self, message: Message) -> None:
        """Whole answers are finished here; streams pass as they come."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if self._start is None:
            await self._send(message)
            return
        start, self._start = self._start, None
        if message.get("more_body"):
            self._note_answer(start["status"], len(message["body"]))
            await self._send(start)
            await self._send(message)
            return
        await self._finish(start, message.get("body", b""))

    async def _finish(self, start: Message, body: bytes) -> None:
        headers = {name.lower(): value for name, value in start["headers"]}
        headers.setdefault(b"date", self._edge.date)
        headers[b"vary"] = b"Accept-Encoding"
        if self._takes_gzip and len(body) >= MIN_COMPRESSED_BYTES:
            body = _compressed(body)
            headers[b"content-encoding"] = b"gzip"
        if self._meets("garbled"):
            body = body[: len(body) // 2]
        if start["status"] not in (204, 304):
            headers[b"content-length"] = str(len(body)).encode()
        self._note_waiting(headers.get(b"retry-after"))
        self._note_answer(start["status"], len(body))
        await self._send({**start, "headers": list(headers.items())})
        if self._meets("cut") and len(body) > 1:
            await self._send_half(body)
        else:
            await self._send({"type": "http.response.body", "body": body})

    async def _send_half(self, body: bytes) -> None:
        half = body[: len(body) // 2]
        await self._send({"type": "http.response.body", "body": half, "more_body": True})
        hang_up: Callable[[], None] | None = self._scope.get(HANG_UP_KEY)
        if hang_up is not None:  # any other server closes by itself, but complains in its log
            hang_up()
            await asyncio.sleep(CLOSING_S)

    def _note_waiting(self, retry_after: bytes | None) -> None:
        if retry_after is None:
            return
        try:
            seconds = float(retry_after)
        except ValueError:  # a date, which only the plan's own refusal writes
            seconds = self._control.plan.retry_after_s
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


def _compressed(body: bytes) -> bytes:
    """Five times as fast as zlib, which would cost as much as the answer; wbits 31 is gzip without a time."""
    packer = isal_zlib.compressobj(1, isal_zlib.DEFLATED, 31)
    return packer.compress(body) + packer.flush()
