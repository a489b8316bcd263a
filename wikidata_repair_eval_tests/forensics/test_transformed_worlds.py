"""Answers do not change when the past says the same in another way: the world is rewritten, asked again."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import orjson
import pytest

from wikidata_repair_eval.forensics import Outcome, find_repairs
from wikidata_repair_eval.net.times import shifted
from wikidata_repair_eval.reports.records import Candidate
from wikidata_repair_eval_tests.forensics.memory_wiki import Edit, MemoryWiki, rewritten
from wikidata_repair_eval_tests.forensics.runs import Run


def answers(outcomes: list[Outcome]) -> dict[str, Any]:
    """What must not change: outcome, event, locus, way and values."""
    return {outcome.key: _answer(outcome) for outcome in outcomes}


def _answer(outcome: Outcome) -> Any:
    if outcome.repair is None:
        return outcome.name
    proof, target = outcome.repair.proof, outcome.repair.repair_target
    event = proof.event and (proof.event.entity, proof.event.revision_id)
    values = (target.action, target.old_value, target.new_value) if target.kind == "A_BOX" else None
    return (event, proof.locus, proof.through, values)


def asked(wiki: MemoryWiki, candidates: list[Candidate]) -> dict[str, Any]:
    return answers(list(find_repairs(candidates, wiki.past())))


@pytest.fixture(scope="session")
def plain(run: Run, wiki: MemoryWiki) -> dict[str, Any]:
    return asked(wiki, run.candidates)


def _texts(edits: list[Edit]) -> list[tuple[Edit, Edit]]:
    """Neighbouring edits with at least ten minutes between them, both readable."""
    pairs = pairwise(edits)
    return [(a, b) for a, b in pairs if a.text and b.text and shifted(a.timestamp, 600) < b.timestamp]


def with_idle_edits(wiki: MemoryWiki) -> MemoryWiki:
    """Between any two edits somebody saves the page as it is."""
    changed, revid = wiki.copy(), wiki.free_revid()
    for title, edits in wiki.pages.items():
        for before, _ in _texts(edits):
            revid += 1
            idle = replace(
                before, revid=revid, timestamp=shifted(before.timestamp, 300), user=f"Idle {revid}"
            )
            changed.pages[title].append(idle)
    return changed


def with_fixes_and_undos(wiki: MemoryWiki) -> MemoryWiki:
    """Right before each edit somebody makes it, and is undone."""
    changed, revid = wiki.copy(), wiki.free_revid()
    for title, edits in wiki.pages.items():
        for before, after in _texts(edits):
            if "redirect" in (after.text or "")[:200]:
                continue
            revid += 2
            hasty = replace(
                after, revid=revid, timestamp=shifted(after.timestamp, -240), user=f"Hasty {revid}"
            )
            undo = replace(
                before, revid=revid + 1, timestamp=shifted(after.timestamp, -120), user=f"Undo {revid}"
            )
            changed.pages[title] += [hasty, undo]
    return changed


def with_statements_shuffled(wiki: MemoryWiki) -> MemoryWiki:
    """Another order of properties and, between entities' revisions, of statements."""
    changed, rng = wiki.copy(), random.Random(5)

    def shuffle(raw: dict[str, Any]) -> None:
        if isinstance(raw.get("claims"), dict):
            names = list(raw["claims"])
            rng.shuffle(names)
            raw["claims"] = {name: raw["claims"][name] for name in names}

    for title, edits in wiki.pages.items():
        changed.pages[title] = [rewritten(edit, shuffle) for edit in edits]
    return changed


def with_constraints_readded(wiki: MemoryWiki) -> MemoryWiki:
    """After each edit of a property all its constraints are deleted, and are back under new ids at once."""
    changed, revid = wiki.copy(), wiki.free_revid()
    for title, edits in wiki.pages.items():
        if not title.startswith("Property:"):
            continue
        for number, (before, _) in enumerate(_texts(edits)):
            revid += 2
            gone = rewritten(before, lambda raw: _without_constraints(raw))
            back = rewritten(before, lambda raw, n=number: _renamed_constraints(raw, n))
            changed.pages[title] += [
                replace(gone, revid=revid, timestamp=shifted(before.timestamp, 20), user="Eager"),
                replace(back, revid=revid + 1, timestamp=shifted(before.timestamp, 40), user="Eager"),
            ]
    return changed


def _without_constraints(raw: dict[str, Any]) -> None:
    if isinstance(raw.get("claims"), dict):
        raw["claims"].pop("P2302", None)


def _renamed_constraints(raw: dict[str, Any], number: int) -> None:
    for statement in raw["claims"].get("P2302", ()) if isinstance(raw.get("claims"), dict) else ():
        statement["id"] = f"{raw['id']}$00000000-0000-4000-8000-{number:04d}{statement['id'][-8:]}"


@pytest.mark.parametrize(
    "transform",
    [
        pytest.param(with_idle_edits, id="edits that change nothing"),
        pytest.param(with_fixes_and_undos, id="fixes that are undone"),
        pytest.param(with_statements_shuffled, id="statements in another order"),
        pytest.param(with_constraints_readded, id="constraints deleted and added again"),
    ],
)
def test_answers_do_not_change_with(
    transform: Callable[[MemoryWiki], MemoryWiki], run: Run, wiki: MemoryWiki, plain: dict[str, Any]
) -> None:
    changed = asked(transform(wiki), run.candidates)
    assert {key: changed[key] for key in plain if changed[key] != plain[key]} == {}


def test_answers_do_not_change_with_publication_times_that_cross_no_constraint_edit(
    run: Run, wiki: MemoryWiki, plain: dict[str, Any]
) -> None:
    moved = [_published_later(candidate, wiki) for candidate in run.candidates]
    changed = asked(wiki, moved)
    assert sum(a.published_old != b.published_old for a, b in zip(moved, run.candidates, strict=True)) > 50
    assert {key: changed[key] for key in plain if changed[key] != plain[key]} == {}


def _published_later(candidate: Candidate, wiki: MemoryWiki) -> Candidate:
    if not candidate.data_date_old or not candidate.data_date_new:
        return candidate  # publication is then the only clock
    times = {"published_old": candidate.published_old or "", "published_new": candidate.published_new or ""}
    later = {name: shifted(time, 1800) for name, time in times.items()}
    edits = wiki.pages.get(f"Property:{candidate.property_id}", [])
    crossed = any(times[name] < edit.timestamp <= later[name] for name in times for edit in edits)
    return (
        candidate if crossed else candidate.model_copy(update={**later, "fix_date": later["published_new"]})
    )


def test_a_repair_split_into_several_edits_of_one_user_stays_the_same_repair(
    run: Run, wiki: MemoryWiki, plain: dict[str, Any]
) -> None:
    """Each edit that replaces a value becomes a removal and an addition; only the revision id may differ."""
    changed, split = wiki.copy(), {}
    revid = wiki.free_revid()
    for title, edits in wiki.pages.items():
        for before, after in _texts(edits):
            halfway = _halfway(before, after)
            if halfway is not None:
                revid += 1
                split[revid] = after.revid
                edit = replace(after, revid=revid, timestamp=shifted(after.timestamp, -30), text=halfway)
                changed.pages[title].append(edit)
    found = asked(changed, run.candidates)
    assert split
    assert {k: found[k] for k in plain if _joined(found[k], split) != plain[k]} == {}


def _joined(answer: Any, split: dict[int, int]) -> Any:
    if isinstance(answer, str) or answer[0] is None:
        return answer
    (entity, revid), *rest = answer
    return ((entity, split.get(revid, revid)), *rest)


def _halfway(before: Edit, after: Edit) -> str | None:
    """The state after the removal, if the edit changed values of one property of an item and nothing else."""
    old, new = orjson.loads(before.text or ""), orjson.loads(after.text or "")
    if old.get("type") != "item" or new.get("type") != "item" or after.user is None:
        return None
    claims = [raw["claims"] if isinstance(raw["claims"], dict) else {} for raw in (old, new)]
    changed = [p for p in {*claims[0], *claims[1]} if claims[0].get(p) != claims[1].get(p)]
    if len(changed) != 1 or not all(changed[0] in side for side in claims):
        return None
    gone = [s for s in claims[0][changed[0]] if s not in claims[1][changed[0]]]
    came = [s for s in claims[1][changed[0]] if s not in claims[0][changed[0]]]
    if not gone or not came or gone[0]["mainsnak"] == came[0]["mainsnak"]:
        return None
    kept = [s for s in claims[0][changed[0]] if s not in gone]
    claims[0][changed[0]] = kept
    if not kept:
        del claims[0][changed[0]]
    return orjson.dumps(old).decode()
