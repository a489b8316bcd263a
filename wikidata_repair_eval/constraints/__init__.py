"""Property constraints of Wikidata: P2302 read into constraints, one checker per type, the fold to an item.

Judges any state of any entity: today's, an old revision's, a proposal's. Pure: what a check needs beyond the
entity comes through `Context`. The public names are the ones listed here.
"""

from wikidata_repair_eval.constraints.context import MISSING, Context, NoContext
from wikidata_repair_eval.constraints.decisions import check, problems_of
from wikidata_repair_eval.constraints.differences import Difference, differences, direction_of
from wikidata_repair_eval.constraints.errors import BadParameters
from wikidata_repair_eval.constraints.families import FamilyMatch, judge_self_link, statements_for_family
from wikidata_repair_eval.constraints.fold import (
    Judgement,
    Result,
    check_entity,
    fold,
    fold_judgements,
    judge,
)
from wikidata_repair_eval.constraints.model import Constraint, constraints_of, parse_constraints
from wikidata_repair_eval.constraints.moments import Moment, now_from
from wikidata_repair_eval.constraints.quantities import UnitTable
from wikidata_repair_eval.constraints.registry import CONSTRAINT_TYPES, ConstraintType
from wikidata_repair_eval.constraints.subjects import Subject, Use
from wikidata_repair_eval.constraints.summaries import rule_summary
from wikidata_repair_eval.constraints.verdicts import UNDECIDED, VIOLATED, Verdict
from wikidata_repair_eval.constraints.world import World

__all__ = [
    "CONSTRAINT_TYPES",
    "MISSING",
    "UNDECIDED",
    "VIOLATED",
    "BadParameters",
    "Constraint",
    "ConstraintType",
    "Context",
    "Difference",
    "FamilyMatch",
    "Judgement",
    "Moment",
    "NoContext",
    "Result",
    "Subject",
    "UnitTable",
    "Use",
    "Verdict",
    "World",
    "check",
    "check_entity",
    "constraints_of",
    "differences",
    "direction_of",
    "fold",
    "fold_judgements",
    "judge",
    "judge_self_link",
    "now_from",
    "parse_constraints",
    "problems_of",
    "rule_summary",
    "statements_for_family",
]
