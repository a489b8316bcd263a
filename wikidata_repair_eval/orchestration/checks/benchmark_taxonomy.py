"""Checks of the taxonomy."""

import dagster as dg

from wikidata_repair_eval.benchmark.taxonomy import audit
from wikidata_repair_eval.orchestration.assets.benchmark_taxonomy import classified_cases
from wikidata_repair_eval.orchestration.checks.verdict import result_of
from wikidata_repair_eval.orchestration.contracts.benchmark_taxonomy import CLASSIFIED_CASES
from wikidata_repair_eval.orchestration.contracts.repairs import WIKIDATA_REPAIRS
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource


@dg.asset_check(asset=classified_cases, partitions_def=REPORT_PAGES)
def every_repair_has_one_class(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Each repair of the page is classified once, and nothing else is."""
    store = artifacts.store()

    def judge(key: str) -> list[str]:
        return audit.without_one_class(store.lines(WIKIDATA_REPAIRS, key), store.lines(CLASSIFIED_CASES, key))

    return result_of(context, judge, "without exactly one class")


@dg.asset_check(asset=classified_cases, partitions_def=REPORT_PAGES)
def classes_fit_their_repairs(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """The class fits the track, the record is valid, and no case without an answer is in the main score."""
    store = artifacts.store()

    def judge(key: str) -> list[str]:
        return audit.misfits(store.lines(WIKIDATA_REPAIRS, key), store.lines(CLASSIFIED_CASES, key))

    return result_of(context, judge, "do not fit")
