"""A log of how clients behave: how many requests, how many at once, who, and whether they wait when told to.

A client is an address with a User-Agent. Only what the server can see is judged.
"""

import re
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

Client = tuple[str, str]

# Another worker's request may be on its way, or wait in our queue, while the refusal travels back; a
# repetition of the refused request cannot, so that one is judged without mercy.
TRAVEL_S = 0.5
_GENERIC_AGENT = re.compile(
    r"(python-requests|python-urllib|python-httpx|curl|wget|java|okhttp|go-http-client|node|axios|aiohttp)\b",
    re.IGNORECASE,
)


def is_generic(agent: str) -> bool:
    """No User-Agent, or the name of a library instead of a tool with a contact."""
    return not agent or _GENERIC_AGENT.match(agent) is not None


class Manners:
    """Counts since the last `reset`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.reset()

    def reset(self) -> None:
        self.paths: Counter[str] = Counter()
        self.agents: Counter[str] = Counter()
        self.clients: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.bytes_sent = 0
        self._open = self._most_open = 0
        self._retries_too_early = self._while_told_to_wait = 0
        self._refused: dict[tuple[Client, bytes], float] = {}
        self._waits: dict[Client, list[tuple[float, float]]] = {}  # (when told, until when)
        self._last_minute: deque[float] = deque()
        self._last_second: deque[float] = deque()
        self._busiest_minute = self._busiest_second = 0

    def begin(self, client: Client, path: str, request: bytes) -> None:
        now = self._clock()
        self.paths[path] += 1
        self.clients[client[0]] += 1
        self.agents[client[1]] += 1
        self._open += 1
        self._most_open = max(self._most_open, self._open)
        self._busiest_minute = max(self._busiest_minute, _slide(self._last_minute, now, 60))
        self._busiest_second = max(self._busiest_second, _slide(self._last_second, now, 1))
        self._judge(client, request, now)

    def _judge(self, client: Client, request: bytes, now: float) -> None:
        until = self._refused.pop((client, request), None)
        if until is not None and now < until:
            self._retries_too_early += 1
            return
        # Each refusal is weighed by itself: one that has just left excuses nothing about an older one.
        if any(told + TRAVEL_S < now < until for told, until in self._waits.get(client, ())):
            self._while_told_to_wait += 1

    def told_to_wait(self, client: Client, request: bytes, seconds: float) -> None:
        now = self._clock()
        self._refused[client, request] = now + seconds
        running = [wait for wait in self._waits.get(client, ()) if wait[1] > now]
        self._waits[client] = [*running, (now, now + seconds)]

    def answered(self, status: int | None, size: int, fault: str | None) -> None:
        """Said before the answer leaves, so that whoever has it finds it in the log; None is no answer."""
        self.statuses["none" if status is None else str(status)] += 1
        self.bytes_sent += size
        if fault is not None:
            self.faults[fault] += 1

    def end(self) -> None:
        self._open -= 1

    def report(self) -> dict[str, Any]:
        return {
            "requests": self.paths.total(),
            "max_concurrency": self._most_open,
            "busiest_second": self._busiest_second,
            "busiest_minute": self._busiest_minute,
            "retries_before_retry_after": self._retries_too_early,
            "requests_while_told_to_wait": self._while_told_to_wait,
            "generic_user_agents": sum(count for agent, count in self.agents.items() if is_generic(agent)),
            "bytes_sent": self.bytes_sent,
            "paths": dict(sorted(self.paths.items())),
            "user_agents": dict(sorted(self.agents.items())),
            "clients": dict(sorted(self.clients.items())),
            "statuses": dict(sorted(self.statuses.items())),
            "faults": dict(sorted(self.faults.items())),
        }


def _slide(times: deque[float], now: float, seconds: float) -> int:
    times.append(now)
    while times[0] <= now - seconds:
        times.popleft()
    return len(times)
