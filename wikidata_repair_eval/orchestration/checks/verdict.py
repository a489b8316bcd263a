"""What a check of many partitions says."""

from collections.abc import Callable

import dagster as dg


def result_of(
    context: dg.AssetCheckExecutionContext, judge: Callable[[str], list[str]], what: str, over: str = "pages"
) -> dg.AssetCheckResult:
    """The offenders of every partition of this run, the first ones by name."""
    found = {key: offenders for key in context.partition_keys if (offenders := judge(key))}
    count = sum(map(len, found.values()))
    first = {key: offenders[:20] for key, offenders in list(found.items())[:20]}
    return dg.AssetCheckResult(
        passed=not found,
        description=f"{count} {what} on {len(context.partition_keys)} {over}.",
        metadata={
            over: len(context.partition_keys),
            "first": dg.MetadataValue.json(first),
        },
    )
