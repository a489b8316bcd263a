"""Snapshot tables as rows of plain values, as Parquet keeps them, and back."""

from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.reports.records import EntryRow, RevisionRow
from wikidata_repair_eval.reports.tables import SnapshotTables


def to_rows(tables: SnapshotTables) -> dict[str, list[dict[str, Any]]]:
    """Rows of `revisions.parquet` and `entries.parquet`."""
    return {
        "revisions": [row.model_dump(mode="json") for row in tables.revisions],
        "entries": [entry._asdict() for entry in tables.entries],
    }


def from_rows(revisions: Iterable[Mapping[str, Any]], entries: Iterable[Mapping[str, Any]]) -> SnapshotTables:
    return SnapshotTables(
        tuple(RevisionRow.model_validate(row) for row in revisions),
        tuple(EntryRow.of(row) for row in entries),
    )
