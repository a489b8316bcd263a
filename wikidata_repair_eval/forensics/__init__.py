"""Stage 2, Fetcher: the event that repaired each candidate, and its proof. No scoring, no sampling.

`find_repairs` is the entry point; `past` reads the wiki's past. The public names are the ones listed here.
"""

from wikidata_repair_eval.forensics.candidates import candidate_key, deduplicated
from wikidata_repair_eval.forensics.definitions import constraint_history
from wikidata_repair_eval.forensics.explain import explain
from wikidata_repair_eval.forensics.find import find_repairs
from wikidata_repair_eval.forensics.outcomes import Outcome
from wikidata_repair_eval.forensics.past import Past, open_past
from wikidata_repair_eval.forensics.records import (
    FetchStats,
    PreRepairState,
    Proof,
    Repair,
    UnprovenCandidate,
)
from wikidata_repair_eval.forensics.windows import Limits

__all__ = [
    "FetchStats",
    "Limits",
    "Outcome",
    "Past",
    "PreRepairState",
    "Proof",
    "Repair",
    "UnprovenCandidate",
    "candidate_key",
    "constraint_history",
    "deduplicated",
    "explain",
    "find_repairs",
    "open_past",
]
