"""`ui`: the Dagster UI on this installation's data directory."""

import os
import sys

import click

from wikidata_repair_eval.settings import load_settings


@click.command()
@click.option("--port", default=3000, show_default=True, help="where the UI listens")
@click.option("--host", default="127.0.0.1", show_default=True, help="which address it listens on")
def ui(port: int, host: str) -> None:
    """Open the Dagster UI (the same as `make ui`).

    \b
    Example:
      wikidata-repair-eval ui --port 3001
    """
    from wikidata_repair_eval.orchestration.instance import prepare_home  # Dagster takes seconds to import

    prepare_home(load_settings())
    click.echo(f"Dagster UI: http://{host}:{port} (stop with Ctrl-C)", err=True)
    module = ["-m", "wikidata_repair_eval.definitions", "--host", host, "--port", str(port)]
    os.execv(sys.executable, [sys.executable, "-m", "dagster", "dev", *module])
