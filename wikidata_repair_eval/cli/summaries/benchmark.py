"""The benchmark: what is released, what is not and why."""

from pathlib import Path
from typing import Any

from wikidata_repair_eval.benchmark.release import load_release
from wikidata_repair_eval.benchmark.tallies import Tallies
from wikidata_repair_eval.cli.summaries.tables import table
from wikidata_repair_eval.orchestration.contracts.benchmark import DEFAULT_VERSION, RELEASES


def summarize(folder: Path, truth: dict[str, Any]) -> None:
    """Numbers of the default version."""
    place = folder / RELEASES / DEFAULT_VERSION
    release = load_release(place)
    tallies = Tallies()
    for case in (*release.cases(), *release.diagnostic()):
        tallies.add(case)
    searches = tallies.of("retrieval")
    rows: list[tuple[str, Any]] = [
        ("released cases", tallies.released),
        ("of these in the main score", tallies.main_score),
        *((f"class {name}", count) for name, count in tallies.of("class").items()),
        ("Type C with a frozen search", f"{searches.get('frozen', 0)} of {sum(searches.values())}"),
        ("clusters", len(tallies.clusters)),
        *((f"diagnostic: {name}", count) for name, count in sorted(tallies.diagnostic.items())),
        ("planted repairs that persist", sum(bool(one["persists"]) for one in truth["repairs"])),
    ]
    table(f"Benchmark, release {release.version}", rows)
