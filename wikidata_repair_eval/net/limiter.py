"""One budget of requests for all processes of this machine: rate, concurrency, and the server's pauses.

The state of a budget is a few bytes in a folder of the user's, under a file lock; concurrency slots are
file locks too, so a killed process gives back what it held. Nothing here knows HTTP.
"""

import os
import random
import re
import struct
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

STATE = struct.Struct("<dddd")  # next free slot, paused until, written at, checksum of the three
# Requests are spaced a little wider than the rate says, so that no 60 s of the server's hold one too many.
MARGIN = 1.01


class PausedTooLong(Exception):
    """The budget is paused for longer than the caller is ready to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Budget:
    """How much we may ask of one server (or of several that count together)."""

    key: str
    requests_per_minute: float | None
    concurrency: int


def default_folder() -> Path:
    """A folder that all processes of this user on this machine share, whatever their data directory."""
    owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir()) / f"wikidata-repair-eval-{owner}"


class Limiter:
    """Hands out permission to send one request; blocks until the budget allows it."""

    def __init__(self, budget: Budget, folder: Path, chance: random.Random | None = None) -> None:
        if budget.concurrency < 1:
            raise ValueError(f"concurrency of {budget.key} is {budget.concurrency}; it must be at least 1")
        if budget.requests_per_minute is not None and budget.requests_per_minute <= 0:
            raise ValueError(f"requests_per_minute of {budget.key} must be positive, or absent for no limit")
        self.budget = budget
        self._chance = chance or random.Random()
        _own(folder)
        stem = re.sub(r"[^A-Za-z0-9.-]", "_", budget.key)
        self._state_path = folder / f"{stem}.state"
        self._state_lock = folder / f"{stem}.lock"
        self._slots = [folder / f"{stem}.slot-{number}" for number in range(budget.concurrency)]
        self._first_free = threading.Condition()

    @contextmanager
    def permit(self, max_pause_s: float = float("inf")) -> Iterator[float]:
        """Hold a concurrency slot from the moment the rate allows sending; yields the seconds waited."""
        begun = time.monotonic()
        with self._concurrency_slot():
            self._wait_for_turn(max_pause_s)
            yield time.monotonic() - begun

    def pause(self, seconds: float) -> None:
        """Let nobody on this machine send for so long: the server asked for it."""
        with self._state() as state:
            state.paused_until = max(state.paused_until, time.time() + seconds)

    def paused_for(self) -> float:
        with self._state() as state:
            return max(0.0, state.paused_until - time.time())

    def _wait_for_turn(self, max_pause_s: float) -> None:
        while True:
            with self._state() as state:
                now = time.time()
                pause = state.paused_until - now
                if pause > max_pause_s:
                    raise PausedTooLong(pause)
                turn = max(now, state.next_slot, state.paused_until)
                state.next_slot = turn + self._spacing()
            if turn > now:
                time.sleep(turn - now)
            with self._state() as state:
                if state.paused_until <= time.time():  # nobody was told to wait while we slept
                    return

    def _spacing(self) -> float:
        rate = self.budget.requests_per_minute
        return 0.0 if rate is None else 60.0 / rate * MARGIN

    @contextmanager
    def _concurrency_slot(self) -> Iterator[None]:
        order = list(self._slots)
        self._chance.shuffle(order)
        while True:
            for path in order:
                lock = FileLock(path, thread_local=False)  # a new one each time: threads count as well
                try:
                    lock.acquire(blocking=False)
                except Timeout:
                    continue
                try:
                    yield
                finally:
                    lock.release()
                    with self._first_free:
                        self._first_free.notify()
                return
            # Threads of this process are woken; slots of other processes have to be looked for.
            with self._first_free:
                self._first_free.wait(timeout=0.005 + 0.01 * self._chance.random())

    @contextmanager
    def _state(self) -> Iterator["_State"]:
        with FileLock(self._state_lock, thread_local=False):
            state = _State.read(self._state_path, time.time())
            yield state
            state.write(self._state_path, time.time())


@contextmanager
def all_permits(limiters: tuple[Limiter, ...], max_pause_s: float) -> Iterator[float]:
    """Permission of several budgets at once, always taken in the same order, so that nobody deadlocks."""
    with ExitStack() as stack:
        yield sum(stack.enter_context(limiter.permit(max_pause_s)) for limiter in limiters)


@dataclass(slots=True)
class _State:
    next_slot: float = 0.0
    paused_until: float = 0.0

    @classmethod
    def read(cls, path: Path, now: float) -> "_State":
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            return cls()
        if len(raw) != STATE.size:
            return cls()
        next_slot, paused_until, written, check = STATE.unpack(raw)
        if check != next_slot + paused_until + written:
            return cls()  # a half-written state of a killed process
        if written > now + 1:  # the clock was set back: keep the lengths, not the moments
            return cls(now, now + max(0.0, paused_until - written))
        return cls(next_slot, paused_until)

    def write(self, path: Path, now: float) -> None:
        check = self.next_slot + self.paused_until + now
        path.write_bytes(STATE.pack(self.next_slot, self.paused_until, now, check))


def _own(folder: Path) -> None:
    """Make the folder, or refuse one that belongs to somebody else (it lies in a public place)."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to another user. Fix: set TMPDIR to a folder of yours.")
