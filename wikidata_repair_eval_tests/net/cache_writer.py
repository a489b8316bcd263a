"""A process that writes into a cache and a history store until it is killed; prints what it has stored.

Run as `python -m wikidata_repair_eval_tests.net.cache_writer FOLDER NAME`. A line is printed only after
its entry was stored, so every printed entry must be found again, whatever happens to this process.
"""

import sys
from itertools import count
from pathlib import Path

from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.history import HistoryStore
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.net.times import Interval, shifted

FIRST = "2026-01-01T00:00:00Z"


def body_of(key: str) -> bytes:
    return (key * 500).encode()


def interval_of(number: int) -> Interval:
    """Every other second, so that no two intervals touch."""
    moment = shifted(FIRST, 2 * number)
    return Interval(moment, moment)


def main(folder: Path, name: str) -> None:
    cache = Cache(folder / "cache.sqlite", "test")
    store = HistoryStore(folder / "history.sqlite", "test")
    for number in count():
        key = f"{name}/{number}"
        cache.put(key, body_of(key))
        interval = interval_of(number)
        store.add(name, [Revision(number + 1, interval.start)], interval)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
