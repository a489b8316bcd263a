"""`score` and `compare`: proposals against a release's cases, and runs against each other. Files alone."""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import orjson

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes, read_json_lines
from wikidata_repair_eval.scoring.aggregates import SCORES
from wikidata_repair_eval.scoring.comparison import Run, compare, information_gap, run_from
from wikidata_repair_eval.scoring.runs import SUMMARY, TRACES, score_files

_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)


@click.command("score")
@click.option("--cases", required=True, type=_FILE, help="cases.jsonl of a release (- is stdin)")
@click.option("--proposals", required=True, type=_FILE, help="one proposal per line (- is stdin)")
@click.option(
    "--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="folder to write to"
)
@click.option(
    "--cutoff", metavar="DATE", help="also group by repairs before and since this date, such as 2025-01-01"
)
@click.option("--processes", type=click.IntRange(1), default=None, help="default: as many as there are cores")
def score(cases: str, proposals: str, out: Path, cutoff: str | None, processes: int | None) -> None:
    """Score proposals against the cases of a release: OUT/traces.jsonl and OUT/summary.json.

    A case without a proposal is counted as missing and scores 0; so does a malformed proposal, which is
    counted as invalid. Exit code 1 if any proposal was missing, invalid, unknown or there twice.

    \b
    Example:
      wikidata-repair-eval score --cases releases/1.0.0/cases.jsonl --proposals my.jsonl --out runs/my
    """
    if cases == proposals == "-":
        raise click.UsageError("only one of --cases and --proposals can come from stdin.")
    with TemporaryDirectory() as folder:
        summary = score_files(
            _on_disk(cases, Path(folder)),
            _on_disk(proposals, Path(folder)),
            out,
            processes=processes or os.cpu_count() or 1,
            cutoff=_checked_date(cutoff),
        )
    for line in _told(summary):
        click.echo(line)
    raise SystemExit(int(_has_findings(summary)))


def _on_disk(name: str, folder: Path) -> Path:
    """stdin is spooled to a file, since cases are read in ranges and proposals by their place."""
    if name != "-":
        return Path(name)
    spooled = folder / "stdin"
    with spooled.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return spooled


def _checked_date(text: str | None) -> str | None:
    if text is None:
        return None
    parts = text.split("T")[0].split("-")
    if not (1 <= len(parts) <= 3 and len(parts[0]) == 4 and all(part.isdigit() for part in parts)):
        raise click.BadParameter(f"{text!r} is no date, such as 2025-01-01.", param_hint="--cutoff")
    return text


def _told(summary: dict[str, Any]) -> list[str]:
    main, problems = summary["main"], summary["problems"]
    lines = [f"{main['cases']:,} cases of the main score in {main['clusters']:,} clusters"]
    lines += [_score_line(name, main["micro"][name], main["macro_by_class"][name]) for name in SCORES]
    counts = summary["all"]["counts"]
    lines.append(", ".join(f"{name.replace('_', ' ')}: {counts[name]:,}" for name in counts))
    if counts["missing"]:
        lines.append(f"{counts['missing']:,} cases have no proposal; they count as 0.")
    for name, found in problems.items():
        if found["count"]:
            examples = ", ".join(found["first"][:3])
            lines.append(f"{name.replace('_', ' ')}: {found['count']:,} ({examples})")
    return lines


def _score_line(name: str, micro: dict[str, Any], macro: dict[str, Any]) -> str:
    if micro["mean"] is None:
        return f"  {name:17} no cases"
    interval = "" if micro["low"] is None else f"  [{micro['low']:.3f}, {micro['high']:.3f}]"
    return f"  {name:17} {micro['mean']:.3f}{interval}  macro {macro['mean']:.3f}"


def _has_findings(summary: dict[str, Any]) -> bool:
    counts = summary["all"]["counts"]
    told = any(found["count"] for found in summary["problems"].values())
    return bool(counts["missing"] or counts["invalid"] or told)


@click.command("compare")
@click.argument(
    "runs", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object per comparison")
def compare_runs(runs: tuple[Path, ...], as_json: bool) -> None:
    """Compare scored runs, paired by case: RUN_A RUN_B, or more runs, each with the first.

    If one model ran with several layer sets, what each further set of layers brought is told as well.

    \b
    Example:
      wikidata-repair-eval compare runs/baseline runs/my
    """
    if len(runs) < 2:
        raise click.UsageError("give at least two folders that `score` wrote.")
    read = [_run(folder) for folder in runs]
    found = [compare(read[0], other) for other in read[1:]]
    if as_json:
        for record in [*(one.record() for one in found), *information_gap(read)]:
            click.echo(json_bytes(record), nl=False)
        return
    for one in found:
        click.echo(f"{one.second} against {one.first}, on {one.cases:,} common cases of the main score:")
        for sentence in one.sentences():
            click.echo(f"  {sentence}")
        if one.only_first or one.only_second:
            click.echo(f"  Left out: {one.only_first:,} and {one.only_second:,} cases that only one run has.")
    for gap in information_gap(read) if len(read) > 2 else []:
        click.echo(f"Information gap of {gap['model']}, from {gap['from']} to {gap['to']}:")
        for score_name in SCORES:
            click.echo(f"  {gap['scores'][score_name]['sentence']}")


def _run(folder: Path) -> Run:
    for name in (TRACES, SUMMARY):
        if not (folder / name).is_file():
            fix = "give a folder that `wikidata-repair-eval score --out` wrote"
            raise InputError(str(folder), name, "this file is missing", fix)
    try:
        summary = orjson.loads((folder / SUMMARY).read_bytes())
    except orjson.JSONDecodeError as error:
        raise InputError(
            str(folder / SUMMARY), "JSON", f"not JSON ({error})", "score the run again"
        ) from None
    return run_from(folder.name, read_json_lines(folder / TRACES), summary)
