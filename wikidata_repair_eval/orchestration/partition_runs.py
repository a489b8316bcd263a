"""A run over one or many partitions: each is saved when it is made, and one that fails costs only itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import dagster as dg

from wikidata_repair_eval.artifacts import Artifact, ArtifactStore
from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.net.errors import NetError
from wikidata_repair_eval.orchestration.io_managers import upstream_of


@dataclass(frozen=True)
class Made:
    """The value of one partition, what is worth knowing about it, and what to do once it is saved."""

    value: Any
    metadata: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    when_saved: Callable[[], None] = lambda: None


def make_partitions(
    context: dg.AssetExecutionContext, store: ArtifactStore, artifact: Artifact, make: Callable[[str], Made]
) -> dg.MaterializeResult[None]:
    """Make and save every partition of this run; fail at the end if some could not be made."""
    keys, done, failed = list(context.partition_keys), dict[str, dict[str, Any]](), dict[str, str]()
    for number, key in enumerate(keys, start=1):
        try:
            done[key] = _make_one(store, artifact, key, make)
        except (NetError, InputError, SetupError) as error:
            failed[key] = str(error)
            context.log.error(f"{key}: {error}")
            continue
        context.log.info(f"{artifact.name} {key} is made ({number} of {len(keys)})")
    if failed:
        _report_what_was_made(context, done)
        raise dg.Failure(
            f"{len(failed)} of {len(keys)} partitions failed; what was there before is untouched. "
            + "; ".join(f"{key}: {problem}" for key, problem in list(failed.items())[:5]),
            metadata={"failed": dg.MetadataValue.json(failed), "made": len(done)},
        )
    for key, metadata in done.items():
        context.add_asset_metadata(metadata, partition_key=key)
    return dg.MaterializeResult(metadata={"partitions_in_this_run": len(keys)})


def _make_one(
    store: ArtifactStore, artifact: Artifact, key: str, make: Callable[[str], Made]
) -> dict[str, Any]:
    made = make(key)
    upstream = upstream_of(store, artifact, key)
    saved = store.save(artifact, key, made.value, upstream=upstream, parameters=made.parameters)
    made.when_saved()
    files = dg.MetadataValue.json([{"path": path, "sha256": sha256} for path, sha256 in saved.files])
    return {**made.metadata, "path": saved.path, "sha256": saved.sha256, "files": files}


def _report_what_was_made(context: dg.AssetExecutionContext, done: Mapping[str, Mapping[str, Any]]) -> None:
    """A failing step records no materialization, so the partitions that are done are reported one by one."""
    for key, metadata in done.items():
        event = dg.AssetMaterialization(context.asset_key, partition=key, metadata=metadata)
        context.instance.report_runless_asset_event(event)
