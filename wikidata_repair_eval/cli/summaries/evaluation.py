"""Evaluation: who leads, and where to look at the cases."""

from pathlib import Path
from typing import Any

import click

from wikidata_repair_eval.cli.summaries.tables import table


def summarize(folder: Path, truth: dict[str, Any]) -> None:
    """The leaderboard's headline; the truth of the sandbox has nothing to say about it."""
    from pyarrow import parquet

    rows = parquet.read_table(folder / "leaderboard.parquet").to_pylist()
    table(
        "Evaluation: S_info, and how often the violation is gone",
        [(row["run"], _scores(row)) for row in rows],
    )
    for page in sorted(folder.glob("browser/*/index.html")):
        click.echo(f"  The cases in a browser: {page}")


def _scores(row: dict[str, Any]) -> str:
    return f"{row['s_info']:.3f}  {row['fixed']:.3f}"
