"""One question per disappearance: candidates that mean the same transition are asked once.

All their violation types, constraints, values and companions are kept. Nothing here asks the wiki.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import TypeVar

from wikidata_repair_eval.reports.records import Candidate
from wikidata_repair_eval.wikibase import sort_key

T = TypeVar("T")


def candidate_key(candidate: Candidate) -> str:
    """The same for candidates that are one question; fit for a journal."""
    revisions = candidate.report_revision_old, candidate.report_revision_new
    return key_of(candidate.property_id, candidate.qid, *revisions)


def key_of(property_id: str | None, qid: str, old: int | None, new: int | None) -> str:
    """The key by its parts: report page, entity, and the two report revisions."""
    return f"{property_id}/{qid}/{old}/{new}"


class Questions:
    """Candidates by key, packed: a report page can have hundreds of thousands of them."""

    def __init__(self) -> None:
        self._packed: dict[str, tuple[bytes, ...]] = {}

    def add(self, candidate: Candidate) -> None:
        key, packed = candidate_key(candidate), zlib.compress(candidate.model_dump_json().encode(), 1)
        known = self._packed.get(key, ())
        if packed not in known:
            self._packed[key] = (*known, packed)

    def __iter__(self) -> Iterator[str]:
        """The keys, in the order in which they first came."""
        return iter(self._packed)

    def __getitem__(self, key: str) -> Candidate:
        return _merged([Candidate.model_validate_json(zlib.decompress(row)) for row in self._packed[key]])


def deduplicated(candidates: Iterable[Candidate]) -> list[Candidate]:
    """One candidate per key, in the order in which the keys first come."""
    questions = Questions()
    for candidate in candidates:
        questions.add(candidate)
    return [questions[key] for key in questions]


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
