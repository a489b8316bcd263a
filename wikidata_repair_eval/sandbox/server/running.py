"""A uvicorn server for one application, on a socket of our own: in a thread, or until its last lease ends.

No world is built here and nothing is looked for; `sandbox.serve` and `server.shared` do that.
"""

import asyncio
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from wikidata_repair_eval.errors import SetupError
from wikidata_repair_eval.sandbox.server.edge import HANG_UP_KEY, RESET_KEY
from wikidata_repair_eval.sandbox.server.identity import Leases

HOST = "127.0.0.1"


def listening_socket(port: int) -> socket.socket:
    """Taken at once, so that clients queue while the world is built; only one process can have a port."""
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((HOST, port))
        server.listen(1024)
    except OSError as error:
        server.close()
        problem = f"port {port} on {HOST} cannot be used ({error.strerror})"
        raise SetupError(problem, "choose another port") from error
    return server


class _Protocol(HttpToolsProtocol):
    """Lets the application end its connection rudely, which ASGI has no word for."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope[RESET_KEY] = self._reset  # type: ignore[literal-required]
        self.scope[HANG_UP_KEY] = self.transport.close  # type: ignore[literal-required]

    def _reset(self) -> None:
        connection = self.transport.get_extra_info("socket")
        # Without lingering, closing sends a reset instead of a polite end.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()


def make_server(app: ASGIApp) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        http=_Protocol,
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        log_level="error",
        date_header=False,  # the world has a clock of its own
        server_header=False,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


@contextmanager
def running_in_thread(app: ASGIApp, listener: socket.socket) -> Iterator[None]:
    server = make_server(app)
    thread = threading.Thread(target=server.run, args=([listener],), name="sandbox", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(timeout=10)
        listener.close()


def run_while_leased(
    app: ASGIApp, listener: socket.socket, leases: Leases, first_s: float, last_s: float
) -> None:
    """Serve until no lease has been held for `last_s`; the first one may take `first_s` to arrive."""
    server = make_server(app)

    async def watch() -> None:
        idle = 0.0
        while idle < (last_s if leases.given else first_s) and not server.should_exit:
            await asyncio.sleep(0.1)
            idle = 0.0 if leases.held else idle + 0.1
        server.should_exit = True

    async def both() -> None:
        await asyncio.gather(server.serve([listener]), watch())

    asyncio.run(both())
