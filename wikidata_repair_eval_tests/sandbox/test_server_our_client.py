"""The project's own client against the sandbox with all faults at once, from four processes: it ends with
exactly the truth, and the server's log shows that limits and Retry-After were kept."""

import hashlib
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from wikidata_repair_eval.net.client import HttpClient, Timeouts
from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.hosts import AllowedHosts
from wikidata_repair_eval.net.limiter import Budget, Limiter
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval.net.retry import RetryPolicy
from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval.sandbox.server.faults import KINDS, FaultPlan

PROCESSES, CONCURRENCY = 4, 3
AGENT = "wikidata_repair_eval/test (test@example.org) python-requests/0"
EVERYTHING = FaultPlan(
    seed=5, rates={kind: 0.03 for kind in KINDS if kind != "stack_trace"}, retry_after_s=1.0, slow_s=0.1
)


def read(url: str, folder: str, ids: list[int]) -> dict[int, tuple[str, str]]:
    """Runs in a process of its own: (state, SHA-1 of the text) of each revision."""
    limiter = Limiter(Budget("test", None, CONCURRENCY), Path(folder))
    client = HttpClient(
        user_agent=AGENT,
        hosts=AllowedHosts([url]),
        limiters=lambda _host: (limiter,),
        policy=RetryPolicy(first_wait_s=0.05, max_wait_s=0.5, deadline_s=120, max_unreadable=20),
        timeouts=Timeouts(connect_s=10, read_s=10, attempt_s=60),
        max_bytes=64_000_000,
        secrets=(),
    )
    with client:
        found = Contents(MediaWiki(client, f"{url}/w/api.php")).contents(ids)
    return {number: (content.state, _sha1(content.text)) for number, content in found.items()}


def _sha1(text: str | None) -> str:
    return "" if text is None else hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def truth(world: World, number: int) -> tuple[str, str]:
    revision = world.revisions.get(number)
    if revision is None:
        return "bad", ""
    return ("hidden", "") if "text" in revision.hidden else ("text", world.size_and_sha1(revision)[1])


def read_by_all(url: str, folder: Path, ids: list[int]) -> list[dict[int, tuple[str, str]]]:
    context = multiprocessing.get_context("spawn")
    shares = [ids[start::PROCESSES] for start in range(PROCESSES)]
    with ProcessPoolExecutor(PROCESSES, context) as pool:
        return list(pool.map(read, [url] * PROCESSES, [str(folder)] * PROCESSES, shares))


@pytest.mark.parametrize(
    ("scale", "count", "result_bytes"),
    [
        pytest.param("small", 1_200, 100_000, id="a little, in every CI run"),
        pytest.param("medium", 10_000, 1_000_000, id="ten thousand revisions", marks=pytest.mark.slow),
    ],
)
def test_four_processes_read_the_truth_through_all_faults_and_keep_their_manners(
    tmp_path: Path, scale: str, count: int, result_bytes: int
) -> None:
    world = build_world(1, scale)
    ids = [*sorted(world.deleted_revision_ids), 1, *sorted(world.revisions)][:count]
    assert len(set(ids)) == count
    with serve(world, faults=EVERYTHING, result_bytes=result_bytes) as served:
        found = read_by_all(served.url, tmp_path, ids)
        report: dict[str, Any] = served.control.manners.report()
    for share in found:
        assert share == {number: truth(world, number) for number in share}
    assert set().union(*found) == set(ids)
    assert report["max_concurrency"] <= CONCURRENCY
    assert report["retries_before_retry_after"] == 0
    assert report["requests_while_told_to_wait"] == 0
    assert report["user_agents"].keys() == {AGENT}
    assert len(report["faults"]) >= (4 if count < 10_000 else 10)
