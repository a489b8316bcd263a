"""Evaluation: what baselines and models propose, how it scores, who leads, and the page that shows it all."""

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import orjson
from pydantic import Field
from upath import UPath

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.benchmark.browser.answers import Evaluation
from wikidata_repair_eval.benchmark.browser.build import build_browser
from wikidata_repair_eval.benchmark.release import load_release
from wikidata_repair_eval.files import read_json_lines
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.answering import ProposalsConfig, answers_for, estimate_for
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS
from wikidata_repair_eval.orchestration.benchmark_releases import last_release
from wikidata_repair_eval.orchestration.contracts import evaluation as contracts
from wikidata_repair_eval.orchestration.contracts.benchmark import BENCHMARK_RELEASE
from wikidata_repair_eval.orchestration.contracts.columns import column_schema, described_columns
from wikidata_repair_eval.orchestration.io_managers import PARTITIONS, StoredPartitions
from wikidata_repair_eval.orchestration.leaders import make_leaderboard
from wikidata_repair_eval.orchestration.local_files import local_file
from wikidata_repair_eval.orchestration.partition_runs import Batch, Late, Made, make_partitions
from wikidata_repair_eval.orchestration.partitions import EVALUATION_RUNS
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource
from wikidata_repair_eval.scoring.aggregates import SCORES
from wikidata_repair_eval.scoring.runs import SUMMARY, TRACES, score_files

COMMON: dict[str, Any] = {
    "group_name": "evaluation",
    "owners": ["team:scoring"],
    "tags": {"stage": "5", "half": "repair"},
}
RELEASE = dg.AssetKey("benchmark_release")


class ScoringConfig(dg.Config):
    """How runs are scored."""

    model_cutoff: str = Field(
        default="", description="A date (2025-06-01): also tell repairs before it from those since."
    )
    processes: int = Field(default=2, description="Processes that score.")


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"json"},
    deps=[RELEASE],
    partitions_def=EVALUATION_RUNS,
    backfill_policy=SHARED_RUNS,
    output_required=False,
    pool="model",
    metadata={"dagster/column_schema": described_columns(contracts.PROPOSAL_COLUMNS)},
)
def proposals(
    context: dg.AssetExecutionContext,
    config: ProposalsConfig,
    wiki: WikiResource,
    artifacts: ArtifactsResource,
) -> Iterator[dg.MaterializeResult[None]]:
    """One answer per case of the release, by a baseline, a model or a file of yours."""
    store, settings = artifacts.store(), wiki.settings()
    release = load_release(last_release(store))
    if config.dry_run:
        told = estimate_for(config, release)
        context.log.info(f"A run would cost about: {told}")
        for key in context.partition_keys:
            context.log_event(dg.AssetObservation("proposals", partition=key, metadata=told))
        return

    def make(key: str) -> Batch:
        counts = Counter[str]()
        answers = answers_for(key, config, release, settings, counts)
        told = Late(lambda: {"kind": config.kind, "release": release.version, **_told(counts)})
        return Batch({"proposals": Made(answers, told, stream=True)})

    yield from make_partitions(context, store, [contracts.PROPOSALS], make)


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"json"},
    deps=[proposals, RELEASE],
    partitions_def=EVALUATION_RUNS,
    backfill_policy=SHARED_RUNS,
    metadata={"dagster/column_schema": described_columns(contracts.TRACE_COLUMNS)},
)
def repair_evaluation(
    context: dg.AssetExecutionContext,
    config: ScoringConfig,
    wiki: WikiResource,
    artifacts: ArtifactsResource,
) -> dg.MaterializeResult[None]:
    """Every case's score and the run's summary; nothing is asked of any network."""
    store = artifacts.store()
    scratch = wiki.settings().local_dir / "journal" / "repair_evaluation"
    [result] = make_partitions(
        context, store, [contracts.REPAIR_EVALUATION], lambda key: _scored(key, store, scratch / key, config)
    )
    return result


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"parquet"},
    ins={"repair_evaluation": PARTITIONS},
    metadata={"dagster/column_schema": column_schema(contracts.LEADERBOARD)},
)
def leaderboard(
    repair_evaluation: StoredPartitions, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """All runs on the last release, best first; says which differences are none."""
    store = artifacts.store()
    made = make_leaderboard(store, sorted(repair_evaluation))
    return dg.MaterializeResult(
        metadata={
            "runs": len(made.rows),
            "left_out": dg.MetadataValue.json(made.left_out),
            "runs_missing": len(repair_evaluation.missing),
            "table": pictures.table([{name: row[name] for name in _SHOWN} for row in made.rows]),
            "differences": pictures.table(
                [
                    {"against the next": row["against_next"], "significant": row["significant"]}
                    for row in made.rows
                ]
            ),
            "plot": pictures.picture(made.plot, "S_info"),
            "path": made.saved.path,
            "sha256": made.saved.sha256,
        }
    )


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"html"},
    ins={"proposals": PARTITIONS, "repair_evaluation": PARTITIONS},
    deps=[RELEASE],
    metadata={"dagster/column_schema": described_columns({"index.html": "opens from disk, without network"})},
)
def case_browser(
    proposals: StoredPartitions,
    repair_evaluation: StoredPartitions,
    wiki: WikiResource,
    artifacts: ArtifactsResource,
) -> dg.MaterializeResult[None]:
    """A page that opens from disk: every case with its proof, its layers and what each run proposed."""
    store = artifacts.store()
    release = load_release(last_release(store))
    runs = sorted(set(proposals) & set(repair_evaluation))
    folder = UPath(store.data_dir)
    evaluations = [
        Evaluation(
            run,
            folder / contracts.PROPOSALS.paths(run)[""],
            folder / contracts.REPAIR_EVALUATION.paths(run)["traces"],
        )
        for run in runs
    ]
    built = build_browser(
        release.folder,
        folder / "browser" / release.version,
        version=release.version,
        evaluations=evaluations,
        wiki=wiki.settings().source.page_url,
    )
    upstream = [
        *store.upstream(BENCHMARK_RELEASE, [None]),
        *store.upstream(contracts.REPAIR_EVALUATION, runs),
    ]
    upstream += store.upstream(contracts.PROPOSALS, runs)
    saved = store.adopt(contracts.browser_files(release.version), None, upstream=upstream)
    return dg.MaterializeResult(
        metadata={
            "cases": built.cases,
            "shards": built.shards,
            "runs": dg.MetadataValue.json(list(built.runs)),
            "open": dg.MetadataValue.path(f"{store.data_dir}/{saved.path}"),
            "path": saved.path,
            "sha256": saved.sha256,
        }
    )


_SHOWN = ("place", "run", *SCORES, "abstained", "invalid", "missing")


def _told(counts: Counter[str]) -> dict[str, Any]:
    return {"proposals": counts["proposals"], "counts": pictures.counts_table(counts)}


def _scored(key: str, store: ArtifactStore, scratch: Path, config: ScoringConfig) -> Batch:
    """Score into a local folder, then stream the result into its place."""
    proposals = UPath(store.data_dir) / contracts.PROPOSALS.paths(key)[""]
    with local_file(last_release(store) / "cases.jsonl") as cases, local_file(proposals) as answers:
        cutoff = config.model_cutoff or None
        summary = score_files(cases, answers, scratch, processes=config.processes, cutoff=cutoff)
    stored = orjson.loads((scratch / SUMMARY).read_bytes())
    value = {"traces": read_json_lines(scratch / TRACES), "summary": sorted(stored.items())}
    main = summary["main"]
    told = {
        "cases": main["cases"],
        "clusters": main["clusters"],
        **{score: main["micro"][score]["mean"] or 0.0 for score in SCORES},
        "counts": pictures.counts_table(main["counts"]),
        "problems": dg.MetadataValue.json(summary["problems"]),
        "by_class": pictures.table(_by_class(summary)),
    }
    return Batch({"repair_evaluation": Made(value, told, stream=True)}, lambda: shutil.rmtree(scratch))


def _by_class(summary: dict[str, Any]) -> list[dict[str, Any]]:
    groups = summary["groups"].get("class", {}).get("groups", {})
    return [
        {"class": name, "cases": one["cases"], **{score: one[score]["mean"] for score in SCORES}}
        for name, one in groups.items()
    ]
