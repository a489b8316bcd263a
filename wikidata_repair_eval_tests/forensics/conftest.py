"""One small world for all tests of this room, and one run of both stages over real HTTP."""

from pathlib import Path

import pytest

from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval_tests.forensics.memory_wiki import MemoryWiki, from_world
from wikidata_repair_eval_tests.forensics.runs import Run, investigate


@pytest.fixture(scope="session")
def world() -> World:
    return build_world(1, "small")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forensics")


@pytest.fixture(scope="session")
def run(world: World, folder: Path) -> Run:
    return investigate(world, folder)


@pytest.fixture(scope="session")
def wiki(world: World) -> MemoryWiki:
    return from_world(world)
