"""`sandbox serve`, `sandbox dump`, `sandbox truth`: the embedded world by itself."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import click

from wikidata_repair_eval.files import json_bytes, write_atomically

DEFAULT_PORT = 8471  # the port of the source `sandbox`
SCALES = ("small", "medium", "large")
FORMS = ("plain", "gz", "gz-single", "bz2")


def _world_options(command: Callable[..., Any]) -> Callable[..., Any]:
    seed = click.option("--seed", default=1, show_default=True, help="which world: another seed, other ids")
    scale = click.option(
        "--scale", type=click.Choice(SCALES), default="small", show_default=True, help="how big it is"
    )
    return seed(scale(command))


@click.group()
def sandbox() -> None:
    """A small living Wikidata with known truth: serve it, write its dump, print its truth.

    \b
    Example:
      wikidata-repair-eval sandbox serve --seed 7
    """


@sandbox.command("serve")
@_world_options
@click.option("--port", default=DEFAULT_PORT, show_default=True, help="0 takes a free one")
@click.option(
    "--faults",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="YAML or JSON plan of the trouble to plant",
)
@click.option("--admin", is_flag=True, help="open /_admin/faults and /_admin/log")
def serve_world(seed: int, scale: str, port: int, faults: Path | None, admin: bool) -> None:
    """Serve the world on this machine until Ctrl-C.

    A plan of faults looks like {seed: 7, rates: {unavailable: 0.1, too_many_requests: 0.05, cut: 0.02}}.

    \b
    Example:
      wikidata-repair-eval sandbox serve --port 8471 --seed 1 --scale small
    """
    from wikidata_repair_eval.sandbox.serve import serve_forever  # only those who serve load a server
    from wikidata_repair_eval.sandbox.server.faults import load_faults

    plan = load_faults(faults) if faults is not None else None

    def announce(url: str) -> None:
        click.echo(f"Sandbox (seed {seed}, scale {scale}): {url}/w/api.php (stop with Ctrl-C)", err=True)

    try:
        serve_forever(seed, scale, port, plan, with_admin=admin, announce=announce)
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)


@sandbox.command("dump")
@_world_options
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="- is stdout; see --form"
)
@click.option(
    "--form",
    type=click.Choice(FORMS),
    help="default: by the ending of --out (.gz, .bz2, else plain); gz has many members, as Wikidata's has",
)
def write_dump_file(seed: int, scale: str, out: Path, form: str | None) -> None:
    """Write the world's JSON dump, in the framing of Wikidata's.

    \b
    Example:
      wikidata-repair-eval sandbox dump --seed 1 --out sandbox.json.gz
    """
    from wikidata_repair_eval.sandbox.build import build_world
    from wikidata_repair_eval.sandbox.dump import form_of, write_dump

    world = build_world(seed, scale)
    with _whole_file(out) as file:
        count = write_dump(world, file, form or form_of(out))
    click.echo(f"{count} entities", err=True)


@contextmanager
def _whole_file(path: Path) -> Iterator[BinaryIO]:
    """A dump streams, and still nobody sees half of it under its name."""
    if str(path) == "-":
        yield sys.stdout.buffer
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@sandbox.command("truth")
@_world_options
@click.option("--out", type=click.Path(dir_okay=False), default="-", show_default=True, help="- is stdout")
def print_truth(seed: int, scale: str, out: str) -> None:
    """Print what was planted: every repair and every trap, as JSON.

    \b
    Example:
      wikidata-repair-eval sandbox truth --seed 1 --scale small
    """
    from wikidata_repair_eval.sandbox.build import build_world

    content = json_bytes(build_world(seed, scale).truth_json(), indent=True)
    if out == "-":
        click.echo(content, nl=False)
    else:
        write_atomically(Path(out), content)
