"""Summaries of traces: means with cluster-robust intervals, overall and by group.

`main` is over the cases of the main score, `all` over every case of the file; groups are of the main cases.
Micro: every case counts the same. Macro: every class does. A proposal that is missing or invalid counts as 0
in every mean, and so does a fix that cannot be decided; how many there were is told.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.statistics import NOTHING, Estimate, cluster_means, macro_means

Trace = Mapping[str, Any]
SCORES = (
    "s_info",
    "action_match",
    "exact",
    "semantic",
    "fixed",
    "functional",
    "information_kept",
    "track_correct",
)
COUNTS = ("missing", "invalid", "abstained", "wrong_track", "undecided", "vacuous", "newly_broken")
HEADLINE = "s_info"
_SMALL = 5  # a group of fewer cases is no candidate for the worst group
_UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Row:
    """One trace, cut down to what is counted: 100,000 of these fit in memory."""

    case_id: str
    cluster: str
    scores: tuple[float, ...]
    counts: tuple[bool, ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    main: bool
    usage: tuple[float, float, float, float] | None = None
    model: str | None = None


def row_of(trace: Trace, cutoff: str | None = None) -> Row:
    return Row(
        case_id=str(trace["case_id"]),
        cluster=str(trace.get("cluster_id") or trace["case_id"]),
        scores=tuple(scores_of(trace).values()),
        counts=tuple(_counts(trace).values()),
        groups=tuple(_groups(trace, cutoff).items()),
        main=trace.get("main_score") is not False,
        usage=_usage(trace.get("usage")),
        model=trace.get("model"),
    )


def scores_of(trace: Trace) -> dict[str, float]:
    """The scores of one trace as numbers."""
    found, plain = trace["functional"], ("s_info", "action_match", "exact", "semantic", "track_correct")
    scores = {name: float(trace[name]) for name in plain}
    scores["fixed"] = float(bool(found["fixed"]))
    scores["functional"] = float(found["score"])
    scores["information_kept"] = float(found["information_kept"])
    return {name: scores[name] for name in SCORES}


def _counts(trace: Trace) -> dict[str, bool]:
    found, told = trace["functional"], trace.get("track_model")
    return {
        "missing": bool(trace["missing"]),
        "invalid": bool(trace["invalid"]),
        "abstained": bool(trace["abstained"]),
        "wrong_track": told is not None and told != trace["track"],
        "undecided": found["fixed"] is None,
        "vacuous": bool(found["vacuous"]),
        "newly_broken": found["newly_broken"] > 0,
    }


def _groups(trace: Trace, cutoff: str | None) -> dict[str, tuple[str, ...]]:
    """The groups a trace belongs to, by dimension; one case can be of several constraint types."""
    layers = trace.get("layers")
    groups: dict[str, tuple[str, ...]] = {
        name: (str(trace.get(name) or _UNKNOWN),)
        for name in ("class", "subtype", "property", "track", "popularity", "violation_type")
    }
    groups["constraint_type"] = tuple(trace.get("constraint_types") or ("none",))
    groups["layers"] = ("+".join(layers) if layers else _UNKNOWN,)
    splits = trace.get("splits") or {}
    groups["split"] = tuple(f"{name}: {part}" for name, part in sorted(splits.items()) if part)
    if cutoff is not None:
        groups["model_cutoff"] = (_side(trace.get("repaired_at"), cutoff),)
    return groups


def _side(repaired_at: str | None, cutoff: str) -> str:
    if repaired_at is None:
        return _UNKNOWN
    return f"repaired before {cutoff}" if repaired_at < cutoff else f"repaired since {cutoff}"


def _usage(raw: Any) -> tuple[float, float, float, float] | None:
    if not isinstance(raw, Mapping):
        return None
    names = ("prompt_tokens", "completion_tokens", "cost", "latency_s")
    return tuple(float(raw.get(name) or 0) for name in names)  # type: ignore[return-value]


def summarise(rows: Sequence[Row]) -> dict[str, Any]:
    """Everything that can be said of a run, from its rows; their order does not matter."""
    ordered = sorted(rows, key=lambda row: row.case_id)
    main = [row for row in ordered if row.main]
    return {
        "model": _common(row.model for row in ordered if row.model),
        "layers": _common(
            group for row in ordered for group in dict(row.groups)["layers"] if group != _UNKNOWN
        ),
        "main": _block(main),
        "all": _block(ordered),
        "groups": dict(sorted(_by_dimension(main))),
        "usage": _total_usage(ordered),
    }


def _block(rows: Sequence[Row]) -> dict[str, Any]:
    clusters = [row.cluster for row in rows]
    return {
        "cases": len(rows),
        "clusters": len(set(clusters)),
        "counts": {name: sum(row.counts[place] for row in rows) for place, name in enumerate(COUNTS)},
        "micro": _named(cluster_means([row.scores for row in rows], clusters)),
        "macro_by_class": _macro(rows, clusters),
    }


def _macro(rows: Sequence[Row], clusters: Sequence[str]) -> dict[str, Any]:
    classes = [dict(row.groups)["class"][0] for row in rows]
    return _named(macro_means([row.scores for row in rows], classes, clusters))


def _named(estimates: Sequence[Estimate]) -> dict[str, Any]:
    found = estimates or [NOTHING] * len(SCORES)
    return {name: one.record() for name, one in zip(SCORES, found, strict=True)}


def _by_dimension(rows: Sequence[Row]) -> Iterator[tuple[str, dict[str, Any]]]:
    members: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        for dimension, groups in row.groups:
            for group in groups:
                members.setdefault(dimension, {}).setdefault(group, []).append(row)
    for dimension, groups_of in members.items():
        yield dimension, _dimension(groups_of)


def _dimension(groups: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    told = {}
    for group in sorted(groups):
        rows = groups[group]
        clusters = [row.cluster for row in rows]
        told[group] = {
            "cases": len(rows),
            "clusters": len(set(clusters)),
            **_named(cluster_means([row.scores for row in rows], clusters)),
        }
    return {"groups": told, "worst_group": {name: _worst(told, name) for name in SCORES}}


def _worst(groups: Mapping[str, Any], score: str) -> dict[str, Any] | None:
    """The group with the lowest mean among those with enough cases; of equals the first by name."""
    large = [(group[score]["mean"], name) for name, group in groups.items() if group["cases"] >= _SMALL]
    if not large:
        return None
    mean, name = min(large)
    return {"group": name, "mean": mean, "cases": groups[name]["cases"]}


def _total_usage(rows: Sequence[Row]) -> dict[str, Any] | None:
    told = [row.usage for row in rows if row.usage is not None]
    if not told:
        return None
    tokens, completion, cost, latency = (sum(column) for column in zip(*told, strict=True))
    return {
        "answers": len(told),
        "prompt_tokens": int(tokens),
        "completion_tokens": int(completion),
        "cost": round(cost, 6),
        "latency_s": round(latency, 3),
    }


def _common(names: Iterable[str]) -> str | None:
    """The one name that all have; None if there is none, or more than one."""
    found = set(names)
    return found.pop() if len(found) == 1 else None
