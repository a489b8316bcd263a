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
from wikidata_repair_eval.orchestration.partition_runs import Batch, Late, Made, make_partitions
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
    told = _Told()
    cases = (told.noting(classify(*case)) for case in _cases(store, key))
    # Mappings are unpacked key by key, and a plot should be drawn once.
    return Batch({"classified_cases": Made(cases, Late(told.metadata), stream=True)})


def _cases(store: ArtifactStore, key: str) -> Iterator[tuple[Record, Record, Record | None]]:
    pairs = repairs_with_states(store, key)
    while some := list(islice(pairs, AT_A_TIME)):
        wanted = {repair["id"] for repair, _ in some}
        worlds = {name: world for name, world in store.members(WORLD_STATE, key) if name in wanted}
        for repair, state in some:
            yield repair, state, worlds.get(repair["id"])


class _Told:
    """What a person wants to know of a page, gathered while its cases are written."""

    def __init__(self) -> None:
        self._classes, self._subtypes = Counter[str](), Counter[str]()
        self._main, self._confidence = 0, 0.0
        self._first: list[Record] = []

    def noting(self, case: dict[str, Any]) -> dict[str, Any]:
        self._classes[case["class"]] += 1
        self._subtypes[f"{case['class']}: {case['subtype']}"] += 1
        self._main += case["main_score"]
        self._confidence += case["confidence"]
        if len(self._first) < _SHOWN:
            self._first.append(case)
        return case

    def metadata(self) -> dict[str, Any]:
        count = self._classes.total()
        return {
            "cases": count,
            "in_the_main_score": self._main,
            "class_mix": pictures.counts_table(self._classes),
            "subtypes": pictures.counts_table(self._subtypes),
            "mean_confidence": round(self._confidence / max(count, 1), 3),
            "sample": pictures.table([_shown(case) for case in self._first]),
            "traces": dg.MetadataValue.md("\n".join(map(_trace, self._first)) or "(none)"),
            "plot": pictures.bars(dict(sorted(self._classes.items())), "class mix"),
        }


def _shown(case: Record) -> dict[str, Any]:
    return {name: case[name] for name in ("id", "class", "subtype", "confidence", "main_score")}


def _trace(case: Record) -> str:
    steps = "; ".join(step["finding"] for step in case["trace"])
    return f"- `{case['id']}` **{case['class']}**: {steps}"
