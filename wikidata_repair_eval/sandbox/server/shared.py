"""The embedded world for a pipeline: found where it is served, started where it is not, let go at the end.

It runs in a process of its own that lives as long as somebody holds a lease on it. So the processes of one
run share it, whoever came first may leave first, and a killed run leaves nothing behind.
"""

import atexit
import http.client
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO
from urllib.parse import urlsplit

from wikidata_repair_eval.errors import SetupError
from wikidata_repair_eval.sandbox.server.identity import identity

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost"})
_MODULE = "wikidata_repair_eval.sandbox.serve"
PORT_TAKEN = 3  # exit status of a server that found its port taken
_held: dict[tuple[int, str, int], "Lease"] = {}


@dataclass(slots=True)
class Lease:
    """While it is open the world is served at `url`. `started_here` says whether this process started it."""

    url: str
    world: dict[str, str | int]
    started_here: bool
    _connection: http.client.HTTPConnection
    _process: subprocess.Popen[bytes] | None = None

    def is_alive(self) -> bool:
        """False once the server has gone (somebody killed it)."""
        connected = self._connection.sock
        return connected is not None and not select.select([connected], [], [], 0)[0]

    def close(self) -> None:
        """Let go. The server ends by itself soon after its last lease."""
        self._connection.close()
        _leave_alone(self._process)
        self._process = None


def ensure_running(url: str, seed: int, scale: str, timeout_s: float = 120.0) -> Lease:
    """Make sure that the world (seed, scale) answers at the address of `url`, until this process ends.

    Asking again in the same process costs nothing. An address that serves something else is refused.
    """
    host, port = _address(url)
    key = (os.getpid(), host, port)
    wanted = identity(seed, scale)
    lease = _held.get(key)
    if lease is not None and lease.is_alive():
        _refuse_another_world(lease.world, wanted, host, port)
        return lease
    with TemporaryFile() as last_words:
        starter = _Starter(port, wanted, last_words)
        try:
            lease = _obtain(host, port, wanted, time.monotonic() + timeout_s, starter)
        except BaseException:
            _leave_alone(starter.process)
            raise
    _held[key] = lease
    atexit.register(lease.close)
    return lease


def _address(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    if parts.hostname not in LOCAL_HOSTS or parts.port is None or parts.scheme != "http":
        raise SetupError(
            f"the embedded world cannot be served at {url}",
            "use an address such as http://127.0.0.1:8471 in the source file",
        )
    return parts.hostname, parts.port


class _Starter:
    """Starts the server where it has to, and keeps what it says before it fails."""

    def __init__(self, port: int, wanted: dict[str, str | int], last_words: IO[bytes]) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._port = port
        self._wanted = wanted
        self._last_words = last_words

    def help(self) -> None:
        """Called as long as nothing answers."""
        if self.process is None:
            self.process = self._start()
        elif self.process.poll() in (0, PORT_TAKEN):
            self.process = None  # another process was faster, or it has left again
        elif self.process.poll() is not None:
            problem = f"the sandbox did not start at port {self._port}: {_read_last(self._last_words)}"
            raise SetupError(problem, "try `sandbox serve` by hand")

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", _MODULE, "--port", str(self._port)]
        command += [
            "--seed",
            str(self._wanted["seed"]),
            "--scale",
            str(self._wanted["scale"]),
            "--while-leased",
        ]
        nothing = subprocess.DEVNULL
        # A session of its own: Ctrl-C in one terminal must not take the world from everybody else.
        return subprocess.Popen(
            command, stdin=nothing, stdout=nothing, stderr=self._last_words, start_new_session=True
        )


def _leave_alone(process: subprocess.Popen[bytes] | None) -> None:
    """Others may need this server, and it ends by itself: nobody waits for it, nobody is warned about it."""
    if process is not None:
        process.returncode = process.poll() or 0


def _obtain(host: str, port: int, wanted: dict[str, str | int], deadline: float, starter: _Starter) -> Lease:
    while time.monotonic() < deadline:
        found = _probe(host, port, deadline - time.monotonic())
        if found is not None:
            _refuse_another_world(found, wanted, host, port)
            connection = _take_lease(host, port)
            if connection is not None:
                started = starter.process
                return Lease(f"http://{host}:{port}", wanted, started is not None, connection, started)
        starter.help()
        time.sleep(0.05)
    raise SetupError(
        f"nothing that is a sandbox answered at {host}:{port} in time",
        "stop what listens there, or give the source file another port",
    )


def _read_last(last_words: IO[bytes]) -> str:
    last_words.seek(0)
    lines = last_words.read().decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")


def _probe(host: str, port: int, timeout_s: float) -> dict[str, object] | None:
    """What `/_sandbox` says; None where nothing listens; {} where something else does."""
    connection = http.client.HTTPConnection(host, port, timeout=max(timeout_s, 0.1))
    try:
        connection.request("GET", "/_sandbox")
        answer = json.loads(connection.getresponse().read())
    except ConnectionError:
        return None
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        connection.close()
    return answer if isinstance(answer, dict) else {}


def _take_lease(host: str, port: int) -> http.client.HTTPConnection | None:
    """None where the server left between our two questions."""
    connection = http.client.HTTPConnection(host, port, timeout=10)
    try:
        connection.request("GET", "/_sandbox/lease")
        connection.getresponse().read(5)  # the word "held"; the rest of the answer never comes
    except (OSError, http.client.HTTPException):
        connection.close()
        return None
    return connection


def _refuse_another_world(
    found: Mapping[str, object], wanted: dict[str, str | int], host: str, port: int
) -> None:
    if found == wanted:
        return
    place = f"{host}:{port}"
    if not found or "sandbox" not in found:
        problem = f"{place} is taken by something that is no sandbox"
        raise SetupError(problem, "give the source file another port")
    if (found.get("seed"), found.get("scale")) == (wanted["seed"], wanted["scale"]):
        raise SetupError(f"{place} serves this world from another version of the code", "stop that process")
    shown = f"seed {found.get('seed')}, scale {found.get('scale')}"
    raise SetupError(
        f"{place} serves another world ({shown}) than the source asks for"
        f" (seed {wanted['seed']}, scale {wanted['scale']})",
        "stop it, or give the source file another port",
    )
