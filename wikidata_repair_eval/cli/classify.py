"""`classify`: the class of each repair of a file, from the command line."""

from collections.abc import Iterator
from typing import Any

import click
import orjson

from wikidata_repair_eval.benchmark.taxonomy import classify
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes

_NEEDED = ("id", "qid", "property", "repair_target")
_FINE, _BAD_INPUT = 0, 2
Records = dict[str, dict[str, Any]]


@click.command("classify")
@click.option("--repairs", required=True, help="repairs, JSON lines; - is stdin")
@click.option("--world", help="world states, a JSON object keyed by the id of the repair")
@click.option("--pre-repair-states", "states", help="states before the repairs, JSON lines")
def classify_repairs(repairs: str, world: str | None, states: str | None) -> None:
    """Tell of each repair what a solver needs: TypeA, TypeB, TypeC or T_BOX, with a trace.

    One classified case on each line of output. Without a world or the states before the repairs less can be
    found; the trace says what was missing. A line that cannot be used goes to stderr, and the exit code is 2.

    \b
    Example (the files of the demo):
      wikidata-repair-eval classify --repairs data/02_wikidata_repairs/P569.jsonl \\
        --world data/world_state/P569.json --pre-repair-states data/pre_repair_states/P569.jsonl
    """
    worlds = _worlds(world) if world else {}
    refused: list[InputError] = []
    before = {state["id"]: state for _, state in _records(states, ("id",), refused)} if states else {}
    for place, repair in _records(repairs, _NEEDED, refused):
        try:
            case = _classified(repair, before.get(repair["id"]), worlds.get(repair["id"]), repairs, place)
        except InputError as error:
            _refuse(error, refused)
            continue
        click.echo(json_bytes(case), nl=False)
    raise SystemExit(_BAD_INPUT if refused else _FINE)


def _classified(
    repair: dict[str, Any], state: dict[str, Any] | None, world: dict[str, Any] | None, file: str, place: str
) -> dict[str, Any]:
    try:
        return classify(repair, state, world)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        problem = f"{repair['id']} is not shaped as a repair ({type(error).__name__}: {error})"
        raise InputError(file, place, problem, "write it as CONTRACTS describes a repair") from error


def _worlds(file: str) -> Records:
    """People lay such an object out in any way, so it is read as a whole."""
    try:
        with click.open_file(file, "rb") as opened:
            worlds = orjson.loads(opened.read())
    except (OSError, orjson.JSONDecodeError) as error:
        problem = f"cannot be read as JSON ({error})"
        raise InputError(file, "--world", problem, "name an object of world states by repair id") from None
    if not isinstance(worlds, dict):
        problem = f"is a {type(worlds).__name__}, not an object"
        raise InputError(file, "--world", problem, "name an object of world states by repair id")
    return worlds


def _records(
    file: str, needed: tuple[str, ...], refused: list[InputError]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The records of a file; a line that is none costs one line."""
    for place, line in _raw_lines(file):
        try:
            yield place, _record(line, file, place, needed)
        except InputError as error:
            _refuse(error, refused)


def _refuse(error: InputError, refused: list[InputError]) -> None:
    refused.append(error)
    click.echo(str(error), err=True)


def _raw_lines(file: str) -> Iterator[tuple[str, bytes]]:
    try:
        with click.open_file(file, "rb") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield f"line {number}", line
    except OSError as error:
        problem = f"cannot be read ({error.strerror or error})"
        raise InputError(file, "the file", problem, "name a file of JSON lines") from None


def _record(line: bytes, file: str, place: str, needed: tuple[str, ...]) -> dict[str, Any]:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise InputError(file, place, f"is not JSON: {error}", "write one JSON object on each line") from None
    lacking = [name for name in needed if not isinstance(record, dict) or not record.get(name)]
    if lacking:
        raise InputError(file, place, f"lacks {', '.join(lacking)}", "write it as CONTRACTS describes it")
    return dict(record)
