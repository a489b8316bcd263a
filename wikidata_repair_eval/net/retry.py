"""When to ask again and how long to wait. Nothing here sends or sleeps."""

import math
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

BUSY_STATUSES = frozenset({429, 503})  # the whole machine should wait, not only the one who asked
RETRY_STATUSES = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How patient we are with one request. `deadline_s` counts from its first sending."""

    first_wait_s: float = 5.0
    max_wait_s: float = 120.0
    deadline_s: float = 900.0
    # Garbage with HTTP 200 is usually a wrong address, so we find out sooner than the deadline.
    max_unreadable: int = 6

    def wait(self, attempt: int, chance: random.Random) -> float:
        """Exponential from `first_wait_s`, with jitter upwards so that waiters spread out."""
        # 2.0 ** 1024 overflows; no wait needs more than 2 ** 30 times the first one.
        base = min(self.first_wait_s * 2.0 ** min(attempt, 30), self.max_wait_s)
        return base * (1 + 0.25 * chance.random())


class Patience:
    """How long one request has been tried. The clock starts when it is first sent, not while it queues."""

    def __init__(self, policy: RetryPolicy) -> None:
        self._policy = policy
        self._started: float | None = None
        self._unreadable = 0
        self.attempts = 0

    def start(self) -> None:
        if self._started is None:
            self._started = time.monotonic()

    def spent(self) -> float:
        return 0.0 if self._started is None else time.monotonic() - self._started

    def left(self) -> float:
        return max(0.0, self._policy.deadline_s - self.spent())

    def is_over(self, wait: float, *, unreadable: bool) -> bool:
        """Count one failed try; True when another one would come too late."""
        self.attempts += 1
        self._unreadable += unreadable
        return wait > self.left() or self._unreadable >= self._policy.max_unreadable


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that `Retry-After` asks for (seconds, fraction or HTTP date), or None if it says nothing.

    A date is read against the server's own `Date`, because its clock and ours may differ.
    """
    text = (headers.get("Retry-After") or "").strip()
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        until = http_date(text)
        if until is None:
            return None
        seconds = (until - (http_date(headers.get("Date") or "") or now)).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None


def http_date(text: str) -> datetime | None:
    """An HTTP date as a moment, or None where the text is none."""
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
