"""The frozen world as the layers ask for it: one entity, one label, one class at a time.

Unknown is not missing: `covers` says whether the snapshot was asked for an id and found it, was asked and
found that the dump has none, or was never asked.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import orjson
import zstandard
from upath import UPath

from wikidata_repair_eval.world.frozen_index import index_of, read_manifest

Coverage = Literal["found", "missing", "unasked"]
_KEPT_ENTITIES = 50  # the largest are several megabytes of JSON, and ten times that when decoded


class Terms(NamedTuple):
    """English (or `mul`) label and description; None where the entity has none."""

    label: str | None
    description: str | None


class Frozen:
    """One snapshot of one dump."""

    def __init__(self, database: sqlite3.Connection, manifest: dict[str, Any]) -> None:
        self._database, self.manifest = database, manifest
        self._unpack = zstandard.ZstdDecompressor().decompress
        # Countries and professions are neighbours of nearly everybody; decoding them once is enough.
        self.entity = lru_cache(_KEPT_ENTITIES)(self._entity)

    @property
    def newest(self) -> str | None:
        """The latest change that the dump has seen: nothing is known of what came after."""
        moment: str | None = self.manifest["dump"]["newest_modified"]
        return moment

    def _entity(self, entity_id: str) -> dict[str, Any] | None:
        row = self._row("SELECT json FROM entities WHERE id = ?", entity_id)
        if row is None:
            return None
        entity: dict[str, Any] = orjson.loads(self._unpack(row[0]))
        return entity

    def modified(self, entity_id: str) -> str | None:
        """When a frozen entity was last edited before it was dumped."""
        row = self._row("SELECT modified FROM entities WHERE id = ?", entity_id)
        return row[0] if row else None

    def terms(self, entity_id: str) -> Terms | None:
        """None where the snapshot has no row for the id."""
        row = self._row("SELECT label, description FROM labels WHERE id = ?", entity_id)
        return Terms(*row) if row else None

    def covers(self, entity_id: str) -> Coverage:
        if self._row("SELECT 1 FROM entities WHERE id = ?", entity_id):
            return "found"
        return "missing" if self._row("SELECT 1 FROM missing WHERE id = ?", entity_id) else "unasked"

    def superclasses(self, class_id: str) -> list[str] | None:
        """Best-rank P279 values; None where the snapshot does not know the class."""
        sql = "SELECT parent FROM parents WHERE child = ? AND property = 'P279'"
        found = [parent for (parent,) in self._database.execute(sql, (class_id,))]
        return found if found or self.terms(class_id) else None

    def _row(self, sql: str, entity_id: str) -> Any:
        return self._database.execute(sql, (entity_id,)).fetchone()


@contextmanager
def open_frozen(snapshot: UPath, cache_dir: Path) -> Iterator[Frozen | None]:
    """The snapshot in this folder, by way of an index in the cache; None where there is no whole one."""
    manifest = read_manifest(snapshot)
    if manifest is None:
        yield None
        return
    path = index_of(snapshot, cache_dir)
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
        yield Frozen(database, manifest)
