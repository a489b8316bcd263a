"""Stage 2, Fetcher: the event behind each candidate, with its proof, or the reason why there is none."""

from collections.abc import Iterable, Iterator
from typing import Any

import dagster as dg
from pydantic import Field

from wikidata_repair_eval import __version__
from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.forensics import Limits, Past, open_past
from wikidata_repair_eval.forensics import constraint_history as constraint_states
from wikidata_repair_eval.forensics.merging import OnePerId, violations_of
from wikidata_repair_eval.forensics.windows import Window
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS, repair_candidates, report_snapshots
from wikidata_repair_eval.orchestration.contracts import repairs as contracts
from wikidata_repair_eval.orchestration.contracts.columns import column_schema, described_columns
from wikidata_repair_eval.orchestration.contracts.reports import REPORT_SNAPSHOTS
from wikidata_repair_eval.orchestration.io_managers import PARTITIONS, StoredPartitions
from wikidata_repair_eval.orchestration.partition_runs import Batch, Made, make_partitions
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.repair_partition import make_repairs
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource
from wikidata_repair_eval.wikibase import sort_key

COMMON: dict[str, Any] = {
    "group_name": "repairs",
    "owners": ["team:fetcher"],
    "tags": {"stage": "2", "half": "repair"},
}
OUTPUTS = (
    contracts.WIKIDATA_REPAIRS,
    contracts.UNPROVEN_CANDIDATES,
    contracts.PRE_REPAIR_STATES,
    contracts.REPAIR_FETCH_STATS,
)
ABOUT = {
    "wikidata_repairs": "Candidates whose repair is proven and still there: the edit and its proof.",
    "unproven_candidates": "The other candidates, each with its outcome and the reason.",
    "pre_repair_states": "The entity before each repair, with all that is needed to judge it again.",
    "repair_fetch_stats": "What each candidate cost: requests, cache hits, revisions read.",
}
COLUMNS = {
    "wikidata_repairs": described_columns(contracts.REPAIR_COLUMNS),
    "unproven_candidates": described_columns(contracts.UNPROVEN_COLUMNS),
    "pre_repair_states": described_columns(contracts.STATE_COLUMNS),
    "repair_fetch_stats": column_schema(contracts.REPAIR_FETCH_STATS),
}


class FetcherConfig(dg.Config):
    """How the past is read."""

    history_api: str = Field(
        default="action",
        description="Where histories come from: action (api.php) or rest (rest.php).",
    )
    slack_days: float = Field(
        default=3.0, description="How far before the old report's data to look where nothing is wrong at it."
    )


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"mediawiki", "json"},
    deps=[report_snapshots],
    partitions_def=REPORT_PAGES,
    backfill_policy=SHARED_RUNS,
    pool="wiki",
    metadata={"dagster/column_schema": described_columns(contracts.DEFINITION_COLUMNS)},
)
def constraint_history(
    context: dg.AssetExecutionContext, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """Every distinct state of the property's constraints over the span of its reports, and the one before."""
    store = artifacts.store()
    with wiki.client() as client, open_past(wiki.settings(), client) as past:
        [result] = make_partitions(
            context, store, [contracts.CONSTRAINT_HISTORY], lambda key: _definitions(key, past, store)
        )
    return result


@dg.multi_asset(
    specs=[
        dg.AssetSpec(
            artifact.name,
            deps=[repair_candidates],
            description=ABOUT[artifact.name],
            kinds={"mediawiki", "parquet" if artifact is contracts.REPAIR_FETCH_STATS else "json"},
            metadata={"dagster/column_schema": COLUMNS[artifact.name]},
            **COMMON,
        ).with_io_manager_key("contract_files")
        for artifact in OUTPUTS
    ],
    partitions_def=REPORT_PAGES,
    backfill_policy=SHARED_RUNS,
    pool="wiki",
)
def fetched_repairs(
    context: dg.AssetExecutionContext,
    config: FetcherConfig,
    wiki: WikiResource,
    artifacts: ArtifactsResource,
) -> Iterator[dg.MaterializeResult[None]]:
    """One computation, four files: what was proven, what was not, the states before, and the costs."""
    store = artifacts.store()
    settings = wiki.settings()
    with wiki.client() as client, open_past(settings, client, history_api=config.history_api) as past:
        limits, edition = Limits(slack_days=config.slack_days), _edition(settings.source.name, config)

        def make(key: str) -> Batch:
            journal = wiki.journal("wikidata_repairs", key)
            return make_repairs(store, key, past, limits, journal, edition)

        yield from make_partitions(context, store, OUTPUTS, make)


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"json"},
    ins={"wikidata_repairs": PARTITIONS, "unproven_candidates": PARTITIONS},
    metadata={"dagster/column_schema": described_columns(contracts.REPAIR_COLUMNS)},
)
def all_wikidata_repairs(
    wikidata_repairs: StoredPartitions, unproven_candidates: StoredPartitions, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """The repairs of all pages, one record per id with all its violations; the unproven in their own file."""
    store = artifacts.store()
    keys = sorted(wikidata_repairs, key=sort_key)
    merged = _Merged(store, keys)
    streams = {
        "lines": merged.repairs(),
        "array": merged.repairs(),
        "unproven": _each(store, contracts.UNPROVEN_CANDIDATES, sorted(unproven_candidates, key=sort_key)),
    }
    upstream = [*store.upstream(contracts.WIKIDATA_REPAIRS, keys)]
    upstream += store.upstream(contracts.UNPROVEN_CANDIDATES, unproven_candidates)
    saved = store.save_stream(contracts.ALL_WIKIDATA_REPAIRS, None, streams, upstream=upstream)
    return dg.MaterializeResult(
        metadata={
            "repairs": merged.ids.ids,
            "on_several_pages": merged.ids.repeated,
            "pages": len(keys),
            "pages_missing": len(wikidata_repairs.missing),
            "missing": dg.MetadataValue.json(wikidata_repairs.missing[:100]),
            "path": saved.path,
            "sha256": saved.sha256,
        }
    )


def _edition(source: str, config: FetcherConfig) -> str:
    """What outcomes in a journal depend on."""
    return f"{source} {__version__} {config.history_api} {config.slack_days}"


class _Merged:
    """Repairs of many pages, one per id: the page with the lowest property first, with all violations."""

    def __init__(self, store: ArtifactStore, keys: Iterable[str]) -> None:
        self._store, self._keys = store, list(keys)
        self.ids = OnePerId()
        for key, repair in self._each():
            self.ids.note((key, repair["id"]), repair["id"], violations_of(repair))

    def repairs(self) -> Iterator[dict[str, Any]]:
        for key, repair in self._each():
            place = (key, repair["id"])
            if self.ids.keeps(place):
                yield {**repair, "violations": [*violations_of(repair), *self.ids.more(place)]}

    def _each(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for key in self._keys:
            for repair in self._store.lines(contracts.WIKIDATA_REPAIRS, key):
                yield key, repair


def _each(store: ArtifactStore, artifact: Any, keys: Iterable[str]) -> Iterator[Any]:
    for key in keys:
        yield from store.lines(artifact, key)


def _definitions(key: str, past: Past, store: ArtifactStore) -> Batch:
    saved = [row["saved"] for row in store.rows(REPORT_SNAPSHOTS, key, "revisions")]
    states = constraint_states(past, key, Window(min(saved), max(saved))) if saved else []
    metadata = {
        "states": len(states or ()),
        "property_deleted": states is None,
        "sample": pictures.table(
            [{k: s[k] for k in ("revision_id", "timestamp", "hash")} for s in states or ()][:10]
        ),
    }
    return Batch({"constraint_history": Made(states or [], metadata)})
