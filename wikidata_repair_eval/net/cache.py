"""A cache of answers in one SQLite file: compressed, checked when read, shared by processes.

It keeps bytes under text keys of one source. What is worth keeping, and for how long, is decided by
`snapshots`, `labels` and `answers`; this module never meets the network.

Four results, four spellings: a value, a known absence (missing, hidden or failed, for a short while),
and nothing at all (`None`: never asked, expired or damaged).
"""

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

import zstandard

from wikidata_repair_eval.net.counters import Counters
from wikidata_repair_eval.net.sqlite_file import SqliteFile

Absence = Literal["missing", "hidden", "failed"]
State = Literal["value", "missing", "hidden", "failed"]

VERSION = 1
NEGATIVE_TTL_S = 600.0
_LEVEL = 3
_BATCH = 400  # keys in one SELECT; SQLite's own limit on parameters is higher everywhere
_SCHEMA = """
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL,
    length INTEGER NOT NULL, digest BLOB NOT NULL, expires REAL, body BLOB NOT NULL
);
CREATE UNIQUE INDEX entries_by_key ON entries (source, key);
CREATE INDEX entries_by_expiry ON entries (expires) WHERE expires IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the cache knows of a key. `body` is the value, or a note on why there is none."""

    state: State
    body: bytes


class Cache:
    """One file, seen by one source. Values stay for ever unless a `ttl` is given; absences never do."""

    def __init__(
        self,
        path: Path,
        source: str,
        *,
        purpose: str = "answers",
        negative_ttl_s: float = NEGATIVE_TTL_S,
        clock: Callable[[], float] = time.time,
        counters: Counters | None = None,
    ) -> None:
        self.source = source
        self.counters = counters or Counters()
        self._negative_ttl, self._clock = negative_ttl_s, clock
        self._file = SqliteFile(path, purpose=f"cache of {purpose}", version=VERSION, schema=_SCHEMA)

    def get(self, key: str) -> Entry | None:
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[str]) -> dict[str, Entry]:
        """What is known of these keys; a key that is not in the result was never asked, or is stale."""
        wanted = list(dict.fromkeys(keys))
        rows = self._file.read(lambda connection: self._rows(connection, wanted))
        known = {str(row[1]): _checked(row) for row in rows}
        damaged = [row[0] for row in rows if known[str(row[1])] is None]
        if damaged:
            self._drop(damaged)
        entries = {key: entry for key, entry in known.items() if entry is not None}
        self.counters.add("cache_hits", len(entries))
        self.counters.add("cache_misses", len(wanted) - len(entries))
        return entries

    def put(self, key: str, body: bytes, *, ttl_s: float | None = None) -> None:
        self.put_many({key: body}, ttl_s=ttl_s)

    def put_many(self, bodies: Mapping[str, bytes], *, ttl_s: float | None = None) -> None:
        """Keep these values, in one transaction."""
        self._store({key: Entry("value", body) for key, body in bodies.items()}, ttl_s)

    def put_absent(self, key: str, state: Absence, note: str = "") -> None:
        """Remember for a short while that there is nothing to have, and why."""
        self._store({key: Entry(state, note.encode())}, self._negative_ttl)

    def put_absent_many(self, states: Mapping[str, Absence]) -> None:
        self._store({key: Entry(state, b"") for key, state in states.items()}, self._negative_ttl)

    def forget(self, key: str) -> None:
        """As if it had never been asked."""
        sql = "DELETE FROM entries WHERE source = ? AND key = ?"
        self._file.write(lambda connection: connection.execute(sql, (self.source, key)))

    def sweep(self) -> int:
        """Throw away what has expired, of all sources; returns how many entries."""
        sql, now = "DELETE FROM entries WHERE expires <= ?", self._clock()
        return self._file.write(lambda connection: connection.execute(sql, (now,)).rowcount)

    def close(self) -> None:
        self._file.close()

    def _rows(self, connection: sqlite3.Connection, keys: Sequence[str]) -> list[tuple[object, ...]]:
        rows: list[tuple[object, ...]] = []
        for some in batches(keys, _BATCH):
            marks = ",".join("?" * len(some))
            sql = (
                "SELECT id, key, state, length, digest, body FROM entries"
                f" WHERE source = ? AND key IN ({marks}) AND (expires IS NULL OR expires > ?)"
            )
            rows += connection.execute(sql, (self.source, *some, self._clock()))
        return rows

    def _store(self, entries: Mapping[str, Entry], ttl_s: float | None) -> None:
        expires = None if ttl_s is None else self._clock() + ttl_s
        rows = [self._row(key, entry, expires) for key, entry in entries.items()]
        sql = (
            "INSERT INTO entries (source, key, state, length, digest, expires, body) VALUES (?,?,?,?,?,?,?)"
            " ON CONFLICT (source, key) DO UPDATE SET state = excluded.state, length = excluded.length,"
            " digest = excluded.digest, expires = excluded.expires, body = excluded.body"
        )
        if rows:
            self._file.write(lambda connection: connection.executemany(sql, rows))

    def _row(self, key: str, entry: Entry, expires: float | None) -> tuple[object, ...]:
        packed = zstandard.ZstdCompressor(level=_LEVEL).compress(entry.body)
        digest = _digest(key, entry.state, packed)
        return (self.source, key, entry.state, len(entry.body), digest, expires, packed)

    def _drop(self, ids: list[object]) -> None:
        self.counters.add("cache_damaged", len(ids))
        rows = [(row,) for row in ids]
        sql = "DELETE FROM entries WHERE id = ?"
        self._file.write(lambda connection: connection.executemany(sql, rows))


def _digest(key: str, state: str, packed: bytes) -> bytes:
    """Over the key as well: a row whose body belongs to another key is damage too."""
    return hashlib.blake2b(f"{key}\n{state}\n".encode() + packed, digest_size=16).digest()


def _checked(row: tuple[object, ...]) -> Entry | None:
    """The entry, or None if the row is not what was stored."""
    _, key, state, length, digest, packed = row
    if not isinstance(packed, bytes) or not isinstance(length, int):
        return None
    if digest != _digest(str(key), str(state), packed):
        return None
    try:
        body = zstandard.ZstdDecompressor().decompress(packed, max_output_size=length)
    except zstandard.ZstdError:
        return None
    return Entry(state, body) if len(body) == length else None  # type: ignore[arg-type]


def batches(items: Iterable[str], size: int) -> Iterator[list[str]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
