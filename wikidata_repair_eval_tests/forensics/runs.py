"""Runs of Stage 1 and Stage 2 against a served sandbox world, and how they compare with its truth."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wikidata_repair_eval.forensics import Limits, Outcome, Past, find_repairs, open_past
from wikidata_repair_eval.net.connect import connect
from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.reports import SnapshotTables, find_candidates
from wikidata_repair_eval.reports.fetch import Reach, ReportWiki
from wikidata_repair_eval.reports.records import Candidate
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval.settings import Settings, parse_source

_SOURCE = """
name: sandbox
api_url: {url}/w/api.php
rest_url: {url}/w/rest.php
entity_data_url: {url}/wiki/Special:EntityData
report_prefix: "{prefix}"
requests_per_minute: 600000
concurrency: {concurrency}
retry: {{first_wait_s: 0.1, max_wait_s: 1, deadline_s: 30}}
"""


@dataclass(slots=True)
class Run:
    """One run of Stage 2: its outcomes and what the wire counted."""

    candidates: list[Candidate]
    outcomes: list[Outcome]
    requests: float
    counters: dict[str, float] = field(default_factory=dict)

    @property
    def by_place(self) -> dict[tuple[str, str, int], Outcome]:
        return {
            (o.candidate.qid, str(o.candidate.property_id), o.candidate.report_revision_new or 0): o
            for o in self.outcomes
        }


def settings_for(url: str, prefix: str, folder: Path, concurrency: int = 1) -> Settings:
    text = _SOURCE.format(url=url, prefix=prefix, concurrency=concurrency)
    return Settings(
        source=parse_source(text, "test"),
        source_file="test",
        data_dir=str(folder),
        local_dir=folder,
        dagster_home=folder / "dagster",
    )


def candidates_of(world: World, url: str, folder: Path) -> list[Candidate]:
    """Stage 1 over all report pages of a served world."""
    settings = settings_for(url, world.report_prefix, folder)
    found: list[Candidate] = []
    with connect(settings, folder / "limits") as client:
        api = MediaWiki(client, settings.source.api_url)
        reports = ReportWiki(Revisions(api), Contents(api), settings.source.report_bots)
        for title in world.report_titles():
            name = title.removeprefix(world.report_prefix)
            if name[:1] == "P" and name[1:].isdigit():
                found += find_candidates(
                    reports.walk(title, name, Reach(), SnapshotTables()), property_id=name, title=title
                )
    return found


@contextmanager
def past_of(
    url: str, prefix: str, folder: Path, history_api: str = "action", concurrency: int = 1
) -> Iterator[Past]:
    settings = settings_for(url, prefix, folder, concurrency)
    settings.cache_dir.mkdir(parents=True, exist_ok=True)
    with connect(settings, folder / "limits") as client:
        with open_past(settings, client, history_api=history_api) as past:
            yield past


def investigate(
    world: World,
    folder: Path,
    *,
    candidates: Iterable[Candidate] | None = None,
    history_api: str = "action",
    limits: Limits | None = None,
    concurrency: int = 1,
) -> Run:
    """Stage 2 on a world; Stage 1 first, if no candidates are given."""
    with serve(world) as served:
        asked = list(candidates_of(world, served.url, folder) if candidates is None else candidates)
        with past_of(served.url, world.report_prefix, folder, history_api, concurrency) as past:
            outcomes = list(find_repairs(asked, past, limits))
            return Run(asked, outcomes, past.counters["requests"], past.counters.snapshot())


def answer(outcome: Outcome) -> dict[str, Any] | None:
    """What a planted repair is compared by; None if nothing was proven."""
    record = outcome.repair or outcome.unproven
    proof = record.proof if record else None
    if proof is None or proof.verdict != "proven" or proof.event is None:
        return None
    target = outcome.repair.repair_target if outcome.repair else None
    kind = target.kind if target else None
    return {
        "revision": proof.event.revision_id,
        "entity": proof.event.entity,
        "locus": proof.locus,
        "through": proof.through,
        "action": target.action if target and kind == "A_BOX" else "UPDATE" if kind == "T_BOX" else None,
        "persists": outcome.repair is not None,
    }


def compare(world: World, run: Run) -> tuple[Counter[str], list[str]]:
    """How many planted repairs were found, field by field, and a line for each difference."""
    score: Counter[str] = Counter()
    lines: list[str] = []
    for planted in world.truth.repairs:
        score["planted"] += 1
        place = (planted["qid"], planted["property"], planted["report_revision_new"])
        outcome = run.by_place.get(place)
        found = answer(outcome) if outcome else None
        wanted = _wanted(planted)
        if found is None:
            why = outcome.stats.outcome + ": " + outcome.stats.reason if outcome else "no candidate"
            lines.append(f"{place} {planted['violation_type']} {planted['reason']}: {why}")
            continue
        if not planted["persists"]:
            wanted["action"] = found["action"]  # a lost repair has no target on file
        for name, value in wanted.items():
            score[name] += found[name] == value
            if found[name] != value:
                lines.append(f"{place} {planted['reason']}: {name} is {found[name]}, not {value}")
    return score, lines


def _wanted(planted: dict[str, Any]) -> dict[str, Any]:
    return {
        "revision": planted["event"]["revision_id"],
        "entity": planted["event"]["entity"],
        "locus": planted["locus"],
        "through": planted["through"],
        "action": planted["action"],
        "persists": planted["persists"],
    }


def traps_taken(world: World, run: Run) -> list[str]:
    """Planted non-repairs that were released as repairs."""
    planted = {(entry["qid"], entry["property"]) for entry in world.truth.repairs}
    traps = {(entry["qid"], entry["property"]): entry["trap"] for entry in world.truth.not_repairs}
    taken = [o for o in run.outcomes if o.repair is not None]
    places = [(o.candidate.qid, str(o.candidate.property_id)) for o in taken]
    return [f"{place}: {traps[place]}" for place in places if place in traps and place not in planted]
