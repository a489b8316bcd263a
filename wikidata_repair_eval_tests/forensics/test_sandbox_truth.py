"""Stage 2 against the planted truth of a whole world, served over HTTP."""

from collections import Counter
from pathlib import Path

import pytest

from wikidata_repair_eval.forensics import Limits, candidate_key, find_repairs
from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval_tests.forensics.memory_wiki import MemoryWiki, from_world
from wikidata_repair_eval_tests.forensics.runs import Run, candidates_of, compare, investigate, traps_taken

OUTCOME_OF_TRAP = {
    "before_2017": "undecidable",
    "deleted": "entity_removed",
    "external": "undecidable",
    "hidden_revision": "undecidable",
    "merged": "entity_removed",
    "never_violated": "checker_disagrees_with_report",
    "other_holder_deleted": "undecidable",
    "property_deleted": "undecidable",
    "still_violated": "refuted",
}


def test_every_planted_repair_is_found_at_its_exact_revision_locus_and_way(world: World, run: Run) -> None:
    score, differences = compare(world, run)
    assert differences == []
    assert score["planted"] > 100
    assert set(score.values()) == {score["planted"]}


def test_no_trap_is_taken_for_a_repair(world: World, run: Run) -> None:
    assert traps_taken(world, run) == []


def test_each_trap_ends_with_its_own_outcome(world: World, run: Run) -> None:
    found = {(o.candidate.qid, o.candidate.property_id): o for o in run.outcomes}
    planted = [entry for entry in world.truth.not_repairs if entry["candidate"]]
    outcomes = {(e["trap"], found[e["qid"], e["property"]].name) for e in planted}
    assert outcomes == set(OUTCOME_OF_TRAP.items())


def test_every_candidate_has_exactly_one_outcome(run: Run) -> None:
    keys = Counter(outcome.key for outcome in run.outcomes)
    assert keys == Counter(candidate_key(candidate) for candidate in run.candidates)
    assert all((o.repair is None) != (o.unproven is None) for o in run.outcomes)
    assert all((o.repair is None) == (o.pre_repair_state is None) for o in run.outcomes)


def test_every_repair_was_violated_before_and_is_clean_after(run: Run) -> None:
    proofs = [o.repair.proof for o in run.outcomes if o.repair]
    assert {(p.verdict, p.before) for p in proofs} == {("proven", "violated")}
    assert {p.after for p in proofs} <= {"clean", "retracted"}
    assert {p.retracted for p in proofs if p.after == "retracted"} == {True}


def test_ids_are_unique_within_a_report_page(run: Run) -> None:
    ids = Counter((o.repair.property, o.repair.id) for o in run.outcomes if o.repair)
    assert max(ids.values()) == 1


def test_it_costs_at_most_one_and_a_half_requests_per_candidate(run: Run) -> None:
    assert run.requests / len(run.candidates) <= 1.5


def test_a_second_run_asks_nothing_and_says_the_same(world: World, run: Run, folder: Path) -> None:
    again = investigate(world, folder, candidates=run.candidates)
    assert again.requests == 0
    assert [o.repair for o in again.outcomes] == [o.repair for o in run.outcomes]
    assert [o.unproven for o in again.outcomes] == [o.unproven for o in run.outcomes]


@pytest.mark.parametrize("batch", [1, 9])
def test_an_outcome_does_not_depend_on_its_batch(run: Run, wiki: MemoryWiki, batch: int) -> None:
    some = run.candidates[:30]
    small = list(find_repairs(some, wiki.past(), Limits(batch=batch)))
    large = list(find_repairs(some, wiki.past()))
    assert [(o.repair, o.unproven, o.pre_repair_state) for o in small] == [
        (o.repair, o.unproven, o.pre_repair_state) for o in large
    ]


def test_a_resumed_run_does_only_what_is_left_and_gives_the_same_bytes(run: Run, wiki: MemoryWiki) -> None:
    some = run.candidates[:40]
    whole = {o.key: o.repair and o.repair.model_dump_json() for o in find_repairs(some, wiki.past())}
    finished = set(list(whole)[:25])
    rest = {
        o.key: o.repair and o.repair.model_dump_json()
        for o in find_repairs(some, wiki.past(), done=finished.__contains__)
    }
    assert rest == {key: body for key, body in whole.items() if key not in finished}


@pytest.mark.parametrize("seed", [2])
def test_other_worlds_hold_no_surprise(seed: int, tmp_path: Path) -> None:
    other = build_world(seed, "small")
    with serve(other) as served:
        candidates = candidates_of(other, served.url, tmp_path)
    outcomes = list(find_repairs(candidates, from_world(other).past()))
    found = Run(candidates, outcomes, 0)
    assert compare(other, found)[1] == []
    assert traps_taken(other, found) == []
