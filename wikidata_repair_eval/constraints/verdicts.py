"""Verdicts: what a check answers, with the material for one true sentence about it.

The sentence is only built when somebody reads it: a run over a history makes millions of verdicts and shows
a handful.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from wikidata_repair_eval.constraints.wording import fill

Status = Literal[
    "compliance",
    "violation",
    "warning",
    "suggestion",
    "exception",
    "not_in_scope",
    "deprecated",
    "bad_parameters",
    "todo",
]
VIOLATED: frozenset[Status] = frozenset({"violation", "warning", "suggestion"})
UNDECIDED: frozenset[Status] = frozenset({"todo", "bad_parameters"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """One status; `template` with `parts` (ids, snaks, lists of both) says why."""

    status: Status
    template: str = ""
    parts: tuple[Any, ...] = ()

    def message(self, labels: Mapping[str, str] | None = None) -> str:
        """One English sentence, with the labels that are known."""
        return fill(self.template, self.parts, labels)

    def with_status(self, status: Status) -> "Verdict":
        return Verdict(status, self.template, self.parts)


COMPLIANCE = Verdict("compliance", "The constraint is met.")
NOTHING_TO_CHECK = Verdict("compliance", "There is no known value to check.")
DEPRECATED = Verdict("deprecated", "The statement is deprecated, and this constraint skips such statements.")


def violation(template: str, *parts: Any) -> Verdict:
    return Verdict("violation", template, parts)


def todo(template: str, *parts: Any) -> Verdict:
    """What the check needs is not known: never a guess."""
    return Verdict("todo", template, parts)


def not_in_scope(template: str, *parts: Any) -> Verdict:
    return Verdict("not_in_scope", template, parts)
