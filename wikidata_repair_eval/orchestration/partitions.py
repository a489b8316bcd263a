"""How the artifacts are cut: by report page (dynamic: the wiki decides), by evaluation run, by domain."""

from collections.abc import Iterator, Sequence

import dagster as dg

from wikidata_repair_eval.extraction import article_lists

EVALUATION_RUNS = dg.DynamicPartitionsDefinition(name="evaluation_runs")
DOMAINS = dg.StaticPartitionsDefinition(list(article_lists.DOMAINS))
REPORT_PAGES = dg.DynamicPartitionsDefinition(name="report_pages")
# The tags by which a run says that it covers a stretch of neighbouring partitions.
RANGE_START, RANGE_END = "dagster/asset_partition_range_start", "dagster/asset_partition_range_end"


def stretches(known: Sequence[str], wanted: set[str], most: int) -> Iterator[tuple[str, str, int]]:
    """Neighbouring wanted keys, in the order of `known`, as (first, last, count) of at most `most`."""
    stretch: list[str] = []
    for key in (*known, None):
        if stretch and (key not in wanted or len(stretch) == most):
            yield stretch[0], stretch[-1], len(stretch)
            stretch = []
        if key is not None and key in wanted:
            stretch.append(key)
