"""Evaluation: proposals by run, their scores, the leaderboard, and the case browser."""

import pyarrow as pa

from wikidata_repair_eval.artifacts import Artifact
from wikidata_repair_eval.orchestration.contracts.benchmark import DEFAULT_VERSION
from wikidata_repair_eval.orchestration.contracts.columns import FLAG, FRACTION, NUMBER, TEXT
from wikidata_repair_eval.scoring.aggregates import COUNTS, HEADLINE, SCORES

PROPOSALS = Artifact("proposals", {"": "proposals/{partition}.jsonl"}, made_from=("benchmark_release",))
REPAIR_EVALUATION = Artifact(
    "repair_evaluation",
    {"traces": "evaluation/{partition}/traces.jsonl", "summary": "evaluation/{partition}/summary.json"},
    made_from=("proposals", "benchmark_release"),
    objects=frozenset({"summary"}),
)
LEADERBOARD = Artifact(
    "leaderboard",
    {"": "leaderboard.parquet"},
    made_from=("repair_evaluation",),
    schemas={
        "": pa.schema(
            [
                ("place", NUMBER),
                ("run", TEXT),
                ("cases", NUMBER),
                ("clusters", NUMBER),
                *((score, FRACTION) for score in SCORES),
                (f"{HEADLINE}_low", FRACTION),
                (f"{HEADLINE}_high", FRACTION),
                ("all_cases", NUMBER),
                (f"{HEADLINE}_all", FRACTION),
                *((count, NUMBER) for count in COUNTS),
                ("prompt_tokens", NUMBER),
                ("completion_tokens", NUMBER),
                ("cost", FRACTION),
                ("against_next", TEXT),
                ("significant", FLAG),
                ("release_digest", TEXT),
                ("scorer_version", TEXT),
                ("prompt_digest", TEXT),
            ]
        )
    },
)
LEADERBOARD_TEXT, LEADERBOARD_PLOT = "leaderboard.md", "leaderboard.png"
CASE_BROWSER = Artifact(
    "case_browser",
    {"": f"browser/{DEFAULT_VERSION}/index.html"},
    made_from=("benchmark_release", "proposals", "repair_evaluation"),
)


def leaderboard_files() -> Artifact:
    """All files of the leaderboard; the asset loads as the table alone."""
    files = {"": LEADERBOARD.files[""], "text": LEADERBOARD_TEXT, "plot": LEADERBOARD_PLOT}
    return Artifact("leaderboard", files, made_from=LEADERBOARD.made_from)


def browser_files(version: str) -> Artifact:
    """The page of one version."""
    page = {"": f"browser/{version}/index.html"}
    return Artifact("case_browser", page, made_from=CASE_BROWSER.made_from)


PROPOSAL_COLUMNS = {
    "case_id": "the case that is answered",
    "track": "A_BOX or T_BOX: what is wrong, the data or the definition",
    "operations": "what to change",
    "abstain": "the model says that it cannot tell",
    "confidence": "the model's own, 0 to 1",
    "rationale": "why, in the model's words",
    "usage": "tokens, cost and latency",
    "layers": "what the model saw",
    "model": "who answered",
    "raw": "the answer as it came",
}
TRACE_COLUMNS = {
    "case_id": "the case",
    "action_human": "CREATE, UPDATE or DELETE, from values before and after",
    "action_model": "the same function of what was proposed",
    "s_info": "1, 0, or -0.5 for a deletion where people updated",
    "exact": "the same values as people left",
    "semantic": "values of the same meaning",
    "functional": "violation gone, newly broken constraints, information kept, vacuous",
    "track_correct": "was the diagnosis right",
    "abstained": "no answer was given on purpose",
    "invalid": "the answer could not be used, and why",
}
