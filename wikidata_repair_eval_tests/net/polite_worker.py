"""A process of its own that sends requests through the real client; started by tests with arguments."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from wikidata_repair_eval.net.retry import RetryPolicy
from wikidata_repair_eval_tests.net.clients import impatient_client


def work(folder: str, url: str, count: int, rate: float, concurrency: int) -> int:
    """Send `count` requests from four threads; returns how many whole answers came back."""
    policy = RetryPolicy(first_wait_s=0.05, max_wait_s=0.2, deadline_s=60)
    with impatient_client(
        Path(folder), [url], rate=rate or None, concurrency=concurrency, policy=policy
    ) as client:
        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(lambda n: client.get(f"{url}/{n}").json(), range(count)))
    return sum(answer == {"fine": True} for answer in answers)


if __name__ == "__main__":
    folder, url, count, rate, concurrency = sys.argv[1:]
    whole = work(folder, url, int(count), float(rate), int(concurrency))
    sys.exit(0 if whole == int(count) else 1)
