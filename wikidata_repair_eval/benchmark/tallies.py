"""Counts over a release, made while it is written: for the card, the metadata and the plots."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Case = Mapping[str, Any]


@dataclass
class Tallies:
    """How many cases there are of each kind; released ones, except for `diagnostic`."""

    released: int = 0
    main_score: int = 0
    clusters: set[str] = field(default_factory=set)
    capped_clusters: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    properties: set[str] = field(default_factory=set)
    by: dict[str, Counter[str]] = field(default_factory=dict)
    splits: dict[str, Counter[str]] = field(default_factory=dict)
    diagnostic: Counter[str] = field(default_factory=Counter)

    def add(self, case: Case) -> None:
        if case["diagnostic_reason"] is not None:
            self._add_diagnostic(case)
            return
        self.released += 1
        self.main_score += bool(case["main_score"])
        self.clusters.add(case["cluster_id"])
        self.entities.add(case["qid"])
        self.properties.add(case["property"])
        for name, value in _kinds(case).items():
            self.by.setdefault(name, Counter())[value] += 1
        for split, part in case["splits"].items():
            self.splits.setdefault(split, Counter())[part] += 1

    def _add_diagnostic(self, case: Case) -> None:
        self.diagnostic[case["diagnostic_reason"]] += 1
        if case["diagnostic_reason"] == "witness_cap":
            self.capped_clusters.add(case["cluster_id"])

    def of(self, kind: str) -> dict[str, int]:
        """Counts of one kind, the largest first."""
        return dict(sorted(self.by.get(kind, Counter()).items(), key=lambda pair: (-pair[1], pair[0])))


def _kinds(case: Case) -> dict[str, str]:
    kinds = {
        "class": str(case["class"]),
        "subtype": f"{case['class']} / {case['subtype']}",
        "track": str(case["track"]),
        "action": str(case["repair_target"].get("action") or "constraint"),
        "violation type": str(case["violation_context"]["report_violation_type"]),
        "popularity": str((case["popularity"] or {}).get("tier") or "unknown"),
    }
    if case["class"] == "TypeC":
        kinds["retrieval"] = str((case["retrieval_context"] or {}).get("status") or "retrieval_missing")
    return kinds
