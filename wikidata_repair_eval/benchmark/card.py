"""`README.md` of a release: the numbers for the text in `data/card.md`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from string import Template

from wikidata_repair_eval.benchmark.clusters import MOST_WITNESSES
from wikidata_repair_eval.benchmark.popularity import HEAD_PERCENT, TORSO_PERCENT
from wikidata_repair_eval.benchmark.splits import (
    DISJOINT_PERCENT,
    PARTS,
    STRADDLING,
    TEMPORAL_PERCENT,
    Boundaries,
)
from wikidata_repair_eval.benchmark.tallies import Tallies

OUTCOMES = ("proven", "refuted", "undecidable", "checker_disagrees_with_report", "lost")
LOADING = {
    "pandas": 'import pandas\n\ncases = pandas.read_parquet("cases.parquet")',
    "duckdb": "import duckdb\n\ncases = duckdb.sql(\"SELECT * FROM 'cases.parquet'\").df()",
    "datasets": (
        "import datasets\n\n"
        'cases = datasets.load_dataset("parquet", data_files="cases.parquet", split="train")'
    ),
    "wikidata_repair_eval": (
        'from wikidata_repair_eval.benchmark.release import load_release\n\ncases = list(load_release("."))'
    ),
}


@dataclass(frozen=True)
class About:
    """What the writer of a release knows beyond its cases. `outcomes`: violation type -> outcome -> count."""

    version: str
    source: str
    tool_version: str
    frozen_at: str | None = None
    homepage: str = "https://www.wikidata.org/wiki/Wikidata:Database_reports/Constraint_violations"
    outcomes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    funnel: Mapping[str, int] = field(default_factory=dict)
    pages_missing: Sequence[str] = ()
    search_provider: str | None = None
    excluded_domains: Sequence[str] = ()


def card_text(about: About, tallies: Tallies, boundaries: Boundaries) -> str:
    """The whole card."""
    text = (files("wikidata_repair_eval.benchmark") / "data" / "card.md").read_text("utf-8")
    told = {
        **_of_the_run(about),
        **_counted(tallies),
        **_persistence(about, tallies),
        **_defaults(),
        "splits": _splits(tallies),
        "train_until": str(boundaries.train_until),
        "validation_until": str(boundaries.validation_until),
        "loading": "\n\n".join(f"```python\n{code}\n```" for code in LOADING.values()),
    }
    return Template(text).substitute(told)


def _of_the_run(about: About) -> dict[str, str]:
    return {
        "version": about.version,
        "source": about.source,
        "tool_version": about.tool_version,
        "frozen_at": about.frozen_at or "an unknown day",
        "funnel": _table(("step", "count"), about.funnel.items()),
        "outcomes": _outcomes(about.outcomes),
        "pages_missing": f"{len(about.pages_missing):,}",
        "search_provider": about.search_provider or "none",
        "excluded_domains": ", ".join(about.excluded_domains) or "nothing",
    }


def _outcomes(outcomes: Mapping[str, Mapping[str, int]]) -> str:
    """Candidates by what became of them: what was not proven is told, not hidden."""
    others = sorted({name for counts in outcomes.values() for name in counts} - set(OUTCOMES))
    names = (*OUTCOMES, *others)
    rows = [(kind, *(counts.get(name, 0) for name in names)) for kind, counts in sorted(outcomes.items())]
    return _table(("violation type", *names), rows)


def _counted(tallies: Tallies) -> dict[str, str]:
    kinds = ("track", "action", "violation type", "popularity", "retrieval")
    tables = [_table((kind, "cases"), found.items()) for kind in kinds if (found := tallies.of(kind))]
    return {
        "released": f"{tallies.released:,}",
        "properties": f"{len(tallies.properties):,}",
        "counts": "\n\n".join([_sizes(tallies), *tables]),
        "classes": _table(("class", "cases"), tallies.of("class").items()),
        "subtypes": _table(("class / subtype", "cases"), tallies.of("subtype").items()),
        "diagnostic": _table(("why no case", "repairs"), sorted(tallies.diagnostic.items())),
        "retrieval_missing": f"{tallies.of('retrieval').get('retrieval_missing', 0):,}",
        "surplus": f"{tallies.diagnostic['witness_cap']:,}",
        "capped_clusters": f"{len(tallies.capped_clusters):,}",
    }


def _sizes(tallies: Tallies) -> str:
    numbers = {
        "cases (`cases.jsonl`, `cases.parquet`)": tallies.released,
        "of these in the main score": tallies.main_score,
        "clusters (acts of one person)": len(tallies.clusters),
        "entities": len(tallies.entities),
        "properties": len(tallies.properties),
        "proven but no case (`diagnostic.jsonl`)": tallies.diagnostic.total(),
    }
    return _table(("what", "count"), numbers.items())


def _persistence(about: About, tallies: Tallies) -> dict[str, str]:
    lost_live = sum(counts.get("lost", 0) for counts in about.outcomes.values())
    proven = sum(counts.get("proven", 0) for counts in about.outcomes.values()) + lost_live
    lost_in_dump = tallies.diagnostic["lost"]
    others = tallies.diagnostic["witness_cap"] + tallies.diagnostic["inexpressible"]
    judged = tallies.released + others + lost_in_dump
    return {
        "proven": f"{proven:,}",
        "lost_live": f"{lost_live:,}",
        "lost_live_percent": _percent(lost_live, proven),
        "judged": f"{judged:,}",
        "lost_in_dump": f"{lost_in_dump:,}",
        "lost_in_dump_percent": _percent(lost_in_dump, judged),
    }


def _splits(tallies: Tallies) -> str:
    names = (*PARTS, STRADDLING)
    rows = [(split, *(parts[name] for name in names)) for split, parts in sorted(tallies.splits.items())]
    return _table(("split", *names), rows)


def _defaults() -> dict[str, str]:
    return {
        "temporal_percent": "/".join(map(str, TEMPORAL_PERCENT)),
        "disjoint_percent": "/".join(map(str, DISJOINT_PERCENT)),
        "most_witnesses": str(MOST_WITNESSES),
        "head_percent": str(HEAD_PERCENT),
        "torso_percent": str(TORSO_PERCENT),
    }


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    if not lines:
        return "(none)"
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines])


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|").replace("\n", " ")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none to count"
