"""The services that the benchmark asks, as configured: searches and pageviews, each with its memory."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.benchmark.asked import Asked
from wikidata_repair_eval.benchmark.domains import excluded_domains
from wikidata_repair_eval.benchmark.popularity import Views
from wikidata_repair_eval.benchmark.retrieval import FROZEN, Retriever, asking_once
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.pageviews import PageviewsClient
from wikidata_repair_eval.net.search import Search
from wikidata_repair_eval.orchestration.benchmark_pages import stored_searches
from wikidata_repair_eval.orchestration.resources import WikiResource
from wikidata_repair_eval.settings import Settings

NO_KEY = "no key: TAVILY_API_KEY is not set"
# Not `.sqlite`, as the journals of partitions are called, which go when their partition is written.
MEMORY = "asked.db"


@contextmanager
def open_retriever(
    wiki: WikiResource, store: ArtifactStore, pages: list[str], *, ask_lost_again: bool = False
) -> Iterator[Retriever]:
    """Asks at most once per case, over all pages and runs of this machine."""
    settings = wiki.settings()
    folder = settings.local_dir / "journal" / "retrieval_snapshots"
    with (
        closing(Asked(folder / MEMORY, settings.source.name)) as asked,
        wiki.client() as patient,
        asking_once(patient) as client,
    ):
        if asked.is_empty():
            asked.remember(_frozen_before(store, pages))
        url, key = settings.source.search_url, settings.tavily_api_key
        service = Search(client, url, key.get_secret_value()) if url and key else None
        yield Retriever(
            asked,
            service,
            provider=host_of(url) if url else "none",
            excluded=excluded_domains(),
            why_not=_why_not(settings),
            ask_lost_again=ask_lost_again,
        )


@contextmanager
def open_pageviews(wiki: WikiResource) -> Iterator[Views | None]:
    """Monthly views of an article, remembered for a month; None where the source has no such service."""
    settings = wiki.settings()
    url = settings.source.pageviews_url
    if url is None:
        yield None
        return
    with wiki.client() as client:
        memory = Cache(settings.cache_dir / "http.sqlite", settings.source.name, counters=client.counters)
        with closing(memory):
            yield PageviewsClient(client, url, cache=memory).monthly


def _why_not(settings: Settings) -> str:
    if settings.source.search_url is None:
        return f"the source {settings.source.name!r} has no search_url"
    return "" if settings.tavily_api_key else NO_KEY


def _frozen_before(store: ArtifactStore, pages: list[str]) -> Iterator[tuple[str, dict[str, object]]]:
    for page in pages:
        for case_id, snapshot in stored_searches(store, page):
            if snapshot["status"] == FROZEN:
                yield case_id, dict(snapshot)
