"""A small real HTTP server that misbehaves on request, and remembers how the client behaved.

A test scripts it with `Reply`s, one per request, the last one repeated; or gives a function of the request.
"""

import gzip
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Seen:
    """One request as the server saw it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    began: float


@dataclass(frozen=True)
class Reply:
    """What to answer. `cut` sends only so many bytes of the announced body; `reset` none at all."""

    status: int = 200
    body: bytes = b'{"fine": true}'
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    cut: int | None = None
    reset: bool = False
    delay_s: float = 0.0
    drip_s: float = 0.0
    endless: bool = False
    announce_length: bool = True
    zipped: bool = False


class RudeServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, replies: list[Reply] | Callable[[Seen, int], Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = replies
        self.seen: list[Seen] = []
        self.most_at_once = 0
        self._now = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def begin(self, seen: Seen) -> Reply:
        with self._lock:
            self.seen.append(seen)
            number = len(self.seen) - 1
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        if callable(self.replies):
            return self.replies(seen, number)
        return self.replies[min(number, len(self.replies) - 1)]

    def end(self) -> None:
        with self._lock:
            self._now -= 1

    def most_within(self, seconds: float) -> int:
        """The largest number of requests in any stretch of so many seconds."""
        times = sorted(seen.began for seen in self.seen)
        return max((sum(t <= u < t + seconds for u in times) for t in times), default=0)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is part of the game."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: RudeServer

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        reply = self.server.begin(Seen(self.command, self.path, dict(self.headers), body, time.monotonic()))
        try:
            self._answer(reply)
        finally:
            self.server.end()

    do_POST = do_GET

    def _answer(self, reply: Reply) -> None:
        time.sleep(reply.delay_s)
        if reply.reset:
            linger = struct.pack("ii", 1, 0)  # close with RST instead of FIN
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True
            self.connection.close()
            return
        body = gzip.compress(reply.body, mtime=0) if reply.zipped else reply.body
        self.send_response_only(reply.status)
        if "Date" not in reply.headers:
            self.send_header("Date", self.date_time_string())
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.zipped:
            self.send_header("Content-Encoding", "gzip")
        if reply.announce_length and not reply.endless:
            self.send_header("Content-Length", str(len(body)))
        else:
            self.close_connection = True
        self.end_headers()
        self._send_body(reply, body)

    def _send_body(self, reply: Reply, body: bytes) -> None:
        if reply.cut is not None:
            body, self.close_connection = body[: reply.cut], True
        if reply.drip_s:
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(reply.drip_s)
            return
        self.wfile.write(body)
        while reply.endless:
            self.wfile.write(b" " * 65536)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def rude_server(replies: list[Reply] | Callable[[Seen, int], Reply]) -> Iterator[RudeServer]:
    """Serve until the block ends."""
    server = RudeServer(replies)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
