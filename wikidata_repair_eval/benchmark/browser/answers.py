"""What each evaluated model proposed for each case, as short lines for the case page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upath import UPath

from wikidata_repair_eval.files import json_bytes, read_json_lines

MOST_OPERATIONS, LONGEST = 10, 300


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One run's files: what was proposed, and how it was scored."""

    run: str
    proposals: Path | UPath
    traces: Path | UPath


def answers_by_case(evaluations: Iterable[Evaluation]) -> dict[str, list[bytes]]:
    """Case id -> one encoded answer per run, in the order of the runs; bytes, because there may be many."""
    found: dict[str, list[bytes]] = {}
    for evaluation in evaluations:
        texts = {one["case_id"]: _proposed(one) for one in _records(evaluation.proposals)}
        for trace in _records(evaluation.traces):
            answer = _answer(evaluation.run, trace, texts.get(trace["case_id"]))
            found.setdefault(trace["case_id"], []).append(json_bytes(answer).rstrip(b"\n"))
    return found


def _records(path: Path | UPath) -> Iterator[Mapping[str, Any]]:
    return (
        one for one in read_json_lines(path) if isinstance(one, dict) and isinstance(one.get("case_id"), str)
    )


def _answer(run: str, trace: Mapping[str, Any], proposed: str | None) -> dict[str, Any]:
    functional = trace.get("functional") or {}
    return {
        "run": run,
        "proposed": proposed,
        "outcome": _outcome(trace),
        "action": trace.get("action_model"),
        "s_info": trace.get("s_info"),
        "exact": trace.get("exact"),
        "fixed": functional.get("fixed"),
    }


def _outcome(trace: Mapping[str, Any]) -> str:
    if trace.get("invalid"):
        return "invalid"
    return "abstained" if trace.get("abstained") else "answered"


def _proposed(proposal: Mapping[str, Any]) -> str | None:
    operations = proposal.get("operations")
    if not isinstance(operations, list):
        return None
    told = [_operation(one) for one in operations[:MOST_OPERATIONS] if isinstance(one, Mapping)]
    more = len(operations) - MOST_OPERATIONS
    return "; ".join([*told, *([f"and {more} more"] if more > 0 else [])]) or "nothing"


def _operation(operation: Mapping[str, Any]) -> str:
    named = [
        str(operation.get(key)) for key in ("op", "entity", "property", "qualifier") if operation.get(key)
    ]
    change = [
        _short(operation.get(key)) for key in ("old", "new", "change") if operation.get(key) is not None
    ]
    return _cut(" ".join(named) + (": " + " -> ".join(change) if change else ""))


def _short(value: Any) -> str:
    """A value as its short text, where it has one."""
    if isinstance(value, Mapping) and isinstance(value.get("text"), str):
        return str(value["text"])
    return value if isinstance(value, str) else json_bytes(value).decode().strip()


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."
