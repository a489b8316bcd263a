"""A data directory with a release in it, and the server of the world that it was made from."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from wikidata_repair_eval.orchestration.pipeline import run_pipeline
from wikidata_repair_eval.sandbox.serve import Served
from wikidata_repair_eval.settings import load_settings
from wikidata_repair_eval_tests.e2e.worlds import served, small_world

SERVICES = """\
search_url: {url}/search
pageviews_url: {url}/pageviews/per-article/en.wikipedia
chat_url: {url}/v1
"""
KEY = "tvly-test-key-of-nobody"


@dataclass(frozen=True)
class Finished:
    """A data directory with a release, and the server that it was made from."""

    place: Path
    source: str
    server: Served

    def searches(self) -> int:
        return self.server.control.manners.paths["/search"]


def use(place: Path, source: str, monkeypatch: pytest.MonkeyPatch, key: str | None = KEY) -> None:
    for name in ("WRE_LOCAL_DIR", "DAGSTER_HOME", "WRE_CONTACT", "TAVILY_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WRE_DATA_DIR", str(place))
    monkeypatch.setenv("WRE_SOURCE", source)
    if key is not None:
        monkeypatch.setenv("TAVILY_API_KEY", key)


@contextmanager
def released(folder: Path) -> Iterator[Finished]:
    """The small world, served, with everything up to its release."""
    said: list[str] = []
    with served(folder, small_world(1), with_dump=True) as (source, server):
        with Path(source).open("a") as file:
            file.write(SERVICES.format(url=server.url))
        with pytest.MonkeyPatch.context() as monkeypatch:
            use(folder / "data", source, monkeypatch)
            assert run_pipeline(load_settings(), said.append, until="benchmark_release"), said
        yield Finished(folder / "data", source, server)
