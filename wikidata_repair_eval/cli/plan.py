"""`plan`: what a run would cost, before it is run."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.settings import load_settings

if TYPE_CHECKING:
    from wikidata_repair_eval.forensics.planning import Range
    from wikidata_repair_eval.orchestration.run_plan import Survey


@click.command()
@click.option("--reports", default="all", show_default=True, help="P569,P570 or all")
@click.option("--since", help="leave out report revisions saved before this day (2024-01-31)")
@click.option("--json", "as_json", is_flag=True, help="one JSON object instead of a table")
def plan(reports: str, since: str | None, as_json: bool) -> None:
    """Say what a run would cost: requests, hours, disk. A few requests tell; nothing is stored.

    \b
    Example:
      wikidata-repair-eval plan --reports P569,P570 --since 2025-01-01
    """
    from dataclasses import asdict

    from wikidata_repair_eval.artifacts import ArtifactStore
    from wikidata_repair_eval.net.connect import connect
    from wikidata_repair_eval.orchestration.run_plan import survey

    keys = None if reports == "all" else [key.strip() for key in reports.split(",") if key.strip()]
    settings = load_settings()
    ensure_world(settings)
    store = ArtifactStore(settings.data_dir, settings.source.name)
    with connect(settings) as client:
        found = survey(settings.source, client, store, keys, since)
    if as_json:
        click.echo(json_bytes({**asdict(found.plan), "asked_for_this": found.requests}), nl=False)
        return
    for line in _lines(found):
        click.echo(line)


def _lines(found: "Survey") -> Iterator[str]:
    told = found.plan
    yield f"report pages      {told.pages:,} ({told.new_pages:,} of them new)"
    yield f"candidates        {_count(told.candidates)}"
    yield f"requests          {_count(told.requests)}"
    yield f"  for reports     {_count(told.requests_reports)}"
    yield f"  for repairs     {_count(told.requests_repairs)}"
    yield f"hours             {_span(told.hours, 1.0)}"
    yield f"disk, GB          {_span(told.disk_bytes, 1e9)}"
    yield ""
    yield f"This took {found.requests:.0f} requests. It rests on this:"
    for assumption in told.assumptions:
        yield f"- {assumption}"


def _count(amount: "Range") -> str:
    low, high = round(amount.low), round(amount.high)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _span(amount: "Range", unit: float) -> str:
    low, high = f"{amount.low / unit:.2g}", f"{amount.high / unit:.2g}"
    return low if low == high else f"{low} to {high}"
