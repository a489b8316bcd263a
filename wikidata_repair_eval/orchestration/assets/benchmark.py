"""The benchmark: popularity, one frozen search per Type C case, cases, and the release."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import dagster as dg
from pydantic import Field

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.benchmark.eligible import entities_to_ask
from wikidata_repair_eval.benchmark.popularity import by_entity, months_before, popularity_rows, site_of
from wikidata_repair_eval.benchmark.retrieval import FROZEN, Retriever
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS
from wikidata_repair_eval.orchestration.benchmark_pages import (
    cases_on,
    counted,
    questions_on,
    seen_on,
    stored_searches,
)
from wikidata_repair_eval.orchestration.benchmark_releases import make_release
from wikidata_repair_eval.orchestration.benchmark_services import open_pageviews, open_retriever
from wikidata_repair_eval.orchestration.contracts import benchmark as contracts
from wikidata_repair_eval.orchestration.contracts.benchmark_taxonomy import CLASSIFIED_CASES
from wikidata_repair_eval.orchestration.contracts.columns import column_schema, described_columns
from wikidata_repair_eval.orchestration.contracts.repairs import WIKIDATA_REPAIRS
from wikidata_repair_eval.orchestration.contracts.world import WORLD_STATE
from wikidata_repair_eval.orchestration.dumps import snapshot_folder
from wikidata_repair_eval.orchestration.io_managers import PARTITIONS, StoredPartitions
from wikidata_repair_eval.orchestration.partition_runs import Batch, Late, Made, make_partitions
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource
from wikidata_repair_eval.wikibase import sort_key
from wikidata_repair_eval.world.frozen_index import read_manifest

COMMON: dict[str, Any] = {
    "group_name": "benchmark",
    "owners": ["team:benchmark"],
    "tags": {"stage": "4", "half": "repair"},
}
_NAMED = 100


def _keys(*names: str) -> list[dg.AssetKey]:
    return [dg.AssetKey(name) for name in names]


class RetrievalConfig(dg.Config):
    """Whom to ask."""

    ask_lost_again: bool = Field(
        default=False,
        description="Ask again where a question was sent and its answer lost; the service may count both.",
    )


class ReleaseConfig(dg.Config):
    """Which version is made."""

    version: str = Field(
        default=contracts.DEFAULT_VERSION,
        description="Version of the release. Only a -dev version may be overwritten with other bytes.",
    )
    previous: str = Field(
        default="",
        description="Version to compare with in CHANGES.md; empty: the last published one before this.",
    )
    train_until: str = Field(
        default="",
        description="Fixed end of the temporal train part (2025-11-03T18:56:54Z); empty: 70 % of the cases.",
    )
    validation_until: str = Field(default="", description="Fixed end of validation; goes with train_until.")


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"parquet"},
    ins={"classified_cases": PARTITIONS},
    deps=_keys("wikidata_repairs", "world_state"),
    pool="wiki",
    metadata={"dagster/column_schema": column_schema(contracts.ENTITY_POPULARITY)},
)
def entity_popularity(
    classified_cases: StoredPartitions, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """How well known the entity of every case is that can be released: views, sitelinks, head/torso/tail."""
    store = artifacts.store()
    keys = sorted(classified_cases, key=sort_key)
    titles = entities_to_ask(seen for key in keys for seen in seen_on(store, key))
    manifest = read_manifest(snapshot_folder(store))
    moment = manifest["dump"]["newest_modified"] if manifest else None
    qids = sorted(titles, key=sort_key) if moment else []
    with open_pageviews(wiki) as views:
        site = site_of(wiki.settings().source.pageviews_url or "en.wikipedia")
        rows = popularity_rows(qids, titles, months_before(moment or "1970-01"), site, views)
    upstream = [row for artifact in _POPULARITY_FROM for row in store.upstream(artifact, keys)]
    saved = store.save(contracts.ENTITY_POPULARITY, None, rows, upstream=upstream)
    tiers = Counter(row["tier"] or "unknown" for row in rows)
    metadata: dict[str, Any] = {
        "entities": len(rows),
        "tiers": pictures.counts_table(tiers),
        "statuses": pictures.counts_table(Counter(row["status"] for row in rows)),
        "sample": pictures.table(rows[:10]),
        "plot": pictures.bars(dict(sorted(tiers.items())), "entities by tier"),
        "pages_missing": len(classified_cases.missing),
    }
    return dg.MaterializeResult(metadata={**metadata, "path": saved.path, "sha256": saved.sha256})


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"json"},
    deps=_keys("wikidata_repairs", "pre_repair_states", "world_state", "classified_cases"),
    partitions_def=REPORT_PAGES,
    backfill_policy=SHARED_RUNS,
    pool="search",
    metadata={"dagster/column_schema": described_columns(contracts.RETRIEVAL_COLUMNS)},
)
def retrieval_snapshots(
    context: dg.AssetExecutionContext,
    config: RetrievalConfig,
    wiki: WikiResource,
    artifacts: ArtifactsResource,
) -> dg.MaterializeResult[None]:
    """One web search for each Type C case, asked once in its life; or the reason why there is none yet."""
    store = artifacts.store()
    known = list(context.instance.get_dynamic_partitions("report_pages"))
    with open_retriever(wiki, store, known, ask_lost_again=config.ask_lost_again) as retriever:
        [result] = make_partitions(
            context,
            store,
            [contracts.RETRIEVAL_SNAPSHOTS],
            lambda key: _searched(store, key, retriever),
        )
    return result


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"json"},
    deps=_keys(*contracts.BENCHMARK_CASES.made_from),
    partitions_def=REPORT_PAGES,
    backfill_policy=SHARED_RUNS,
    metadata={"dagster/column_schema": described_columns(contracts.CASE_COLUMNS)},
)
def benchmark_cases(
    context: dg.AssetExecutionContext, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """Every repair of the page as a case, without editors' names; what is no case says why."""
    store = artifacts.store()
    exists = store.exists(contracts.ENTITY_POPULARITY, None)
    popularity = by_entity(store.rows(contracts.ENTITY_POPULARITY, None)) if exists else {}
    [result] = make_partitions(
        context, store, [contracts.BENCHMARK_CASES], lambda key: _cases(store, key, popularity)
    )
    return result


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"json", "parquet"},
    ins={
        "benchmark_cases": PARTITIONS,
        "repair_fetch_stats": PARTITIONS,
        "unproven_candidates": PARTITIONS,
    },
    deps=_keys("entity_popularity", "dump_snapshot"),
    metadata={"dagster/column_schema": described_columns(contracts.CASE_COLUMNS)},
)
def benchmark_release(
    config: ReleaseConfig,
    benchmark_cases: StoredPartitions,
    repair_fetch_stats: StoredPartitions,
    unproven_candidates: StoredPartitions,
    wiki: WikiResource,
    artifacts: ArtifactsResource,
) -> dg.MaterializeResult[None]:
    """All pages as one version: cases, table, diagnostic ones, splits, card, Croissant and checksums."""
    made = make_release(
        artifacts.store(),
        wiki.settings(),
        pages=benchmark_cases,
        fetched=sorted(repair_fetch_stats),
        unproven=sorted(unproven_candidates),
        version=config.version,
        previous=config.previous or None,
        boundaries=(config.train_until, config.validation_until) if config.train_until else None,
    )
    tallies = made.tallies
    return dg.MaterializeResult(
        metadata={
            "version": config.version,
            "written": made.written,
            "digest": made.digest,
            "cases": tallies.released,
            "main_score": tallies.main_score,
            "clusters": len(tallies.clusters),
            "on_several_pages": made.on_several_pages,
            "diagnostic": pictures.counts_table(tallies.diagnostic),
            "class_mix": pictures.counts_table(tallies.of("class")),
            "class_plot": pictures.bars(tallies.of("class"), "class mix"),
            "funnel": pictures.table([dict(made.funnel)]),
            "funnel_plot": pictures.bars(made.funnel, "from candidates to released cases"),
            "splits": dg.MetadataValue.json({name: dict(parts) for name, parts in tallies.splits.items()}),
            "pages": len(benchmark_cases),
            "pages_missing": len(benchmark_cases.missing),
            "missing": dg.MetadataValue.json(benchmark_cases.missing[:_NAMED]),
            "path": made.saved.path,
            "sha256": made.saved.sha256,
            "files": dg.MetadataValue.json([{"path": p, "sha256": s} for p, s in made.saved.files]),
        }
    )


_POPULARITY_FROM = (WIKIDATA_REPAIRS, CLASSIFIED_CASES, WORLD_STATE)


def _searched(store: ArtifactStore, key: str, retriever: Retriever) -> Batch:
    stored, before = dict(stored_searches(store, key)), retriever.requests
    snapshots = {
        question.case_id: retriever.snapshot(question, stored.get(question.case_id))
        for question in questions_on(store, key)
    }
    statuses = Counter(one["status"] for one in snapshots.values())
    missing = Counter(one["reason"] for one in snapshots.values() if one["status"] != FROZEN)
    told = {
        "type_c_cases": len(snapshots),
        "frozen": statuses[FROZEN],
        "requests": retriever.requests - before,
        "answer_found": sum(bool(one["answer_found_in"]) for one in snapshots.values()),
        "missing": pictures.counts_table(missing),
        "sample": pictures.table([_shown(name, one) for name, one in list(snapshots.items())[:10]]),
    }
    return Batch({"retrieval_snapshots": Made(snapshots.items(), told, stream=True)})


def _shown(name: str, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    results = (snapshot["response"] or {}).get("results", ())
    found = len(snapshot["answer_found_in"])
    return {"id": name, "query": snapshot["query"], "results": len(results), "with the answer": found}


def _cases(store: ArtifactStore, key: str, popularity: Mapping[str, Mapping[str, Any]]) -> Batch:
    counts = Counter[str]()
    cases = counted(cases_on(store, key, popularity), counts)
    return Batch({"benchmark_cases": Made(cases, Late(lambda: _told(counts)), stream=True)})


def _told(counts: Counter[str]) -> dict[str, Any]:
    classes, standing = _of(counts, "class "), _of(counts, "standing ")
    return {
        "cases": sum(standing.values()),
        "released": standing.get("released", 0),
        "standing": pictures.counts_table(standing),
        "class_mix": pictures.counts_table(classes),
        "plot": pictures.bars(classes, "class mix"),
    }


def _of(counts: Counter[str], prefix: str) -> dict[str, int]:
    return {name.removeprefix(prefix): n for name, n in sorted(counts.items()) if name.startswith(prefix)}
