"""Starting, sharing and ending a server: in a thread, and as the process that several processes share."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
import requests

from wikidata_repair_eval.errors import SetupError
from wikidata_repair_eval.sandbox.serve import Lease, ensure_running, serve
from wikidata_repair_eval.sandbox.server import shared
from wikidata_repair_eval_tests.sandbox.tiny_world import tiny_world

SEED, SCALE = 1, "small"
CLIENT = """
import sys, requests
from wikidata_repair_eval.sandbox.serve import ensure_running
lease = ensure_running(sys.argv[1], 1, "small")
pages = requests.get(sys.argv[1] + "/w/api.php?action=query&list=allpages&format=json", timeout=20).json()
print(len(pages["query"]["allpages"]), flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def address() -> str:
    """An address at which nothing listens."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


@pytest.fixture
def leases() -> Iterator[list[Lease]]:
    """Let go of whatever a test took, and forget it, so that its server ends."""
    taken: list[Lease] = []
    yield taken
    for lease in taken:
        lease.close()
    shared._held.clear()


def answers(address: str) -> bool:
    try:
        return requests.get(f"{address}/_sandbox", timeout=5).ok
    except requests.exceptions.ConnectionError:
        return False


def wait_until_gone(address: str) -> None:
    deadline = time.monotonic() + 15
    while answers(address):
        assert time.monotonic() < deadline, "the server is still there"
        time.sleep(0.1)


def test_a_server_in_a_thread_answers_inside_the_block_and_not_after_it() -> None:
    with serve(tiny_world()) as served:
        assert answers(served.url)
    assert not answers(served.url)


def test_two_servers_in_one_process_do_not_mix() -> None:
    with serve(tiny_world()) as one, serve(tiny_world()) as other:
        requests.get(f"{one.url}/w/api.php", timeout=20)
        assert one.control.manners.report()["requests"] == 1
        assert other.control.manners.report()["requests"] == 0


def test_a_taken_port_is_said_in_words() -> None:
    with serve(tiny_world()) as served:
        port = int(served.url.rpartition(":")[2])
        with (
            pytest.raises(SetupError, match=f"port {port} .* Fix: choose another port"),
            serve(tiny_world(), port),
        ):
            pass


def test_a_world_is_started_where_nothing_serves_and_ends_with_its_last_lease(
    address: str, leases: list[Lease]
) -> None:
    lease = ensure_running(f"{address}/w/api.php", SEED, SCALE)
    leases.append(lease)
    assert lease.started_here
    assert answers(address)
    assert ensure_running(address, SEED, SCALE) is lease
    lease.close()
    wait_until_gone(address)


def test_processes_share_one_world_and_the_first_may_leave_first(address: str) -> None:
    command = [sys.executable, "-c", CLIENT, address]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    clients = [subprocess.Popen(command, **pipes) for _ in range(3)]  # type: ignore[call-overload]
    try:
        assert [client.stdout.readline().strip() for client in clients] == ["10", "10", "10"]
        for client in clients[:2]:  # whichever of them started the server: one is killed, one ends
            os.kill(client.pid, signal.SIGKILL)
            client.wait()
            time.sleep(1.2)
            assert answers(address)
    finally:
        for client in clients:
            client.communicate("\n")
    wait_until_gone(address)


def test_a_killed_server_is_started_again_when_next_needed(address: str, leases: list[Lease]) -> None:
    lease = ensure_running(address, SEED, SCALE)
    leases.append(lease)
    assert lease._process is not None
    os.kill(lease._process.pid, signal.SIGKILL)
    lease._process.wait()
    again = ensure_running(address, SEED, SCALE)
    leases.append(again)
    assert again is not lease
    assert answers(address)


def test_another_world_at_the_address_is_refused_by_name(address: str, leases: list[Lease]) -> None:
    leases.append(ensure_running(address, SEED, SCALE))
    with pytest.raises(SetupError, match=r"another world \(seed 1, scale small\) .* \(seed 2, scale small\)"):
        ensure_running(address, 2, SCALE)


def test_something_that_is_no_sandbox_is_refused(leases: list[Lease]) -> None:
    with closing(socket.socket()) as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        url = f"http://127.0.0.1:{stranger.getsockname()[1]}"
        with pytest.raises(SetupError, match="no sandbox"):
            ensure_running(url, SEED, SCALE, timeout_s=1)


def test_a_server_that_cannot_start_says_why(address: str) -> None:
    with pytest.raises(SetupError, match=r"did not start .*gigantic"):
        ensure_running(address, SEED, "gigantic")


@pytest.mark.parametrize(
    "url", ["https://www.wikidata.org/w/api.php", "http://127.0.0.1", "http://example.org:80"]
)
def test_only_an_address_of_this_machine_can_be_embedded(url: str) -> None:
    with pytest.raises(SetupError, match="cannot be served at"):
        ensure_running(url, SEED, SCALE)
