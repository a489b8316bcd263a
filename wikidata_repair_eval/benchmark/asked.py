"""Which cases were ever asked of the search service, and what came: one local file that forgets nothing.

A search costs money and answers differently tomorrow, so a case is asked once. The note "about to ask" is on
disk before the question leaves; whoever finds it without an answer knows that the answer was lost.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

_WAIT_S = 60.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS asked (
    source TEXT NOT NULL, case_id TEXT NOT NULL, query TEXT NOT NULL, snapshot BLOB,
    PRIMARY KEY (source, case_id)
)
"""


class Asked:
    """The questions of one source. Several processes may share the file."""

    def __init__(self, path: Path, source: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._source = source
        # Not `net.sqlite_file`: its files may be set aside and fetched again, and this one must not.
        self._file = sqlite3.connect(path, timeout=_WAIT_S, isolation_level=None)
        self._file.execute("PRAGMA synchronous=FULL")
        self._file.execute(_SCHEMA)

    def is_empty(self) -> bool:
        return self._one("SELECT 1 FROM asked WHERE source = ? LIMIT 1", self._source) is None

    def was_asked(self, case_id: str) -> bool:
        sql = "SELECT 1 FROM asked WHERE source = ? AND case_id = ?"
        return self._one(sql, self._source, case_id) is not None

    def snapshot(self, case_id: str) -> dict[str, Any] | None:
        """What was answered, or None: never asked, or asked and lost (`was_asked` tells which)."""
        sql = "SELECT snapshot FROM asked WHERE source = ? AND case_id = ?"
        row = self._one(sql, self._source, case_id)
        return orjson.loads(row[0]) if row is not None and row[0] is not None else None

    def about_to_ask(self, case_id: str, query: str) -> bool:
        """Note it for good; False if it was noted before, by whomever: then it must not be asked."""
        sql = "INSERT OR IGNORE INTO asked (source, case_id, query) VALUES (?, ?, ?)"
        return self._file.execute(sql, (self._source, case_id, query)).rowcount == 1

    def keep(self, case_id: str, snapshot: Mapping[str, Any]) -> None:
        self._keep([(case_id, snapshot)])

    def was_not_answered(self, case_id: str) -> None:
        """The service itself said that it gave no answer (no key, no quota): it may be asked later."""
        sql = "DELETE FROM asked WHERE source = ? AND case_id = ? AND snapshot IS NULL"
        self._file.execute(sql, (self._source, case_id))

    def remember(self, snapshots: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Take over snapshots of an earlier run, if this file is new (it was lost, or a machine is)."""
        self._keep(snapshots)

    def close(self) -> None:
        self._file.close()

    def _keep(self, snapshots: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        sql = (
            "INSERT INTO asked (source, case_id, query, snapshot) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (source, case_id) DO UPDATE SET snapshot = excluded.snapshot"
        )
        with self._transaction():
            for case_id, snapshot in snapshots:
                body = orjson.dumps(snapshot, option=orjson.OPT_SORT_KEYS)
                self._file.execute(sql, (self._source, case_id, snapshot["query"], body))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._file.execute("ROLLBACK")
            raise
        self._file.execute("COMMIT")

    def _one(self, sql: str, *values: str) -> Any:
        return self._file.execute(sql, values).fetchone()
