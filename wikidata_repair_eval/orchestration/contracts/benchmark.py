"""The benchmark: popularity, frozen searches, cases, and the release."""

import pyarrow as pa

from wikidata_repair_eval import __version__
from wikidata_repair_eval.artifacts import Artifact
from wikidata_repair_eval.orchestration.contracts.columns import NUMBER, TEXT

DEFAULT_VERSION = f"{__version__}-dev"
RELEASES = "releases"
RELEASE_FILES = {
    "cases": "cases.jsonl",
    "table": "cases.parquet",
    "diagnostic": "diagnostic.jsonl",
    "splits": "splits.json",
    "card": "README.md",
    "croissant": "croissant.json",
    "changes": "CHANGES.md",
    "sums": "SHA256SUMS",
}
_RELEASE_FROM = (
    "benchmark_cases",
    "entity_popularity",
    "repair_fetch_stats",
    "unproven_candidates",
    "dump_snapshot",
)

ENTITY_POPULARITY = Artifact(
    "entity_popularity",
    {"": "entity_popularity.parquet"},
    made_from=("wikidata_repairs", "classified_cases", "world_state"),
    schemas={
        "": pa.schema(
            [
                ("qid", TEXT),
                ("title", TEXT),
                ("sitelinks", NUMBER),
                ("views", NUMBER),
                ("first_month", TEXT),
                ("last_month", TEXT),
                ("status", TEXT),
                ("tier", TEXT),
            ]
        )
    },
)
RETRIEVAL_SNAPSHOTS = Artifact(
    "retrieval_snapshots",
    {"": "retrieval_snapshots/{partition}.json"},
    made_from=("wikidata_repairs", "pre_repair_states", "world_state", "classified_cases"),
    objects=frozenset({""}),
)
BENCHMARK_CASES = Artifact(
    "benchmark_cases",
    {"": "benchmark_cases/{partition}.jsonl"},
    made_from=(
        "wikidata_repairs",
        "pre_repair_states",
        "constraint_history",
        "world_state",
        "classified_cases",
        "retrieval_snapshots",
        "entity_popularity",
    ),
)
# What the asset loads as: the table of the default version. The release itself is a folder.
BENCHMARK_RELEASE = Artifact(
    "benchmark_release", {"": f"{RELEASES}/{DEFAULT_VERSION}/cases.parquet"}, made_from=_RELEASE_FROM
)


def release_artifact(version: str) -> Artifact:
    """All files of one version."""
    files = {part: f"{RELEASES}/{version}/{name}" for part, name in RELEASE_FILES.items()}
    return Artifact("benchmark_release", files, made_from=_RELEASE_FROM)


RETRIEVAL_COLUMNS = {
    "(key)": "the id of the case",
    "status": "frozen, or retrieval_missing with a reason",
    "query": "what was asked, from the state before the repair",
    "requested_at": "by the server's clock",
    "provider": "host of the service",
    "parameters": "of the request",
    "response": "the whole answer, without keys and without excluded domains",
    "excluded_domains": "Wikidata and its mirrors",
    "answer_found_in": "addresses whose text says the answer",
}
CASE_COLUMNS = {
    "id": "as of the repair",
    "class": "TypeA, TypeB, TypeC or T_BOX, with subtype, confidence and trace",
    "main_score": "does it count for the main score",
    "violations": "what each report page said",
    "repair_target": "what people changed, without their names and comments",
    "pre_repair_state": "the world before",
    "world_state": "layers L1 to L4 from the dump",
    "retrieval_context": "the frozen search (Type C)",
    "popularity": "views and sitelinks",
    "cluster_id": "the act it belongs to",
    "splits": "temporal (decided by the release), definition_disjoint, entity_disjoint",
    "diagnostic_reason": "why it is no case of the release; empty if it is",
}
