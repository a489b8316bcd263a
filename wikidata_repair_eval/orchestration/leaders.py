"""The leaderboard of the runs on the last release, written as a table, a text and a plot."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from upath import UPath

from wikidata_repair_eval.artifacts import ArtifactStore, Saved, encode
from wikidata_repair_eval.benchmark.release import load_release
from wikidata_repair_eval.files import write_atomically
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.benchmark_releases import last_release
from wikidata_repair_eval.orchestration.contracts import evaluation as contracts
from wikidata_repair_eval.scoring.aggregates import HEADLINE
from wikidata_repair_eval.scoring.comparison import Run, information_gap, run_from
from wikidata_repair_eval.scoring.leaderboard import PART, as_markdown, in_part, leaderboard, release_of
from wikidata_repair_eval.scoring.traces import SCORER_VERSION


@dataclass(frozen=True)
class Leaders:
    """What was written."""

    rows: list[dict[str, Any]]
    left_out: dict[str, str]
    plot: bytes
    saved: Saved


def make_leaderboard(store: ArtifactStore, runs: Sequence[str]) -> Leaders:
    """Rank the runs that were scored on the last release by today's scorer; name the others."""
    digest = load_release(last_release(store), verify=False).digest
    summaries = {run: store.load_part(contracts.REPAIR_EVALUATION, run, "summary") for run in runs}
    left_out = {run: why for run in runs if (why := _stale(summaries[run], digest))}
    current = {run: summary for run, summary in summaries.items() if run not in left_out}

    @lru_cache(maxsize=2)
    def run_of(name: str) -> Run:
        traces = store.lines(contracts.REPAIR_EVALUATION, name, "traces")
        return run_from(name, (one for one in traces if in_part(one, PART)), current[name])

    rows = leaderboard(current, run_of)
    comparable = _has_layer_sets(current) and all(row["cases"] for row in rows)
    gaps = information_gap([run_of(name) for name in current]) if comparable else []
    plot = _plot(rows)
    root = UPath(store.data_dir)
    table = contracts.LEADERBOARD.files[""]
    write_atomically(root / table, encode(table, rows, contracts.LEADERBOARD.schemas[""]))
    write_atomically(root / contracts.LEADERBOARD_TEXT, as_markdown(rows, gaps).encode())
    write_atomically(root / contracts.LEADERBOARD_PLOT, plot)
    upstream = store.upstream(contracts.REPAIR_EVALUATION, list(current))
    return Leaders(rows, left_out, plot, store.adopt(contracts.leaderboard_files(), None, upstream=upstream))


def _stale(summary: dict[str, Any], digest: str) -> str | None:
    if release_of(summary) != digest:
        return "scored on another release; evaluate it again"
    if summary["scorer_version"] != SCORER_VERSION:
        return "scored by another version of the scorer; evaluate it again"
    return None


def _has_layer_sets(summaries: dict[str, dict[str, Any]]) -> bool:
    """Did some runs see other layers than others? Only then is there a gap to tell."""
    seen = {name for one in summaries.values() for name in one["groups"].get("layers", {}).get("groups", {})}
    return len(seen) > 1


def _plot(rows: Sequence[dict[str, Any]]) -> bytes:
    shown = []
    for row in rows:
        mean = row[HEADLINE] or 0.0
        low, high = row[f"{HEADLINE}_low"], row[f"{HEADLINE}_high"]
        shown.append((row["run"], mean if low is None else low, mean, mean if high is None else high))
    return pictures.intervals_png(shown, "S_info, 95 % intervals")
