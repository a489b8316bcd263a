"""How many requests per second the sandbox answers on one core: it must never be a test's bottleneck.

`python benchmarks/bench_sandbox.py` prints one row per figure. The server runs in a process of its own; what
counts is the processor time that it takes, so that clients and neighbours on the machine do not disturb.
"""

import http.client
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import serve

BATCH, SMALL_BYTES, SECONDS, CLIENTS = 50, 4096, 3.0, 2
REVISIONS = "/w/api.php?action=query&prop=revisions&rvslots=main&format=json&formatversion=2"
CONTENT = f"{REVISIONS}&rvprop=ids|timestamp|user|comment|content".replace("|", "%7C")


def small_batches(world: World) -> list[str]:
    """Addresses that ask for 50 small revisions each, of all pages mixed."""
    ids = [number for number in sorted(world.revisions) if _is_small(world, number)]
    batches = [ids[start : start + BATCH] for start in range(0, len(ids) - BATCH + 1, BATCH)]
    return [f"{CONTENT}&revids={'%7C'.join(map(str, batch))}" for batch in batches]


def _is_small(world: World, number: int) -> bool:
    revision = world.revisions[number]
    return not revision.hidden and world.size_and_sha1(revision)[0] <= SMALL_BYTES


@contextmanager
def server_process() -> Iterator[tuple[Connection, int, list[str], list[str]]]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield ours, *ours.recv()
    finally:
        ours.send("stop")
        process.join(10)


def _serve(pipe: Connection) -> None:
    world = build_world(1, "small")
    titles = [title for title in sorted(world.pages) if world.pages[title].namespace == 0][:50]
    windows = [f"{REVISIONS}&rvprop=ids%7Ctimestamp%7Cuser&titles={title}&rvlimit=50" for title in titles]
    with serve(world) as served:
        pipe.send((int(served.url.rpartition(":")[2]), small_batches(world), windows))
        while pipe.recv() != "stop":
            pipe.send(time.process_time())


def rate(server: Connection, port: int, addresses: list[str], encoding: str) -> tuple[float, float]:
    """(requests per processor second, bytes of an answer) with a few clients that ask as fast as they can."""
    context = multiprocessing.get_context("spawn")
    jobs = [(port, addresses, encoding, number) for number in range(CLIENTS)]
    with context.Pool(CLIENTS) as pool:
        before = _processor_time(server)
        found = pool.starmap(_ask, jobs)
        spent = _processor_time(server) - before
    requests = sum(count for count, _ in found)
    return requests / spent, sum(size for _, size in found) / requests


def _processor_time(server: Connection) -> float:
    server.send("time")
    seconds: float = server.recv()
    return seconds


def _ask(port: int, addresses: list[str], encoding: str, first: int) -> tuple[int, int]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Accept-Encoding": encoding, "User-Agent": "bench/1.0 (bench@example.org)"}
    count = size = 0
    started = time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        connection.request("GET", addresses[(first + count) % len(addresses)], headers=headers)
        response = connection.getresponse()
        size += len(response.read())
        count += 1
        if response.status != 200:
            raise RuntimeError(f"the sandbox answered {response.status}")
    connection.close()
    return count, size


def main() -> list[dict[str, Any]]:
    rows = []
    with server_process() as (server, port, batches, windows):
        rate(server, port, batches, "identity")  # renders every page once: what is measured is serving
        cases = {
            "50 small revisions with content, plain": (batches, "identity"),
            "50 small revisions with content, gzip": (batches, "gzip"),
            "one history window, metadata": (windows, "gzip"),
        }
        for name, (addresses, encoding) in cases.items():
            per_second, size = rate(server, port, addresses, encoding)
            note = f"per second of one core, {size / 1024:.0f} KiB an answer on the wire; wanted: 500 or more"
            row = {"name": f"sandbox: {name}", "value": round(per_second), "unit": "requests/s", "note": note}
            rows.append(row)
    return rows


if __name__ == "__main__":
    for row in main():
        print(f"{row['name']:55} {row['value']:>8} {row['unit']}  ({row['note']})")  # noqa: T201
