"""The files of `dump_snapshot/`: three tables and a manifest, written aside and then put in place together.

The manifest goes away first and comes back last: a folder with a manifest is a whole snapshot, and the
manifest has the checksum of each table. Same rows, same bytes.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes, sha256_of, sweep_leftovers, write_atomically
from wikidata_repair_eval.wikibase import sort_key
from wikidata_repair_eval.world.keep import Kept
from wikidata_repair_eval.world.ledger import Place
from wikidata_repair_eval.world.staging import alone_in

SCHEMA_VERSION = 1
MANIFEST = "manifest.json"
_TEXT = pa.string()
ENTITIES = pa.schema(
    [("id", _TEXT), ("type", _TEXT), ("lastrevid", pa.int64()), ("modified", _TEXT), ("json", _TEXT)]
)
LABELS = pa.schema([("id", _TEXT), ("label", _TEXT), ("description", _TEXT)])
CLASS_EDGES = pa.schema([("child", _TEXT), ("property", _TEXT), ("parent", _TEXT)])
_GROUP_BYTES = 32 * 1024 * 1024

Rows = Sequence[tuple[Any, ...]]


def write_tables(folder: Path, places: Sequence[Place], wanted: Path, kept: Kept) -> dict[str, Any]:
    """Write the three tables into `folder`; their names, numbers of rows and checksums."""
    tables = {
        "entities.parquet": (ENTITIES, _entities(places, wanted)),
        "labels.parquet": (LABELS, iter([kept.labels])),
        "class_edges.parquet": (CLASS_EDGES, iter([kept.class_edges])),
    }
    written = {}
    for name, (schema, groups) in tables.items():
        rows = _write(folder / name, schema, groups)
        written[name] = {"rows": rows, "sha256": sha256_of(folder / name)}
    return written


def publish(staged: Path, out: Path, manifest: dict[str, Any]) -> None:
    """Put the tables into `out`, then the manifest that says they are all there."""
    out.mkdir(parents=True, exist_ok=True)
    with alone_in(out):  # of two passes into one folder, the last one's files are there, and no others
        sweep_leftovers(out)
        (out / MANIFEST).unlink(missing_ok=True)
        for name in manifest["files"]:
            (staged / name).replace(out / name)
        write_atomically(out / MANIFEST, json_bytes(manifest, indent=True))


def check_place(out: Path) -> None:
    """InputError if the snapshot could not be put there; better known before the pass than after it."""
    above = next(folder for folder in (out, *out.absolute().parents) if folder.exists())
    if not above.is_dir():
        raise InputError(str(out), "the output", f"{above} is a file, not a folder", "name a folder")
    if not os.access(above, os.W_OK):
        raise InputError(str(out), "the output", f"{above} cannot be written", "name a folder that can")


def _entities(places: Sequence[Place], wanted: Path) -> Iterator[Rows]:
    """By id, and a limited number of bytes at a time: wanted entities together may be larger than memory."""
    group: list[tuple[Any, ...]] = []
    size = 0
    with wanted.open("rb") as file:
        for place in sorted(places, key=lambda place: sort_key(place.id)):
            file.seek(place.offset)
            text = file.read(place.length).decode()
            group.append((place.id, place.type, place.lastrevid, place.modified, text))
            size += place.length
            if size > _GROUP_BYTES:
                yield group
                group, size = [], 0
    yield group


def _write(path: Path, schema: pa.Schema, groups: Iterator[Rows]) -> int:
    count = 0
    with pq.ParquetWriter(path, schema, compression="zstd", write_statistics=False) as writer:
        for rows in groups:
            columns = list(zip(*rows, strict=True)) or [()] * len(schema)
            arrays = [pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)]
            writer.write_table(pa.table(arrays, schema=schema))
            count += len(rows)
    return count
