"""The leaderboard: one row per run, best first, with what the differences are worth.

Runs of different releases or scorers are refused: their scores do not mean the same. Each run is compared
with the next one, case by case; a difference whose interval holds 0 is said to be none.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.scoring.aggregates import COUNTS, HEADLINE, SCORES
from wikidata_repair_eval.scoring.comparison import Comparison, Run, compare

Summary = Mapping[str, Any]
Row = dict[str, Any]


def leaderboard(summaries: Mapping[str, Summary], run_of: Callable[[str], Run]) -> list[Row]:
    """The rows; `run_of` reads a run's traces, two runs at a time."""
    refuse_mixing(summaries)
    names = sorted(summaries, key=lambda name: (-_headline(summaries[name]), name))
    rows = [_row(place, name, summaries[name]) for place, name in enumerate(names, start=1)]
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


def _headline(summary: Summary) -> float:
    return float(summary["main"]["micro"][HEADLINE]["mean"] or 0)


def _is_significant(found: Comparison) -> bool:
    return found.differences[HEADLINE].excludes_zero


def _row(place: int, name: str, summary: Summary) -> Row:
    main, usage = summary["main"], summary.get("usage") or {}
    headline = main["micro"][HEADLINE]
    return {
        "place": place,
        "run": name,
        "cases": main["cases"],
        "clusters": main["clusters"],
        **{score: main["micro"][score]["mean"] for score in SCORES},
        f"{HEADLINE}_low": headline["low"],
        f"{HEADLINE}_high": headline["high"],
        **{count: main["counts"][count] for count in COUNTS},
        **{key: usage.get(key) for key in ("prompt_tokens", "completion_tokens", "cost")},
        "against_next": None,
        "significant": None,
        "release_digest": release_of(summary),
        "scorer_version": summary["scorer_version"],
        "prompt_digest": summary.get("prompt_digest"),
    }


SHOWN = ("s_info", "action_match", "exact", "semantic", "fixed", "information_kept", "track_correct")


def as_markdown(rows: Sequence[Row], gaps: Sequence[Mapping[str, Any]] = ()) -> str:
    """The leaderboard for people: a table, what the differences are worth, and what more layers brought."""
    if not rows:
        return "# Leaderboard\n\nNo run has been evaluated on this release.\n"
    first = rows[0]
    lines = [
        "# Leaderboard",
        "",
        f"Release `{first['release_digest']}`, scorer {first['scorer_version']}; {first['cases']:,} cases of "
        f"the main score in {first['clusters']:,} clusters. Intervals are 95 %, robust to clusters.",
        "",
        _line(["", "run", *SHOWN, "abstained", "invalid", "missing"]),
        _line(["---"] * (len(SHOWN) + 5)),
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


def _cells(row: Row) -> list[str]:
    low, high = row[f"{HEADLINE}_low"], row[f"{HEADLINE}_high"]
    interval = f" ({low:.3f} to {high:.3f})" if low is not None and high is not None else ""
    scores = [f"{row[score]:.3f}" if row[score] is not None else "-" for score in SHOWN]
    counts = [str(row[name]) for name in ("abstained", "invalid", "missing")]
    return [str(row["place"]), row["run"], scores[0] + interval, *scores[1:], *counts]


def _gap(gap: Mapping[str, Any]) -> str:
    return str(gap["scores"][HEADLINE]["sentence"])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
