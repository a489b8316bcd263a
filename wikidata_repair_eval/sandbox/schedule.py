"""When the bot reads and when it publishes: the runs of one report page."""

from random import Random

from wikidata_repair_eval.sandbox.editors import KRBOT2
from wikidata_repair_eval.sandbox.report import Run
from wikidata_repair_eval.sandbox.timeline import DAY, HOUR, MINUTE, at
from wikidata_repair_eval.sandbox.wiki import Stamp, Wiki

FIRST_RUNS = at("2025-09-20")

# (shortest gap, longest gap, shortest lag, longest lag); a lag is shorter than any gap less four hours
RHYTHMS = (
    (20 * HOUR, 31 * HOUR, 3 * HOUR, 9 * HOUR),
    (5 * DAY, 9 * DAY, 6 * HOUR, 40 * HOUR),
    (10 * DAY, 16 * DAY, 12 * HOUR, 3 * DAY),
)
LONG_GAP = 36 * DAY


def plan_runs(wiki: Wiki, rng: Random, title: str, count: int, long_gap: bool) -> list[Run]:
    """`count` runs of KrBot2; with `long_gap` the bot rests for weeks before the last but one."""
    shortest, longest, low_lag, high_lag = rng.choice(RHYTHMS)
    runs: list[Run] = []
    data = FIRST_RUNS + rng.randrange(20 * DAY)
    items = rng.randrange(900, 900_000)
    for index in range(count):
        published = data + rng.randrange(low_lag, high_lag)
        runs.append(_run(wiki, title, index, data, published, items + 3 * index))
        rest = LONG_GAP if long_gap and index == count - 3 else 0
        data += rng.randrange(shortest, longest) + rest
    return runs


def echo_runs(wiki: Wiki, title: str, runs: list[Run]) -> list[Run]:
    """The same data dates, published minutes later: two pages of one dump, as the bot makes them."""
    return [
        _run(wiki, title, run.index, run.data, run.published + 7 * MINUTE, int(run.item_count) // 2)
        for run in runs
    ]


def _run(wiki: Wiki, title: str, index: int, data: int, published: int, items: int) -> Run:
    stamp = Stamp(title, wiki.take_revision_id(published), published)
    return Run(index, KRBOT2, data, published, stamp, item_count=str(items))
