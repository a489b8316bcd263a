"""How a table of names and values looks in the terminal."""

from collections.abc import Sequence
from typing import Any

import click


def table(title: str, rows: Sequence[tuple[str, Any]]) -> None:
    click.echo(f"\n{title}")
    for name, value in rows:
        click.echo(f"  {name:34} {value:>12}")
