"""Stage 1: report pages, their snapshots, and the candidates."""

import pyarrow as pa

from wikidata_repair_eval.artifacts import Artifact
from wikidata_repair_eval.orchestration.contracts.columns import FLAG, NUMBER, TEXT, TEXTS

_CONSTRAINT = pa.struct(
    [
        ("family", TEXT),
        ("type_qids", TEXTS),
        ("properties", TEXTS),
        ("items", TEXTS),
        ("language", TEXT),
        ("heading", TEXT),
    ]
)
_SECTION = pa.struct(
    [
        ("heading", TEXT),
        ("kind", TEXT),
        ("violation_type", TEXT),
        ("constraint", _CONSTRAINT),
        ("declared_count", NUMBER),
        ("exceptions", NUMBER),
        ("truncated", FLAG),
        ("possibly_truncated", FLAG),
        ("groups", TEXTS),
        ("entries", NUMBER),
        ("unread", NUMBER),
    ]
)

REPORT_PAGES = Artifact(
    "report_pages",
    {"": "report_pages.parquet"},
    schemas={"": pa.schema([("property_id", TEXT), ("title", TEXT), ("page_id", NUMBER)])},
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
                ("revision_id", NUMBER),
                ("saved", TEXT),
                ("bot", TEXT),
                ("sha1", TEXT),
                ("status", TEXT),
                ("reason", TEXT),
                ("data_date", TEXT),
                ("items_processed", NUMBER),
                ("sections", pa.list_(_SECTION)),
                ("characters", NUMBER),
                ("compared_with", NUMBER),
                ("schema_version", NUMBER),
            ]
        ),
        "entries": pa.schema(
            [
                ("bot", TEXT),
                ("family", TEXT),
                ("heading", TEXT),
                ("group", TEXT),
                ("subjects", TEXTS),
                ("values", TEXTS),
                ("raw", TEXT),
                ("first_revision", NUMBER),
                ("last_revision", NUMBER),
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
