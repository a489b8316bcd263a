"""One question per disappearance: candidates that mean the same transition are asked once.

All their violation types, constraints, values and companions are kept. Nothing here asks the wiki.
"""

from collections.abc import Iterable
from typing import TypeVar

from wikidata_repair_eval.reports.records import Candidate
from wikidata_repair_eval.wikibase import sort_key

T = TypeVar("T")


def candidate_key(candidate: Candidate) -> str:
    """The same for candidates that are one question; fit for a journal."""
    old, new = candidate.report_revision_old, candidate.report_revision_new
    return f"{candidate.property_id}/{candidate.qid}/{old}/{new}"


def deduplicated(candidates: Iterable[Candidate]) -> list[Candidate]:
    """One candidate per key, in the order in which the keys first come."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(candidate_key(candidate), []).append(candidate)
    return [_merged(group) for group in groups.values()]


def _merged(group: list[Candidate]) -> Candidate:
    if len(group) == 1:
        return group[0]
    # By their own text, so that the order in which duplicates come does not matter.
    ordered = sorted(group, key=lambda candidate: candidate.model_dump_json())
    return ordered[0].model_copy(
        update={
            "violation_types": _union(c.violation_types for c in ordered),
            "constraints": _union(c.constraints for c in ordered),
            "values": _union(c.values for c in ordered),
            "companions": tuple(sorted(_union(c.companions for c in ordered), key=sort_key)),
            "flags": tuple(sorted(_union(c.flags for c in ordered))),
        }
    )


def _union(lists: Iterable[Iterable[T]]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(member for members in lists for member in members))
