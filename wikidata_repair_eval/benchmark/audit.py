"""The human audit: a stratified, seeded sample of cases to judge, and what two raters' files say together.

A file is JSON Lines: a header, then one row per case. A rater fills in `verdict`. Numbers in a header are for
the reader's eye: they are counted anew, and one that disagrees with the rows is reported.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.benchmark.agreement import agreement
from wikidata_repair_eval.errors import InputError

SCHEMA_VERSION = 1
KIND = "wikidata_repair_eval audit"
VERDICTS = ("TypeA", "TypeB", "TypeC", "T_BOX", "not_a_repair", "unclear")
HOW_TO = (
    "Set verdict to one of " + ", ".join(VERDICTS) + "; leave it null where you have not judged. "
    "Judge by what a solver would need, before you look up how the benchmark classed the case."
)

Case = Mapping[str, Any]
Row = dict[str, Any]


@dataclass(frozen=True)
class RaterFile:
    """One rater's rows by case, and what is wrong with the header."""

    name: str
    verdicts: dict[str, str | None]
    notes: dict[str, str]
    header_problems: list[str]


def stratum_of(case: Case) -> str:
    kind = case["violation_context"]["report_violation_type"]
    return f"{case['class']} | {case['track']} | {kind}"


def draw(cases: Iterable[Case], count: int, seed: int) -> tuple[dict[str, int], list[Row]]:
    """Sizes of the strata, and the rows drawn: each stratum by its share, the rare ones at least once.

    Which cases are drawn depends on seed and ids alone, not on their order; case bodies are not kept.
    """
    strata: dict[str, list[tuple[str, Row]]] = defaultdict(list)
    for case in cases:
        strata[stratum_of(case)].append((_lot(seed, case["id"]), _row(case)))
    sizes = {name: len(members) for name, members in sorted(strata.items())}
    shares = _shares(sizes, count)
    drawn = [row for name in sizes for _, row in sorted(strata[name], key=_first)[: shares[name]]]
    # In the order of the lots: rows of one stratum side by side would tell the class.
    return sizes, sorted(drawn, key=lambda row: _lot(seed, row["case_id"]))


def header_of(release: str, digest: str, seed: int, sizes: Mapping[str, int], rows: Sequence[Row]) -> Row:
    return {
        "kind": KIND,
        "schema_version": SCHEMA_VERSION,
        "release": release,
        "release_digest": digest,
        "seed": seed,
        "strata": dict(sizes),
        "how_to": HOW_TO,
        "counts": counts_of(row["verdict"] for row in rows),
    }


def counts_of(verdicts: Iterable[str | None]) -> dict[str, int]:
    """What a header says of its rows."""
    counts = Counter("unjudged" if verdict is None else verdict for verdict in verdicts)
    return {"rows": counts.total(), **{name: counts[name] for name in (*VERDICTS, "unjudged")}}


def read_ratings(lines: Iterable[Any], file: str) -> RaterFile:
    """A rater's file; InputError for a row that cannot be used, and its number."""
    records = list(lines)
    if not records or not isinstance(records[0], dict) or records[0].get("kind") != KIND:
        raise InputError(file, "line 1", "this is no header of an audit", "use a file from `audit sample`")
    verdicts: dict[str, str | None] = {}
    notes: dict[str, str] = {}
    for number, row in enumerate(records[1:], start=2):
        case_id, verdict = _checked(row, file, number)
        if case_id in verdicts:
            problem = f"{case_id} stands here a second time"
            raise InputError(file, f"line {number}", problem, "judge each case once")
        verdicts[case_id], notes[case_id] = verdict, str(row.get("note") or "")
    return RaterFile(file, verdicts, notes, list(_header_problems(records[0], verdicts)))


def summary(first: RaterFile, second: RaterFile) -> dict[str, Any]:
    """Agreement of two raters over the cases that both have judged, and everything they see differently."""
    both = [one for one in first.verdicts if first.verdicts[one] and second.verdicts.get(one)]
    pairs = [(str(first.verdicts[one]), str(second.verdicts[one])) for one in both]
    found = agreement(pairs)
    confusion = Counter(pairs)
    return {
        "raters": [first.name, second.name],
        "counts": [counts_of(one.verdicts.values()) for one in (first, second)],
        "judged_by_both": found.pairs,
        "agreement": found.agreement,
        "kappa": found.kappa,
        "kappa_interval_95": list(found.interval) if found.interval else None,
        "confusion": [{"a": a, "b": b, "cases": n} for (a, b), n in sorted(confusion.items())],
        "disagreements": [
            _disagreement(one, first, second) for one in sorted(both) if _differ(one, first, second)
        ],
        "only_in_a": sorted(first.verdicts.keys() - second.verdicts.keys()),
        "only_in_b": sorted(second.verdicts.keys() - first.verdicts.keys()),
        "header_problems": [*first.header_problems, *second.header_problems],
    }


def _differ(case_id: str, first: RaterFile, second: RaterFile) -> bool:
    return first.verdicts[case_id] != second.verdicts[case_id]


def _disagreement(case_id: str, first: RaterFile, second: RaterFile) -> dict[str, Any]:
    return {
        "case_id": case_id,
        "a": first.verdicts[case_id],
        "b": second.verdicts[case_id],
        "note_a": first.notes[case_id],
        "note_b": second.notes[case_id],
    }


def _row(case: Case) -> Row:
    """What a rater starts from; the class is not shown, so that nobody agrees out of politeness."""
    target, ego = case["repair_target"], (case["world_state"] or {}).get("L1_ego_node") or {}
    delta = target.get("constraint_delta") or {}
    return {
        "case_id": case["id"],
        "qid": case["qid"],
        "label": ego.get("label"),
        "property": case["property"],
        "violation_type": case["violation_context"]["report_violation_type"],
        "why_violated": case["proof"]["reason"],
        "action": target.get("action") or delta.get("direction"),
        "before": [value["text"] for value in target.get("old_value") or ()],
        "after": [value["text"] for value in target.get("new_value") or ()],
        "verdict": None,
        "note": "",
    }


def _shares(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """One for each stratum as long as that lasts, the large ones first; then to whom most is missing."""
    total = sum(sizes.values())
    count = min(count, total)
    ordered = sorted(sizes, key=lambda name: (-sizes[name], name))
    shares = {name: int(rank < count) for rank, name in enumerate(ordered)}
    while sum(shares.values()) < count:
        wanting = [name for name in ordered if shares[name] < sizes[name]]
        shares[max(wanting, key=lambda name: sizes[name] * count / total - shares[name])] += 1
    return shares


def _checked(row: Any, file: str, number: int) -> tuple[str, str | None]:
    if not isinstance(row, dict) or not isinstance(row.get("case_id"), str):
        raise InputError(
            file, f"line {number}", "the row names no case_id", "keep the rows as they were drawn"
        )
    verdict = row.get("verdict")
    if verdict is not None and verdict not in VERDICTS:
        fix = f"use one of {', '.join(VERDICTS)}, or null"
        raise InputError(file, f"line {number}, verdict", f"{verdict!r} is no verdict", fix)
    return row["case_id"], verdict


def _header_problems(header: Row, verdicts: Mapping[str, str | None]) -> Iterable[str]:
    said, counted = header.get("counts") or {}, counts_of(verdicts.values())
    for name in sorted(said.keys() | counted.keys()):
        if name in said and said[name] != counted.get(name, 0):
            yield f"the header says {name}: {said[name]}, and there are {counted.get(name, 0)}"


def _lot(seed: int, case_id: str) -> str:
    return hashlib.sha256(f"{seed} {case_id}".encode()).hexdigest()


def _first(member: tuple[str, Row]) -> str:
    return member[0]
