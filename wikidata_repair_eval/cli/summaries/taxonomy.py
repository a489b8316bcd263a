"""The taxonomy: is the class of every planted repair the planted one?"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wikidata_repair_eval.cli.summaries.tables import table
from wikidata_repair_eval.files import read_json_lines


def summarize(folder: Path, truth: dict[str, Any]) -> None:
    """The class mix, and how often it is what was planted."""
    planted = {_transition(one, one["property"]): one["class"] for one in truth["repairs"]}
    found = list(_classified(folder))
    right = sum(planted.get(key) == case["class"] for key, case in found)
    known = sum(key in planted for key, _ in found)
    classes = Counter(case["class"] for _, case in found)
    rows: list[tuple[str, Any]] = [
        ("repairs classified", len(found)),
        ("of the planted class", f"{right} of {known}"),
        ("in the main score", sum(case["main_score"] for _, case in found)),
        *((name, count) for name, count in sorted(classes.items())),
    ]
    table("Taxonomy", rows)


def _classified(folder: Path) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    for path in sorted((folder / "classified_cases").glob("P*.jsonl")):
        cases = {case["id"]: case for case in read_json_lines(path)}
        for repair in read_json_lines(folder / "02_wikidata_repairs" / path.name):
            told = {**repair, **repair["violation_context"]}
            yield _transition(told, path.stem), cases[repair["id"]]


def _transition(record: dict[str, Any], property_id: str) -> tuple[Any, ...]:
    return (record["qid"], property_id, record["report_revision_old"], record["report_revision_new"])
