"""Dagster resources: they read the settings when a run starts and hand out plain objects; no decisions."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import dagster as dg

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.connect import connect
from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.net.snapshots import Snapshots
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.reports.fetch import ReportWiki
from wikidata_repair_eval.settings import Settings, load_settings

_LOADED: dict[tuple[str, frozenset[tuple[str, str]]], tuple[tuple[int, int, int] | None, Settings]] = {}


class ArtifactsResource(dg.ConfigurableResource[ArtifactStore]):
    """The data directory. `source` (name or path) goes before `WRE_SOURCE`."""

    source: str = ""

    def store(self) -> ArtifactStore:
        return store_for(self.source)


class WikiResource(dg.ConfigurableResource[HttpClient]):
    """The configured source, over one polite HTTP client per step. `source` goes before `WRE_SOURCE`."""

    source: str = ""

    def settings(self) -> Settings:
        return _settings(self.source)

    @contextmanager
    def client(self) -> Iterator[HttpClient]:
        settings = self.settings()
        ensure_world(settings)
        with connect(settings) as client:
            yield client

    def api(self, client: HttpClient) -> MediaWiki:
        source = self.settings().source
        return MediaWiki(client, source.api_url, maxlag=source.maxlag)

    def journal(self, asset: str, partition: str) -> Path:
        return self.settings().local_dir / "journal" / asset / f"{partition}.sqlite"

    @contextmanager
    def report_wiki(self, client: HttpClient, journal: Path) -> Iterator[ReportWiki]:
        """Reads one report page; its texts stay in the journal, so that a killed run asks for none twice."""
        source, api = self.settings().source, self.api(client)
        cache = Cache(journal, source.name, purpose="report texts", counters=client.counters)
        with closing(cache):
            yield ReportWiki(Revisions(api), Contents(api, Snapshots(cache)), source.report_bots)


def store_for(source: str) -> ArtifactStore:
    settings = _settings(source)
    return ArtifactStore(settings.data_dir, settings.source.name)


def _settings(source: str) -> Settings:
    """A run over thousands of partitions asks several times for each: read anew only what has changed."""
    environ = {**os.environ, "WRE_SOURCE": source} if source else dict(os.environ)
    key = (str(Path.cwd()), frozenset(environ.items()))
    stamp, settings = _LOADED.get(key, (None, None))
    if settings is None or stamp is None or stamp != _stamp(settings):
        settings = load_settings(environ)
        _LOADED.clear()  # one at a time: what was true in another environment will not be asked for again
        _LOADED[key] = (_stamp(settings), settings)
    return settings


def _stamp(settings: Settings) -> tuple[int, int, int] | None:
    """Changes with the source file; None, which fits nothing, where what it names may still appear."""
    articles = settings.source.articles
    if articles is not None and not Path(articles).is_absolute():
        return None
    try:
        status = Path(settings.source_file).stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def drop_journal(journal: Path) -> None:
    """What it holds is in the artifact now. Its companions (`-wal`, `-shm`) go with it."""
    for file in journal.parent.glob(f"{journal.name}*"):
        file.unlink(missing_ok=True)
