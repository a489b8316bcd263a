"""Stage 2: were the planted repairs proven, at the planted revision?"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wikidata_repair_eval.cli.summaries.tables import table
from wikidata_repair_eval.files import read_json_lines


def summarize(folder: Path, truth: dict[str, Any]) -> None:
    """How many planted repairs were proven, and at the planted revision."""
    proven = _by_transition(folder / "02_wikidata_repairs", lambda record: record["violation_context"])
    unproven = _by_transition(folder / "unproven_candidates", lambda record: record["candidate"])
    kept = [one for one in truth["repairs"] if one["persists"]]
    lost = [one for one in truth["repairs"] if not one["persists"]]
    found = [proven[key] for one in kept if (key := _transition(one, one["property"])) in proven]
    exact = sum(
        proven.get(_transition(one, one["property"]), {}).get("proof", {}).get("event", {}).get("revision_id")
        == one["event"]["revision_id"]
        for one in kept
    )
    told_lost = sum(
        unproven.get(_transition(one, one["property"]), {}).get("outcome") == "lost" for one in lost
    )
    outcomes = Counter(record["outcome"] for record in unproven.values())
    rows: list[tuple[str, Any]] = [
        ("repairs proven", len(proven)),
        ("planted repairs proven", f"{len(found)} of {len(kept)}"),
        ("at the planted revision", f"{exact} of {len(kept)}"),
        ("planted and later lost, told so", f"{told_lost} of {len(lost)}"),
        ("proven though nobody planted them", len(proven) - len(found)),
        *((f"unproven: {name}", count) for name, count in sorted(outcomes.items())),
    ]
    table("Stage 2, Fetcher", rows)


def _by_transition(folder: Path, context: Callable[[Any], Any]) -> dict[tuple[Any, ...], Any]:
    """Records of all pages, by who left which report."""
    found = {}
    for path in sorted(folder.glob("P*.jsonl")):
        for record in read_json_lines(path):
            told = context(record)
            found[_transition({**record, **told}, path.stem)] = record
    return found


def _transition(record: dict[str, Any], property_id: str) -> tuple[Any, ...]:
    return (record["qid"], property_id, record["report_revision_old"], record["report_revision_new"])
