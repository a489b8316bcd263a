"""Checks of the evaluation."""

import dagster as dg

from wikidata_repair_eval.benchmark.release import load_release
from wikidata_repair_eval.orchestration.benchmark_releases import last_release
from wikidata_repair_eval.orchestration.checks.verdict import result_of
from wikidata_repair_eval.orchestration.contracts import evaluation as contracts
from wikidata_repair_eval.orchestration.partitions import EVALUATION_RUNS
from wikidata_repair_eval.orchestration.resources import ArtifactsResource
from wikidata_repair_eval.scoring import audit


@dg.asset_check(asset=dg.AssetKey("proposals"), partitions_def=EVALUATION_RUNS)
def every_case_is_answered_once(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Every proposal names a case of the release; no case is left out or answered twice."""
    store = artifacts.store()
    cases = {case["id"] for case in load_release(last_release(store), verify=False)}
    return result_of(
        context,
        lambda run: audit.not_answered_once(cases, store.lines(contracts.PROPOSALS, run)),
        "not answered once",
        "runs",
    )


@dg.asset_check(asset=dg.AssetKey("repair_evaluation"), partitions_def=EVALUATION_RUNS)
def traces_add_up_to_the_summary(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """The means of the summary are those of the traces, and every score lies in its range."""
    store, artifact = artifacts.store(), contracts.REPAIR_EVALUATION
    return result_of(
        context,
        lambda run: audit.not_adding_up(
            store.lines(artifact, run, "traces"), store.load_part(artifact, run, "summary")
        ),
        "not adding up",
        "runs",
    )
