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
WRITTEN_BY_US = frozenset(
    {"article", "domain", "subject", "predicate", "object", "confidence", "type", "score", "property_id"}
    | {"verdict"}
)


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


def updated(
    before: str | None, file: str, novel: Sequence[Mapping[str, Any]], seed: int, share: float = SAMPLE
) -> str:
    """The annotation file after another run. A file that cannot be read is refused, never overwritten."""
    if before is None:
        return annotation_file(sample(novel, seed, share))
    rows = read_rows(before, file)
    carried = carried_over(rows, novel, seed, share)
    counts_agree = parse_table(before, file).get("summary") == _counted(rows)
    return before if carried == rows and counts_agree else annotation_file(carried)


def carried_over(
    annotated: Sequence[Mapping[str, Any]],
    novel: Sequence[Mapping[str, Any]],
    seed: int,
    share: float = SAMPLE,
) -> list[Mapping[str, Any]]:
    """A new sample beside what people did: rows they touched stay for ever, others while they are novel.

    Rows that are still novel and wait for a verdict stay in the sample; it is filled up to its share.
    """
    still = {_key(row) for row in novel}
    kept = [row for row in annotated if _is_touched(row) or _key(row) in still]
    known = {_key(row) for row in kept}
    wanted = max(1, round(len(novel) * share)) - sum(_key(row) in still for row in kept) if novel else 0
    fresh = [row for row in novel if _key(row) not in known]
    chosen = sorted(random.Random(seed).sample(range(len(fresh)), max(0, min(wanted, len(fresh)))))
    return [*kept, *(fresh[n] for n in chosen)]


def _key(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(row.get(name)) for name in ("article", "subject", "predicate", "object"))


def _is_touched(row: Mapping[str, Any]) -> bool:
    """Did somebody judge this row, or write something of their own into it?"""
    return row.get("verdict") is not None or bool(set(row) - WRITTEN_BY_US)


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
