"""The as-of history store: which revision of a page was current when, from covered intervals of time.

An interval is claimed in the same transaction that stores its revisions, so what is claimed is there.
Asking the wiki for what is missing is done by `histories`; this module never meets the network.
"""

import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from pathlib import Path

import orjson

from wikidata_repair_eval.net.revision import Revision, in_order
from wikidata_repair_eval.net.sqlite_file import DamagedRow, SqliteFile
from wikidata_repair_eval.net.times import BEGINNING, Interval, checked_moment, gaps, shifted, union

VERSION = 1
NEGATIVE_TTL_S = 600.0
_SCHEMA = """
CREATE TABLE revisions (
    source TEXT NOT NULL, title TEXT NOT NULL, revid INTEGER NOT NULL,
    timestamp TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (source, title, revid)
) WITHOUT ROWID;
CREATE INDEX revisions_by_time ON revisions (source, title, timestamp);
CREATE TABLE covered (
    source TEXT NOT NULL, title TEXT NOT NULL, start TEXT NOT NULL, "end" TEXT NOT NULL,
    PRIMARY KEY (source, title, start)
) WITHOUT ROWID;
CREATE TABLE missing_pages (
    source TEXT NOT NULL, title TEXT NOT NULL, expires REAL NOT NULL, PRIMARY KEY (source, title)
) WITHOUT ROWID
"""
# Text lives in the snapshot cache, once.
_NOT_STORED = ("content", "revid", "timestamp")


@dataclass(frozen=True, slots=True)
class Unknown:
    """The store cannot tell what was current then: that time, or what came before it, was never fetched."""

    title: str
    time: str


@dataclass(frozen=True, slots=True)
class NotYetCreated:
    """The page did not exist then, and that is known."""

    title: str
    time: str


class HistoryStore:
    """Histories of the pages of one source, for several threads and processes."""

    def __init__(
        self,
        path: Path,
        source: str,
        *,
        negative_ttl_s: float = NEGATIVE_TTL_S,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.source = source
        self._negative_ttl, self._clock = negative_ttl_s, clock
        self._file = SqliteFile(path, purpose="histories", version=VERSION, schema=_SCHEMA)

    def add(self, title: str, revisions: Iterable[Revision], covered: Interval | None) -> None:
        """Store these revisions and, if given, that no other revision falls into `covered`."""
        rows = [(self.source, title, r.revid, checked_moment(r.timestamp), _packed(r)) for r in revisions]

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT OR REPLACE INTO revisions VALUES (?,?,?,?,?)", rows)
            if covered is not None and covered.start <= covered.end:
                self._claim(connection, title, covered)
            if rows:
                self._forget_missing(connection, title)

        self._file.write(work)

    def covered(self, title: str) -> list[Interval]:
        """The times for which every revision of the page is stored, in order."""
        return self._file.read(lambda connection: self._intervals(connection, title))

    def missing(self, title: str, start: str, end: str) -> list[Interval]:
        """What has to be asked so that `[start, end]` is covered, in order."""
        return gaps(self.covered(title), checked_moment(start), checked_moment(end))

    def between(self, title: str, start: str, end: str) -> list[Revision]:
        """The stored revisions of `[start, end]`, oldest first; all of them only if nothing is `missing`."""
        bounds = (checked_moment(start), checked_moment(end))
        return self._file.read(lambda connection: self._revisions(connection, title, *bounds))

    def as_of(self, title: str, moment: str) -> Revision | NotYetCreated | Unknown:
        """The revision that was current at `moment` (an edit of that very second counts)."""
        checked_moment(moment)

        def work(connection: sqlite3.Connection) -> Revision | NotYetCreated | Unknown:
            for interval in self._intervals(connection, title):
                if interval.start <= moment <= interval.end:
                    return self._last(connection, title, interval.start, moment)
            return Unknown(title, moment)

        return self._file.read(work)

    def first_after(self, title: str, moment: str) -> Revision | None:
        """The first revision of the covered interval that begins right after `moment`, if there is one."""
        begins = shifted(moment, 1)

        def work(connection: sqlite3.Connection) -> Revision | None:
            for interval in self._intervals(connection, title):
                if interval.start == begins:
                    return next(iter(self._revisions(connection, title, *interval)), None)
            return None

        return self._file.read(work)

    def note_missing(self, title: str) -> None:
        """Remember for a short while that the wiki has no such page (it may be restored)."""
        row = (self.source, title, self._clock() + self._negative_ttl)
        sql = "INSERT OR REPLACE INTO missing_pages VALUES (?,?,?)"
        self._file.write(lambda connection: connection.execute(sql, row))

    def is_missing(self, title: str) -> bool:
        """Whether the wiki said a short while ago that there is no such page. False is no promise."""
        sql = "SELECT 1 FROM missing_pages WHERE source = ? AND title = ? AND expires > ?"
        row = (self.source, title, self._clock())
        return self._file.read(lambda connection: connection.execute(sql, row).fetchone() is not None)

    def close(self) -> None:
        self._file.close()

    def _claim(self, connection: sqlite3.Connection, title: str, covered: Interval) -> None:
        merged = union([*self._intervals(connection, title), covered])
        connection.execute("DELETE FROM covered WHERE source = ? AND title = ?", (self.source, title))
        rows = [(self.source, title, *interval) for interval in merged]
        connection.executemany("INSERT INTO covered VALUES (?,?,?,?)", rows)

    def _forget_missing(self, connection: sqlite3.Connection, title: str) -> None:
        sql = "DELETE FROM missing_pages WHERE source = ? AND title = ?"
        connection.execute(sql, (self.source, title))

    def _intervals(self, connection: sqlite3.Connection, title: str) -> list[Interval]:
        sql = 'SELECT start, "end" FROM covered WHERE source = ? AND title = ? ORDER BY start'
        return [Interval(*row) for row in connection.execute(sql, (self.source, title))]

    def _revisions(self, connection: sqlite3.Connection, title: str, start: str, end: str) -> list[Revision]:
        sql = (
            "SELECT revid, timestamp, data FROM revisions"
            " WHERE source = ? AND title = ? AND timestamp BETWEEN ? AND ?"
        )
        rows = connection.execute(sql, (self.source, title, start, end))
        return in_order(_unpacked(*row) for row in rows)

    def _last(
        self, connection: sqlite3.Connection, title: str, start: str, end: str
    ) -> Revision | NotYetCreated | Unknown:
        sql = (
            "SELECT max(timestamp) FROM revisions"
            " WHERE source = ? AND title = ? AND timestamp BETWEEN ? AND ?"
        )
        [second] = connection.execute(sql, (self.source, title, start, end)).fetchone()
        if second is not None:
            return self._revisions(connection, title, second, second)[-1]
        return NotYetCreated(title, end) if start == BEGINNING else Unknown(title, end)


def _packed(revision: Revision) -> bytes:
    names = (field.name for field in dataclass_fields(revision))
    kept = {name: getattr(revision, name) for name in names if name not in _NOT_STORED}
    data = orjson.dumps(kept, option=orjson.OPT_SORT_KEYS)
    return _checksum(revision.revid, revision.timestamp, data) + data


def _checksum(revid: int, timestamp: str, data: bytes) -> bytes:
    return zlib.crc32(f"{revid} {timestamp} ".encode() + data).to_bytes(4, "big")


def _unpacked(revid: int, timestamp: str, packed: bytes) -> Revision:
    checksum, data = packed[:4], packed[4:]
    # One lost row would make its interval a lie, so the file goes as a whole; all of it can be fetched again.
    if checksum != _checksum(revid, timestamp, data):
        raise DamagedRow(f"revision {revid} is not what was stored")
    fields = orjson.loads(data)
    fields["hidden"] = tuple(fields["hidden"])
    if fields["tags"] is not None:
        fields["tags"] = tuple(fields["tags"])
    return Revision(revid=revid, timestamp=timestamp, **fields)
