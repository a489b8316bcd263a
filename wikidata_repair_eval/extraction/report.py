"""The report: micro and macro ratios with intervals, by domain, property and datatype, and calibration.

Articles without ground truth, and articles that failed, are listed and left out of every aggregate.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from wikidata_repair_eval import __version__
from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.calibration import calibrate
from wikidata_repair_eval.extraction.intervals import bootstrap
from wikidata_repair_eval.extraction.results import SCHEMA_VERSION, Row, statement_rows, triple_rows
from wikidata_repair_eval.extraction.scorer import SCORER_VERSION, f1_of, ratio, rounded

TARGETS = {"precision": 0.85, "recall": 0.60, "f1": 0.70, "calibration_pearson": 0.80}
STALE_AFTER_DAYS = 90


def build_report(
    articles: Sequence[Row],
    failures: Sequence[Mapping[str, str]],
    table: PropertyAlignmentTable,
    *,
    run_date: str | None,
    inputs: Mapping[str, Any] | None = None,
) -> Row:
    """One run's report. `run_date` is the answering server's, never our clock's; None where none answered."""
    ordered = sorted(articles, key=lambda row: (str(row["domain"]), row["article"]))
    counted = [row for row in ordered if not row["no_ground_truth"]]
    whole = {"articles": counted}
    summary = _summary(counted)
    calibration = calibrate(judged_triples(whole))
    return {
        "schema_version": SCHEMA_VERSION,
        "run_date": run_date,
        "versions": {"tool": __version__, "scorer": SCORER_VERSION},
        "alignment": {"name": table.name, "sha256": table.digest, "properties": len(table)},
        "inputs": dict(inputs or {}),
        "summary": summary,
        "by_domain": _grouped(counted, lambda row: str(row["domain"] or "unknown")),
        "by_property": _by_statement_key(whole, "property_id"),
        "by_datatype": _by_statement_key(whole, "value_type"),
        "calibration": calibration,
        "targets": targets(summary, calibration),
        "no_ground_truth": [row["article"] for row in ordered if row["no_ground_truth"]],
        "failures": sorted((dict(one) for one in failures), key=lambda one: one["article"]),
        "articles": ordered,
    }


def judged_triples(results: Mapping[str, Any]) -> list[tuple[float, bool]]:
    """Confidence and correctness of the triples that count for precision; those without one are left out."""
    rows = (row for row in triple_rows(results) if row["type"] in ("exact", "partial"))
    return [(row["confidence"], row["type"] == "exact") for row in rows if row["confidence"] is not None]


def targets(summary: Row, calibration: Row) -> list[Row]:
    """Each target of the protocol and whether it is met; None where the figure is undefined."""
    figures = {**summary["micro"], "calibration_pearson": calibration["pearson"]}
    return [
        {"name": name, "target": target, "value": figures[name], "met": _met(figures[name], target)}
        for name, target in TARGETS.items()
    ]


def is_stale(run_date: str | None, today: str) -> bool | None:
    """Wikidata moves on: a result of more than 90 days ago should be made again. None: nobody knows."""
    if run_date is None:
        return None
    return (_day(today) - _day(run_date)).days > STALE_AFTER_DAYS


def _met(value: float | None, target: float) -> bool | None:
    return None if value is None else value >= target


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00")[:10]).replace(tzinfo=UTC)


def _summary(rows: Sequence[Row]) -> Row:
    counts = ("tp", "fp", "fn", "novel", "off_subject", "redundant", "below_confidence", "merged")
    totals = {name: sum(row[name] for row in rows) for name in counts}
    micro = _ratios(totals["tp"], totals["fp"], totals["fn"])
    micro["recall_alignable"] = rounded(ratio(totals["tp"], sum(row["alignable"] for row in rows)))
    names = ("precision", "recall", "f1", "recall_alignable")
    return {
        "articles": len(rows),
        "counts": totals,
        "micro": micro,
        "macro": {name: _mean(row[name] for row in rows) for name in names},
        "intervals_95": bootstrap([(row["tp"], row["fp"], row["fn"]) for row in rows]),
    }


def _ratios(tp: int, fp: int, fn: int) -> Row:
    precision, recall = ratio(tp, tp + fp), ratio(tp, tp + fn)
    return {
        "precision": rounded(precision),
        "recall": rounded(recall),
        "f1": rounded(f1_of(precision, recall)),
    }


def _mean(values: Iterable[float | None]) -> float | None:
    """Over the articles for which the ratio is defined."""
    known = [value for value in values if value is not None]
    return rounded(sum(known) / len(known)) if known else None


def _grouped(rows: Sequence[Row], key: Callable[[Row], str]) -> dict[str, Row]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return {name: _summary(group) for name, group in sorted(groups.items())}


def _by_statement_key(results: Mapping[str, Any], key: str) -> dict[str, Row]:
    """Recall by what the statements are; precision only where triples can be told apart by it."""
    matched: dict[str, int] = defaultdict(int)
    stated: dict[str, int] = defaultdict(int)
    for row in statement_rows(results):
        stated[row[key]] += 1
        matched[row[key]] += bool(row["matched"])
    wrong: dict[str, int] = defaultdict(int)
    for row in triple_rows(results):
        if row["type"] == "partial" and key == "property_id":
            wrong[str(row["property_id"])] += 1
    return {
        name: _property_row(matched[name], wrong[name], stated[name], key)
        for name in sorted({*stated, *wrong})
    }


def _property_row(matched: int, wrong: int, stated: int, key: str) -> Row:
    row: Row = {"statements": stated, "tp": matched, "recall": rounded(ratio(matched, stated))}
    if key == "property_id":
        row |= {"fp": wrong, "precision": rounded(ratio(matched, matched + wrong))}
    return row
