"""`demo` and `run`: the whole pipeline, on the sandbox or on the configured source."""

import os
import socket
from pathlib import Path
from typing import Any

import click
import yaml

from wikidata_repair_eval.cli.summaries import summarize
from wikidata_repair_eval.files import json_bytes, write_atomically
from wikidata_repair_eval.settings import load_settings, shipped_sources

# The sandbox takes any key, so a person's own is not shown to it; nor is another service asked meanwhile.
_SANDBOX_KEYS = {"TAVILY_API_KEY": "tvly-demo", "OPENAI_API_KEY": "sk-demo", "OPENAI_BASE_URL": ""}
_SANDBOX_MODELS = {
    "sandbox-rules-1": {"kind": "model", "model": "sandbox-rules-1"},
    "sandbox-rules-1-retrieval": {
        "kind": "model",
        "model": "sandbox-rules-1",
        "layers": "L1,L2,L3,L4,retrieval",
    },
}


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
    with environment(WRE_DATA_DIR=str(folder), WRE_SOURCE=source, **_SANDBOX_KEYS):
        finished = run_pipeline(load_settings(), _say, models=_SANDBOX_MODELS)
    if finished:
        summarize(folder, truth)
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


def _how_to_go_on(folder: Path, source: str) -> None:
    set_up = "" if source == "sandbox" else f"WRE_SOURCE={source} "
    set_up += "" if folder == Path("data").resolve() else f"WRE_DATA_DIR={folder} "
    click.echo(f"\nThe files are in {folder}. To look at the runs in Dagster: {set_up}make ui")
