"""Whole runs: files of cases and proposals in, traces and a summary out. No Dagster, no network.

Cases are streamed in ranges, by several processes if there are many; proposals are looked up by their place
in the file. The result depends neither on the order of either file nor on the number of processes.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import orjson

from wikidata_repair_eval.benchmark.expressible import NotInRecord
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import (
    json_bytes,
    sha256_of,
    sha256_of_bytes,
    write_atomically,
    writing_atomically,
)
from wikidata_repair_eval.scoring.aggregates import Row, row_of, summarise
from wikidata_repair_eval.scoring.case_files import cases_in, checked, ranges_of
from wikidata_repair_eval.scoring.proposal_files import ProposalIndex, index_proposals
from wikidata_repair_eval.scoring.scores import Answer, score_case
from wikidata_repair_eval.scoring.traces import SCORER_VERSION

Raw = Mapping[str, Any]
TRACES, SUMMARY, SUMS = "traces.jsonl", "summary.json", "SHA256SUMS"
_TELL = 20
_CASES_BETWEEN_COLLECTIONS = 50


@dataclass(slots=True)
class Scores:
    """What came of a run: one trace per case, by case id, and the summary."""

    traces: list[dict[str, Any]]
    summary: dict[str, Any]


@dataclass(slots=True)
class _Part:
    """The results of one range: traces as lines, rows for the summary, cases that cannot be scored."""

    lines: list[tuple[str, bytes]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    unscorable: dict[str, str] = field(default_factory=dict)


def score_proposals(cases: Iterable[Raw], proposals: Iterable[Raw], *, cutoff: str | None = None) -> Scores:
    """Score records at hand: a case without a proposal is missing, the first of two proposals counts."""
    given: dict[str, Raw] = {}
    twice = []
    for proposal in proposals:
        case_id = str(proposal.get("case_id") or proposal.get("id"))
        if case_id in given:
            twice.append(case_id)
        given.setdefault(case_id, proposal)
    part = _Part()
    for number, case in enumerate(cases, start=1):
        made = checked(case, "cases", f"case {number}")
        _score_into(part, made, given.get(str(made["id"])), cutoff)
    known = {case_id for case_id, _ in part.lines} | part.unscorable.keys()
    facts = _problems(given.keys() - known, twice, [], part) | {"proposals": len(given) + len(twice)}
    traces = [orjson.loads(line) for _, line in _sorted_lines([part], "cases")]
    return Scores(traces, _summary(part.rows, facts))


def score_files(
    cases: Path, proposals: Path, out: Path, *, processes: int = 1, cutoff: str | None = None
) -> dict[str, Any]:
    """Write `traces.jsonl` and `summary.json` into a folder; returns the summary."""
    index = index_proposals(proposals)
    with ThreadPoolExecutor(1) as beside:  # a checksum needs no interpreter
        digest = beside.submit(sha256_of, cases)
        parts = list(_scored(cases, index, processes, cutoff))
    lines = _sorted_lines(parts, str(cases))
    whole = _Part(rows=[row for part in parts for row in part.rows])
    for part in parts:
        whole.unscorable |= part.unscorable
    known = {case_id for case_id, _ in lines} | whole.unscorable.keys()
    facts = _problems(index.places.keys() - known, index.twice, index.nameless, whole)
    facts |= {"proposals": index.lines, "prompt_digest": _only(index.prompt_digests)}
    facts |= {"cases_sha256": digest.result(), "release_digest": release_digest(cases, digest.result())}
    summary = _summary(whole.rows, facts)
    with writing_atomically(out / TRACES) as file:
        for _, line in lines:
            file.write(line)
    write_atomically(out / SUMMARY, json_bytes(summary, indent=True))
    return summary


def _scored(cases: Path, index: ProposalIndex, processes: int, cutoff: str | None) -> Iterator[_Part]:
    ranges = ranges_of(cases)
    if processes < 2 or len(ranges) < 2:
        yield from map(_Worker(cases, index, cutoff).score_range, ranges)
        return
    # Not `fork`: the caller may have threads, whose locks a copy would inherit.
    with ProcessPoolExecutor(
        min(processes, len(ranges)),
        mp_context=get_context("spawn"),
        initializer=_begin,
        initargs=(_Worker(cases, index, cutoff),),
    ) as pool:
        yield from pool.map(_score_range, ranges)


class _Worker:
    """What one process needs to score any range of the cases."""

    def __init__(self, cases: Path, index: ProposalIndex, cutoff: str | None) -> None:
        self._cases, self._index, self._cutoff = cases, index, cutoff

    def score_range(self, bounds: tuple[int, int]) -> _Part:
        part = _Part()
        with _rare_collections() as collect, self._index.path.open("rb") as file:
            for case in cases_in(self._cases, *bounds):
                answer = self._index.read(file, str(case["id"]))
                readable = {"malformed": answer} if isinstance(answer, str) else answer
                _score_into(part, case, readable, self._cutoff)
                collect()
        return part


_WORKERS: list[_Worker] = []  # one per process: the index is large and goes there once, not with every range


def _begin(worker: _Worker) -> None:
    _WORKERS[:] = [worker]


def _score_range(bounds: tuple[int, int]) -> _Part:
    return _WORKERS[0].score_range(bounds)


@contextmanager
def _rare_collections() -> Iterator[Callable[[], None]]:
    """Now and then, and only among what is new: what was imported is set aside, it is never garbage."""
    was_enabled, counted = gc.isenabled(), count(1)

    def collect() -> None:
        if next(counted) % _CASES_BETWEEN_COLLECTIONS == 0:
            gc.collect()

    gc.disable()
    gc.freeze()
    try:
        yield collect
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()


def _score_into(part: _Part, case: Raw, answer: Answer | None, cutoff: str | None) -> None:
    case_id = str(case["id"])
    try:
        trace = score_case(case, answer)
    except NotInRecord as error:
        part.unscorable[case_id] = str(error)
        return
    part.lines.append((case_id, json_bytes(trace)))
    part.rows.append(row_of(trace, cutoff))


def _sorted_lines(parts: Iterable[_Part], file: str) -> list[tuple[str, bytes]]:
    lines = sorted(line for part in parts for line in part.lines)
    for (one, _), (other, _) in pairwise(lines):
        if one == other:
            raise InputError(file, one, "this case stands there twice", "give each case once")
    return lines


def _problems(unknown: Iterable[str], twice: list[str], nameless: list[int], part: _Part) -> dict[str, Any]:
    """What is wrong with the files, counted and with the first few examples."""
    return {
        "problems": {
            "unknown_cases": _told(sorted(unknown)),
            "second_proposals": _told(sorted(twice)),
            "lines_without_case_id": _told(nameless),
            "unscorable_cases": _told(
                [f"{name}: {part.unscorable[name]}" for name in sorted(part.unscorable)]
            ),
        }
    }


def _told(found: list[Any]) -> dict[str, Any]:
    return {"count": len(found), "first": [str(one)[:200] for one in found[:_TELL]]}


def _summary(rows: list[Row], facts: Raw) -> dict[str, Any]:
    return {"scorer_version": SCORER_VERSION, **facts, **summarise(rows)}


def _only(found: Iterable[str]) -> str | None:
    """One prompt digest; several in one file make one of their own."""
    names = sorted(found)
    if len(names) < 2:
        return names[0] if names else None
    return sha256_of_bytes("\n".join(names).encode())


def release_digest(cases: Path, own: str) -> str | None:
    """The digest of the release that the file belongs to; None if it stands alone."""
    sums = cases.parent / SUMS
    listed = dict(_checksums(sums)) if sums.is_file() else {}
    if cases.name not in listed:
        return None
    if listed[cases.name] != own:
        problem = f"this is not the file that {SUMS} beside it lists"
        raise InputError(
            str(cases), "checksum", problem, "fetch the release again, or move the file elsewhere"
        )
    return sha256_of(sums)


def _checksums(sums: Path) -> Iterator[tuple[str, str]]:
    for line in sums.read_text("utf-8").splitlines():
        digest, _, name = line.strip().partition(" ")
        yield name.strip().lstrip("*"), digest
