"""One partition of Stage 2: outcomes go into the journal, and from there as streams into the four files.

Nothing here holds all candidates or outcomes; what is told about them is counted on the way.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any

import orjson

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.forensics import FetchStats, Limits, Past, find_repairs
from wikidata_repair_eval.forensics.merging import OnePerId
from wikidata_repair_eval.orchestration import pictures
from wikidata_repair_eval.orchestration.partition_runs import Batch, Made
from wikidata_repair_eval.orchestration.repair_journal import RepairJournal
from wikidata_repair_eval.orchestration.resources import drop_journal
from wikidata_repair_eval.orchestration.stored_candidates import stored_candidates
from wikidata_repair_eval.reports import Candidate

if TYPE_CHECKING:
    import pandas as pd


def make_repairs(
    store: ArtifactStore, key: str, past: Past, limits: Limits, journal_file: Path, edition: str
) -> Batch:
    """Answer all candidates of a page that the journal does not know yet, and stream them all out of it."""
    journal = RepairJournal(journal_file, edition)
    candidates = (Candidate.model_validate(record) for record in stored_candidates(store, key))
    journal.keep(find_repairs(candidates, past, limits, done=journal.knows))
    merging = journal.merging()
    told = _told(journal, merging)
    made = {
        "wikidata_repairs": Made(journal.repairs(merging), told["wikidata_repairs"], stream=True),
        "unproven_candidates": Made(journal.unproven(), told["unproven_candidates"], stream=True),
        "pre_repair_states": Made(journal.states(merging), told["pre_repair_states"], stream=True),
        "repair_fetch_stats": Made(_table(journal.stats()), told["repair_fetch_stats"]),
    }

    def finish() -> None:
        journal.close()
        drop_journal(journal_file)

    return Batch(made, finish)


def _table(rows: Iterable[Mapping[str, Any]]) -> "pd.DataFrame":
    """The rows as columns, in which words that come again and again are held once."""
    import pandas as pd

    columns: dict[str, list[Any]] = {name: [] for name in FetchStats.model_fields}
    for row in rows:
        for name, column in columns.items():
            value = row[name]
            column.append(intern(value) if isinstance(value, str) else value)
    return pd.DataFrame({name: pd.Series(column, dtype=object) for name, column in columns.items()})


class _Totals:
    """What all candidates of a page add up to."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self.outcomes, self.by_type, self.reasons = Counter[str](), Counter[str](), Counter[str]()
        self.requests = self.hits = 0.0
        for row in rows:
            self.outcomes[row["outcome"]] += 1
            self.by_type[f"{row['violation_type']}: {row['outcome']}"] += 1
            if row["outcome"] != "proven":
                self.reasons[f"{row['outcome']}: {row['reason']}"] += 1
            self.requests += row["requests"]
            self.hits += row["cache_hits"]

    @property
    def candidates(self) -> int:
        return self.outcomes.total()


def _told(journal: RepairJournal, merging: OnePerId) -> dict[str, dict[str, Any]]:
    """What a person wants to know of each of the four files."""
    totals = _Totals(journal.stats())
    proven = totals.outcomes["proven"]
    return {
        "wikidata_repairs": _told_of_repairs(totals, journal, merging),
        "unproven_candidates": {
            "unproven": totals.candidates - proven,
            "reasons": pictures.counts_table(dict(totals.reasons.most_common(20))),
        },
        "pre_repair_states": {"states": merging.ids},
        "repair_fetch_stats": {
            "requests": round(totals.requests, 1),
            "cache_hits": round(totals.hits, 1),
            "candidates": totals.candidates,
        },
    }


def _told_of_repairs(totals: _Totals, journal: RepairJournal, merging: OnePerId) -> dict[str, Any]:
    asked = max(totals.candidates, 1)
    rule = Counter(_AGREEMENT[brief["rule_agrees"]] for brief in journal.briefs())
    return {
        "candidates": totals.candidates,
        "proven": totals.outcomes["proven"],
        "repairs": merging.ids,
        "repairs_of_several_candidates": merging.repeated,
        "outcomes": pictures.counts_table(totals.outcomes),
        "outcomes_by_violation_type": pictures.counts_table(totals.by_type),
        "agreement_with_the_protocol_rule": pictures.counts_table(rule),
        "requests_per_candidate": round(totals.requests / asked, 3),
        "cache_hit_rate": round(totals.hits / max(totals.hits + totals.requests, 1), 3),
        "sample": pictures.table(list(_sample(journal.repairs(merging)))),
        "plot": pictures.bars(totals.outcomes, "outcomes"),
    }


_AGREEMENT = {None: "the rule finds nothing", True: "agrees", False: "names another event"}


def _sample(repairs: Iterator[Any]) -> Iterator[dict[str, Any]]:
    for one in islice(repairs, 10):
        repair = orjson.loads(orjson.dumps(one))
        target = repair["repair_target"]
        before, after = (_texts(target.get(name)) for name in ("old_value", "new_value"))
        change = (
            f"{before} -> {after}" if target["kind"] == "A_BOX" else target["constraint_delta"]["direction"]
        )
        through = repair["proof"]["through"]
        yield {"id": repair["id"], "property": repair["property"], "through": through, "change": change}


def _texts(values: Any) -> str:
    return ", ".join(value["text"] for value in values) if values else "nothing"
