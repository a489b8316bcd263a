"""A store file that cannot be used is set aside with a message; it never crashes a run or gives answers."""

import logging
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wikidata_repair_eval.net.cache import Cache, Entry
from wikidata_repair_eval.net.history import HistoryStore
from wikidata_repair_eval.net.sqlite_file import SqliteFile, StoreError
from wikidata_repair_eval.net.times import Interval
from wikidata_repair_eval_tests.net.cache_writer import body_of, interval_of


def file_at(path: Path, version: int = 1, purpose: str = "numbers") -> SqliteFile:
    return SqliteFile(path, purpose=purpose, version=version, schema="CREATE TABLE numbers (n INTEGER)")


def add(file: SqliteFile, number: int) -> None:
    file.write(lambda connection: connection.execute("INSERT INTO numbers VALUES (?)", (number,)))


def numbers(file: SqliteFile) -> list[int]:
    return file.read(lambda c: [row[0] for row in c.execute("SELECT n FROM numbers ORDER BY n")])


def write_garbage(path: Path) -> None:
    path.write_bytes(b"this is no database " * 500)


def write_other_version(path: Path) -> None:
    other = file_at(path, version=7)
    add(other, 7)
    other.close()


def write_other_kind(path: Path) -> None:
    other = file_at(path, purpose="letters")
    add(other, 7)
    other.close()


def write_foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE somebody_elses (x)")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("spoil", [write_garbage, write_other_version, write_other_kind, write_foreign])
def test_a_file_that_is_not_ours_is_set_aside_with_a_message(tmp_path, caplog, spoil):
    path = tmp_path / "store.sqlite"
    spoil(path)
    before = path.read_bytes()
    file = file_at(path)
    with caplog.at_level(logging.WARNING):
        add(file, 1)
    assert numbers(file) == [1]
    assert (tmp_path / "store.sqlite.aside-1").read_bytes() == before
    assert "store.sqlite cannot be used" in caplog.text
    assert "set aside as store.sqlite.aside-1" in caplog.text


def test_a_second_spoilt_file_does_not_overwrite_the_first_one_set_aside(tmp_path):
    path = tmp_path / "store.sqlite"
    for _ in range(2):
        write_garbage(path)
        file = file_at(path)
        add(file, 1)
        file.close()
    assert (tmp_path / "store.sqlite.aside-1").exists()
    assert (tmp_path / "store.sqlite.aside-2").exists()


def test_an_empty_file_is_simply_prepared(tmp_path):
    path = tmp_path / "store.sqlite"
    path.touch()
    file = file_at(path)
    add(file, 1)
    assert numbers(file) == [1]
    assert not (tmp_path / "store.sqlite.aside-1").exists()


def test_damage_in_the_middle_of_a_file_is_noticed_when_it_is_read(tmp_path):
    path = tmp_path / "cache.sqlite"
    cache = Cache(path, "test")
    cache.put_many({str(n): os.urandom(20_000) for n in range(50)})
    cache.close()
    raw = bytearray(path.read_bytes())
    raw[4096 : 4096 * 40] = b"\xff" * (4096 * 39)
    path.write_bytes(raw)
    assert len(cache.get_many(str(n) for n in range(50))) < 50
    cache.put("new", b"value")
    assert cache.get("new") == Entry("value", b"value")


def test_one_process_does_not_set_aside_the_new_file_that_another_has_made(tmp_path):
    path = tmp_path / "store.sqlite"
    slow, quick = file_at(path), file_at(path)
    add(slow, 1)
    numbers(quick)
    # Both hold the same file when it turns out to be damaged; `quick` is first to act.
    for file in (quick, slow):
        file._set_aside_what_we_opened("damaged, says the test")
        add(file, 2)
    assert numbers(slow) == [2, 2]
    assert not (tmp_path / "store.sqlite.aside-2").exists()


def test_a_failing_transaction_stores_nothing(tmp_path):
    file = file_at(tmp_path / "store.sqlite")
    add(file, 1)

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (2)")
        raise RuntimeError("killed in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        file.write(half)
    assert numbers(file) == [1]


def test_a_place_where_nothing_can_be_written_is_an_error_that_names_it(tmp_path):
    (tmp_path / "store.sqlite").mkdir()
    with pytest.raises(StoreError, match=r"store\.sqlite: SQLite says: .*Fix: check free space"):
        numbers(file_at(tmp_path / "store.sqlite"))


def test_a_fork_gets_its_own_connection(tmp_path):
    file = file_at(tmp_path / "store.sqlite")
    add(file, 1)
    inherited = file._connection
    child = os.fork()
    if child == 0:
        add(file, 2)
        os._exit(file._connection is inherited)
    assert os.waitpid(child, 0)[1] == 0
    add(file, 3)
    assert numbers(file) == [1, 2, 3]


def start_writer(folder: Path, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "wikidata_repair_eval_tests.net.cache_writer", str(folder), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_writers_killed_at_any_moment_leave_everything_they_had_stored(tmp_path):
    for round_number in range(2):
        writers = {
            f"{round_number}{letter}": start_writer(tmp_path, f"{round_number}{letter}") for letter in "abc"
        }
        first = {name: writer.stdout.readline() for name, writer in writers.items()}
        time.sleep(0.2)
        for writer in writers.values():
            writer.send_signal(signal.SIGKILL)
        cache = Cache(tmp_path / "cache.sqlite", "test")
        store = HistoryStore(tmp_path / "history.sqlite", "test")
        for name, writer in writers.items():
            said = (first[name] + writer.communicate()[0]).split("\n")
            stored = [int(line) for line in said[:-1]]  # the last line may have been cut
            assert stored
            assert writer.returncode == -signal.SIGKILL
            keys = [f"{name}/{number}" for number in stored]
            assert cache.get_many(keys) == {key: Entry("value", body_of(key)) for key in keys}
            assert_nothing_claimed_that_is_not_there(store, name, stored)
        for file in (cache._file, store._file):
            assert file.read(lambda c: c.execute("PRAGMA integrity_check").fetchone()[0]) == "ok"
    assert not list(tmp_path.glob("*.aside-*"))


def assert_nothing_claimed_that_is_not_there(store: HistoryStore, title: str, stored: list[int]) -> None:
    covered = store.covered(title)
    assert set(covered) >= {interval_of(number) for number in stored}
    assert len(covered) <= len(stored) + 1  # at most the one in flight
    for interval in covered:
        assert isinstance(interval, Interval)
        assert [r.timestamp for r in store.between(title, *interval)] == [interval.start]
