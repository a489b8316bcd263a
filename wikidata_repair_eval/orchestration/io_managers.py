"""The IO manager: file names are contracts, so each asset's artifact states its own. It decides nothing else.

Assets that work through many partitions save each one as soon as it is made (`partition_runs`); this manager
reads them back, and writes the values of assets that return one.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import dagster as dg

from wikidata_repair_eval.artifacts import Artifact, ArtifactStore
from wikidata_repair_eval.orchestration.contracts import ARTIFACTS
from wikidata_repair_eval.orchestration.resources import store_for

# Loads lazily: a mapping of the partitions that exist, for fan-ins and for runs over many partitions.
PARTITIONS = dg.AssetIn(metadata={"as": "partitions"})


class StoredPartitions(Mapping[str, Any]):
    """The partitions that exist, each read when it is asked for; `missing` names the others."""

    def __init__(self, store: ArtifactStore, artifact: Artifact, keys: list[str]) -> None:
        self._store, self._artifact = store, artifact
        self._keys = [key for key in keys if store.exists(artifact, key)]
        self.missing = sorted(set(keys) - set(self._keys))

    def __getitem__(self, key: str) -> Any:
        if key not in self._keys:
            raise KeyError(key)
        return self._store.load(self._artifact, key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


class ContractFiles(dg.ConfigurableIOManager):
    """Reads and writes the files of CONTRACTS section 2 under the data directory."""

    source: str = ""

    def handle_output(self, context: dg.OutputContext, obj: Any) -> None:
        """Write a value; in a run over many partitions it is a mapping from partition key to value."""
        artifact, store = ARTIFACTS[context.asset_key.to_user_string()], store_for(self.source)
        partitioned = context.has_asset_partitions
        keys: list[str | None] = list(context.asset_partition_keys) if partitioned else [None]
        for key in keys:
            value = obj[key] if len(keys) > 1 else obj
            saved = store.save(artifact, key, value, upstream=upstream_of(store, artifact, key))
            context.add_output_metadata({"path": saved.path, "sha256": saved.sha256})

    def load_input(self, context: dg.InputContext) -> Any:
        artifact, store = ARTIFACTS[context.asset_key.to_user_string()], store_for(self.source)
        keys = sorted(context.asset_partition_keys) if context.has_asset_partitions else []
        if context.definition_metadata.get("as") == "partitions":
            return StoredPartitions(store, artifact, keys)
        if len(keys) > 1:
            return {key: store.load(artifact, key) for key in keys}
        return store.load(artifact, keys[0] if keys else None)


def upstream_of(store: ArtifactStore, artifact: Artifact, partition: str | None) -> list[dict[str, str]]:
    """What this partition was made from: the same partition of its upstream artifacts, or their one file."""
    found: list[dict[str, str]] = []
    for name in artifact.made_from:
        upstream = ARTIFACTS[name]
        found += store.upstream(upstream, [partition if upstream.partitioned else None])
    return found
