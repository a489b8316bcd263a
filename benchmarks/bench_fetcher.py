"""Stage 2 on the medium sandbox: requests per candidate with cold caches, candidates per second with warm.

`WRE_BENCH_SCALE=small` takes seconds instead of minutes. The naive cost beside it is what the same answers
would take with one request per revision that is read and a history paged from today back to the window.
"""

import gc
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Any

from wikidata_repair_eval.forensics import FetchStats, Limits, Outcome, Past, find_repairs
from wikidata_repair_eval.forensics.windows import windows_of
from wikidata_repair_eval.orchestration.repair_journal import RepairJournal
from wikidata_repair_eval.reports import Candidate
from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval_tests.forensics.runs import candidates_of, past_of

SCALE = os.environ.get("WRE_BENCH_SCALE", "medium")
REST_PAGE = 20  # revisions in one answer of the REST history
Row = dict[str, Any]


def main() -> list[Row]:
    world = build_world(1, SCALE)
    gc.collect()
    gc.freeze()  # the world is not what is measured
    with tempfile.TemporaryDirectory() as name, serve(world) as served:
        folder = Path(name)
        candidates = candidates_of(world, served.url, folder)
        with past_of(served.url, world.report_prefix, folder, concurrency=3) as past:
            stats = [outcome.stats for outcome in find_repairs(candidates, past)]
            cold = past.counters["requests"]
        with past_of(served.url, world.report_prefix, folder) as past:
            finding = _rate(candidates, past, None)
            warm = past.counters["requests"]
        with past_of(served.url, world.report_prefix, folder) as past:
            keeping = _rate(candidates, past, folder / "journal.sqlite")
    naive = _naive(world, candidates, stats)
    rows = [
        _row("requests per candidate, cold", cold / len(stats), f"limit 1.5, {_naively(naive.values())}"),
        _row("requests, warm caches", warm, "must be 0", "requests"),
        _row("candidates per CPU second, warm", round(finding), "limit 200", "candidates/s"),
        _row("the same with the journal", round(keeping), f"{len(stats):,} candidates", "candidates/s"),
    ]
    return [*rows, *_by_family(stats, naive)]


def _rate(candidates: list[Candidate], past: Past, journal: Path | None) -> float:
    """Candidates per second of this process's own time."""
    start = time.process_time()
    found: Iterator[Outcome] = find_repairs(candidates, past)
    if journal is None:
        number = sum(1 for _ in found)
    else:
        kept = RepairJournal(journal, "bench")
        kept.keep(found)
        kept.close()
        number = len(candidates)
    return number / (time.process_time() - start)


def _naive(world: World, candidates: list[Candidate], stats: list[FetchStats]) -> dict[int, int]:
    """For each candidate: a request per text, and the pages of the item's history back to its window."""
    asked = {(c.property_id, c.qid, c.report_revision_new): c for c in candidates}
    return {
        place: row.revisions_read + _pages(world, asked[row.property_id, row.qid, row.report_revision_new])
        for place, row in enumerate(stats)
    }


def _pages(world: World, candidate: Candidate) -> int:
    windows, page = windows_of(candidate, Limits()), world.entity_page(candidate.qid)
    if windows is None or page is None:
        return 0
    since = sum(revision.timestamp >= windows.reach.start for revision in page.revisions)
    return ceil((since + 1) / REST_PAGE)


def _by_family(stats: list[FetchStats], naive: dict[int, int]) -> list[Row]:
    paid: defaultdict[str, list[float]] = defaultdict(list)
    simple: defaultdict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(stats):
        paid[row.violation_type].append(row.requests)
        simple[row.violation_type].append(naive[place])
    return [
        _row(f"  {family}", sum(costs) / len(costs), f"{len(costs)} candidates, {_naively(simple[family])}")
        for family, costs in sorted(paid.items())
    ]


def _naively(costs: Any) -> str:
    every = list(costs)
    return f"naive {sum(every) / len(every):.1f}"


def _row(name: str, value: float, note: str, unit: str = "requests") -> Row:
    return {"name": f"fetcher: {name}", "value": round(value, 3), "unit": unit, "note": note}
