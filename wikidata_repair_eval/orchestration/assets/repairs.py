"""Stage 2, Fetcher: the event behind each candidate, with its proof, or the reason why there is none."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import dagster as dg
from pydantic import Field

from wikidata_repair_eval import __version__
from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.forensics import Limits, Past, find_repairs, open_past
from wikidata_repair_eval.forensics import constraint_history as constraint_states
from wikidata_repair_eval.forensics.windows import Window
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS, repair_candidates, report_snapshots
from wikidata_repair_eval.orchestration.contracts import repairs as contracts
from wikidata_repair_eval.orchestration.contracts.columns import column_schema, described_columns
from wikidata_repair_eval.orchestration.contracts.reports import REPAIR_CANDIDATES, REPORT_SNAPSHOTS
from wikidata_repair_eval.orchestration.io_managers import PARTITIONS, StoredPartitions
from wikidata_repair_eval.orchestration.partition_runs import Batch, Made, make_partitions
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.repair_journal import RepairJournal
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource, drop_journal
from wikidata_repair_eval.reports import Candidate
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
        fetcher = _Fetcher(store, past, wiki, config)
        yield from make_partitions(context, store, OUTPUTS, fetcher.make)


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
            "repairs": len(merged.first),
            "on_several_pages": merged.repeated,
            "pages": len(keys),
            "pages_missing": len(wikidata_repairs.missing),
            "missing": dg.MetadataValue.json(wikidata_repairs.missing[:100]),
            "path": saved.path,
            "sha256": saved.sha256,
        }
    )


class _Fetcher:
    """Makes one partition: outcomes go into the journal, and from there into the four files."""

    def __init__(self, store: ArtifactStore, past: Past, wiki: WikiResource, config: FetcherConfig) -> None:
        self._store, self._past, self._wiki, self._config = store, past, wiki, config

    def make(self, key: str) -> Batch:
        path = self._wiki.journal("wikidata_repairs", key)
        journal = RepairJournal(path, self._edition())
        raw = self._store.load(REPAIR_CANDIDATES, key)
        candidates = [Candidate.model_validate(record) for record in raw]
        limits = Limits(slack_days=self._config.slack_days)
        journal.keep(find_repairs(candidates, self._past, limits, done=journal.knows))
        stats = list(journal.records("stats"))
        told = _told(stats, journal)
        parts = {"wikidata_repairs": "repair", "unproven_candidates": "unproven"}
        parts["pre_repair_states"] = "pre_repair_state"
        made = {name: Made(journal.records(part), told[name], stream=True) for name, part in parts.items()}
        made["repair_fetch_stats"] = Made(stats, told["repair_fetch_stats"])

        def finish() -> None:
            journal.close()
            drop_journal(path)

        return Batch(made, finish)

    def _edition(self) -> str:
        config = f"{self._config.history_api} {self._config.slack_days}"
        return f"{self._wiki.settings().source.name} {__version__} {config}"


class _Merged:
    """Repairs of many pages, one per id: the page with the lowest property first, with all violations."""

    def __init__(self, store: ArtifactStore, keys: Iterable[str]) -> None:
        self._store, self._keys = store, list(keys)
        self.first: dict[str, str] = {}
        self.violations: dict[str, list[Any]] = defaultdict(list)
        for key in self._keys:
            for repair in store.lines(contracts.WIKIDATA_REPAIRS, key):
                self.first.setdefault(repair["id"], key)
                self.violations[repair["id"]].append(_violation(repair))

    @property
    def repeated(self) -> int:
        return sum(len(violations) > 1 for violations in self.violations.values())

    def repairs(self) -> Iterator[dict[str, Any]]:
        for key in self._keys:
            for repair in self._store.lines(contracts.WIKIDATA_REPAIRS, key):
                if self.first[repair["id"]] == key:
                    yield {**repair, "violations": self.violations[repair["id"]]}


def _violation(repair: Mapping[str, Any]) -> dict[str, Any]:
    return {"property": repair["property"], **repair["violation_context"]}


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


def _told(stats: list[dict[str, Any]], journal: RepairJournal) -> dict[str, dict[str, Any]]:
    """What a person wants to know of each of the four files."""
    outcomes = Counter(row["outcome"] for row in stats)
    by_type = Counter(f"{row['violation_type']}: {row['outcome']}" for row in stats)
    requests, hits = sum(row["requests"] for row in stats), sum(row["cache_hits"] for row in stats)
    agreeing, sample = Counter[str](), list[dict[str, Any]]()
    for repair in journal.records("repair"):
        agreeing[_agreement(repair)] += 1
        if len(sample) < 10:
            sample.append(_shown(repair))
    proven = {
        "candidates": len(stats),
        "proven": outcomes["proven"],
        "outcomes": pictures.counts_table(outcomes),
        "outcomes_by_violation_type": pictures.counts_table(by_type),
        "agreement_with_the_protocol_rule": pictures.counts_table(agreeing),
        "requests_per_candidate": round(requests / max(len(stats), 1), 3),
        "cache_hit_rate": round(hits / max(hits + requests, 1), 3),
        "sample": pictures.table(sample),
        "plot": pictures.bars(outcomes, "outcomes"),
    }
    reasons = Counter(f"{r['outcome']}: {r['reason']}" for r in stats if r["outcome"] != "proven")
    unproven = {
        "unproven": len(stats) - outcomes["proven"],
        "reasons": pictures.counts_table(dict(reasons.most_common(20))),
    }
    costs = {"requests": round(requests, 1), "cache_hits": round(hits, 1), "candidates": len(stats)}
    return {
        "wikidata_repairs": proven,
        "unproven_candidates": unproven,
        "pre_repair_states": {"states": outcomes["proven"]},
        "repair_fetch_stats": costs,
    }


def _agreement(repair: Mapping[str, Any]) -> str:
    attribution = repair["protocol_attribution"]
    if attribution is None:
        return "the rule finds nothing"
    return "agrees" if attribution["agrees_with_proof"] else "names another event"


def _shown(repair: Mapping[str, Any]) -> dict[str, Any]:
    target = repair["repair_target"]
    before, after = (_texts(target.get(name)) for name in ("old_value", "new_value"))
    change = f"{before} -> {after}" if target["kind"] == "A_BOX" else target["constraint_delta"]["direction"]
    through = repair["proof"]["through"]
    return {"id": repair["id"], "property": repair["property"], "through": through, "change": change}


def _texts(values: Any) -> str:
    return ", ".join(value["text"] for value in values) if values else "nothing"
