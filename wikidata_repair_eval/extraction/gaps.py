"""Recall gaps: properties that the extractor misses too often, with examples of what it should have found."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.results import statement_rows

THRESHOLD, FEWEST, EXAMPLES = 0.5, 3, 3


class RecallGapAnalyzer:
    """Finds properties whose recall is below a threshold. Fewer than `fewest` statements prove nothing."""

    def __init__(
        self,
        table: PropertyAlignmentTable | None = None,
        *,
        threshold: float = THRESHOLD,
        fewest: int = FEWEST,
        examples: int = EXAMPLES,
    ) -> None:
        self.table = table or PropertyAlignmentTable.default()
        self.threshold, self.fewest, self.examples = threshold, fewest, examples

    def analyze(self, results: Mapping[str, Any]) -> dict[str, Any]:
        """The gaps of a report (`evaluate-wikidata`'s JSON), the worst first."""
        found: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for row in statement_rows(results):
            found[row["property_id"]].append(row)
        gaps = [self._gap(pid, rows) for pid, rows in found.items() if len(rows) >= self.fewest]
        below = [gap for gap in gaps if gap["recall"] < self.threshold]
        return {
            "threshold": self.threshold,
            "fewest_statements": self.fewest,
            "properties_seen": len(found),
            "properties_with_too_few": len(found) - len(gaps),
            "gaps": sorted(below, key=lambda gap: (gap["recall"], -gap["statements"], gap["property_id"])),
        }

    def _gap(self, pid: str, rows: list[Mapping[str, Any]]) -> dict[str, Any]:
        matched = sum(bool(row["matched"]) for row in rows)
        missed = [row for row in rows if not row["matched"]]
        return {
            "property_id": pid,
            "label": self.table.label(pid),
            "alignable": pid in self.table,
            "statements": len(rows),
            "matched": matched,
            "recall": round(matched / len(rows), 4),
            "examples": [self._example(row) for row in missed[: self.examples]],
            "advice": self._advice(pid),
        }

    def _example(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A triple that would have matched, in the table's first predicate."""
        value = row.get("value_label") or row["value"]
        return {
            "article": row["article"],
            "triple": [row["article"], self._predicate(row["property_id"]), value],
        }

    def _predicate(self, pid: str) -> str:
        predicates = self.table.properties.get(pid, {}).get("predicates") or [f"wdt:{pid}"]
        return str(predicates[0])

    def _advice(self, pid: str) -> str:
        if pid not in self.table:
            return f"No predicate stands for {pid}: add it to the alignment table first."
        return f"Ask for {self.table.label(pid)} ({self._predicate(pid)}) and show one of the examples."
