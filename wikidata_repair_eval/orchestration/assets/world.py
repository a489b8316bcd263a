"""Stage 3, Context Builder: the ids to freeze, one pass over a dump, and the frozen world of every case."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import dagster as dg
from pydantic import Field

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.assets.reports import SHARED_RUNS
from wikidata_repair_eval.orchestration.contracts import world as contracts
from wikidata_repair_eval.orchestration.contracts.columns import column_schema, described_columns
from wikidata_repair_eval.orchestration.contracts.repairs import PRE_REPAIR_STATES, WIKIDATA_REPAIRS
from wikidata_repair_eval.orchestration.dumps import dump_file, freeze_to_store, snapshot_folder
from wikidata_repair_eval.orchestration.io_managers import PARTITIONS, StoredPartitions
from wikidata_repair_eval.orchestration.partition_runs import Batch, Late, Made, make_partitions
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource
from wikidata_repair_eval.orchestration.told_worlds import ToldWorlds
from wikidata_repair_eval.wikibase import sort_key
from wikidata_repair_eval.world.frozen import Frozen, open_frozen
from wikidata_repair_eval.world.layers import world_state as layers_of
from wikidata_repair_eval.world.wanted import wanted_rows

COMMON: dict[str, Any] = {
    "group_name": "world",
    "owners": ["team:context-builder"],
    "tags": {"stage": "3", "half": "repair"},
}
Record = Mapping[str, Any]
_NAMED = 100


class DumpConfig(dg.Config):
    """Which dump is frozen."""

    dump: str = Field(
        default="",
        description="Path or dated address of a Wikidata JSON dump; empty: `dump` of the source file.",
    )
    checksum: str = Field(
        default="",
        description="md5, sha1 or sha256 that the dump must have; empty: what *sha1sums.txt beside it says.",
    )
    cores: int = Field(default=0, description="Processes to use; 0: all cores.")


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"parquet"},
    ins={"wikidata_repairs": PARTITIONS, "pre_repair_states": PARTITIONS},
    metadata={"dagster/column_schema": column_schema(contracts.DUMP_TARGETS)},
)
def dump_targets(
    wikidata_repairs: StoredPartitions, pre_repair_states: StoredPartitions, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """Every id that the frozen world must hold, and what for. Made when somebody wants a dump frozen."""
    store = artifacts.store()
    keys = sorted(set(wikidata_repairs) & set(pre_repair_states), key=sort_key)
    rows = wanted_rows(case for key in keys for case in repairs_with_states(store, key))
    upstream = [*store.upstream(WIKIDATA_REPAIRS, keys), *store.upstream(PRE_REPAIR_STATES, keys)]
    saved = store.save(contracts.DUMP_TARGETS, None, rows, upstream=upstream)
    roles = Counter(row["role"] for row in rows)
    return dg.MaterializeResult(
        metadata={
            "ids": len({row["id"] for row in rows}),
            "roles": pictures.counts_table(roles),
            "pages": len(keys),
            "pages_missing": len(wikidata_repairs.missing),
            "sample": pictures.table(rows[:10]),
            "plot": pictures.bars(dict(roles.most_common()), "ids by role"),
            "path": saved.path,
            "sha256": saved.sha256,
        }
    )


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"parquet", "json"},
    deps=[dump_targets],
    metadata={"dagster/column_schema": column_schema(contracts.DUMP_SNAPSHOT, "entities")},
)
def dump_snapshot(
    context: dg.AssetExecutionContext, config: DumpConfig, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """One pass over a Wikidata dump: the wanted entities whole, labels and classes of all they refer to.

    Runs when somebody asks for it, and replaces the last snapshot as a whole.
    """
    settings, store = wiki.settings(), artifacts.store()
    wanted = {row["id"] for row in store.rows(contracts.DUMP_TARGETS, None)}
    dump = dump_file(settings, config.dump, wiki, context.log.info)
    frozen = freeze_to_store(
        store, settings, dump, wanted, context.log.info, cores=config.cores, checksum=config.checksum
    )
    manifest, progress = frozen.manifest, frozen.progress
    return dg.MaterializeResult(
        metadata={
            "dump": dump.name,
            "entities_in_the_dump": manifest["dump"]["entities"],
            "oldest_modified": manifest["dump"]["oldest_modified"],
            "newest_modified": manifest["dump"]["newest_modified"],
            "wanted": manifest["wanted"],
            "found": manifest["found"],
            "missing": manifest["missing"],
            "missing_ids": dg.MetadataValue.json(manifest["missing_ids"][:_NAMED]),
            "duplicates": manifest["duplicates"],
            "duplicate_ids": dg.MetadataValue.json(manifest["duplicate_ids"][:_NAMED]),
            "seconds": round(progress.seconds, 1) if progress else 0.0,
            "megabytes_per_second": round(progress.rate / 1e6, 1) if progress else 0.0,
            "rows": dg.MetadataValue.json({name: about["rows"] for name, about in manifest["files"].items()}),
            "manifest": dg.MetadataValue.json(
                {key: value for key, value in manifest.items() if not key.endswith("_ids")}
            ),
            "path": frozen.saved.path,
            "sha256": frozen.saved.sha256,
        }
    )


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"json"},
    deps=[dg.AssetKey("wikidata_repairs"), dg.AssetKey("pre_repair_states"), dump_snapshot],
    partitions_def=REPORT_PAGES,
    backfill_policy=SHARED_RUNS,
    metadata={"dagster/column_schema": described_columns(contracts.WORLD_COLUMNS)},
)
def world_state(
    context: dg.AssetExecutionContext, wiki: WikiResource, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """The frozen world of every repair of the page: layers L1 to L4, and whether the repair still stands."""
    store = artifacts.store()
    with open_frozen(snapshot_folder(store), wiki.settings().cache_dir) as frozen:
        [result] = make_partitions(
            context, store, [contracts.WORLD_STATE], lambda key: _page(store, key, frozen)
        )
    return result


@dg.asset(
    **COMMON,
    io_manager_key="contract_files",
    kinds={"json"},
    ins={"world_state": PARTITIONS},
    metadata={"dagster/column_schema": described_columns(contracts.WORLD_COLUMNS)},
)
def all_world_state(
    world_state: StoredPartitions, artifacts: ArtifactsResource
) -> dg.MaterializeResult[None]:
    """The worlds of all pages in one object, one for each repair id (that of the lowest P number)."""
    store = artifacts.store()
    keys = sorted(world_state, key=sort_key)
    told = ToldWorlds()
    stream = (told.noting(member) for key in keys for member in store.members(contracts.WORLD_STATE, key))
    upstream = store.upstream(contracts.WORLD_STATE, keys)
    saved = store.save_stream(contracts.ALL_WORLD_STATE, None, {"": stream}, upstream=upstream)
    return dg.MaterializeResult(
        metadata={
            **told.metadata(),
            "pages": len(keys),
            "pages_missing": len(world_state.missing),
            "missing": dg.MetadataValue.json(world_state.missing[:_NAMED]),
            "path": saved.path,
            "sha256": saved.sha256,
        }
    )


def _page(store: ArtifactStore, key: str, frozen: Frozen | None) -> Batch:
    told = ToldWorlds()
    made = (
        told.noting((repair["id"], layers_of(repair, state, frozen)))
        for repair, state in repairs_with_states(store, key)
    )
    return Batch({"world_state": Made(made, Late(told.metadata), stream=True)})


def repairs_with_states(store: ArtifactStore, key: str) -> Iterator[tuple[Record, Record]]:
    """Each repair of a page with the state before it: two files of one computation, in the same order."""
    states = store.lines(PRE_REPAIR_STATES, key)
    for repair in store.lines(WIKIDATA_REPAIRS, key):
        state = next(states, None)
        if state is None or state["id"] != repair["id"]:
            path = PRE_REPAIR_STATES.paths(key)[""]
            problem = f"the state of {repair['id']} is not where its repair is"
            raise InputError(path, "the file", problem, "materialize wikidata_repairs and its files again")
        yield repair, state
