"""The facts that a plan rests on: the list of pages, a sample of their histories, and what is stored.

Cheap by design: at most a few dozen requests, whatever the size of the wiki.
"""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.forensics.planning import Pace, PageFacts, Plan, Range, Stored, plan_run
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval.net.pages import Pages
from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.orchestration.contracts.repairs import REPAIR_FETCH_STATS
from wikidata_repair_eval.orchestration.contracts.reports import REPAIR_CANDIDATES
from wikidata_repair_eval.orchestration.stored_candidates import stored_candidates
from wikidata_repair_eval.reports import SnapshotTables, find_candidates
from wikidata_repair_eval.reports.fetch import BEGINNING, END_OF_TIME, Reach, ReportWiki
from wikidata_repair_eval.settings import Source
from wikidata_repair_eval.wikibase import sort_key

SAMPLE = 12  # pages that are looked at
NEWEST = 8  # of their revisions that are read
_NAME = re.compile(r"P[1-9]\d*")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Survey:
    """A plan and what it took to make it."""

    plan: Plan
    requests: float


def survey(
    source: Source,
    client: HttpClient,
    store: ArtifactStore,
    reports: Sequence[str] | None,
    since: str | None,
) -> Survey:
    """What a run over these reports (None: all) would cost."""
    begun = time.perf_counter()
    wiki = _Wiki(source, client, _start(since))
    pages = _chosen(wiki.pages(), reports)
    stored = _stored(store, pages)
    new = [page for page in pages if page not in stored.pages]
    sample = [wiki.facts(page) for page in _spread(new, SAMPLE)]
    asked = client.counters["requests"]
    measured = (time.perf_counter() - begun) / max(asked, 1)
    pace = Pace(source.requests_per_minute, source.concurrency, Range(measured / 2, measured * 2))
    return Survey(plan_run(pages, sample, stored, pace), asked)


class _Wiki:
    """What is asked of the source."""

    def __init__(self, source: Source, client: HttpClient, start: str | None) -> None:
        api = MediaWiki(client, source.api_url, maxlag=source.maxlag)
        self._source, self._start, self._api = source, start, api
        self._revisions = Revisions(api)
        self._reports = ReportWiki(self._revisions, Contents(api), source.report_bots)

    def pages(self) -> list[str]:
        prefix, namespace = self._source.report_prefix, self._source.report_namespace
        bare = prefix.partition(":")[2] if namespace else prefix
        listed = Pages(self._api).all_pages(f"{bare}P", namespace)
        names = (page.title.removeprefix(prefix) for page in listed)
        return sorted((name for name in names if _NAME.fullmatch(name)), key=sort_key)

    def facts(self, page: str) -> PageFacts:
        title = self._source.report_prefix + page
        tables = self._reports.walk(title, page, Reach(self._start, NEWEST), SnapshotTables())
        left = sum(1 for _ in find_candidates(tables, property_id=page, title=title))
        compared = sum(row.compared_with is not None for row in tables.revisions)
        return PageFacts(page, tuple(self._sizes(title)), compared, left)

    def _sizes(self, title: str) -> Iterator[int]:
        for answer in self._revisions.older(title, END_OF_TIME, self._start or BEGINNING):
            for revision in answer.revisions:
                if revision.user in self._source.report_bots:
                    yield revision.size or 0


def _start(since: str | None) -> str | None:
    if since is None:
        return None
    if not _DAY.fullmatch(since):
        raise InputError("--since", since, "this is not a day", "write it as 2024-01-31")
    return f"{since}T00:00:00Z"


def _chosen(pages: Sequence[str], reports: Sequence[str] | None) -> list[str]:
    if reports is None:
        return list(pages)
    unknown = sorted(set(reports) - set(pages))
    if unknown:
        problem = "the wiki has no such report page"
        raise InputError("--reports", ", ".join(unknown), problem, "correct the list")
    return sorted(set(reports), key=sort_key)


def _spread(pages: Sequence[str], most: int) -> list[str]:
    """So many of them, evenly over the list: old properties and young ones."""
    if len(pages) <= most:
        return list(pages)
    return [pages[place * len(pages) // most] for place in range(most)]


def _stored(store: ArtifactStore, pages: Sequence[str]) -> Stored:
    made = [page for page in pages if store.exists(REPAIR_CANDIDATES, page)]
    finished = frozenset(page for page in made if store.exists(REPAIR_FETCH_STATS, page))
    waiting = {page: sum(1 for _ in stored_candidates(store, page)) for page in made if page not in finished}
    costs = [row["requests"] for page in finished for row in store.rows(REPAIR_FETCH_STATS, page)]
    return Stored(waiting, finished, sum(costs) / len(costs) if costs else None)
