"""`freeze-dump`: the dump pass by itself, from a dump file and a list of ids to a snapshot folder."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.world.freeze import freeze
from wikidata_repair_eval.world.progress import Progress, now_and_then
from wikidata_repair_eval.world.targets import read_ids

_LOG_EVERY_S = 60.0


@click.command("freeze-dump")
@click.option(
    "--dump", required=True, type=click.Path(path_type=Path), help="JSON dump: gz, bz2, zst or plain"
)
@click.option("--ids", required=True, help="file with one id on each line; - is stdin")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="folder for the snapshot")
@click.option("--engine", type=click.Choice(["local", "spark"]), default="local", show_default=True)
@click.option(
    "--checksum", help="md5, sha1 or sha256 of the dump [default: what *sha1sums.txt beside it says]"
)
@click.option("--open-end", is_flag=True, help="accept a plain dump without the line end behind its last ]")
@click.option("--cores", type=click.IntRange(min=1), help="processes to use [default: all cores]")
def freeze_dump(
    dump: Path, ids: str, out: Path, engine: str, checksum: str | None, open_end: bool, cores: int | None
) -> None:
    """Read a Wikidata dump once and keep the wanted entities, with labels and classes of all they refer to.

    DIR gets entities.parquet, labels.parquet, class_edges.parquet and, last, manifest.json.

    \b
    Example:
      printf 'Q42\\nP31\\n' > ids.txt
      wikidata-repair-eval freeze-dump --dump wikidata-20260105-all.json.gz --ids ids.txt --out frozen
    """
    if engine == "spark":
        raise SetupError("the engine spark is not part of this version", "use --engine local")
    about: dict[str, Any] = {"cores": cores, "checksum": checksum, "open_end": open_end}
    manifest = freeze(dump, _wanted(ids), out, **about, tell=_teller())
    if sys.stderr.isatty():
        click.echo(err=True)
    for sentence in _summary(manifest, out):
        click.echo(sentence)


def _wanted(ids: str) -> frozenset[str]:
    try:
        with click.open_file(ids, encoding="utf-8") as file:
            return read_ids(file, "stdin" if ids == "-" else ids)
    except (OSError, UnicodeDecodeError) as error:
        problem = f"cannot be read ({getattr(error, 'strerror', None) or type(error).__name__})"
        raise InputError(ids, "--ids", problem, "name a text file with one id on each line") from None


def _teller() -> Callable[[Progress], None]:
    """For somebody who looks, one line that is written over itself; for a log, a line now and then."""
    return _tell_a_terminal if sys.stderr.isatty() else _log_teller()


def _tell_a_terminal(progress: Progress) -> None:
    click.echo(f"\r{progress}\x1b[K", err=True, nl=False)


def _log_teller() -> Callable[[Progress], None]:
    return now_and_then(partial(click.echo, err=True), _LOG_EVERY_S)


def _summary(manifest: dict[str, Any], out: Path) -> list[str]:
    dump = manifest["dump"]
    between = f"modified {dump['oldest_modified']} to {dump['newest_modified']}"
    missing = ", ".join(manifest["missing_ids"][:10]) + (" ..." if manifest["missing"] > 10 else "")
    return [
        f"{dump['name']}: {dump['entities']:,} entities, {between}, {manifest['duplicates']} double ids",
        f"found {manifest['found']:,} of {manifest['wanted']:,} wanted; missing: {missing or 'none'}",
        *(f"{out / name}: {about['rows']:,} rows" for name, about in manifest["files"].items()),
    ]
