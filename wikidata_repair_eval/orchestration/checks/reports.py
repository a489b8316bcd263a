"""Checks of Stage 1."""

import dagster as dg

from wikidata_repair_eval.orchestration.assets.reports import (
    repair_candidates,
    report_snapshots,
    stored_tables,
)
from wikidata_repair_eval.orchestration.checks.verdict import result_of
from wikidata_repair_eval.orchestration.contracts import reports as contracts
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource
from wikidata_repair_eval.reports import audit


@dg.asset_check(asset=repair_candidates, partitions_def=REPORT_PAGES)
def candidate_fields_are_complete(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Every candidate has all that the later stages rely on."""
    store = artifacts.store()
    return result_of(
        context, lambda key: audit.incomplete(store.load(contracts.REPAIR_CANDIDATES, key)), "incomplete"
    )


@dg.asset_check(asset=repair_candidates, partitions_def=REPORT_PAGES)
def no_candidate_is_explained_by_truncation(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Nobody is a candidate who may only have been cut off a long list."""
    store = artifacts.store()
    return result_of(
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
    return result_of(
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
    return result_of(context, lambda key: audit.breaks_in_the_chain(stored_tables(store, key)), "breaks")
