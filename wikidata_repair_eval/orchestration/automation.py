"""Jobs, the schedules and the sensor that keep Stage 1 fresh. All are off until a person turns them on."""

import json
from collections.abc import Iterator, Mapping

import dagster as dg

from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS
from wikidata_repair_eval.orchestration.partitions import RANGE_END, RANGE_START, stretches
from wikidata_repair_eval.orchestration.resources import WikiResource

# Pages looked at in one tick: 20 requests, well within a sensor's minute even at Wikidata's limits.
PAGES_A_TICK = 1_000

page_list_job = dg.define_asset_job(
    "refresh_page_list", ["report_pages"], description="Ask the wiki which report pages it has."
)
pages_job = dg.define_asset_job(
    "refresh_report_pages",
    ["report_snapshots", "repair_candidates"],
    description="Read what is new on some report pages, and find who left them.",
)
fan_in_job = dg.define_asset_job(
    "compile_candidates", ["all_repair_candidates"], description="Put all candidates into one file."
)

# Properties are created a few a day, so once a day is enough; before the fan-in, so that it counts them.
daily_page_list = dg.ScheduleDefinition(
    name="daily_page_list", job=page_list_job, cron_schedule="17 3 * * *", description="New report pages."
)
# A schedule and not a condition: an eager fan-in would wait until every page has been made once.
daily_fan_in = dg.ScheduleDefinition(
    name="daily_fan_in", job=fan_in_job, cron_schedule="47 5 * * *", description="One file of candidates."
)


@dg.sensor(
    job=pages_job,
    minimum_interval_seconds=3600,
    description="Asks which report pages changed, and runs exactly those.",
)
def changed_report_pages(context: dg.SensorEvaluationContext, wiki: WikiResource) -> dg.SensorResult:
    """Asks which report pages have a newer revision than at the last look and runs exactly those.

    The cursor keeps the newest revision seen of each page and where to go on, so a tick of many pages goes
    on in the next, days off are caught up with, and nothing is requested twice.
    """
    known = list(context.instance.get_dynamic_partitions("report_pages"))
    seen, start = read_cursor(context.cursor)
    looked_at = known[start : start + PAGES_A_TICK]
    newest = _newest_revisions(wiki, looked_at)
    changed = {key for key, revision in newest.items() if seen.get(key) != revision}
    requests = [
        _request(first, last, newest)
        for first, last, _ in stretches(known, changed, SHARED_RUNS.max_partitions_per_run or 1)
    ]
    end = start + len(looked_at)
    cursor = write_cursor({**seen, **newest}, 0 if end >= len(known) else end)
    skipped = (
        None if requests else dg.SkipReason(f"{len(looked_at)} report pages looked at, none has changed")
    )
    return dg.SensorResult(run_requests=requests, skip_reason=skipped, cursor=cursor)


def read_cursor(cursor: str | None) -> tuple[dict[str, int], int]:
    """The newest revision seen of each page, and at which page to go on."""
    if not cursor:
        return {}, 0
    stored = json.loads(cursor)
    return stored["seen"], stored["next"]


def write_cursor(seen: Mapping[str, int], start: int) -> str:
    return json.dumps({"next": start, "seen": seen}, sort_keys=True, separators=(",", ":"))


def _newest_revisions(wiki: WikiResource, keys: list[str]) -> dict[str, int]:
    prefix = wiki.settings().source.report_prefix
    with wiki.client() as client:
        latest = Revisions(wiki.api(client)).latest([prefix + key for key in keys])
    return dict(_present(keys, prefix, latest))


def _present(keys: list[str], prefix: str, latest: Mapping[str, object]) -> Iterator[tuple[str, int]]:
    """A page that was deleted since the page list was made has nothing to read."""
    for key in keys:
        revision = getattr(latest[prefix + key], "revision", None)
        if revision is not None:
            yield key, revision.revid


def _request(first: str, last: str, newest: Mapping[str, int]) -> dg.RunRequest:
    """The run key names the newest revisions at both ends: the same change is never run twice."""
    run_key = f"{first}@{newest[first]}..{last}@{newest[last]}"
    if first == last:
        return dg.RunRequest(run_key=run_key, partition_key=first)
    return dg.RunRequest(run_key=run_key, tags={RANGE_START: first, RANGE_END: last})
