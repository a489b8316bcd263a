"""What the wire cost: requests, bytes, retries, waits, cache hits. Read by callers for metadata."""

import threading


class Counters:
    """Named sums, safe for threads. Unknown names start at zero."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sums: dict[str, float] = {}

    def add(self, name: str, amount: float = 1) -> None:
        with self._lock:
            self._sums[name] = self._sums.get(name, 0) + amount

    def __getitem__(self, name: str) -> float:
        with self._lock:
            return self._sums.get(name, 0)

    def snapshot(self) -> dict[str, float]:
        with self._lock:
            return dict(sorted(self._sums.items()))
