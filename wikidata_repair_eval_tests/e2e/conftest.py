"""Fixtures of several files: what takes a minute to make is made once."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from wikidata_repair_eval_tests.e2e.released import Finished, released, use


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    """A release; nobody may change it."""
    with released(tmp_path_factory.mktemp("released")) as made:
        yield made


@pytest.fixture
def copy(finished: Finished, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Finished:
    """The same, to be changed."""
    shutil.copytree(finished.place, tmp_path / "data")
    use(tmp_path / "data", finished.source, monkeypatch)
    return Finished(tmp_path / "data", finished.source, finished.server)
