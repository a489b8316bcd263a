"""The second half: how good were the triples of the extractor?"""

import json
from pathlib import Path
from typing import Any

from wikidata_repair_eval.cli.summaries.tables import table


def summarize(folder: Path, _truth: dict[str, Any]) -> None:
    """The report's first figures; nothing where the source has no second half."""
    path = folder / "extraction" / "results" / "latest.json"
    if not path.exists():
        return
    report = json.loads(path.read_text())
    micro, counts = report["summary"]["micro"], report["summary"]["counts"]
    rows: list[tuple[str, Any]] = [
        ("articles evaluated", report["summary"]["articles"]),
        ("articles that failed", len(report["failures"])),
        ("right, wrong, missed", f"{counts['tp']}, {counts['fp']}, {counts['fn']}"),
        *((name.replace("_", " "), _figure(micro[name])) for name in ("precision", "recall", "f1")),
        ("recall, alignable properties", _figure(micro["recall_alignable"])),
        ("calibration, Pearson's rho", _figure(report["calibration"]["pearson"])),
        *(
            (f"below target: {one['name']}", one["target"])
            for one in report["targets"]
            if one["met"] is False
        ),
    ]
    table("Second half, Extraction", rows)


def _figure(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
