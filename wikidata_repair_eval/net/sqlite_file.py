"""One SQLite file that several threads and processes share: opening, transactions, setting aside.

What the tables mean lives in `cache` and `history`. Everything stored through here can be fetched
again, so a file that is damaged or of another format is moved out of the way, never repaired.
"""

import logging
import os
import sqlite3
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

log = logging.getLogger(__name__)

BUSY_TIMEOUT_S = 60.0
_SIDE_FILES = ("-wal", "-shm")
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

Result = TypeVar("Result")


class StoreError(Exception):
    """A local store cannot be used: which file, what is wrong, what to do. Asking the wiki cannot help."""

    def __init__(self, file: str, problem: str, fix: str) -> None:
        super().__init__(file, problem, fix)  # all three, so it survives pickling between processes

    def __str__(self) -> str:
        return "{}: {}. Fix: {}.".format(*self.args)


class DamagedRow(Exception):
    """Raised by `work` that finds a row which is not what was stored: the whole file is then set aside."""


class SqliteFile:
    """Runs functions in transactions; a process killed at any moment leaves the last committed state.

    `purpose` and `version` are written into the file's header: a file that says something else is set
    aside under another name. One connection per process, so a fork opens its own.
    """

    def __init__(self, path: Path, *, purpose: str, version: int, schema: str) -> None:
        self.path = Path(path)
        self._purpose, self._version, self._schema = purpose, version, schema
        self._mark = zlib.crc32(purpose.encode()) & 0x7FFFFFFF  # SQLite keeps a signed 32-bit number
        self._inherited: list[sqlite3.Connection] = []
        self._connection: sqlite3.Connection | None = None
        self._inode: int | None = None
        self._owner, self._lock = os.getpid(), threading.RLock()

    def read(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `work` on one consistent state of the file."""
        return self._run("BEGIN", work)

    def write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `work` as one transaction: either all of it is stored, or nothing."""
        return self._run("BEGIN IMMEDIATE", work)

    def close(self) -> None:
        """Give the file back; the next use opens it again."""
        with self._lock:
            if self._connection is not None and self._owner == os.getpid():
                self._connection.close()
            self._connection = None

    def _run(self, begin: str, work: Callable[[sqlite3.Connection], Result]) -> Result:
        self._mind_forks()
        with self._lock:
            try:
                return self._attempt(begin, work)
            except (DamagedRow, sqlite3.DatabaseError) as error:
                if isinstance(error, sqlite3.DatabaseError) and not is_damage(error):
                    raise self._unusable(error) from error
                self._set_aside_what_we_opened(str(error))
            try:
                return self._attempt(begin, work)
            except sqlite3.DatabaseError as error:
                raise self._unusable(error) from error

    def _attempt(self, begin: str, work: Callable[[sqlite3.Connection], Result]) -> Result:
        connection = self._open()
        connection.execute(begin)
        try:
            result = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return result

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Two processes that meet a new or foreign file must not both prepare it.
            with self._door():
                self._inode = _inode(self.path)
                self._connection = self._prepare()
                self._inode = _inode(self.path)
        return self._connection

    def _prepare(self) -> sqlite3.Connection:
        connection, found = self._connect()
        if found not in ((0, 0), (self._mark, self._version)):
            connection.close()
            self._set_aside(f"it is another kind or version of file than {self._purpose} {self._version}")
            connection, found = self._connect()
        connection.execute("PRAGMA journal_mode=WAL")
        # Enough against a killed process; a power cut may cost the last entries, never the file.
        connection.execute("PRAGMA synchronous=NORMAL")
        if found == (0, 0):
            self._create(connection)
        return connection

    def _create(self, connection: sqlite3.Connection) -> None:
        # Not executescript, which would commit between tables: the header comes last, with all of them.
        connection.execute("BEGIN IMMEDIATE")
        for statement in filter(str.strip, self._schema.split(";")):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id={self._mark}")
        connection.execute(f"PRAGMA user_version={self._version}")
        connection.execute("COMMIT")

    def _connect(self) -> tuple[sqlite3.Connection, tuple[int, int]]:
        """A connection and what the file's header says; nothing is written yet, it may not be ours."""
        connection = sqlite3.connect(
            self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        try:
            return connection, _header(connection)
        except sqlite3.DatabaseError:
            connection.close()
            raise

    def _set_aside_what_we_opened(self, reason: str) -> None:
        with self._door():
            self.close()
            # Another process may have set the damaged file aside already: the new one is healthy.
            if _inode(self.path) == self._inode:
                self._set_aside(reason)

    def _set_aside(self, reason: str) -> None:
        aside = _free_name(self.path)
        # The main file goes last: a write-ahead log left behind would be read into the next file.
        for suffix in (*_SIDE_FILES, ""):
            part = self.path.with_name(self.path.name + suffix)
            if part.exists():
                part.replace(aside.with_name(aside.name + suffix))
        log.warning(
            "%s cannot be used: %s. It was set aside as %s; what it held is fetched again.",
            self.path,
            reason,
            aside.name,
        )

    def _door(self) -> FileLock:
        return FileLock(self.path.with_name(f"{self.path.name}.lock"))

    def _unusable(self, error: sqlite3.DatabaseError) -> StoreError:
        fix = "check free space and write permission there, and that no other program holds the file"
        return StoreError(str(self.path), f"SQLite says: {error}", fix)

    def _mind_forks(self) -> None:
        if self._owner != os.getpid():
            # Closing it here could checkpoint the parent's log; keeping it unused is harmless.
            if self._connection is not None:
                self._inherited.append(self._connection)
            self._connection = None
            self._owner, self._lock = os.getpid(), threading.RLock()


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is broken, as opposed to busy, full or read-only."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _DAMAGED


def _header(connection: sqlite3.Connection) -> tuple[int, int]:
    [mark] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    if (mark, version) == (0, 0) and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return (0, -1)  # somebody else's database, not an empty file
    return (mark, version)


def _inode(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    return aside
