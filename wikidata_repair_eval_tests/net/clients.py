"""Clients for tests: the real one, impatient, with a budget folder of its own."""

import random
from collections.abc import Sequence
from pathlib import Path

from wikidata_repair_eval.net.client import HttpClient, Timeouts
from wikidata_repair_eval.net.hosts import AllowedHosts
from wikidata_repair_eval.net.limiter import Budget, Limiter
from wikidata_repair_eval.net.retry import RetryPolicy


def impatient_client(
    folder: Path,
    urls: Sequence[str],
    *,
    rate: float | None = None,
    concurrency: int = 8,
    policy: RetryPolicy | None = None,
    timeouts: Timeouts | None = None,
    max_bytes: int = 1_000_000,
    secrets: tuple[str, ...] = (),
) -> HttpClient:
    limiter = Limiter(Budget("test", rate, concurrency), folder)
    return HttpClient(
        user_agent="wikidata_repair_eval/test (test@example.org) python-requests/0",
        hosts=AllowedHosts(urls),
        limiters=lambda host: (limiter,),
        policy=policy or RetryPolicy(first_wait_s=0.01, max_wait_s=0.05, deadline_s=5.0),
        timeouts=timeouts or Timeouts(connect_s=1, read_s=0.5, attempt_s=2),
        max_bytes=max_bytes,
        secrets=secrets,
        chance=random.Random(7),
    )
