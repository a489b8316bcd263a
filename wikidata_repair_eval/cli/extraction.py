"""The commands of the second half: scoring of triples that were extracted from articles."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction import PromptTuner, RecallGapAnalyzer, discoveries
from wikidata_repair_eval.extraction.cases import parse_case, score_case
from wikidata_repair_eval.extraction.reliability_plot import reliability_plot
from wikidata_repair_eval.extraction.report import STALE_AFTER_DAYS, is_stale
from wikidata_repair_eval.extraction.results import load_results, triple_rows
from wikidata_repair_eval.extraction.run import EvaluationRun, summary_table
from wikidata_repair_eval.files import json_bytes, write_atomically
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.settings import load_settings

FAILED_ARTICLES, BAD_INPUT = 1, 2
_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)


@click.command("score-triples")
@click.argument("cases", type=_FILE)
def score_triples(cases: str) -> None:
    """Score each case of CASES (JSON Lines, - is stdin) and print its counts, ratios and pairs.

    Exit 0: all cases were scored. Exit 2: a line cannot be used; it gives {id, error}, the others are scored.

    \b
    Example:
      echo '{"id": "1", "article_title": "Marie Curie", "item": {"qid": "Q7186", "label": "Marie Curie",
      "aliases": [], "statements": [{"property_id": "P569", "value": "1867-11-07T00:00:00Z",
      "value_type": "time", "precision": 11}]}, "triples": [["ex:Marie_Curie", "pgc:birthDate",
      "7 November 1867", 0.9]], "alignment": "default", "options": {}}' | tr -d '\\n' |
      wikidata-repair-eval score-triples -
    """
    exit_code = 0
    name = "stdin" if cases == "-" else cases
    with click.open_file(cases, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                exit_code = max(exit_code, _score_line(line, name, f"line {number}"))
    sys.exit(exit_code)


def _score_line(line: bytes, file: str, place: str) -> int:
    case = {}
    try:
        case = parse_case(line, file, place)
        result = score_case(case, f"{file}, {place}")
    except InputError as error:
        click.echo(str(error), err=True)
        click.echo(json_bytes({"id": case.get("id"), "error": str(error)}), nl=False)
        return BAD_INPUT
    for warning in result.get("warnings", ()):
        click.echo(f"{file}, {place}, {warning}", err=True)
    click.echo(json_bytes(result), nl=False)
    return 0


@click.command("evaluate-wikidata")
@click.option("--article", help="title, address or Q-id of one article")
@click.option(
    "--dataset", help="YAML list of articles ([{title, qid, domain}]), or wikidata-benchmark-1k, which ships"
)
@click.option("--triples", type=_FILE, help="triples of an extractor (.jsonl, .csv, .parquet, .nt, .ttl)")
@click.option("--statements", type=_FILE, help="ground truth as JSON Lines of {article_title, item}")
@click.option("--profile", help="ask a language model by this profile (a name or a file)")
@click.option("--no-cache", "cache", flag_value="no", help="fetch every article anew")
@click.option("--cache-only", "cache", flag_value="only", help="fetch no article")
@click.option("--output", default="-", show_default=True, type=click.Path(dir_okay=False, allow_dash=True))
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="write the reliability plot (SVG)"
)
def evaluate_wikidata(output: str, plot: Path | None, **asked: str | None) -> None:
    """Score the triples of one article (--article) or of a list (--dataset) against Wikidata.

    Triples come from a file, from a language model (--profile), or by default from the articles' infoboxes.
    A run that was killed goes on where it stopped. Exit 0: all articles were scored. Exit 1: some failed, and
    the report lists them. Exit 2: bad input.

    \b
    Example:
      wikidata-repair-eval evaluate-wikidata --article "Marie Curie" --output report.json
    """
    run = EvaluationRun.planned(load_settings(), **asked)
    if run.needs_world:
        ensure_world(run.settings)
    report = run.report(progress=lambda line: click.echo(line, err=True))
    _write(output, report)
    if plot is not None:
        write_atomically(plot, reliability_plot(report["calibration"]).encode())
    click.echo(summary_table(report), err=True)
    sys.exit(FAILED_ARTICLES if report["failures"] else 0)


@click.command("recall-gap-analysis")
@click.option("--results", required=True, type=_FILE, help="a report of evaluate-wikidata")
@click.option("--threshold", default=0.5, show_default=True, type=click.FloatRange(0, 1))
@click.option("--output", default="-", show_default=True, type=click.Path(dir_okay=False, allow_dash=True))
def recall_gap_analysis(results: str, threshold: float, output: str) -> None:
    """List the properties whose recall is below the threshold, with triples that were missed.

    Exit 0: analysed, with or without gaps. Exit 2: the report cannot be read.

    \b
    Example:
      wikidata-repair-eval recall-gap-analysis --results latest.json --threshold 0.5 --output recall-gaps.json
    """
    _write(output, RecallGapAnalyzer(threshold=threshold).analyze(_results(results)))


@click.command("tune-extraction-prompts")
@click.option("--results", required=True, type=_FILE, help="a report of evaluate-wikidata")
@click.option("--output", default="-", show_default=True, type=click.Path(dir_okay=False, allow_dash=True))
def tune_extraction_prompts(results: str, output: str) -> None:
    """Turn a report's false positives and missed statements into changes of the extraction prompt.

    \b
    Example:
      wikidata-repair-eval tune-extraction-prompts --results latest.json --output tuning-report.json
    """
    _write(output, PromptTuner().tune(_results(results)))


@click.group("novel-discoveries")
def novel_discoveries() -> None:
    """Judge triples whose predicate is outside the alignment table, and count the verdicts."""


@novel_discoveries.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--results", type=_FILE, help="a report to sample from, where FILE does not exist yet")
@click.option("--sample", "share", default=0.1, show_default=True, type=click.FloatRange(0, 1, min_open=True))
@click.option("--seed", default=1, show_default=True)
def annotate(file: Path, results: str | None, share: float, seed: int) -> None:
    """Sample novel triples of a report into FILE (YAML), then ask for a verdict on each unjudged one.

    Every verdict is saved at once; end with q and go on later. FILE may also be filled in with an editor.

    \b
    Example:
      echo q | wikidata-repair-eval novel-discoveries annotate novel.yaml --results latest.json
    """
    if not file.exists():
        if results is None:
            raise click.UsageError(f"{file} does not exist. Fix: add --results to sample from a report.")
        novel = [row for row in triple_rows(load_results(results)) if row["type"] == "no_match"]
        write_atomically(file, discoveries.annotation_file(discoveries.sample(novel, seed, share)).encode())
    _ask_for_verdicts(file)


@novel_discoveries.command()
@click.argument("file", type=_FILE)
def summarize(file: str) -> None:
    """Print the novel discovery rate of the annotation FILE; a header that disagrees with its rows exits 2.

    \b
    Example:
      wikidata-repair-eval novel-discoveries summarize novel.yaml
    """
    with click.open_file(file, "r", encoding="utf-8") as stream:
        _write("-", discoveries.summarize(stream.read(), file))


def _results(path: str) -> dict[str, Any]:
    """A report, with a warning where it is so old that Wikidata has moved on."""
    results = load_results(path)
    if is_stale(results.get("run_date"), datetime.now(UTC).isoformat()):
        told = (
            f"{path} is of {results['run_date'][:10]}, more than {STALE_AFTER_DAYS} days ago: evaluate anew"
        )
        click.echo(f"warning: {told}", err=True)
    return results


def _ask_for_verdicts(file: Path) -> None:
    rows = discoveries.read_rows(file.read_text(encoding="utf-8"), str(file))
    keys = dict(zip("ciuw", discoveries.VERDICTS, strict=True))
    for row in rows:
        if row["verdict"] is None:
            click.echo(f"{row['article']}: ({row['subject']}, {row['predicate']}, {row['object']})", err=True)
            question = "[c]orrect, [i]ncorrect, [u]ncertain, in [w]ikidata, [q]uit"
            answer = click.prompt(question, type=click.Choice([*keys, "q"]), show_choices=False, err=True)
            if answer == "q":
                return
            row["verdict"] = keys[answer]
            write_atomically(file, discoveries.annotation_file(rows).encode())


def _write(output: str, value: Any) -> None:
    data = json_bytes(value, indent=True)
    if output == "-":
        click.echo(data, nl=False)
    else:
        write_atomically(Path(output), data)
