"""Which statements count: preferred ones if there are any, else normal ones, never deprecated ones.

Works on raw statements. What a rank means to a constraint is not decided here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

RANKS = ("preferred", "normal", "deprecated")


def rank_of(statement: Mapping[str, Any]) -> str:
    """The rank as written; a statement without one is normal, as Wikibase reads it."""
    return str(statement.get("rank", "normal"))


def best_rank(statements: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The statements a query with `wdt:` sees, in their order."""
    preferred = [statement for statement in statements if rank_of(statement) == "preferred"]
    return preferred or [statement for statement in statements if rank_of(statement) == "normal"]


def not_deprecated(statements: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The statements someone still stands by, preferred or not."""
    return [statement for statement in statements if rank_of(statement) != "deprecated"]
