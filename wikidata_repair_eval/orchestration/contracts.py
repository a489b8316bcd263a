"""The table of CONTRACTS section 2, as far as it is built: files, columns, and what each is made from."""

from collections.abc import Mapping

import dagster as dg
import pyarrow as pa

from wikidata_repair_eval.artifacts import Artifact

_TEXT, _NUMBER, _FLAG = pa.string(), pa.int64(), pa.bool_()
_TEXTS = pa.list_(_TEXT)

_CONSTRAINT = pa.struct(
    [
        ("family", _TEXT),
        ("type_qids", _TEXTS),
        ("properties", _TEXTS),
        ("items", _TEXTS),
        ("language", _TEXT),
        ("heading", _TEXT),
    ]
)
_SECTION = pa.struct(
    [
        ("heading", _TEXT),
        ("kind", _TEXT),
        ("violation_type", _TEXT),
        ("constraint", _CONSTRAINT),
        ("declared_count", _NUMBER),
        ("exceptions", _NUMBER),
        ("truncated", _FLAG),
        ("possibly_truncated", _FLAG),
        ("groups", _TEXTS),
        ("entries", _NUMBER),
        ("unread", _NUMBER),
    ]
)

REPORT_PAGES = Artifact(
    "report_pages",
    {"": "report_pages.parquet"},
    schemas={"": pa.schema([("property_id", _TEXT), ("title", _TEXT), ("page_id", _NUMBER)])},
)
REPORT_SNAPSHOTS = Artifact(
    "report_snapshots",
    {
        "revisions": "report_snapshots/{partition}/revisions.parquet",
        "entries": "report_snapshots/{partition}/entries.parquet",
    },
    made_from=("report_pages",),
    schemas={
        "revisions": pa.schema(
            [
                ("revision_id", _NUMBER),
                ("saved", _TEXT),
                ("bot", _TEXT),
                ("sha1", _TEXT),
                ("status", _TEXT),
                ("reason", _TEXT),
                ("data_date", _TEXT),
                ("items_processed", _NUMBER),
                ("sections", pa.list_(_SECTION)),
                ("characters", _NUMBER),
                ("compared_with", _NUMBER),
                ("schema_version", _NUMBER),
            ]
        ),
        "entries": pa.schema(
            [
                ("bot", _TEXT),
                ("family", _TEXT),
                ("heading", _TEXT),
                ("group", _TEXT),
                ("subjects", _TEXTS),
                ("values", _TEXTS),
                ("raw", _TEXT),
                ("first_revision", _NUMBER),
                ("last_revision", _NUMBER),
            ]
        ),
    },
)
REPAIR_CANDIDATES = Artifact(
    "repair_candidates", {"": "01_repair_candidates/{partition}.json"}, made_from=("report_snapshots",)
)
ALL_REPAIR_CANDIDATES = Artifact(
    "all_repair_candidates", {"": "01_repair_candidates.json"}, made_from=("repair_candidates",)
)

CONSTRAINT_HISTORY = Artifact(
    "constraint_history", {"": "constraint_history/{partition}.json"}, made_from=("report_snapshots",)
)
WIKIDATA_REPAIRS = Artifact(
    "wikidata_repairs", {"": "02_wikidata_repairs/{partition}.jsonl"}, made_from=("repair_candidates",)
)
UNPROVEN_CANDIDATES = Artifact(
    "unproven_candidates", {"": "unproven_candidates/{partition}.jsonl"}, made_from=("repair_candidates",)
)
PRE_REPAIR_STATES = Artifact(
    "pre_repair_states", {"": "pre_repair_states/{partition}.jsonl"}, made_from=("repair_candidates",)
)
REPAIR_FETCH_STATS = Artifact(
    "repair_fetch_stats",
    {"": "repair_fetch_stats/{partition}.parquet"},
    made_from=("repair_candidates",),
    schemas={
        "": pa.schema(
            [
                ("qid", _TEXT),
                ("property_id", _TEXT),
                ("report_revision_old", _NUMBER),
                ("report_revision_new", _NUMBER),
                ("violation_type", _TEXT),
                ("outcome", _TEXT),
                ("reason", _TEXT),
                ("requests", pa.float64()),
                ("cache_hits", pa.float64()),
                ("revisions_read", _NUMBER),
            ]
        )
    },
)
ALL_WIKIDATA_REPAIRS = Artifact(
    "all_wikidata_repairs",
    {
        "lines": "02_wikidata_repairs.jsonl",
        "array": "02_wikidata_repairs.json",
        "unproven": "unproven_candidates.jsonl",
    },
    made_from=("wikidata_repairs", "unproven_candidates"),
)

ARTIFACTS: Mapping[str, Artifact] = {
    artifact.name: artifact
    for artifact in (
        *(REPORT_PAGES, REPORT_SNAPSHOTS, REPAIR_CANDIDATES, ALL_REPAIR_CANDIDATES),
        *(CONSTRAINT_HISTORY, WIKIDATA_REPAIRS, UNPROVEN_CANDIDATES, PRE_REPAIR_STATES),
        *(REPAIR_FETCH_STATS, ALL_WIKIDATA_REPAIRS),
    )
}

REPAIR_COLUMNS = {
    "id": "repair_{qid}_{revision} or reform_{qid}_{property}_{revision}",
    "qid": "the entity that left the report",
    "property": "the property of the report",
    "track": "A_BOX: an entity was edited; T_BOX: the constraint was",
    "violation_context": "what the reports said",
    "repair_target": "what was changed: action, values before and after, statement operations, revision",
    "persistence_check": "is it still so on the live wiki",
    "ambiguous": "could another event explain it as well, and why",
    "proof": "verdict before and after, the 2 x 2 of item and definition, locus, through",
    "protocol_attribution": "what the plain protocol rule would have answered",
    "provenance": "source, version and API",
}
UNPROVEN_COLUMNS = {
    "candidate": "as Stage 1 found it",
    "outcome": "refuted, undecidable, checker_disagrees_with_report, entity_removed, lost, ...",
    "reason": "why, in words",
    "proof": "as far as it goes",
    "protocol_attribution": "what the plain protocol rule would have answered",
}
STATE_COLUMNS = {
    "id": "of the repair",
    "entity": "the entity before the edit session",
    "neighbours": "what the constraint names, as of then",
    "class_edges": "child and parent, as of then",
    "constraints": "the P2302 statements of the day",
    "as_of": "the moment",
}
DEFINITION_COLUMNS = {
    "revision_id": "of the property",
    "timestamp": "from when on",
    "hash": "SHA-1 of the canonical P2302 set",
    "statements": "the P2302 statements; null where the revision is hidden",
}

CANDIDATE_COLUMNS = {
    "qid": "the entity that left the report",
    "property_id": "the property of the report page",
    "violation_type": "the first constraint family it was listed under",
    "violation_types": "all of them",
    "fix_date": "when the report without it was saved",
    "report_revision_old": "the last report revision with it",
    "report_revision_new": "the first one without it",
    "data_date_old": "when the bot read its data for the old report",
    "data_date_new": "and for the new one",
    "constraints": "the headings it stood under, parsed",
    "values": "what stood on its lines",
    "companions": "other subjects on the same lines",
    "flags": "reasons for care",
}


def column_schema(artifact: Artifact, part: str = "") -> dg.TableSchema:
    """The columns of a Parquet artifact, for the UI."""
    fields = artifact.schemas[part]
    return dg.TableSchema([dg.TableColumn(field.name, str(field.type)) for field in fields])


def described_columns(columns: Mapping[str, str]) -> dg.TableSchema:
    """The fields of JSON records, for the UI."""
    return dg.TableSchema([dg.TableColumn(name, description=about) for name, about in columns.items()])
