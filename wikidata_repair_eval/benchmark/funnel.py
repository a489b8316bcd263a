"""From candidates to released cases: how many are left at each step."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.benchmark.tallies import Tallies

STEPS = ("candidates", "repairs", "proven", "persisted", "frozen", "released")
_PROVEN = ("proven", "lost")

Outcomes = dict[str, dict[str, int]]


def outcomes_by_type(rows: Iterable[tuple[str, str]]) -> Outcomes:
    """Violation type -> outcome -> how many candidates, from pairs (type, outcome)."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, outcome in rows:
        counts[kind][outcome] += 1
    return {kind: dict(sorted(found.items())) for kind, found in sorted(counts.items())}


def funnel(outcomes: Outcomes, attributed: int, tallies: Tallies) -> dict[str, int]:
    """`attributed`: unproven candidates for which the plain protocol rule names an edit.

    Up to `proven` candidates are counted, from `persisted` on cases, of which each id is one.
    """
    totals = Counter[str]()
    for counts in outcomes.values():
        totals.update(counts)
    proven = sum(totals[name] for name in _PROVEN)
    persisted = tallies.released + tallies.diagnostic.total() - tallies.diagnostic["lost"]
    frozen = persisted - tallies.diagnostic["not_frozen"]
    numbers = (totals.total(), proven + attributed, proven, persisted, frozen, tallies.released)
    return dict(zip(STEPS, numbers, strict=True))


def is_attributed(unproven: Mapping[str, Any]) -> bool:
    """Does the plain rule name an edit, though nothing (or something lost) was proven?"""
    return unproven["protocol_attribution"] is not None and unproven["outcome"] not in _PROVEN
