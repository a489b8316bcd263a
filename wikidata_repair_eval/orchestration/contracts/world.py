"""Stage 3: what to freeze, the frozen snapshot of a dump, and the world of every case."""

import pyarrow as pa

from wikidata_repair_eval.artifacts import Artifact
from wikidata_repair_eval.orchestration.contracts.columns import NUMBER, TEXT

DUMP_TARGETS = Artifact(
    "dump_targets",
    {"": "dump_targets.parquet"},
    made_from=("wikidata_repairs", "pre_repair_states"),
    schemas={"": pa.schema([("id", TEXT), ("role", TEXT)])},
)
SNAPSHOT_FOLDER = "dump_snapshot"
DUMP_SNAPSHOT = Artifact(
    "dump_snapshot",
    {
        "entities": f"{SNAPSHOT_FOLDER}/entities.parquet",
        "labels": f"{SNAPSHOT_FOLDER}/labels.parquet",
        "class_edges": f"{SNAPSHOT_FOLDER}/class_edges.parquet",
        "manifest": f"{SNAPSHOT_FOLDER}/manifest.json",
    },
    made_from=("dump_targets",),
    schemas={
        "entities": pa.schema(
            [("id", TEXT), ("type", TEXT), ("lastrevid", NUMBER), ("modified", TEXT), ("json", TEXT)]
        ),
        "labels": pa.schema([("id", TEXT), ("label", TEXT), ("description", TEXT)]),
        "class_edges": pa.schema([("child", TEXT), ("property", TEXT), ("parent", TEXT)]),
    },
)
WORLD_STATE = Artifact(
    "world_state",
    {"": "world_state/{partition}.json"},
    made_from=("wikidata_repairs", "pre_repair_states", "dump_snapshot"),
    objects=frozenset({""}),
)
ALL_WORLD_STATE = Artifact(
    "all_world_state", {"": "world_state.json"}, made_from=("world_state",), objects=frozenset({""})
)

WORLD_COLUMNS = {
    "(key)": "the id of the repair",
    "status": "frozen, or not_frozen with a reason",
    "L1_ego_node": "the entity in the dump: texts, short values, whole statements",
    "L2_labels": "label and description of every id that a layer mentions",
    "L3_neighborhood": "what it points to, one hop, and the neighbours' own text and short values",
    "L4_constraints": "the constraints of the property in the dump, one sentence each",
    "constraint_change_context": "for a T-box repair: the constraints before and after the edit",
    "persistence": "does the repair still stand in the dump",
}
