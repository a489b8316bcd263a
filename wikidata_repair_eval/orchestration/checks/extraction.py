"""Checks of the second half. A missed target or an old result is worth a warning, not a failure."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import dagster as dg
from upath import UPath

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction import discoveries, stages
from wikidata_repair_eval.extraction.report import STALE_AFTER_DAYS, TARGETS, is_stale
from wikidata_repair_eval.net.errors import NetError
from wikidata_repair_eval.net.pages import Pages
from wikidata_repair_eval.orchestration.checks.verdict import result_of
from wikidata_repair_eval.orchestration.contracts import extraction as contracts
from wikidata_repair_eval.orchestration.partitions import DOMAINS
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource

WARN = dg.AssetCheckSeverity.WARN


@dg.asset_check(asset=dg.AssetKey("benchmark_articles"))
def listed_items_are_those_of_the_sitelinks(artifacts: ArtifactsResource) -> dg.AssetCheckResult:
    """A list whose ids differ from the sitelinks is out of date; the sitelink wins."""
    rows = artifacts.store().rows(contracts.BENCHMARK_ARTICLES, None)
    moved = [row["title"] for row in rows if row["qid"] and row["listed_qid"] not in (None, row["qid"])]
    return _warning(
        not moved,
        f"{len(moved)} of {len(rows)} articles have another item.",
        {"first": dg.MetadataValue.json(moved[:20])},
    )


@dg.asset_check(asset=dg.AssetKey("benchmark_articles"))
def every_article_has_an_item(artifacts: ArtifactsResource) -> dg.AssetCheckResult:
    """Titles that lead nowhere make the benchmark smaller than it says."""
    rows = artifacts.store().rows(contracts.BENCHMARK_ARTICLES, None)
    lost = {row["title"]: row["reason"] for row in rows if row["status"] != "ok"}
    first = dict(list(lost.items())[:20])
    return _warning(
        not lost, f"{len(lost)} of {len(rows)} articles have none.", {"first": dg.MetadataValue.json(first)}
    )


@dg.asset_check(asset=dg.AssetKey("triple_matches"), partitions_def=DOMAINS)
def counts_are_consistent(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Every statement and every triple is counted once, and no statement is matched twice."""
    store = artifacts.store()
    return result_of(
        context,
        lambda domain: stages.inconsistencies(store.rows(contracts.TRIPLE_MATCHES, domain)),
        "articles whose counts do not add up",
        "domains",
    )


@dg.multi_asset_check(
    specs=[
        dg.AssetCheckSpec(
            f"{name}_meets_its_target", asset="extraction_report", description=f"At least {target}."
        )
        for name, target in TARGETS.items()
    ]
)
def targets_are_met(artifacts: ArtifactsResource) -> Any:
    """Each target of the protocol: precision, recall, F1, calibration."""
    report = artifacts.store().load(contracts.EXTRACTION_REPORT, None)
    for target in report["targets"]:
        value = "undefined" if target["value"] is None else target["value"]
        shaky = "pearson" in target["name"] and not report["calibration"]["pearson_reliable"]
        note = " Too few buckets hold triples for it to be reliable." if shaky else ""
        yield dg.AssetCheckResult(
            check_name=f"{target['name']}_meets_its_target",
            asset_key="extraction_report",
            passed=bool(target["met"]),
            severity=WARN,
            description=f"{target['name']} is {value}; the target is {target['target']}.{note}",
            metadata={"value": str(value), "target": target["target"]},
        )


@dg.asset_check(asset=dg.AssetKey("extraction_report"))
def results_are_fresh(artifacts: ArtifactsResource, wiki: WikiResource) -> dg.AssetCheckResult:
    """Wikidata moves on: results older than 90 days should be made again."""
    run_date = artifacts.store().load(contracts.EXTRACTION_REPORT, None)["run_date"]
    today = _today(wiki)
    stale = is_stale(run_date, today)
    said = "Nobody knows how old the results are." if stale is None else f"Made on {run_date}, now {today}."
    return _warning(stale is False, said, {"oldest_allowed_days": STALE_AFTER_DAYS})


@dg.asset_check(asset=dg.AssetKey("novel_discoveries"))
def verdicts_and_their_counts_agree(artifacts: ArtifactsResource) -> dg.AssetCheckResult:
    """The header of the annotation file says what its rows say."""
    path = UPath(artifacts.store().data_dir) / contracts.NOVEL_DISCOVERIES.files[""]
    try:
        rate = discoveries.summarize(path.read_text(encoding="utf-8"), str(path))
    except InputError as error:
        return dg.AssetCheckResult(passed=False, description=str(error))
    return dg.AssetCheckResult(passed=True, metadata={key: str(value) for key, value in rate.items()})


def _today(wiki: WikiResource) -> str:
    """By the clock of the world that was asked; by ours where it does not answer."""
    try:
        with wiki.client() as client:
            told = Pages(wiki.api(client)).siteinfo().server_time
    except NetError:
        told = None
    return told or datetime.now(UTC).isoformat()


def _warning(passed: bool, description: str, metadata: Mapping[str, Any]) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(passed=passed, severity=WARN, description=description, metadata=metadata)
