"""Two runs on the same cases, and the information gap: one model with more and more layers.

Differences are paired by case, with cluster-robust intervals, and each is told in a plain sentence. Runs of
different scorers or different releases are refused: their scores do not mean the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.scoring.aggregates import SCORES, scores_of
from wikidata_repair_eval.statistics import Estimate, paired_difference

Trace = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """The traces of one run by case, cut down to what a comparison needs."""

    name: str
    scores: Mapping[str, tuple[float, ...]]
    clusters: Mapping[str, str]
    layers: tuple[str, ...] | None = None
    model: str | None = None
    scorer_version: str | None = None
    cases_digest: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Run B minus run A on the cases that both have."""

    first: str
    second: str
    cases: int
    only_first: int
    only_second: int
    differences: Mapping[str, Estimate] = field(default_factory=dict)
    means: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def sentences(self) -> list[str]:
        return [self.sentence(score) for score in self.differences]

    def sentence(self, score: str) -> str:
        """One difference in words."""
        found, (mean_a, mean_b) = self.differences[score], self.means[score]
        told = f"{score}: {self.first} {mean_a:.3f}, {self.second} {mean_b:.3f}"
        basis = f"{found.n:,} cases in {found.clusters:,} clusters"
        if found.low is None or found.high is None or found.mean is None:
            return f"{told}; {basis} are too few to say how sure the difference is."
        more = "higher" if found.mean > 0 else "lower"
        sure = "significant" if found.excludes_zero else "not significant"
        if found.mean == 0 and found.low == found.high:
            return f"{told}; no difference in any of {basis}."
        return (
            f"{told}; {self.second} is {abs(found.mean):.3f} {more} "
            f"(95 % interval {found.low:+.3f} to {found.high:+.3f}, {basis}), which is {sure}."
        )

    def record(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "second": self.second,
            "cases": self.cases,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "scores": {
                score: {
                    "first": round(self.means[score][0], 6),
                    "second": round(self.means[score][1], 6),
                    "difference": found.record(),
                    "significant": found.excludes_zero,
                    "sentence": self.sentence(score),
                }
                for score, found in self.differences.items()
            },
        }


def run_from(name: str, traces: Iterable[Trace], summary: Mapping[str, Any] | None = None) -> Run:
    """A run from its traces; cases outside the main score are left out."""
    scores: dict[str, tuple[float, ...]] = {}
    clusters: dict[str, str] = {}
    layers: set[tuple[str, ...]] = set()
    models: set[str] = set()
    for trace in traces:
        if trace.get("layers"):
            layers.add(tuple(trace["layers"]))
        if trace.get("model"):
            models.add(str(trace["model"]))
        if trace.get("main_score") is False:
            continue
        case_id = str(trace["case_id"])
        scores[case_id] = tuple(scores_of(trace).values())
        clusters[case_id] = str(trace.get("cluster_id") or case_id)
    told = summary or {}
    return Run(
        name,
        scores,
        clusters,
        layers.pop() if len(layers) == 1 else None,
        models.pop() if len(models) == 1 else None,
        told.get("scorer_version"),
        told.get("release_digest") or told.get("cases_sha256"),
    )


def compare(first: Run, second: Run) -> Comparison:
    """The paired comparison; InputError where the two cannot be compared."""
    _refuse_mixing(first, second)
    common = sorted(first.scores.keys() & second.scores.keys())
    if not common:
        problem = f"{first.name} and {second.name} have no case in common"
        raise InputError(second.name, "traces", problem, "compare runs on the same cases")
    clusters = [first.clusters[case_id] for case_id in common]
    differences, means = {}, {}
    for place, score in enumerate(SCORES):
        a, b = ([run.scores[case_id][place] for case_id in common] for run in (first, second))
        differences[score] = paired_difference(a, b, clusters)
        means[score] = (sum(a) / len(a), sum(b) / len(b))
    return Comparison(
        first.name,
        second.name,
        len(common),
        len(first.scores) - len(common),
        len(second.scores) - len(common),
        differences,
        means,
    )


def _refuse_mixing(first: Run, second: Run) -> None:
    for what, one, other in (
        ("scorer versions", first.scorer_version, second.scorer_version),
        ("releases", first.cases_digest, second.cases_digest),
    ):
        if one is not None and other is not None and one != other:
            problem = f"{first.name} and {second.name} are of different {what} ({one[:12]}, {other[:12]})"
            raise InputError(second.name, "summary.json", problem, "score both again, on the same release")


def information_gap(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """For each model that ran with several layer sets: what each further set of layers brought.

    Layer sets are ordered by size, then by name; `retrieval` counts as a layer.
    """
    by_model: dict[str, list[Run]] = {}
    for run in runs:
        if run.layers is not None:
            by_model.setdefault(run.model or "unknown", []).append(run)
    gaps = []
    for model in sorted(by_model):
        steps = sorted(by_model[model], key=lambda run: (len(run.layers or ()), run.layers or (), run.name))
        for less, more in pairwise(steps):
            if less.layers != more.layers:
                found = compare(less, more)
                gaps.append(
                    {
                        "model": model,
                        "from": "+".join(less.layers or ()),
                        "to": "+".join(more.layers or ()),
                        **found.record(),
                    }
                )
    return gaps
