"""From a source (its name, its file, or itself) to the HTTP client that talks to it, made when needed."""

import os
from functools import cached_property

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.connect import connect
from wikidata_repair_eval.settings import Settings, Source, load_settings


class Connection:
    """One source's settings and client. A client that was handed in stays the caller's to close."""

    def __init__(self, source: str | Source | Settings, http: HttpClient | None = None) -> None:
        self.settings = _settings(source)
        self._given = http

    @property
    def source(self) -> Source:
        return self.settings.source

    @cached_property
    def http(self) -> HttpClient:
        return self._given or connect(self.settings)

    def close(self) -> None:
        if self._given is None and "http" in self.__dict__:
            self.http.close()


def _settings(source: str | Source | Settings) -> Settings:
    if isinstance(source, Settings):
        return source
    if isinstance(source, Source):
        return load_settings().model_copy(update={"source": source})
    if isinstance(source, str):
        return load_settings({**os.environ, "WRE_SOURCE": source})
    raise InputError("source", "type", f"{source!r} is no source", "give a name, a path or a Source")
