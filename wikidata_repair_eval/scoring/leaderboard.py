"""The leaderboard: one row per run, best first, with what the differences are worth.

Runs are ranked by the cases that nobody may learn from (`PART`): a baseline that remembers its training split
would lead otherwise. Runs of different releases or scorers are refused: their scores do not mean the same.
Each run is compared with the next one, case by case; a difference whose interval holds 0 is said to be none.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.scoring.aggregates import COUNTS, HEADLINE, SCORES
from wikidata_repair_eval.scoring.comparison import Comparison, Run, compare

Summary = Mapping[str, Any]
Row = dict[str, Any]
PART = ("temporal", "test")


def leaderboard(
    summaries: Mapping[str, Summary], run_of: Callable[[str], Run], part: tuple[str, str] = PART
) -> list[Row]:
    """The rows; `run_of` reads a run's traces of that part of a split, two runs at a time."""
    refuse_mixing(summaries)
    blocks = {name: block_of(summary, part) for name, summary in summaries.items()}
    names = sorted(summaries, key=lambda name: (-_headline(blocks[name]), name))
    rows = [_row(place, name, blocks[name], summaries[name]) for place, name in enumerate(names, start=1)]
    if any(not block["cases"] for block in blocks.values()):
        return rows  # nothing to compare by
    for row, (name, following) in zip(rows, pairwise(names), strict=False):
        found = compare(run_of(following), run_of(name))
        row |= {"against_next": found.sentence(HEADLINE), "significant": _is_significant(found)}
    return rows


def refuse_mixing(summaries: Mapping[str, Summary]) -> None:
    """All runs must be of one release and one scorer."""
    for what, key in (("releases", release_of), ("scorer versions", _scorer_of)):
        found = sorted({str(key(summary)) for summary in summaries.values()})
        if len(found) > 1:
            some = ", ".join(one[:12] for one in found)
            problem = f"the runs are of different {what} ({some})"
            raise InputError("evaluation", "summary.json", problem, "evaluate all runs again on one release")


def release_of(summary: Summary) -> Any:
    """The release's digest; for cases that stand alone, that of their file."""
    return summary.get("release_digest") or summary.get("cases_sha256")


def _scorer_of(summary: Summary) -> Any:
    return summary["scorer_version"]


def block_of(summary: Summary, part: tuple[str, str]) -> dict[str, Any]:
    """Cases, clusters and estimates of the main cases in this part of a split."""
    groups = summary["groups"].get("split", {}).get("groups", {})
    nothing = {score: {"mean": None, "low": None, "high": None} for score in SCORES}
    return {"cases": 0, "clusters": 0, **nothing, **groups.get(": ".join(part), {})}


def in_part(trace: Mapping[str, Any], part: tuple[str, str]) -> bool:
    """Is this trace's case in that part of a split?"""
    split, name = part
    return (trace.get("splits") or {}).get(split) == name


def _headline(block: Mapping[str, Any]) -> float:
    return float(block[HEADLINE]["mean"] or 0)


def _is_significant(found: Comparison) -> bool:
    return found.differences[HEADLINE].excludes_zero


def _row(place: int, name: str, block: Mapping[str, Any], summary: Summary) -> Row:
    main, usage = summary["main"], summary.get("usage") or {}
    headline = block[HEADLINE]
    return {
        "place": place,
        "run": name,
        "cases": block["cases"],
        "clusters": block["clusters"],
        **{score: block[score]["mean"] for score in SCORES},
        f"{HEADLINE}_low": headline["low"],
        f"{HEADLINE}_high": headline["high"],
        "all_cases": main["cases"],
        f"{HEADLINE}_all": main["micro"][HEADLINE]["mean"],
        **{count: main["counts"][count] for count in COUNTS},
        **{key: usage.get(key) for key in ("prompt_tokens", "completion_tokens", "cost")},
        "against_next": None,
        "significant": None,
        "release_digest": release_of(summary),
        "scorer_version": summary["scorer_version"],
        "prompt_digest": summary.get("prompt_digest"),
    }


SHOWN = ("s_info", "action_match", "exact", "semantic", "fixed", "information_kept", "track_correct")


def as_markdown(
    rows: Sequence[Row], gaps: Sequence[Mapping[str, Any]] = (), part: tuple[str, str] = PART
) -> str:
    """The leaderboard for people: a table, what the differences are worth, and what more layers brought."""
    if not rows:
        return "# Leaderboard\n\nNo run has been evaluated on this release.\n"
    lines = [
        "# Leaderboard",
        "",
        _preface(rows[0], part),
        "",
        _line(["", "run", *SHOWN, f"{HEADLINE}, all", "abstained", "invalid", "missing"]),
        _line(["---"] * (len(SHOWN) + 6)),
        *(_line(_cells(row)) for row in rows),
        "",
        "## Differences",
        "",
        *(f"- {row['against_next']}" for row in rows if row["against_next"]),
    ]
    if gaps:
        lines += ["", "## What more information brought", ""]
        lines += [f"- {gap['model']}, {gap['from']} to {gap['to']}: {_gap(gap)}" for gap in gaps]
    return "\n".join(lines) + "\n"


def _preface(row: Row, part: tuple[str, str]) -> str:
    split, name = part
    return (
        f"Release `{row['release_digest']}`, scorer {row['scorer_version']}. Ranked by the {row['cases']:,} "
        f"main cases in the {name} part of the {split} split ({row['clusters']:,} clusters; 95 % intervals, "
        f"robust to clusters). The last columns are over all {row['all_cases']:,} main cases, of which "
        "baselines that learn have seen the train part."
    )


def _cells(row: Row) -> list[str]:
    low, high = row[f"{HEADLINE}_low"], row[f"{HEADLINE}_high"]
    interval = f" ({low:.3f} to {high:.3f})" if low is not None and high is not None else ""
    scores = [_number(row[score]) for score in SHOWN]
    counts = [str(row[name]) for name in ("abstained", "invalid", "missing")]
    overall = _number(row[f"{HEADLINE}_all"])
    return [str(row["place"]), row["run"], scores[0] + interval, *scores[1:], overall, *counts]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _gap(gap: Mapping[str, Any]) -> str:
    return str(gap["scores"][HEADLINE]["sentence"])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
