"""A sandbox world served for a test, as a source file: what the pipeline sees of any wiki."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import Served, serve
from wikidata_repair_eval.sandbox.server.dump_files import dump_path

SOURCE = """\
name: {name}
api_url: {url}/w/api.php
rest_url: {url}/w/rest.php
entity_data_url: {url}/wiki/Special:EntityData
report_prefix: "Wikidata:Database reports/Constraint violations/"
requests_per_minute: null
concurrency: 8
retry: {{first_wait_s: 0.02, max_wait_s: 0.2, deadline_s: {deadline_s}}}
"""


@cache
def small_world(seed: int) -> World:
    """Built once per test process; nobody may change it."""
    return build_world(seed, "small")


@contextmanager
def served(
    folder: Path, world: World, *, name: str = "test-world", deadline_s: float = 30, with_dump: bool = False
) -> Iterator[tuple[str, Served]]:
    """The path of a source file for this world, and its server; without a dump nothing gets frozen."""
    with serve(world) as server:
        path = folder / f"{name}.yaml"
        dump = f"dump: {server.url}{dump_path(world)}\n" if with_dump else ""
        path.write_text(SOURCE.format(name=name, url=server.url, deadline_s=deadline_s) + dump)
        yield str(path), server
