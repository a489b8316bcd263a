"""A run over one or many partitions: each is saved when it is made, and one that fails costs only itself."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import dagster as dg

from wikidata_repair_eval.artifacts import Artifact, ArtifactStore
from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.net.errors import NetError
from wikidata_repair_eval.orchestration.io_managers import upstream_of


@dataclass(frozen=True)
class Made:
    """The value of one partition and what is worth knowing about it; a `stream` is not held in memory."""

    value: Any
    metadata: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    stream: bool = False


class Late(Mapping[str, Any]):
    """Metadata that can be told only when the stream has been written; it is read after that, made once."""

    def __init__(self, tell: Callable[[], Mapping[str, Any]]) -> None:
        self._tell = cache(tell)

    def __getitem__(self, key: str) -> Any:
        return self._tell()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tell())

    def __len__(self) -> int:
        return len(self._tell())


@dataclass(frozen=True)
class Batch:
    """What a computation made of one partition, by artifact, and what to do once it is saved."""

    made: Mapping[str, Made]
    when_saved: Callable[[], None] = lambda: None


def make_partitions(
    context: dg.AssetExecutionContext,
    store: ArtifactStore,
    artifacts: Sequence[Artifact],
    make: Callable[[str], Batch],
) -> Iterator[dg.MaterializeResult[None]]:
    """Make and save every partition of this run; fail at the end if some could not be made."""
    keys, done, failed = list(context.partition_keys), dict[str, dict[str, Any]](), dict[str, str]()
    for number, key in enumerate(keys, start=1):
        try:
            done[key] = _make_one(store, artifacts, key, make)
        except (NetError, InputError, SetupError) as error:
            failed[key] = str(error)
            context.log.error(f"{key}: {error}")
            continue
        context.log.info(f"{artifacts[0].name} {key} is made ({number} of {len(keys)})")
    if failed:
        _report_what_was_made(context, done)
        raise _failure(len(keys), failed)
    for artifact in artifacts:
        for key, told in done.items():
            context.add_asset_metadata(told[artifact.name], asset_key=artifact.name, partition_key=key)
        yield dg.MaterializeResult(asset_key=artifact.name, metadata={"partitions_in_this_run": len(keys)})


def _make_one(
    store: ArtifactStore, artifacts: Iterable[Artifact], key: str, make: Callable[[str], Batch]
) -> dict[str, dict[str, Any]]:
    batch = make(key)
    told = {artifact.name: _save(store, artifact, key, batch.made[artifact.name]) for artifact in artifacts}
    batch.when_saved()
    return told


def _save(store: ArtifactStore, artifact: Artifact, key: str, made: Made) -> dict[str, Any]:
    upstream = upstream_of(store, artifact, key)
    if made.stream:
        streams = {"": made.value} if "" in artifact.files else made.value
        saved = store.save_stream(artifact, key, streams, upstream=upstream)
    else:
        saved = store.save(artifact, key, made.value, upstream=upstream, parameters=made.parameters)
    files = dg.MetadataValue.json([{"path": path, "sha256": sha256} for path, sha256 in saved.files])
    return {**made.metadata, "path": saved.path, "sha256": saved.sha256, "files": files}


def _failure(count: int, failed: Mapping[str, str]) -> dg.Failure:
    first = "; ".join(f"{key}: {problem}" for key, problem in list(failed.items())[:5])
    return dg.Failure(
        f"{len(failed)} of {count} partitions failed; what was there before is untouched. {first}",
        metadata={"failed": dg.MetadataValue.json(dict(failed)), "made": count - len(failed)},
    )


def _report_what_was_made(
    context: dg.AssetExecutionContext, done: Mapping[str, Mapping[str, Mapping[str, Any]]]
) -> None:
    """A failing step records no materialization, so the partitions that are done are reported one by one."""
    for key, told in done.items():
        for name, metadata in told.items():
            event = dg.AssetMaterialization(name, partition=key, metadata=metadata)
            context.instance.report_runless_asset_event(event)
