"""One budget for all processes of the machine, measured by the server and not by the client."""

import signal
import struct
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest

from wikidata_repair_eval.net.limiter import Budget, Limiter, PausedTooLong, all_permits
from wikidata_repair_eval_tests.net.rude_server import Reply, RudeServer, rude_server


def start_workers(
    server: RudeServer, folder: Path, *, processes: int, count: int, rate: float, concurrency: int
) -> list[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "wikidata_repair_eval_tests.net.polite_worker"]
    command += [str(folder), server.url, str(count), str(rate), str(concurrency)]
    return [subprocess.Popen(command) for _ in range(processes)]


def test_four_processes_together_keep_the_rate_and_the_concurrency(tmp_path: Path):
    # 600 a minute is 10 a second: 80 requests are enough to see it kept in every second of the run.
    with rude_server([Reply(delay_s=0.15)]) as server:
        workers = start_workers(server, tmp_path, processes=4, count=20, rate=600, concurrency=2)
        assert [worker.wait(60) for worker in workers] == [0, 0, 0, 0]
        assert len(server.seen) == 80
        assert server.most_at_once <= 2
        assert server.most_within(1.0) <= 12  # ten a second, and two for the way to the server
        assert server.most_within(5.0) <= 52


def test_concurrency_is_used_up_to_the_cap_and_not_beyond(tmp_path: Path):
    with rude_server([Reply(delay_s=0.1)]) as server:
        workers = start_workers(server, tmp_path, processes=2, count=15, rate=0, concurrency=3)
        assert [worker.wait(60) for worker in workers] == [0, 0]
        assert server.most_at_once == 3


def test_a_retry_after_for_one_process_holds_all_of_them(tmp_path: Path):
    asked = threading.Event()

    def answer(seen: object, number: int) -> Reply:
        if number == 10:
            asked.set()
            return Reply(status=429, headers={"Retry-After": "1.5"})
        return Reply(delay_s=0.02)

    with rude_server(answer) as server:
        workers = start_workers(server, tmp_path, processes=3, count=30, rate=0, concurrency=4)
        assert [worker.wait(60) for worker in workers] == [0, 0, 0]
        assert asked.is_set()
        # Requests already on their way when the 429 left may still arrive; then nobody comes for as long as
        # was asked, and most of the work is done afterwards.
        times = sorted(seen.began for seen in server.seen)
        gap, after = max((later - earlier, number) for number, (earlier, later) in enumerate(pairwise(times)))
        assert gap >= 1.3
        assert len(times) - after > 45


def test_a_killed_process_gives_its_slot_back(tmp_path: Path):
    with rude_server(lambda seen, number: Reply(delay_s=30 if number == 0 else 0)) as server:
        [stuck] = start_workers(server, tmp_path, processes=1, count=1, rate=0, concurrency=1)
        while not server.seen:
            time.sleep(0.01)
        stuck.send_signal(signal.SIGKILL)
        stuck.wait(10)
        [next_one] = start_workers(server, tmp_path, processes=1, count=3, rate=0, concurrency=1)
        assert next_one.wait(20) == 0


def test_a_pause_longer_than_the_caller_waits_is_told_at_once(tmp_path: Path):
    limiter = Limiter(Budget("a wiki", None, 1), tmp_path)
    limiter.pause(100)
    begun = time.monotonic()
    with pytest.raises(PausedTooLong), limiter.permit(max_pause_s=5):
        pass
    assert time.monotonic() - begun < 1


def test_a_pause_that_begins_while_one_waits_for_its_turn_is_kept(tmp_path: Path):
    limiter = Limiter(Budget("a wiki", 120, 1), tmp_path)  # a turn every half second
    with limiter.permit():
        pass
    threading.Timer(0.2, limiter.pause, [1.0]).start()
    begun = time.monotonic()
    with limiter.permit():
        assert time.monotonic() - begun > 1.1


def test_a_half_written_or_foreign_state_is_an_empty_one(tmp_path: Path):
    limiter = Limiter(Budget("a wiki", None, 1), tmp_path)
    limiter.pause(100)
    [state] = tmp_path.glob("*.state")
    whole = state.read_bytes()
    for damaged in (whole[:7], b"", whole[:8] + struct.pack("<d", time.time() + 999) + whole[16:]):
        state.write_bytes(damaged)
        assert limiter.paused_for() == 0


def test_a_clock_that_was_set_back_does_not_stop_the_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    limiter = Limiter(Budget("a wiki", 60, 1), tmp_path)
    with limiter.permit():
        pass
    limiter.pause(0.5)
    hours_ago = time.time() - 7200
    monkeypatch.setattr("wikidata_repair_eval.net.limiter.time.time", lambda: hours_ago)
    assert limiter.paused_for() <= 0.5


def test_two_budgets_are_taken_and_given_back_together(tmp_path: Path):
    limiters = (Limiter(Budget("sparql", None, 1), tmp_path), Limiter(Budget("wiki", None, 1), tmp_path))
    for _ in range(3):
        with all_permits(limiters, 1):
            pass


@pytest.mark.parametrize(("rate", "concurrency"), [(0, 1), (-1, 1), (60, 0)])
def test_a_budget_that_allows_nothing_is_refused(tmp_path: Path, rate: float, concurrency: int):
    with pytest.raises(ValueError, match="must be"):
        Limiter(Budget("a wiki", rate, concurrency), tmp_path)
