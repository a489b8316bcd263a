"""`demo` and `run`: the whole pipeline, on the sandbox or on the configured source."""

import json
import os
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import yaml

from wikidata_repair_eval.files import json_bytes, read_json_lines, write_atomically
from wikidata_repair_eval.settings import load_settings, shipped_sources


@click.command()
@click.option(
    "--data-dir", type=click.Path(file_okay=False, path_type=Path), help="default: WRE_DATA_DIR or data"
)
@click.option("--seed", default=1, show_default=True, help="which world")
@click.option("--scale", type=click.Choice(["small", "medium", "large"]), default="small", show_default=True)
def demo(data_dir: Path | None, seed: int, scale: str) -> None:
    """Run the whole pipeline on the sandbox and compare it with the sandbox's truth.

    \b
    Example:
      wikidata-repair-eval demo --data-dir data --seed 1 --scale small
    """
    from wikidata_repair_eval.orchestration.pipeline import environment, run_pipeline
    from wikidata_repair_eval.sandbox.build import build_world
    from wikidata_repair_eval.sandbox.second_half import article_list

    folder = (data_dir or Path(os.environ.get("WRE_DATA_DIR") or "data")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    world = build_world(seed, scale)
    truth = world.truth_json()
    write_atomically(folder / "truth.json", json_bytes(truth))
    source = _source_for(folder, seed, scale, article_list(world))
    with environment(WRE_DATA_DIR=str(folder), WRE_SOURCE=source):
        finished = run_pipeline(load_settings(), _say)
    if finished:
        _summarize(folder, truth)
        _summarize_repairs(folder, truth)
        _how_to_go_on(folder, source)
    raise SystemExit(0 if finished else 1)


@click.command()
@click.option("--reports", default="all", show_default=True, help="P569,P570 or all")
@click.option("--since", help="leave out report revisions saved before this day (2024-01-31)")
@click.option("--until", help="stop after this asset")
def run(reports: str, since: str | None, until: str | None) -> None:
    """Run the pipeline on the configured source, through Dagster, so that the UI shows it.

    \b
    Example:
      wikidata-repair-eval run --reports P569,P570 --until all_repair_candidates
    """
    from wikidata_repair_eval.orchestration.pipeline import run_pipeline

    keys = None if reports == "all" else [key.strip() for key in reports.split(",") if key.strip()]
    finished = run_pipeline(load_settings(), _say, reports=keys, since=since, until=until)
    raise SystemExit(0 if finished else 1)


def _say(sentence: str) -> None:
    click.echo(f"  {sentence}", err=True)


def _source_for(folder: Path, seed: int, scale: str, articles: bytes) -> str:
    """The shipped source for its own world; for another one a copy with another name, port and world."""
    content: dict[str, Any] = yaml.safe_load(shipped_sources()["sandbox"].read_text())
    if content["embedded"] == {"seed": seed, "scale": scale}:
        return "sandbox"
    path = folder / f"sandbox-{seed}-{scale}.yaml"
    content["articles"] = f"sandbox-{seed}-{scale}-articles.yaml"
    write_atomically(folder / content["articles"], articles)
    if not path.exists():
        write_atomically(path, _moved(content, seed, scale).encode())
    return str(path)


def _moved(content: dict[str, Any], seed: int, scale: str) -> str:
    old_port = content["api_url"].split(":")[2].partition("/")[0]
    new_port = str(_free_port())
    moved = {
        key: value.replace(f":{old_port}/", f":{new_port}/") if isinstance(value, str) else value
        for key, value in content.items()
    }
    moved |= {"name": f"sandbox-{seed}-{scale}", "embedded": {"seed": seed, "scale": scale}}
    return yaml.safe_dump(moved, sort_keys=False)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _summarize(folder: Path, truth: dict[str, Any]) -> None:
    candidates = json.loads((folder / "01_repair_candidates.json").read_text())
    found = {(one["qid"], one["property_id"]) for one in candidates}
    planted = {(one["qid"], one["property"]) for one in truth["repairs"]}
    shown = {(one["qid"], one["property"]) for one in truth["not_repairs"] if one["candidate"]}
    traps = {(one["qid"], one["property"]) for one in truth["not_repairs"] if not one["candidate"]}
    rows = [
        ("report pages", len(list((folder / "01_repair_candidates").glob("P*.json")))),
        ("candidates found", len(candidates)),
        ("planted repairs among them", f"{len(planted & found)} of {len(planted)}"),
        ("other disappearances among them", f"{len(shown & found)} of {len(shown)}"),
        ("traps taken for candidates", f"{len((traps - planted - shown) & found)} of {len(traps)}"),
        ("candidates that nobody planted", len(found - planted - shown)),
    ]
    _table("Stage 1, Indexer", rows)


def _summarize_repairs(folder: Path, truth: dict[str, Any]) -> None:
    """How many planted repairs were proven, and at the planted revision."""
    proven = _by_transition(folder / "02_wikidata_repairs", lambda record: record["violation_context"])
    unproven = _by_transition(folder / "unproven_candidates", lambda record: record["candidate"])
    kept = [one for one in truth["repairs"] if one["persists"]]
    lost = [one for one in truth["repairs"] if not one["persists"]]
    found = [proven[key] for one in kept if (key := _transition(one, one["property"])) in proven]
    exact = sum(
        proven.get(_transition(one, one["property"]), {}).get("proof", {}).get("event", {}).get("revision_id")
        == one["event"]["revision_id"]
        for one in kept
    )
    told_lost = sum(
        unproven.get(_transition(one, one["property"]), {}).get("outcome") == "lost" for one in lost
    )
    outcomes = Counter(record["outcome"] for record in unproven.values())
    rows: list[tuple[str, Any]] = [
        ("repairs proven", len(proven)),
        ("planted repairs proven", f"{len(found)} of {len(kept)}"),
        ("at the planted revision", f"{exact} of {len(kept)}"),
        ("planted and later lost, told so", f"{told_lost} of {len(lost)}"),
        ("proven though nobody planted them", len(proven) - len(found)),
        *((f"unproven: {name}", count) for name, count in sorted(outcomes.items())),
    ]
    _table("Stage 2, Fetcher", rows)


def _by_transition(folder: Path, context: Callable[[Any], Any]) -> dict[tuple[Any, ...], Any]:
    """Records of all pages, by who left which report."""
    found = {}
    for path in sorted(folder.glob("P*.jsonl")):
        for record in read_json_lines(path):
            told = context(record)
            found[_transition({**record, **told}, path.stem)] = record
    return found


def _transition(record: dict[str, Any], property_id: str) -> tuple[Any, ...]:
    return (record["qid"], property_id, record["report_revision_old"], record["report_revision_new"])


def _table(title: str, rows: Sequence[tuple[str, Any]]) -> None:
    click.echo(f"\n{title}")
    for name, value in rows:
        click.echo(f"  {name:34} {value:>12}")


def _how_to_go_on(folder: Path, source: str) -> None:
    set_up = "" if source == "sandbox" else f"WRE_SOURCE={source} "
    set_up += "" if folder == Path("data").resolve() else f"WRE_DATA_DIR={folder} "
    click.echo(f"\nThe files are in {folder}. To look at the runs in Dagster: {set_up}make ui")
