"""The class of every repair: what a solver needs to find it. The rules are in `benchmark.taxonomy`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import dagster as dg

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.benchmark.taxonomy import classify
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS
from wikidata_repair_eval.orchestration.assets.world import repairs_with_states, world_state
from wikidata_repair_eval.orchestration.contracts import benchmark_taxonomy as contracts
from wikidata_repair_eval.orchestration.contracts.columns import described_columns
from wikidata_repair_eval.orchestration.contracts.world import WORLD_STATE
from wikidata_repair_eval.orchestration.partition_runs import Batch, Made, make_partitions
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource

Record = Mapping[str, Any]
# Worlds are kept in memory for so many repairs of a page: one edit can free thousands of items.
AT_A_TIME = 500
_SHOWN = 10


@dg.asset(
    group_name="benchmark",
    owners=["team:benchmark"],
    tags={"half": "repair"},
    io_manager_key="contract_files",
    kinds={"json"},
    deps=[dg.AssetKey("wikidata_repairs"), dg.AssetKey("pre_repair_states"), world_state],
    partitions_def=REPORT_PAGES,
    backfill_policy=SHARED_RUNS,
    metadata={"dagster/column_schema": described_columns(contracts.CLASS_COLUMNS)},
)
def classified_cases(
    context: dg.AssetExecutionContext, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """The class of each repair of the page, with subtype, confidence and a trace that a person can follow."""
    store = artifacts.store()
    [result] = make_partitions(
        context, store, [contracts.CLASSIFIED_CASES], lambda key: _classified(store, key)
    )
    return result


def _classified(store: ArtifactStore, key: str) -> Batch:
    cases = [classify(repair, state, world) for repair, state, world in _cases(store, key)]
    return Batch({"classified_cases": Made(cases, _told(cases))})


def _cases(store: ArtifactStore, key: str) -> Iterator[tuple[Record, Record, Record | None]]:
    pairs = repairs_with_states(store, key)
    while some := list(islice(pairs, AT_A_TIME)):
        wanted = {repair["id"] for repair, _ in some}
        worlds = {name: world for name, world in store.members(WORLD_STATE, key) if name in wanted}
        for repair, state in some:
            yield repair, state, worlds.get(repair["id"])


def _told(cases: list[dict[str, Any]]) -> dict[str, Any]:
    classes = Counter(case["class"] for case in cases)
    subtypes = Counter(f"{case['class']}: {case['subtype']}" for case in cases)
    return {
        "cases": len(cases),
        "in_the_main_score": sum(case["main_score"] for case in cases),
        "class_mix": pictures.counts_table(classes),
        "subtypes": pictures.counts_table(subtypes),
        "mean_confidence": round(sum(case["confidence"] for case in cases) / max(len(cases), 1), 3),
        "sample": pictures.table([_shown(case) for case in cases[:_SHOWN]]),
        "traces": dg.MetadataValue.md("\n".join(map(_trace, cases[:_SHOWN])) or "(none)"),
        "plot": pictures.bars(dict(sorted(classes.items())), "class mix"),
    }


def _shown(case: Record) -> dict[str, Any]:
    return {name: case[name] for name in ("id", "class", "subtype", "confidence", "main_score")}


def _trace(case: Record) -> str:
    steps = "; ".join(step["finding"] for step in case["trace"])
    return f"- `{case['id']}` **{case['class']}**: {steps}"
