"""`make bench`: run every `bench_*.py` beside this file and print its rows: ratios within one run."""

import importlib
import sys
from pathlib import Path

import click


def main(names: list[str]) -> None:
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    for name in [name for name in found if not names or name.removeprefix("bench_") in names]:
        click.echo(f"\n{name}")
        for row in importlib.import_module(f"benchmarks.{name}").main():
            click.echo(f"  {row['name']:60} {row['value']:>14} {row['unit']:14} {row['note']}")


if __name__ == "__main__":
    main(sys.argv[1:])
