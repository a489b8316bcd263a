"""Where the dump comes from and where its snapshot goes: paths and addresses, local folders and stores.

The pass itself is `world.freeze`; what it keeps is `world.wanted`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upath import UPath

from wikidata_repair_eval.artifacts import ArtifactStore, Saved
from wikidata_repair_eval.errors import SetupError
from wikidata_repair_eval.files import writing_atomically
from wikidata_repair_eval.orchestration.contracts.world import DUMP_SNAPSHOT, DUMP_TARGETS, SNAPSHOT_FOLDER
from wikidata_repair_eval.orchestration.resources import WikiResource
from wikidata_repair_eval.settings import Settings, is_local
from wikidata_repair_eval.world.download import download
from wikidata_repair_eval.world.freeze import freeze
from wikidata_repair_eval.world.frozen_index import read_manifest
from wikidata_repair_eval.world.progress import Progress, now_and_then
from wikidata_repair_eval.world.snapshot import MANIFEST

Say = Callable[[str], None]
_BLOCK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class FrozenDump:
    """What a pass made, and how fast."""

    manifest: dict[str, Any]
    progress: Progress | None
    saved: Saved


def snapshot_folder(store: ArtifactStore) -> UPath:
    return UPath(store.data_dir) / SNAPSHOT_FOLDER


def has_snapshot(store: ArtifactStore, settings: Settings) -> bool:
    """Is there a whole snapshot of the dump that this source names?"""
    manifest = read_manifest(snapshot_folder(store))
    lineage = store.lineage(DUMP_SNAPSHOT, None)
    if manifest is None or lineage is None or lineage["source"] != store.source:
        return False
    name = (settings.source.dump or "").rpartition("/")[2]
    return bool(manifest["dump"]["name"] == name)


def dump_file(settings: Settings, asked: str, wiki: WikiResource, say: Say) -> Path:
    """The dump as a local file; one that is an address is fetched first, and only once."""
    name = asked or settings.source.dump
    if not name:
        raise SetupError(
            f"the source {settings.source.name!r} names no dump, so nothing can be frozen",
            "set `dump` in the source file, or in the run's config, to the path or dated address of a dump",
        )
    if not name.startswith(("http://", "https://")):
        return Path(name)
    folder = settings.local_dir / "dumps" / settings.source.name
    with wiki.client() as client:
        return download(name, folder, client, tell=_telling(say))


def _telling(say: Say) -> Callable[[int, int], None]:
    """One line for every hundredth of the file."""
    told = -1

    def tell(done: int, total: int) -> None:
        nonlocal told
        share = 100 * done // max(total, 1)
        if share > told:
            told = share
            say(f"dump: {share} %, {done / 1e6:,.0f} of {total / 1e6:,.0f} MB are here")

    return tell


def freeze_to_store(
    store: ArtifactStore,
    settings: Settings,
    dump: Path,
    wanted: Iterable[str],
    say: Say,
    *,
    cores: int = 0,
    checksum: str = "",
) -> FrozenDump:
    """Freeze into the data directory, by way of a local folder where that is a store of another kind."""
    target = snapshot_folder(store)
    local = Path(target.path) if is_local(store.data_dir) else settings.local_dir / SNAPSHOT_FOLDER
    watch = _Watch(say)
    manifest = freeze(dump, wanted, local, cores=cores or None, checksum=checksum or None, tell=watch.tell)
    if not is_local(store.data_dir):
        _upload(local, target)
    upstream = store.upstream(DUMP_TARGETS, [None])
    saved = store.adopt(DUMP_SNAPSHOT, None, upstream=upstream, parameters={"dump": manifest["dump"]["name"]})
    return FrozenDump(manifest, watch.last, saved)


class _Watch:
    """Keeps the last word on the pass, and passes on one about every half minute."""

    def __init__(self, say: Say, every_s: float = 30.0) -> None:
        self._say, self._tell = say, now_and_then(say, every_s)
        self.last: Progress | None = None

    def tell(self, progress: Progress) -> None:
        self.last = progress
        if progress.bytes_done == progress.bytes_total:
            self._say(str(progress))
        else:
            self._tell(progress)


def _upload(local: Path, target: UPath) -> None:
    """The manifest goes first and comes back last, as in a folder: without one there is no snapshot."""
    (target / MANIFEST).unlink(missing_ok=True)
    names = sorted(path.name for path in local.iterdir() if path.name != MANIFEST)
    for name in (*names, MANIFEST):
        with (local / name).open("rb") as source, writing_atomically(target / name) as file:
            while block := source.read(_BLOCK):
                file.write(block)
