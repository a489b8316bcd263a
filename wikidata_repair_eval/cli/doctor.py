"""`doctor`: is this installation set up for its source, and if not, what to do. One function a check."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import click
from upath import UPath

from wikidata_repair_eval.errors import SetupError
from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.net.connect import connect
from wikidata_repair_eval.net.errors import NetError
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.settings import Settings, is_local, load_settings

Level = Literal["ok", "note", "problem"]
COLOURS = {"ok": "green", "note": "yellow", "problem": "red"}
# A medium run's caches and artifacts; a full dump needs room of its own and is checked by itself.
ENOUGH_DISK = 2 * 1024**3
WIKIDATA_DUMP = 160 * 1024**3


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report."""

    level: Level
    check: str
    sentence: str


@click.command()
@click.option("--json", "as_json", is_flag=True, help="JSON Lines instead of a table")
@click.option("--offline", is_flag=True, help="do not contact the source")
def doctor(as_json: bool, offline: bool) -> None:
    """Check the set-up: source, contact, folders, disk, dump, keys, Java; and say what to do.

    \b
    Example:
      WRE_SOURCE=wikidata WRE_CONTACT=you@example.org wikidata-repair-eval doctor
    """
    settings = load_settings()
    worst = 0
    for finding in examine(settings, offline=offline):
        worst = max(worst, int(finding.level == "problem"))
        if as_json:
            click.echo(json_bytes(asdict(finding)), nl=False)
        else:
            level = click.style(f"{finding.level:8}", fg=COLOURS[finding.level])
            click.echo(f"{level} {finding.check:12} {finding.sentence}")
    raise SystemExit(worst)


def examine(settings: Settings, *, offline: bool) -> Iterator[Finding]:
    """All findings, in the order in which a person would mend them."""
    for check in CHECKS:
        yield from check(settings)
    if not offline:
        yield reachable(settings)


def python(settings: Settings) -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("ok", "python", f"Python {version}")


def source(settings: Settings) -> Iterator[Finding]:
    yield Finding("ok", "source", f"{settings.source.name} ({settings.source_file})")
    absent = [key for key in SWITCHES if getattr(settings.source, key) is None]
    for key in absent:
        yield Finding("note", "source", f"no {key}: {SWITCHES[key]}")


def contact(settings: Settings) -> Iterator[Finding]:
    try:
        agent = settings.user_agent("VERSION", "LIBRARY")
    except SetupError as error:
        yield Finding("problem", "contact", str(error))
    else:
        yield Finding("ok", "contact", f"requests go out as {agent}")


def folders(settings: Settings) -> Iterator[Finding]:
    kinds = {"data": UPath(settings.data_dir), "local": UPath(str(settings.local_dir))}
    for kind, folder in kinds.items():
        problem = _unwritable(folder)
        sentence = f"{folder} can be written" if problem is None else problem
        yield Finding("ok" if problem is None else "problem", f"{kind} folder", sentence)


def disk(settings: Settings) -> Iterator[Finding]:
    folder = _existing_parent(settings.local_dir)
    free = shutil.disk_usage(folder).free
    if free < ENOUGH_DISK:
        yield Finding(
            "problem", "disk", f"{_gib(free)} free under {folder}; free at least {_gib(ENOUGH_DISK)}"
        )
    else:
        yield Finding("ok", "disk", f"{_gib(free)} free under {folder}")


def dump(settings: Settings) -> Iterator[Finding]:
    name = settings.source.dump
    if name is None:
        return
    if not is_local(name):
        yield from _dump_url(name, settings)
    elif Path(name).is_file():
        yield Finding("ok", "dump", f"{name}, {_gib(Path(name).stat().st_size)}")
    else:
        yield Finding("problem", "dump", f"{name} is not there; correct `dump` in {settings.source_file}")


def keys(settings: Settings) -> Iterator[Finding]:
    for name, key, needs in (
        ("TAVILY_API_KEY", settings.tavily_api_key, "frozen retrieval of Type C cases"),
        ("OPENAI_API_KEY", settings.openai_api_key, "model runs"),
    ):
        if key is None:
            yield Finding("note", "keys", f"{name} is not set: no {needs}")
        else:
            yield Finding("ok", "keys", f"{name} is set")


def java(settings: Settings) -> Iterator[Finding]:
    if shutil.which("java"):
        yield Finding("ok", "java", "found, for the Spark engine of the dump pass")
    else:
        yield Finding("note", "java", "not found: the dump pass has only its local engine")


def runs(settings: Settings) -> Iterator[Finding]:
    """Runs that a killed process left behind: Dagster would count them as running for ever."""
    if not (settings.dagster_home / "dagster.yaml").exists():
        return
    from dagster import DagsterInstance  # takes seconds, and many installations have no runs yet

    from wikidata_repair_eval.orchestration.pipeline import end_orphans

    with DagsterInstance.from_config(str(settings.dagster_home)) as instance:
        ended = end_orphans(instance)
    if ended:
        yield Finding("note", "runs", f"{len(ended)} whose process is gone are marked as failed now")
    else:
        yield Finding("ok", "runs", "none is left over from a killed process")


def reachable(settings: Settings) -> Finding:
    """Ask the wiki for its name, impatiently."""
    patient = settings.source.retry.model_copy(update={"deadline_s": 10.0, "first_wait_s": 0.5})
    hasty = settings.model_copy(update={"source": settings.source.model_copy(update={"retry": patient})})
    question = {"action": "query", "meta": "siteinfo", "format": "json", "formatversion": "2"}
    try:
        ensure_world(settings)
        with connect(hasty) as client:
            answer = client.get(settings.source.api_url, question).json()
    except (NetError, SetupError) as error:
        return Finding("problem", "wiki", str(error))
    name = answer.get("query", {}).get("general", {}).get("sitename") if isinstance(answer, dict) else None
    if name is None:
        return Finding(
            "problem",
            "wiki",
            f"{settings.source.api_url} answers, but not like MediaWiki's api.php; correct api_url",
        )
    return Finding("ok", "wiki", f"{name} answers at {settings.source.api_url}")


def _dump_url(name: str, settings: Settings) -> Iterator[Finding]:
    if "latest" in name:
        fix = f"name a dated file in {settings.source_file}"
        yield Finding("problem", "dump", f"{name} changes while it is downloaded; {fix}")
        return
    free = shutil.disk_usage(_existing_parent(settings.local_dir)).free
    level: Level = "ok" if free > WIKIDATA_DUMP else "note"
    yield Finding(level, "dump", f"{name}; Wikidata's needs {_gib(WIKIDATA_DUMP)}, {_gib(free)} are free")


def _unwritable(folder: UPath) -> str | None:
    """Why nothing can be written there, or None. Tried for real: permissions and buckets lie."""
    probe = folder / f".doctor-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except Exception as error:  # noqa: BLE001 - each fsspec store has exceptions of its own
        why = f"{type(error).__name__}: {error}"
        return f"{folder} cannot be written ({why}); set WRE_DATA_DIR or WRE_LOCAL_DIR to a place that can"
    return None


def _existing_parent(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.exists())


def _gib(size: int) -> str:
    return f"{size / 1024**3:.1f} GiB"


CHECKS: tuple[Callable[[Settings], Iterator[Finding]], ...] = (
    python,
    source,
    contact,
    folders,
    disk,
    dump,
    keys,
    java,
    runs,
)
SWITCHES = {
    "rest_url": "`history_api: rest` is off",
    "entity_data_url": "single snapshots by Special:EntityData are off",
    "sparql_url": "ground truth of the extraction half is off",
    "wikipedia_api_url": "article titles cannot be resolved",
    "wikipedia_rest_url": "articles cannot be fetched",
    "pageviews_url": "popularity rests on sitelinks alone",
    "search_url": "frozen retrieval is off",
    "chat_url": "model runs need OPENAI_BASE_URL",
    "dump": "the world cannot be frozen until a dump is named",
}
