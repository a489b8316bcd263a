"""Stage 1: are the candidates those that were planted?"""

import json
from pathlib import Path
from typing import Any

from wikidata_repair_eval.cli.summaries.tables import table


def summarize(folder: Path, truth: dict[str, Any]) -> None:
    candidates = json.loads((folder / "01_repair_candidates.json").read_text())
    found = {(one["qid"], one["property_id"]) for one in candidates}
    planted = {(one["qid"], one["property"]) for one in truth["repairs"]}
    shown = {(one["qid"], one["property"]) for one in truth["not_repairs"] if one["candidate"]}
    traps = {(one["qid"], one["property"]) for one in truth["not_repairs"] if not one["candidate"]}
    rows = [
        ("report pages", len(list((folder / "01_repair_candidates").glob("P*.json")))),
        ("candidates found", len(candidates)),
        ("planted repairs among them", f"{len(planted & found)} of {len(planted)}"),
        ("other disappearances among them", f"{len(shown & found)} of {len(shown)}"),
        ("traps taken for candidates", f"{len((traps - planted - shown) & found)} of {len(traps)}"),
        ("candidates that nobody planted", len(found - planted - shown)),
    ]
    table("Stage 1, Indexer", rows)
