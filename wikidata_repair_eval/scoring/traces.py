"""What a score trace says about its case, so that results can be grouped without the cases at hand."""

from collections.abc import Mapping
from typing import Any

Raw = Mapping[str, Any]
# Counted up whenever a change of the scorer may move a score; leaderboards never mix versions.
SCORER_VERSION = "1"


def about(case: Raw) -> dict[str, Any]:
    """The part of a trace that does not depend on the proposal."""
    return {
        "case_id": case["id"],
        "qid": case["qid"],
        "property": case["property"],
        "track": case["track"],
        "class": case.get("class"),
        "subtype": case.get("subtype"),
        "constraint_types": _constraint_types(case),
        "violation_type": case["violation_context"].get("report_violation_type"),
        "through": case["proof"].get("through"),
        "cluster_id": cluster_of(case),
        "popularity": _tier(case.get("popularity")),
        "splits": case.get("splits"),
        "main_score": case.get("main_score"),
        "repaired_at": repaired_at(case),
    }


def cluster_of(case: Raw) -> str:
    """What makes cases dependent: the cluster that the release names, else the edit behind the case."""
    named = case.get("cluster_id")
    if named is not None:
        return str(named)
    target = case["repair_target"]
    revision = target.get("property_revision_id") or target.get("revision_id")
    return f"revision {revision}" if revision else str(case["id"])


def repaired_at(case: Raw) -> str | None:
    times = case.get("timestamps") or {}
    found = times.get("repair") or times.get("constraint") or case["repair_target"].get("timestamp")
    return None if found is None else str(found)


def _constraint_types(case: Raw) -> list[str]:
    used = {constraint.get("type_qid") for constraint in case["proof"].get("constraints") or ()}
    return sorted(str(kind) for kind in used if kind)


def _tier(popularity: Any) -> str | None:
    """head, torso or tail; the number of views itself groups nothing."""
    if isinstance(popularity, Mapping):
        popularity = popularity.get("tier") or popularity.get("bucket")
    return popularity if isinstance(popularity, str) else None
