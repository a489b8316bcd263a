"""Stage 2: the constraints over time, proven repairs, the unproven, the states before, and the costs."""

import pyarrow as pa

from wikidata_repair_eval.artifacts import Artifact
from wikidata_repair_eval.orchestration.contracts.columns import FRACTION, NUMBER, TEXT

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
                ("qid", TEXT),
                ("property_id", TEXT),
                ("report_revision_old", NUMBER),
                ("report_revision_new", NUMBER),
                ("violation_type", TEXT),
                ("outcome", TEXT),
                ("reason", TEXT),
                ("requests", FRACTION),
                ("cache_hits", FRACTION),
                ("revisions_read", NUMBER),
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
