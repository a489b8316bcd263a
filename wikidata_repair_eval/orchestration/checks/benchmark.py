"""Checks of the benchmark."""

from collections.abc import Callable

import dagster as dg

from wikidata_repair_eval.benchmark import checking
from wikidata_repair_eval.benchmark.release import Release, load_release
from wikidata_repair_eval.benchmark.scan import Forbidden
from wikidata_repair_eval.orchestration.benchmark_pages import stored_searches
from wikidata_repair_eval.orchestration.benchmark_releases import editors, last_release
from wikidata_repair_eval.orchestration.checks.verdict import result_of
from wikidata_repair_eval.orchestration.contracts.benchmark import BENCHMARK_CASES
from wikidata_repair_eval.orchestration.contracts.benchmark_taxonomy import CLASSIFIED_CASES
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource

RETRIEVAL = dg.AssetKey("retrieval_snapshots")
CASES = dg.AssetKey("benchmark_cases")
RELEASE = dg.AssetKey("benchmark_release")


@dg.asset_check(asset=RETRIEVAL, partitions_def=REPORT_PAGES)
def every_type_c_case_has_a_search_or_a_reason(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """A case without a frozen search says why."""
    store = artifacts.store()

    def judge(key: str) -> list[str]:
        return checking.unanswered(store.lines(CLASSIFIED_CASES, key), dict(stored_searches(store, key)))

    return result_of(context, judge, "without search and reason")


@dg.asset_check(asset=RETRIEVAL, partitions_def=REPORT_PAGES)
def no_search_holds_a_key_or_wikidata_itself(
    context: dg.AssetCheckExecutionContext, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """No key was stored, and no result comes from Wikidata or a mirror of it."""
    store, forbidden = artifacts.store(), Forbidden(secrets=wiki.settings().secrets())
    return result_of(
        context, lambda key: checking.leaking(dict(stored_searches(store, key)), forbidden), "leaking"
    )


@dg.asset_check(asset=CASES, partitions_def=REPORT_PAGES)
def no_case_names_an_editor(
    context: dg.AssetCheckExecutionContext, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """No editor's name, no edit comment, no key, nothing that a page would load."""
    store = artifacts.store()

    def judge(key: str) -> list[str]:
        forbidden = Forbidden(editors(store, [key]), wiki.settings().secrets())
        return checking.forbidden_in(store.lines(BENCHMARK_CASES, key), forbidden)

    return result_of(context, judge, "forbidden things")


@dg.asset_check(asset=RELEASE)
def the_release_is_whole(artifacts: ArtifactsResource) -> dg.AssetCheckResult:
    """Every file is what its checksum says, and the Croissant description names what it must."""
    return _judged(artifacts, checking.broken, "damaged files or descriptions")


@dg.asset_check(asset=RELEASE)
def no_split_leaks(artifacts: ArtifactsResource) -> dg.AssetCheckResult:
    """Each id once; no cluster, definition or entity in two parts of its split."""
    return _judged(artifacts, checking.split_leaks, "leaks between parts")


@dg.asset_check(asset=RELEASE)
def the_release_names_nobody(wiki: WikiResource, artifacts: ArtifactsResource) -> dg.AssetCheckResult:
    """No key, no editor's name or comment, nothing that a page would load, in any file."""
    store = artifacts.store()
    forbidden = Forbidden(editors(store, None), wiki.settings().secrets())
    return _judged(artifacts, lambda one: checking.forbidden_in_release(one, forbidden), "forbidden things")


def _judged(
    artifacts: ArtifactsResource, judge: Callable[[Release], list[str]], what: str
) -> dg.AssetCheckResult:
    folder = last_release(artifacts.store())
    found = judge(load_release(folder, verify=False))
    return dg.AssetCheckResult(
        passed=not found,
        description=f"{len(found)} {what} in {folder.name}.",
        metadata={"release": folder.name, "first": dg.MetadataValue.json(found[:20])},
    )
