"""All that a rule or the search may look at, gathered once for a repair."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy.change import Change
from wikidata_repair_eval.benchmark.taxonomy.demands import Demands
from wikidata_repair_eval.benchmark.taxonomy.said import Said
from wikidata_repair_eval.benchmark.taxonomy.sight import Sight

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One thing a solver must come up with, and where it goes."""

    place: str
    property: str | None
    said: Said


@dataclass(frozen=True, slots=True)
class Choice:
    """What a solver must choose between: these values stay or rise, those go or fall."""

    kept: tuple[Said, ...]
    dropped: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    repair: Raw
    state: Raw | None
    change: Change
    sight: Sight
    demands: Demands

    @property
    def subject(self) -> str:
        return str(self.repair["qid"])

    @property
    def reported(self) -> str:
        """The property of the report."""
        return str(self.repair["property"])

    @property
    def violating(self) -> frozenset[str]:
        """Ids of the statements that violated, in one spelling."""
        proof = self.repair.get("proof") or {}
        return frozenset(str(one).casefold() for one in proof.get("violating_statements") or ())


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that applies, or evidence that was found, in words and data."""

    name: str
    words: str
    confidence: float
    evidence: Mapping[str, Any] = field(default_factory=dict)
    as_of: str | None = None
