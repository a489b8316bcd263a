"""Scoring: proposals, functional checks, statistics, baselines, prompts, model runs, leaderboard.

The public names of the pure part are the ones listed here; baselines, prompts and runs are imported by their
own modules.
"""

from wikidata_repair_eval.benchmark.expressible import expressible
from wikidata_repair_eval.scoring.checking import check_entity
from wikidata_repair_eval.scoring.comparison import compare, information_gap, run_from
from wikidata_repair_eval.scoring.errors import InvalidProposal
from wikidata_repair_eval.scoring.proposals import Proposal
from wikidata_repair_eval.scoring.reading import read_proposal, read_record
from wikidata_repair_eval.scoring.replay import constraint_operations, replay
from wikidata_repair_eval.scoring.runs import Scores, score_files, score_proposals
from wikidata_repair_eval.scoring.scores import score_case
from wikidata_repair_eval.scoring.traces import SCORER_VERSION

__all__ = [
    "SCORER_VERSION",
    "InvalidProposal",
    "Proposal",
    "Scores",
    "check_entity",
    "compare",
    "constraint_operations",
    "expressible",
    "information_gap",
    "read_proposal",
    "read_record",
    "replay",
    "run_from",
    "score_case",
    "score_files",
    "score_proposals",
]
