"""A sandbox world with articles, served over real HTTP, and a source that points at it."""

from collections.abc import Iterator
from contextlib import contextmanager

from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import Served, serve
from wikidata_repair_eval.settings import RetrySettings, Source

PREFIX = "Wikidata:Database reports/Constraint violations/"


@contextmanager
def served_source(world: World) -> Iterator[tuple[Source, Served]]:
    with serve(world) as running:
        yield source_at(running.url), running


def source_at(url: str) -> Source:
    """All that the second half asks of a source, at one address, and little patience."""
    return Source(
        name="served",
        api_url=f"{url}/w/api.php",
        sparql_url=f"{url}/sparql",
        sparql_scholarly_url=f"{url}/sparql-scholarly",
        wikipedia_api_url=f"{url}/wikipedia/w/api.php",
        wikipedia_rest_url=f"{url}/wikipedia/w/rest.php",
        chat_url=f"{url}/v1",
        report_prefix=PREFIX,
        requests_per_minute=60_000,
        retry=RetrySettings(first_wait_s=0.01, max_wait_s=0.05, deadline_s=1),
    )
