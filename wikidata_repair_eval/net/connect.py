"""From settings to a client: which hosts are known and which budget each of them counts against."""

from collections.abc import Iterable
from pathlib import Path

import requests

from wikidata_repair_eval import __version__
from wikidata_repair_eval.net.client import HttpClient, Timeouts
from wikidata_repair_eval.net.hosts import AllowedHosts, host_of
from wikidata_repair_eval.net.limiter import Budget, Limiter, default_folder
from wikidata_repair_eval.net.retry import RetryPolicy
from wikidata_repair_eval.settings import Settings, Source


def connect(settings: Settings, limits_folder: Path | None = None) -> HttpClient:
    """The client for this source. Raises SetupError where the source wants a contact and there is none."""
    source = settings.source
    others = [url for url in (source.search_url, settings.chat_url, _dump_url(source)) if url]
    return _client(settings, [*source.wiki_urls(), *others], limits_folder)


def connect_model(settings: Settings, limits_folder: Path | None = None) -> HttpClient:
    """A client that may talk to the model's own host and to no other: evaluation refuses the network."""
    return _client(settings, [settings.chat_url] if settings.chat_url else [], limits_folder)


def _client(settings: Settings, urls: Iterable[str], limits_folder: Path | None) -> HttpClient:
    source = settings.source
    return HttpClient(
        user_agent=settings.user_agent(__version__, f"python-requests/{requests.__version__}"),
        hosts=AllowedHosts(urls),
        limiters=Budgets(source, limits_folder or default_folder()),
        policy=RetryPolicy(**source.retry.model_dump()),
        timeouts=Timeouts(**source.timeouts.model_dump()),
        max_bytes=source.max_body_bytes,
        secrets=settings.secrets(),
    )


class Budgets:
    """Which limiters guard a host: all the wiki's hosts share one budget, SPARQL has one more of its own.

    Wikimedia counts requests per client over all its wikis, so the budget is not per host; a budget is
    named after the wiki's host, so that two source files for one wiki share it as well.
    """

    def __init__(self, source: Source, folder: Path) -> None:
        self._source = source
        self._folder = folder
        self._known: dict[str, tuple[Limiter, ...]] = {}
        wiki_host = host_of(source.api_url)
        wiki = Limiter(Budget(f"wiki {wiki_host}", source.requests_per_minute, source.concurrency), folder)
        for url in source.wiki_urls():
            self._known[host_of(url)] = (wiki,)
        for url in filter(None, (source.sparql_url, source.sparql_scholarly_url)):
            host = host_of(url)
            if host != wiki_host:  # one process for everything (a sandbox) cannot tell its endpoints apart
                own = Limiter(Budget(f"sparql {host}", None, source.sparql_concurrency), folder)
                self._known[host] = (own, wiki)

    def __call__(self, host: str) -> tuple[Limiter, ...]:
        if host not in self._known:
            budget = Budget(f"host {host}", self._source.requests_per_minute, self._source.concurrency)
            self._known[host] = (Limiter(budget, self._folder),)
        return self._known[host]


def _dump_url(source: Source) -> str | None:
    return source.dump if source.dump and source.dump.startswith(("http://", "https://")) else None
