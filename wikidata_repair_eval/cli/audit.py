"""`audit sample` and `audit summarize`: people judge a sample of a release, and we see how far they agree."""

from pathlib import Path

import click

from wikidata_repair_eval.benchmark import audit as audits
from wikidata_repair_eval.benchmark.release import load_release
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes, json_lines, read_json_lines, write_atomically


@click.group()
def audit() -> None:
    """Draw cases for people to judge, and compare what two of them said."""


@audit.command("sample")
@click.option("--release", "folder", required=True, type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--n", "count", default=100, show_default=True, type=click.IntRange(min=1), help="how many cases"
)
@click.option("--seed", default=1, show_default=True, help="which sample")
@click.option("--out", required=True, help="file to write; - is stdout")
def sample(folder: Path, count: int, seed: int, out: str) -> None:
    """Draw a sample of a release, stratified by class, track and constraint type.

    Give each rater a copy; they fill in `verdict` of every row. The class is not shown.

    \b
    Example:
      wikidata-repair-eval audit sample --release data/releases/0.1.0-dev --n 50 --seed 1 --out anna.jsonl
    """
    release = load_release(folder)
    sizes, rows = audits.draw(release, count, seed)
    header = audits.header_of(release.version, release.digest, seed, sizes, rows)
    data = json_lines([header, *rows])
    if out == "-":
        click.echo(data, nl=False)
        return
    if Path(out).exists():
        raise InputError(out, "--out", "the file is there and may hold judgements", "name another file")
    write_atomically(Path(out), data)
    click.echo(f"{len(rows)} cases of {len(sizes)} strata are in {out}.")


@audit.command("summarize")
@click.argument("first", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("second", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def summarize(first: Path, second: Path) -> None:
    """Agreement, Cohen's kappa with its 95 % interval, and every disagreement of two raters' files.

    Counts in headers are for people; they are counted anew. Exit 1 if a header disagrees with its rows.

    \b
    Example:
      wikidata-repair-eval audit summarize anna.jsonl ben.jsonl
    """
    files = [audits.read_ratings(read_json_lines(path), str(path)) for path in (first, second)]
    click.echo(json_bytes(audits.summary(*files), indent=True), nl=False)
    for file in files:
        for problem in file.header_problems:
            click.echo(f"{file.name}: {problem}; the rows count", err=True)
    raise SystemExit(int(any(file.header_problems for file in files)))
