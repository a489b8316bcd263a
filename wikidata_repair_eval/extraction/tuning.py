"""Prompt tuning: patterns among false positives and missed statements, and patches that answer them.

A patch is one sentence for the system prompt or one example. Patches say what they rest on; nobody's model is
called here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.gaps import RecallGapAnalyzer
from wikidata_repair_eval.extraction.results import statement_rows, triple_rows

NEAR_MISS, FEWEST, EXAMPLES = 0.6, 2, 3
Row = Mapping[str, Any]


class PromptTuner:
    """Turns a report into concrete changes of the extraction prompt, the ones with most evidence first."""

    def __init__(self, table: PropertyAlignmentTable | None = None, *, fewest: int = FEWEST) -> None:
        self.table = table or PropertyAlignmentTable.default()
        self.fewest = fewest

    def tune(self, results: Mapping[str, Any]) -> dict[str, Any]:
        """Patterns and patches of a report (`evaluate-wikidata`'s JSON)."""
        results = {"articles": [row for row in results["articles"] if not row.get("no_ground_truth")]}
        stated = {(row["article"], row["property_id"]) for row in statement_rows(results)}
        triples = list(triple_rows(results))
        wrong = [row for row in triples if row["type"] == "partial"]
        patterns = self._patterns(wrong, stated)
        patches = [*self._false_positives(patterns), *self._habits(triples), *self._missed(results)]
        return {
            "false_positives": len(wrong),
            "false_positive_patterns": [
                {"pattern": kind, "property_id": pid, "count": len(rows), "examples": _examples(rows)}
                for (kind, pid), rows in _largest_first(patterns)
            ],
            "patches": sorted(patches, key=lambda patch: (-patch["evidence"], patch["kind"], patch["text"])),
        }

    def _patterns(
        self, wrong: Iterable[Row], stated: set[tuple[str, str]]
    ) -> dict[tuple[str, str], list[Row]]:
        patterns: dict[tuple[str, str], list[Row]] = defaultdict(list)
        for row in wrong:
            pid = str(row["property_id"])
            if row["score"] >= NEAR_MISS:
                kind = "near_miss"
            elif (row["article"], pid) in stated:
                kind = "wrong_value"
            else:
                kind = "not_in_wikidata"
            patterns[kind, pid].append(row)
        return patterns

    def _false_positives(self, patterns: dict[tuple[str, str], list[Row]]) -> Iterable[dict[str, Any]]:
        for (kind, pid), rows in patterns.items():
            if len(rows) >= self.fewest:
                yield _patch("system_instruction", self._instruction(kind, pid), len(rows), pid, rows)

    def _instruction(self, kind: str, pid: str) -> str:
        label = self.table.label(pid)
        return {
            "near_miss": f"Copy the value of {label} letter by letter from the article; do not respell it.",
            "wrong_value": f"Give {label} only where the article states it of its subject itself.",
            "not_in_wikidata": f"Give {label} only where the article states it outright; never infer it.",
        }[kind]

    def _habits(self, triples: Sequence[Row]) -> Iterable[dict[str, Any]]:
        texts = {
            "off_subject": "Write only triples whose subject is the article's own subject, under its title.",
            "redundant": "Say each fact once; do not repeat it in other words.",
        }
        for kind, text in texts.items():
            rows = [row for row in triples if row["type"] == kind]
            if len(rows) >= self.fewest:
                yield _patch("system_instruction", text, len(rows), None, rows)
        novel = [row for row in triples if row["type"] == "no_match"]
        for predicate, count in sorted(Counter(str(row["predicate"]) for row in novel).items()):
            if count >= self.fewest:
                rows = [row for row in novel if row["predicate"] == predicate]
                text = f"Use a predicate of the list instead of {predicate}, or leave the triple out."
                yield _patch("system_instruction", text, count, None, rows)

    def _missed(self, results: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
        for gap in RecallGapAnalyzer(self.table, fewest=self.fewest).analyze(results)["gaps"]:
            if gap["alignable"] and gap["examples"]:
                subject, predicate, value = gap["examples"][0]["triple"]
                text = f"Example: ({subject}, {predicate}, {value})"
                missed = gap["statements"] - gap["matched"]
                yield _patch("few_shot_example", text, missed, gap["property_id"], [])


def _patch(kind: str, text: str, evidence: int, pid: str | None, rows: Sequence[Row]) -> dict[str, Any]:
    return {"kind": kind, "text": text, "evidence": evidence, "property_id": pid, "examples": _examples(rows)}


def _examples(rows: Iterable[Row]) -> list[list[Any]]:
    shown = sorted({(row["article"], row["subject"], row["predicate"], row["object"]) for row in rows})
    return [list(row) for row in shown[:EXAMPLES]]


def _largest_first(
    patterns: Mapping[tuple[str, str], list[Row]],
) -> list[tuple[tuple[str, str], list[Row]]]:
    return sorted(patterns.items(), key=lambda entry: (-len(entry[1]), entry[0]))
