"""Novel discoveries: triples outside the table, sampled for people to judge, and what the verdicts amount to.

The annotation file is YAML: a header with the counts and one row per triple. A header that disagrees with the
rows is refused: somebody edited one and forgot the other.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.tables import parse_table

VERDICTS = ("correct", "incorrect", "uncertain", "in_wikidata")
SAMPLE = 0.1


def novel_discovery_rate(verdicts: Mapping[str, int]) -> dict[str, Any]:
    """correct / (correct + incorrect); None where nothing was judged."""
    unknown = sorted(set(verdicts) - set(VERDICTS))
    if unknown:
        raise ValueError(f"{', '.join(unknown)}: no such verdict; use {', '.join(VERDICTS)}")
    if any(isinstance(n, bool) or not isinstance(n, int) or n < 0 for n in verdicts.values()):
        raise ValueError("verdicts are counted in whole numbers from 0 on")
    correct = verdicts.get("correct", 0)
    judged = correct + verdicts.get("incorrect", 0)
    rate = round(correct / judged, 4) if judged else None
    return {"ndr": rate, "judged": judged, "total": sum(verdicts.values())}


def sample(novel: Sequence[Mapping[str, Any]], seed: int, share: float = SAMPLE) -> list[Mapping[str, Any]]:
    """A share of the novel triples, at least one if there are any; the same for the same seed."""
    if not novel:
        return []
    chosen = random.Random(seed).sample(range(len(novel)), max(1, round(len(novel) * share)))
    return [novel[n] for n in sorted(chosen)]


def annotation_file(rows: Iterable[Mapping[str, Any]]) -> str:
    """The YAML that people fill in: each row's verdict is empty until somebody judged it."""
    listed = [{**row, "verdict": row.get("verdict")} for row in rows]
    content = {"summary": _counted(listed), "verdicts": list(VERDICTS), "discoveries": listed}
    return yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=1000)


def read_rows(text: str, file: str) -> list[dict[str, Any]]:
    """The rows of an annotation file, each with a verdict that exists or is still None."""
    rows = parse_table(text, file).get("discoveries")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        problem, fix = "it is not a list of rows", "keep the file's form and fill in verdicts"
        raise InputError(file, "discoveries", problem, fix)
    for number, row in enumerate(rows):
        verdict = row.setdefault("verdict", None)
        if verdict is not None and verdict not in VERDICTS:
            fix = f"use {', '.join(VERDICTS)}, or leave it empty"
            raise InputError(file, f"discoveries[{number}].verdict", f"{verdict!r} is no verdict", fix)
    return rows


def summarize(text: str, file: str) -> dict[str, Any]:
    """What the verdicts of an annotation file amount to; unjudged rows do not count."""
    counted = _counted(read_rows(text, file))
    stated = parse_table(text, file).get("summary")
    if stated is not None and stated != counted:
        problem = f"the header says {stated}, the rows say {counted}"
        raise InputError(file, "summary", problem, "correct the header, or delete it")
    return novel_discovery_rate(counted)


def _counted(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    found = Counter(row.get("verdict") for row in rows)
    return {verdict: found[verdict] for verdict in VERDICTS}
