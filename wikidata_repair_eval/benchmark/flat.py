"""Cases as a table: what people filter by in columns of its own, everything nested as JSON text."""

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

Case = Mapping[str, Any]
_TEXT, _NUMBER, _FLAG, _FRACTION = pa.string(), pa.int64(), pa.bool_(), pa.float64()
# column -> (type, where it stands in the case, what it says)
PLAIN: dict[str, tuple[pa.DataType, str, str]] = {
    "id": (_TEXT, "id", "stable id of the case"),
    "qid": (_TEXT, "qid", "the entity that left the report"),
    "property": (_TEXT, "property", "the property of the report"),
    "track": (_TEXT, "track", "A_BOX: an entity was edited; T_BOX: the constraint was"),
    "class": (_TEXT, "class", "TypeA, TypeB, TypeC or T_BOX"),
    "subtype": (_TEXT, "subtype", "the rule or the place of the evidence"),
    "confidence": (_FRACTION, "confidence", "of the class, 0 to 1"),
    "main_score": (_FLAG, "main_score", "does the case count for the main score"),
    "label": (_TEXT, "world_state.L1_ego_node.label", "English label of the entity in the frozen world"),
    "violation_type": (_TEXT, "violation_context.report_violation_type", "constraint family of the report"),
    "action": (_TEXT, "repair_target.action", "CREATE, UPDATE or DELETE; empty on the T-box"),
    "edited_entity": (_TEXT, "repair_target.entity", "what was edited; empty on the T-box"),
    "edited_property": (_TEXT, "repair_target.property", "which property of it"),
    "direction": (_TEXT, "repair_target.constraint_delta.direction", "of a constraint's change"),
    "locus": (_TEXT, "proof.locus", "from the 2 x 2 of the proof"),
    "through": (_TEXT, "proof.through", "how the repair reached the violation"),
    "ambiguous": (_FLAG, "ambiguous", "could another event explain it as well"),
    "repaired_at": (_TEXT, "timestamps.repair", "time of the repair"),
    "constraint_since": (_TEXT, "timestamps.constraint", "since when the violated definition had stood"),
    "cluster_id": (_TEXT, "cluster_id", "the act it belongs to; resample these, not cases"),
    "cluster_size": (_NUMBER, "cluster_size", "cases of that act before the cap"),
    "split_temporal": (_TEXT, "splits.temporal", "train, validation or test"),
    "split_definition_disjoint": (_TEXT, "splits.definition_disjoint", "the same, or straddling"),
    "split_entity_disjoint": (_TEXT, "splits.entity_disjoint", "train, validation or test"),
    "popularity_tier": (_TEXT, "popularity.tier", "head, torso or tail; empty where unknown"),
    "views": (_NUMBER, "popularity.views", "views of the article; empty where there are none to count"),
    "sitelinks": (_NUMBER, "popularity.sitelinks", "number of sitelinks in the frozen world"),
    "retrieval": (_TEXT, "retrieval_context.status", "frozen or retrieval_missing; Type C only"),
}
NESTED = {
    "violations": "what each report page said",
    "violation_context": "what the first report page said",
    "repair_target": "what was changed, by people",
    "proof": "why that was the repair",
    "protocol_attribution": "what the plain protocol rule would have answered",
    "persistence_check": "is it still so, live and in the dump",
    "ambiguous_reasons": "why it is ambiguous",
    "definitions": "violated definitions: property and constraint type",
    "trace": "how the class was found",
    "evidence_as_of": "of which day the evidence is",
    "timestamps": "repair and constraint",
    "splits": "parts in the three splits",
    "popularity": "views and sitelinks",
    "retrieval_context": "the frozen search of a Type C case",
    "pre_repair_state": "the world before the repair, as far as the constraint asks of it",
    "world_state": "layers L1 to L4 from the dump",
    "provenance": "source, version and API",
}
SCHEMA = pa.schema([*((name, kind) for name, (kind, _, _) in PLAIN.items()), *((n, _TEXT) for n in NESTED)])
_GROUP_BYTES = 16 * 1024 * 1024


def row_of(case: Case) -> dict[str, Any]:
    """One case as one row."""
    plain = {name: _at(case, place) for name, (_, place, _) in PLAIN.items()}
    return plain | {name: _json(case.get(name)) for name in NESTED}


class TableFile:
    """A Parquet file that is written row by row, in groups of a few megabytes."""

    def __init__(self, path: Path) -> None:
        self._writer = pq.ParquetWriter(path, SCHEMA, compression="zstd", write_statistics=False)
        self._rows: list[dict[str, Any]] = []
        self._size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._flush()
        self._writer.close()

    def add(self, case: Case) -> None:
        row = row_of(case)
        self._rows.append(row)
        self._size += sum(len(row[name] or "") for name in NESTED)
        if self._size > _GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, schema=SCHEMA))
        self._rows, self._size = [], 0


def _at(case: Case, place: str) -> Any:
    value: Any = case
    for name in place.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _json(value: Any) -> str | None:
    return None if value is None else orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
