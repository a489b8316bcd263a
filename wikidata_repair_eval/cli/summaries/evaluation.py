"""Evaluation: who leads, and where to look at the cases."""

from pathlib import Path
from typing import Any

import click

from wikidata_repair_eval.cli.summaries.tables import table


def summarize(folder: Path, truth: dict[str, Any]) -> None:
    """The leaderboard's headline; the truth of the sandbox has nothing to say about it."""
    from pyarrow import parquet

    rows = parquet.read_table(folder / "leaderboard.parquet").to_pylist()
    title = "Evaluation: S_info on the temporal test part, on all cases, violation gone"
    table(title, [(row["run"], _scores(row)) for row in rows])
    for page in sorted(folder.glob("browser/*/index.html")):
        click.echo(f"\nThe cases in a browser: {page}")


def _scores(row: dict[str, Any]) -> str:
    columns = (row["s_info"], row["s_info_all"], row["fixed"])
    return "  ".join("     -" if value is None else f"{value:6.3f}" for value in columns)
