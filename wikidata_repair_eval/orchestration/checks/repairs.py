"""Checks of Stage 2."""

import dagster as dg

from wikidata_repair_eval.forensics import audit as proofs
from wikidata_repair_eval.orchestration.checks.verdict import result_of
from wikidata_repair_eval.orchestration.contracts import repairs as contracts
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource
from wikidata_repair_eval.orchestration.stored_candidates import stored_candidates


@dg.asset_check(asset=dg.AssetKey("wikidata_repairs"), partitions_def=REPORT_PAGES)
def every_repair_is_proven(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Violated before, clean after, by a named event; nothing undecidable was released."""
    store = artifacts.store()
    return result_of(
        context, lambda key: proofs.not_proven(store.lines(contracts.WIKIDATA_REPAIRS, key)), "not proven"
    )


@dg.asset_check(asset=dg.AssetKey("wikidata_repairs"), partitions_def=REPORT_PAGES)
def repair_ids_are_unique(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """No id stands twice on one page."""
    store = artifacts.store()
    return result_of(
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
            stored_candidates(store, key),
            store.lines(contracts.WIKIDATA_REPAIRS, key),
            store.lines(contracts.UNPROVEN_CANDIDATES, key),
        )

    return result_of(context, judge, "without one outcome")
