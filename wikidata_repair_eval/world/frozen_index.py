"""A local index of a snapshot: a row for each entity, label and class, found without reading the tables.

A snapshot of a large benchmark has gigabytes in its tables, and each of thousands of pages needs a few of
its entities. So the tables are read once, into a SQLite file in the cache that is named after the manifest;
another snapshot has another name, and files of older ones are removed.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import orjson
import zstandard
from filelock import FileLock
from upath import UPath

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import sha256_of_bytes
from wikidata_repair_eval.world.snapshot import MANIFEST

_TABLES = """
CREATE TABLE entities (id TEXT PRIMARY KEY, modified TEXT, json BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE labels (id TEXT PRIMARY KEY, label TEXT, description TEXT) WITHOUT ROWID;
CREATE TABLE parents (child TEXT, property TEXT, parent TEXT, PRIMARY KEY (child, property, parent))
    WITHOUT ROWID;
CREATE TABLE missing (id TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_FORMAT = 1


def read_manifest(snapshot: UPath) -> dict[str, Any] | None:
    """None where no whole snapshot is: the manifest is written last."""
    path = snapshot / MANIFEST
    if not path.exists():
        return None
    try:
        manifest: dict[str, Any] = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise InputError(
            str(path), "the file", f"this is not JSON ({error})", "freeze the dump again"
        ) from None
    return manifest


def index_of(snapshot: UPath, cache_dir: Path) -> Path:
    """The index of this snapshot, made where it is not there yet."""
    digest = sha256_of_bytes((snapshot / MANIFEST).read_bytes())[:16]
    cache_dir.mkdir(parents=True, exist_ok=True)
    path = cache_dir / f"dump_snapshot-{_FORMAT}-{digest}.sqlite"
    with FileLock(cache_dir / ".dump_snapshot.lock"):
        if not path.exists():
            for leftover in cache_dir.glob(".dump_snapshot-*.tmp"):  # of a killed run: the lock is ours
                leftover.unlink(missing_ok=True)
            _make(snapshot, path)
            for older in {*cache_dir.glob("dump_snapshot-*.sqlite")} - {path}:
                older.unlink(missing_ok=True)
    return path


def _make(snapshot: UPath, path: Path) -> None:
    temporary = path.with_name(f".{path.name}.{uuid4().hex}.tmp")
    try:
        with closing(sqlite3.connect(temporary)) as database:
            database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _TABLES)
            with database:
                _fill(database, snapshot)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _fill(database: sqlite3.Connection, snapshot: UPath) -> None:
    manifest = read_manifest(snapshot) or {}
    pack = zstandard.ZstdCompressor(level=3).compress
    entities = _rows(snapshot / "entities.parquet", ["id", "modified", "json"])
    packed = ((row["id"], row["modified"], pack(row["json"].encode())) for row in entities)
    database.executemany("INSERT INTO entities VALUES (?, ?, ?)", packed)
    labels = _rows(snapshot / "labels.parquet", ["id", "label", "description"])
    database.executemany("INSERT INTO labels VALUES (:id, :label, :description)", labels)
    edges = _rows(snapshot / "class_edges.parquet", ["child", "property", "parent"])
    database.executemany("INSERT OR IGNORE INTO parents VALUES (:child, :property, :parent)", edges)
    database.executemany("INSERT INTO missing VALUES (?)", ((one,) for one in manifest["missing_ids"]))


def _rows(path: UPath, columns: list[str]) -> Iterator[dict[str, Any]]:
    import pyarrow as pa  # slow to import, and those who only read an index do without
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as file:
            for batch in pq.ParquetFile(file).iter_batches(batch_size=1_000, columns=columns):
                yield from batch.to_pylist()
    except (OSError, pa.ArrowException) as error:
        problem = f"cannot be read as a table ({error})"
        raise InputError(str(path), "the file", problem, "freeze the dump again") from None
