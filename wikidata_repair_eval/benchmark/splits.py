"""Three ways to divide a release into train, validation and test; none depends on order or on chance.

Temporal: by the time of the repair, 70/15/15. Definition-disjoint and entity-disjoint: by hash, 80/10/10, so
that cases added later move no other case.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

TRAIN, VALIDATION, TEST = "train", "validation", "test"
PARTS = (TRAIN, VALIDATION, TEST)
# A case whose violated definitions belong to different parts; in any of them it would leak.
STRADDLING = "straddling"
TEMPORAL, DEFINITION, ENTITY = "temporal", "definition_disjoint", "entity_disjoint"
TEMPORAL_PERCENT = (70, 15, 15)
DISJOINT_PERCENT = (80, 10, 10)


@dataclass(frozen=True, slots=True)
class Boundaries:
    """The last moment of train and the last of validation; None where there is no case."""

    train_until: str | None
    validation_until: str | None

    def part(self, moment: str) -> str:
        if self.train_until is None or moment <= self.train_until:
            return TRAIN
        if self.validation_until is None or moment <= self.validation_until:
            return VALIDATION
        return TEST


def temporal_boundaries(moments: Iterable[str]) -> Boundaries:
    """Where to cut so that 70 % of the cases come before, and 15 % between; equal moments stay together."""
    ordered = sorted(moments)
    if not ordered:
        return Boundaries(None, None)
    return Boundaries(
        _cut(ordered, TEMPORAL_PERCENT[0]), _cut(ordered, TEMPORAL_PERCENT[0] + TEMPORAL_PERCENT[1])
    )


def definitions_of(repair: Mapping[str, Any]) -> frozenset[str]:
    """The violated definitions: property and constraint type (the report's family where it has no type).

    Not the exact parameters: two versions of one constraint in train and test would be no generalisation.
    """
    types = {used["type_qid"] for used in repair["proof"]["constraints"] if used["type_qid"]}
    names = types or {repair["violation_context"]["report_violation_type"]}
    return frozenset(f"{repair['property']} {name}" for name in names)


def definition_part(definitions: Iterable[str]) -> str:
    """The part that all these definitions belong to, or `straddling`."""
    parts = {_part_by_hash("definition", definition) for definition in definitions}
    return parts.pop() if len(parts) == 1 else STRADDLING


def entity_part(qid: str) -> str:
    return _part_by_hash("entity", qid)


def _cut(ordered: Sequence[str], percent: int) -> str:
    return ordered[max(-(-len(ordered) * percent // 100), 1) - 1]


def _part_by_hash(kind: str, key: str) -> str:
    number = int.from_bytes(hashlib.sha256(f"{kind} {key}".encode()).digest()[:8], "big") % 100
    train, validation, _ = DISJOINT_PERCENT
    if number < train:
        return TRAIN
    return VALIDATION if number < train + validation else TEST
