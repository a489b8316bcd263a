"""Who pays for which requests of a batch. Texts of many candidates come in one request, so it is shared."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from wikidata_repair_eval.net.counters import Counters

Cost = tuple[float, float]  # requests, answers from a cache


class Bill:
    """Those who asked together share evenly; what nobody asked for in particular is shared by all."""

    def __init__(self, counters: Counters, everyone: Sequence[str]) -> None:
        self._counters, self._everyone = counters, everyone
        self._begin = self._now()
        self._charged: dict[str, Cost] = {}

    @contextmanager
    def shared_by(self, keys: Sequence[str]) -> Iterator[None]:
        before = self._now()
        yield
        requests, hits = self._since(before)
        for key in keys:
            mine = self._charged.get(key, (0.0, 0.0))
            self._charged[key] = (mine[0] + requests / len(keys), mine[1] + hits / len(keys))

    def total(self) -> dict[str, Cost]:
        """What each of them pays, once all is done."""
        requests, hits = self._since(self._begin)
        paid = list(self._charged.values())
        rest = (requests - sum(one[0] for one in paid), hits - sum(one[1] for one in paid))
        share = (rest[0] / len(self._everyone), rest[1] / len(self._everyone))
        mine = {key: self._charged.get(key, (0.0, 0.0)) for key in self._everyone}
        return {key: (cost[0] + share[0], cost[1] + share[1]) for key, cost in mine.items()}

    def _now(self) -> Cost:
        return self._counters["requests"], self._counters["cache_hits"] + self._counters["history_hits"]

    def _since(self, before: Cost) -> Cost:
        now = self._now()
        return now[0] - before[0], now[1] - before[1]
