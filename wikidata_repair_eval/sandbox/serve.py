"""Ways to serve a world: `serve` in a thread, `serve_forever` in a process, `ensure_running` for pipelines.

`python -m wikidata_repair_eval.sandbox.serve` is the process that `ensure_running` starts. What is served and
how it answers stands in `server/`.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from wikidata_repair_eval.errors import SetupError
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.server.app import build_app
from wikidata_repair_eval.sandbox.server.call import RESULT_BYTES
from wikidata_repair_eval.sandbox.server.edge import Control
from wikidata_repair_eval.sandbox.server.faults import FaultPlan
from wikidata_repair_eval.sandbox.server.identity import Leases
from wikidata_repair_eval.sandbox.server.running import (
    HOST,
    listening_socket,
    make_server,
    run_while_leased,
    running_in_thread,
)
from wikidata_repair_eval.sandbox.server.shared import PORT_TAKEN, Lease, ensure_running

__all__ = ["Lease", "Served", "ensure_running", "serve", "serve_forever"]


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: its address, and its faults and manners for whoever shares its process."""

    url: str
    control: Control


@contextmanager
def serve(
    world: World,
    port: int = 0,
    faults: FaultPlan | None = None,
    *,
    with_admin: bool = True,
    result_bytes: int = RESULT_BYTES,
) -> Iterator[Served]:
    """Serve `world` in a thread of this process while the block runs; port 0 takes a free one."""
    listener = listening_socket(port)
    app = build_app(world, faults, with_admin=with_admin, result_bytes=result_bytes)
    with running_in_thread(app, listener):
        yield Served(f"http://{HOST}:{listener.getsockname()[1]}", app.control)


def serve_forever(
    seed: int,
    scale: str,
    port: int,
    faults: FaultPlan | None = None,
    *,
    with_admin: bool = False,
    announce: Callable[[str], object] = print,
) -> None:
    """Build the world, `announce` its address and serve it in this process until Ctrl-C or SIGTERM."""
    listener = listening_socket(port)
    app = build_app(_world(seed, scale), faults, with_admin=with_admin)
    announce(f"http://{HOST}:{listener.getsockname()[1]}")
    make_server(app).run([listener])


def _world(seed: int, scale: str) -> World:
    from wikidata_repair_eval.sandbox.build import build_world  # late: serving needs no builder

    return build_world(seed, scale)


def main(arguments: list[str] | None = None) -> int:
    """The process behind `ensure_running`. Exit status: 0 no longer needed, 3 port taken."""
    parser = argparse.ArgumentParser(description="Serve a sandbox world while somebody holds a lease on it.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", default="small")
    parser.add_argument("--while-leased", action="store_true", help="end when the last lease has ended")
    given = parser.parse_args(arguments)
    if not given.while_leased:
        serve_forever(given.seed, given.scale, given.port)
        return 0
    try:
        listener = listening_socket(given.port)
    except SetupError:
        return PORT_TAKEN
    leases = Leases()
    app = build_app(_world(given.seed, given.scale), leases=leases)
    run_while_leased(app, listener, leases, first_s=30.0, last_s=2.0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
