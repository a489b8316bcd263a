"""What `demo` prints at its end: one module per stage, each comparing the stage's files with the truth."""

from pathlib import Path
from typing import Any

from wikidata_repair_eval.cli.summaries import (
    benchmark,
    context,
    evaluation,
    extraction,
    fetcher,
    indexer,
    taxonomy,
)

STAGES = (indexer, fetcher, context, taxonomy, benchmark, evaluation, extraction)


def summarize(folder: Path, truth: dict[str, Any]) -> None:
    """One table per stage."""
    for stage in STAGES:
        stage.summarize(folder, truth)
