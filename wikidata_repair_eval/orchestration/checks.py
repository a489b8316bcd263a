"""Checks of what is stored, one property each; the judgement itself is a pure function of its room."""

from collections.abc import Callable

import dagster as dg

from wikidata_repair_eval.forensics import audit as proofs
from wikidata_repair_eval.orchestration import contracts
from wikidata_repair_eval.orchestration.assets.reports import (
    repair_candidates,
    report_snapshots,
    stored_tables,
)
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource
from wikidata_repair_eval.reports import audit


@dg.asset_check(asset=repair_candidates, partitions_def=REPORT_PAGES)
def candidate_fields_are_complete(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Every candidate has all that the later stages rely on."""
    store = artifacts.store()
    return _result(
        context, lambda key: audit.incomplete(store.load(contracts.REPAIR_CANDIDATES, key)), "incomplete"
    )


@dg.asset_check(asset=repair_candidates, partitions_def=REPORT_PAGES)
def no_candidate_is_explained_by_truncation(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Nobody is a candidate who may only have been cut off a long list."""
    store = artifacts.store()
    return _result(
        context,
        lambda key: audit.explained_by_truncation(store.load(contracts.REPAIR_CANDIDATES, key)),
        "explained by truncation",
    )


@dg.asset_check(asset=repair_candidates, partitions_def=REPORT_PAGES)
def no_candidate_is_still_listed(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """No candidate is a subject on the report that is said to lack it."""
    store = artifacts.store()
    return _result(
        context,
        lambda key: audit.still_listed(
            store.load(contracts.REPAIR_CANDIDATES, key), stored_tables(store, key)
        ),
        "still listed",
    )


@dg.asset_check(asset=report_snapshots, partitions_def=REPORT_PAGES)
def the_chain_of_revisions_is_unbroken(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Each snapshot follows its bot's snapshot before it, and no revision is there twice."""
    store = artifacts.store()
    return _result(context, lambda key: audit.breaks_in_the_chain(stored_tables(store, key)), "breaks")


@dg.asset_check(asset=dg.AssetKey("wikidata_repairs"), partitions_def=REPORT_PAGES)
def every_repair_is_proven(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Violated before, clean after, by a named event; nothing undecidable was released."""
    store = artifacts.store()
    return _result(
        context, lambda key: proofs.not_proven(store.lines(contracts.WIKIDATA_REPAIRS, key)), "not proven"
    )


@dg.asset_check(asset=dg.AssetKey("wikidata_repairs"), partitions_def=REPORT_PAGES)
def repair_ids_are_unique(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """No id stands twice on one page."""
    store = artifacts.store()
    return _result(
        context, lambda key: proofs.repeated_ids(store.lines(contracts.WIKIDATA_REPAIRS, key)), "repeated"
    )


@dg.asset_check(
    asset=dg.AssetKey("wikidata_repairs"),
    additional_deps=[dg.AssetKey("unproven_candidates")],
    partitions_def=REPORT_PAGES,
)
def every_candidate_has_one_outcome(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Each candidate is proven, or unproven with a reason; none is both, none is lost."""
    store = artifacts.store()

    def judge(key: str) -> list[str]:
        return proofs.without_one_outcome(
            store.load(contracts.REPAIR_CANDIDATES, key),
            store.lines(contracts.WIKIDATA_REPAIRS, key),
            store.lines(contracts.UNPROVEN_CANDIDATES, key),
        )

    return _result(context, judge, "without one outcome")


def _result(
    context: dg.AssetCheckExecutionContext, judge: Callable[[str], list[str]], what: str
) -> dg.AssetCheckResult:
    """The offenders of every partition of this run, the first ones by name."""
    found = {key: offenders for key in context.partition_keys if (offenders := judge(key))}
    count = sum(map(len, found.values()))
    first = {key: offenders[:20] for key, offenders in list(found.items())[:20]}
    return dg.AssetCheckResult(
        passed=not found,
        description=f"{count} {what} on {len(context.partition_keys)} pages.",
        metadata={
            "pages": len(context.partition_keys),
            "first": dg.MetadataValue.json(first),
        },
    )
