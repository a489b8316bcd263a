"""Stage 1, Indexer: the report pages, their snapshots, and who left them."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import dagster as dg
from pydantic import Field

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.pages import Pages
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.contracts import reports as contracts
from wikidata_repair_eval.orchestration.contracts.columns import column_schema, described_columns
from wikidata_repair_eval.orchestration.io_managers import PARTITIONS, StoredPartitions
from wikidata_repair_eval.orchestration.partition_runs import Batch, Made, make_partitions
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource, drop_journal
from wikidata_repair_eval.reports import SnapshotTables, find_candidates
from wikidata_repair_eval.reports.fetch import Reach
from wikidata_repair_eval.reports.rows import from_rows, to_rows
from wikidata_repair_eval.wikibase import sort_key

REPORT_NAME = re.compile(r"P[1-9][0-9]*")  # `Summary`, `P5/Period/de` and the like are other pages
# A process start costs seconds, so a backfill of thousands of pages shares them.
SHARED_RUNS = dg.BackfillPolicy.multi_run(50)
COMMON: dict[str, Any] = {
    "group_name": "reports",
    "owners": ["team:indexer"],
    "tags": {"stage": "1", "half": "repair"},
    "io_manager_key": "contract_files",
}


class ReachConfig(dg.Config):
    """How far back to look into a page's history."""

    since: str = Field(
        default="", description="Leave out revisions saved before this day (2024-01-31); empty for none."
    )
    max_revisions: int = Field(
        default=0, description="Read at most so many of the newest revisions of a page; 0 for all of them."
    )

    def reach(self) -> Reach:
        since = f"{self.since[:10]}T00:00:00Z" if self.since else None
        return Reach(since, self.max_revisions or None)


@dg.asset(
    **COMMON,
    kinds={"mediawiki", "parquet"},
    metadata={"dagster/column_schema": column_schema(contracts.REPORT_PAGES)},
)
def report_pages(
    context: dg.AssetExecutionContext, wiki: WikiResource
) -> dg.MaterializeResult[list[dict[str, Any]]]:
    """The violation report pages that the wiki has, one per property; registers their partitions."""
    source = wiki.settings().source
    # The list wants titles without the namespace's name, which only the main namespace lacks anyway.
    prefix = source.report_prefix.partition(":")[2] if source.report_namespace else source.report_prefix
    with wiki.client() as client:
        found = list(Pages(wiki.api(client)).all_pages(f"{prefix}P", source.report_namespace))
        requests = client.counters["requests"]
    pages = {page.title.removeprefix(source.report_prefix): page for page in found}
    keys = sorted((name for name in pages if REPORT_NAME.fullmatch(name)), key=sort_key)
    rows = [{"property_id": key, "title": pages[key].title, "page_id": pages[key].pageid} for key in keys]
    new = sorted(set(keys) - set(context.instance.get_dynamic_partitions("report_pages")), key=sort_key)
    context.instance.add_dynamic_partitions("report_pages", new)
    metadata: dict[str, Any] = {
        "pages": len(rows),
        "new_partitions": len(new),
        "other_pages_under_the_prefix": len(found) - len(rows),
        "requests": requests,
        "sample": pictures.table(rows[:10]),
    }
    return dg.MaterializeResult(value=rows, metadata=metadata)


@dg.asset(
    **COMMON,
    kinds={"mediawiki", "parquet"},
    deps=[report_pages],
    partitions_def=REPORT_PAGES,
    backfill_policy=SHARED_RUNS,
    pool="wiki",
    metadata={"dagster/column_schema": column_schema(contracts.REPORT_SNAPSHOTS, "entries")},
)
def report_snapshots(
    context: dg.AssetExecutionContext, config: ReachConfig, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """Every readable revision of the page by a report bot, as two tables; a refresh reads only new ones."""
    store = artifacts.store()
    with wiki.client() as client:
        [result] = make_partitions(
            context,
            store,
            [contracts.REPORT_SNAPSHOTS],
            lambda key: _snapshots(key, config.reach(), wiki, client, store),
        )
    return result


@dg.asset(
    **COMMON,
    kinds={"json"},
    deps=[report_snapshots],
    partitions_def=REPORT_PAGES,
    backfill_policy=SHARED_RUNS,
    metadata={"dagster/column_schema": described_columns(contracts.CANDIDATE_COLUMNS)},
)
def repair_candidates(
    context: dg.AssetExecutionContext, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """Entities that were subjects on one report and are subjects nowhere on the bot's next one."""
    store, prefix = artifacts.store(), wiki.settings().source.report_prefix
    [result] = make_partitions(
        context, store, [contracts.REPAIR_CANDIDATES], lambda key: _candidates(key, prefix + key, store)
    )
    return result


@dg.asset(
    **COMMON,
    kinds={"json"},
    ins={"repair_candidates": PARTITIONS},
    metadata={"dagster/column_schema": described_columns(contracts.CANDIDATE_COLUMNS)},
)
def all_repair_candidates(
    repair_candidates: StoredPartitions, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """The candidates of all pages that were made so far, in one file, in the order of their properties."""
    store, keys = artifacts.store(), sorted(repair_candidates, key=sort_key)
    counts: Counter[str] = Counter()

    def records() -> Iterator[Any]:
        for key in keys:
            for candidate in repair_candidates[key]:
                counts[candidate["violation_type"]] += 1
                yield candidate

    saved = store.save_stream(
        contracts.ALL_REPAIR_CANDIDATES,
        None,
        {"": records()},
        upstream=store.upstream(contracts.REPAIR_CANDIDATES, keys),
    )
    return dg.MaterializeResult(
        metadata={
            "candidates": counts.total(),
            "pages": len(keys),
            "pages_missing": len(repair_candidates.missing),
            "missing": dg.MetadataValue.json(repair_candidates.missing[:100]),
            "by_violation_type": pictures.counts_table(counts),
            "path": saved.path,
            "sha256": saved.sha256,
        }
    )


def _snapshots(key: str, reach: Reach, wiki: WikiResource, client: HttpClient, store: ArtifactStore) -> Batch:
    bots = sorted(wiki.settings().source.report_bots)
    parameters = {"since": reach.since, "max_revisions": reach.max_revisions, "bots": bots}
    known = _known(key, parameters, store)
    title, journal = wiki.settings().source.report_prefix + key, wiki.journal("report_snapshots", key)
    before = client.counters.snapshot()
    with wiki.report_wiki(client, journal) as reports:
        tables = reports.walk(title, key, reach, known)
    spent = {name: client.counters[name] - before.get(name, 0) for name in ("requests", "retries", "bytes")}
    new = len(tables.revisions) - len(known.revisions)
    metadata = {
        "revisions": len(tables.revisions),
        "new_revisions": new,
        "entries": len(tables.entries),
        "revisions_by_outcome": pictures.counts_table(tables.counts()),
        "unknown_headings": dg.MetadataValue.json(_unknown_headings(tables)),
        "requests": spent["requests"],
        "retries": spent["retries"],
        "megabytes": round(spent["bytes"] / 1e6, 3),
        "sample": pictures.table([entry._asdict() for entry in tables.entries[-5:]]),
    }
    made = Made(to_rows(tables), metadata, parameters)
    return Batch({"report_snapshots": made}, lambda: drop_journal(journal))


def _known(key: str, parameters: dict[str, Any], store: ArtifactStore) -> SnapshotTables:
    """What was kept, if it is whole and was made with the same reach and bots; else the walk begins anew."""
    artifact = contracts.REPORT_SNAPSHOTS
    record = store.lineage(artifact, key)
    if record is None or record["parameters"] != parameters or not store.is_whole(artifact, key):
        return SnapshotTables()
    return stored_tables(store, key)


def stored_tables(store: ArtifactStore, key: str) -> SnapshotTables:
    """The two tables of a page's history, as they were saved."""
    artifact = contracts.REPORT_SNAPSHOTS
    return from_rows(store.rows(artifact, key, "revisions"), store.rows(artifact, key, "entries"))


def _unknown_headings(tables: SnapshotTables) -> dict[str, int]:
    unknown = (s.heading for row in tables.revisions for s in row.sections if s.kind == "unknown")
    return dict(Counter(unknown).most_common(20))


def _candidates(key: str, title: str, store: ArtifactStore) -> Batch:
    tables = stored_tables(store, key)
    found = find_candidates(tables, property_id=key, title=title)
    records = [candidate.model_dump(mode="json") for candidate in found]
    flags = Counter(flag for candidate in found for flag in candidate.flags)
    columns = ("qid", "violation_type", "values", "fix_date", "flags")
    sample = [{name: record[name] for name in columns} for record in records[:10]]
    metadata = {
        "candidates": len(found),
        "by_violation_type": pictures.counts_table(Counter(c.violation_type for c in found)),
        "by_flag": pictures.counts_table(flags),
        "sample": pictures.table(sample),
        "over_time": pictures.over_time([(c.fix_date or "", c.violation_type) for c in found]),
    }
    return Batch({"repair_candidates": Made(records, metadata)})
