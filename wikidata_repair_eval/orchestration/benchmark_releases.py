"""One release from the stored cases of all pages: staged in a local folder, then put in place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import BaseModel
from upath import UPath

from wikidata_repair_eval import __version__
from wikidata_repair_eval.artifacts import ArtifactStore, Saved
from wikidata_repair_eval.benchmark.card import About
from wikidata_repair_eval.benchmark.domains import excluded_domains
from wikidata_repair_eval.benchmark.funnel import Outcomes, funnel, is_attributed, outcomes_by_type
from wikidata_repair_eval.benchmark.plan import Plan
from wikidata_repair_eval.benchmark.popularity import by_entity
from wikidata_repair_eval.benchmark.publishing import checked_version, previous_version, publish
from wikidata_repair_eval.benchmark.records import RECORDS
from wikidata_repair_eval.benchmark.release import Release, load_release, write_cases, write_documents
from wikidata_repair_eval.benchmark.schemas import schemas_of
from wikidata_repair_eval.benchmark.splits import Boundaries
from wikidata_repair_eval.benchmark.tallies import Tallies
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.forensics.records import Repair, UnprovenCandidate
from wikidata_repair_eval.net.hosts import host_of
from wikidata_repair_eval.net.times import checked_moment
from wikidata_repair_eval.orchestration.contracts.benchmark import (
    BENCHMARK_CASES,
    BENCHMARK_RELEASE,
    ENTITY_POPULARITY,
    RELEASES,
    release_artifact,
)
from wikidata_repair_eval.orchestration.contracts.repairs import (
    REPAIR_FETCH_STATS,
    UNPROVEN_CANDIDATES,
    WIKIDATA_REPAIRS,
)
from wikidata_repair_eval.orchestration.contracts.world import DUMP_SNAPSHOT
from wikidata_repair_eval.orchestration.dumps import snapshot_folder
from wikidata_repair_eval.reports import Candidate
from wikidata_repair_eval.scoring.proposals import Proposal
from wikidata_repair_eval.settings import Settings
from wikidata_repair_eval.wikibase import sort_key
from wikidata_repair_eval.world.frozen_index import read_manifest

# Records of other stages, which people meet in the other files of a run.
MODELS: Mapping[str, type[BaseModel]] = {
    "candidate": Candidate,
    "proposal": Proposal,
    "repair": Repair,
    "unproven_candidate": UnprovenCandidate,
    **RECORDS,
}


@dataclass(frozen=True)
class Made:
    """A release in its place; `written` is False if exactly these files were there already."""

    tallies: Tallies
    funnel: Mapping[str, int]
    on_several_pages: int
    digest: str
    written: bool
    saved: Saved


def make_release(
    store: ArtifactStore,
    settings: Settings,
    *,
    pages: Iterable[str],
    fetched: Sequence[str],
    unproven: Sequence[str],
    version: str,
    previous: str | None = None,
    boundaries: tuple[str, str] | None = None,
) -> Made:
    """Decide, write and publish one version."""
    keys, releases = sorted(pages, key=sort_key), UPath(store.data_dir) / RELEASES
    target = releases / checked_version(version)
    plan = _plan(store, version, keys, _fixed(boundaries))
    before = _previous(releases, version, previous)
    outcomes = outcomes_by_type(_outcomes(store, fetched))
    attributed = sum(map(is_attributed, _unproven(store, unproven)))
    about = _about(store, settings, version, outcomes, fetched, keys)
    staging = settings.local_dir / "journal" / "benchmark_release"
    staging.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=staging) as folder:
        staged = Path(folder) / version
        written = write_cases(staged, plan)
        steps = funnel(outcomes, attributed, written.tallies)
        write_documents(
            staged,
            replace(about, funnel=steps),
            written,
            boundaries=plan.boundaries,
            previous=before,
            schemas=schemas_of(MODELS),
        )
        changed = publish(staged, target, version)
    saved = store.adopt(
        release_artifact(version), None, upstream=_upstream(store, keys), parameters={"version": version}
    )
    digest = load_release(target, verify=False).digest
    return Made(written.tallies, steps, plan.on_several_pages, digest, changed, saved)


def _plan(store: ArtifactStore, version: str, keys: Sequence[str], boundaries: Boundaries | None) -> Plan:
    exists = store.exists(ENTITY_POPULARITY, None)
    popularity = by_entity(store.rows(ENTITY_POPULARITY, None)) if exists else {}
    return Plan(
        version,
        keys,
        lambda key: store.lines(BENCHMARK_CASES, key),
        popularity=popularity,
        boundaries=boundaries,
    )


def _fixed(boundaries: tuple[str, str] | None) -> Boundaries | None:
    if boundaries is None:
        return None
    try:
        first, last = map(checked_moment, boundaries)
    except ValueError as error:
        raise InputError("config", "train_until, validation_until", str(error), "give both moments") from None
    if first > last:
        raise InputError("config", "train_until", "it comes after validation_until", "exchange them")
    return Boundaries(first, last)


def _previous(releases: UPath, version: str, asked: str | None) -> Release | None:
    name = asked or previous_version(releases, version)
    return load_release(releases / name) if name else None


def _about(
    store: ArtifactStore,
    settings: Settings,
    version: str,
    outcomes: Outcomes,
    fetched: Sequence[str],
    keys: Sequence[str],
) -> About:
    manifest = read_manifest(snapshot_folder(store))
    url = settings.source.search_url
    return About(
        version=version,
        source=settings.source.name,
        tool_version=__version__,
        frozen_at=manifest["dump"]["newest_modified"] if manifest else None,
        outcomes=outcomes,
        pages_missing=sorted(set(fetched) - set(keys), key=sort_key),
        search_provider=host_of(url) if url else None,
        excluded_domains=excluded_domains(),
    )


def _outcomes(store: ArtifactStore, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    for key in keys:
        for row in store.rows(REPAIR_FETCH_STATS, key):
            yield row["violation_type"], row["outcome"]


def _unproven(store: ArtifactStore, keys: Iterable[str]) -> Iterator[Any]:
    for key in keys:
        yield from store.lines(UNPROVEN_CANDIDATES, key)


def _upstream(store: ArtifactStore, keys: Sequence[str]) -> list[dict[str, str]]:
    whole = [
        row for artifact in (ENTITY_POPULARITY, DUMP_SNAPSHOT) for row in store.upstream(artifact, [None])
    ]
    return [*store.upstream(BENCHMARK_CASES, keys), *whole]


def last_release(store: ArtifactStore) -> UPath:
    """The folder of the version that was made last, as its lineage says."""
    record = store.lineage(BENCHMARK_RELEASE, None)
    if record is None:
        fix = "materialize benchmark_release first"
        raise InputError(f"{store.data_dir}/{RELEASES}", "the folder", "there is no release", fix)
    return UPath(store.data_dir) / RELEASES / str(record["parameters"]["version"])


def editors(store: ArtifactStore, keys: Iterable[str] | None) -> set[str]:
    """Names of the editors behind the repairs of these pages (all pages for None), to be looked for."""
    if keys is None:
        folder = UPath(store.data_dir) / WIKIDATA_REPAIRS.files[""].partition("/")[0]
        keys = sorted(path.stem for path in folder.iterdir() if path.suffix == ".jsonl")
    repairs = (repair for key in keys for repair in store.lines(WIKIDATA_REPAIRS, key))
    return {name for repair in repairs if (name := repair["repair_target"].get("author"))}
