"""Dagster resources: they read the settings when a run starts and hand out plain objects; no decisions."""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.connect import connect
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.settings import Settings, load_settings


class WikiResource(dg.ConfigurableResource[HttpClient]):
    """The configured source, over one polite HTTP client per step."""

    source: str = ""

    def settings(self) -> Settings:
        return load_settings(source=self.source or None)

    @contextmanager
    def client(self) -> Iterator[HttpClient]:
        settings = self.settings()
        ensure_world(settings)
        with connect(settings) as client:
            yield client
