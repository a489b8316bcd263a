"""Answers do not change when the past says the same in another way: the world is rewritten, asked again."""

import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest

from wikidata_repair_eval.forensics import Outcome, find_repairs
from wikidata_repair_eval.net.times import shifted
from wikidata_repair_eval.reports.records import Candidate
from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval_tests.forensics.memory_wiki import Edit, MemoryWiki, from_world, rewritten
from wikidata_repair_eval_tests.forensics.runs import candidates_of

every_seed = pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 5, 11, 17))]
)


def answers(outcomes: list[Outcome]) -> dict[str, Any]:
    """What must not change: outcome, event, locus, way and values."""
    return {outcome.key: _answer(outcome) for outcome in outcomes}


def _answer(outcome: Outcome) -> Any:
    if outcome.repair is None:
        return outcome.name
    proof, target = outcome.repair.proof, outcome.repair.repair_target
    event = proof.event and (proof.event.entity, proof.event.revision_id)
    values = None
    if target.kind == "A_BOX":
        values = (target.action, _sorted(target.old_value), _sorted(target.new_value))
    return (event, proof.locus, proof.through, values)


def _sorted(values: Any) -> list[str]:
    """The order in which a wiki lists statements says nothing."""
    return sorted(repr(value) for value in values)


def asked(wiki: MemoryWiki, candidates: list[Candidate]) -> dict[str, Any]:
    return answers(list(find_repairs(candidates, wiki.past())))


@dataclass(frozen=True)
class Setting:
    """A world as it is, its candidates, and what is found in it."""

    wiki: MemoryWiki
    candidates: list[Candidate]
    plain: dict[str, Any]

    def differing(self, found: dict[str, Any]) -> dict[str, Any]:
        assert len(self.plain) > 100
        return {key: found[key] for key in self.plain if found[key] != self.plain[key]}


@cache
def setting(seed: int) -> Setting:
    world = build_world(seed, "small")
    with serve(world) as served, tempfile.TemporaryDirectory() as folder:
        candidates = candidates_of(world, served.url, Path(folder))
    wiki = from_world(world)
    return Setting(wiki, candidates, asked(wiki, candidates))


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
    """In every revision another order of properties, of the statements of each, and of their parts."""
    changed, rng = wiki.copy(), random.Random(5)

    def shuffled(members: dict[str, Any]) -> dict[str, Any]:
        names = list(members)
        rng.shuffle(names)
        return {name: members[name] for name in names}

    def shuffle(raw: dict[str, Any]) -> None:
        if not isinstance(raw.get("claims"), dict):
            return
        raw["claims"] = shuffled(raw["claims"])
        for statements in raw["claims"].values():
            rng.shuffle(statements)
            for statement in statements:
                rng.shuffle(statement.get("references", []))
                for snaks in statement.get("qualifiers", {}).values():
                    rng.shuffle(snaks)
                if isinstance(statement.get("qualifiers"), dict):
                    statement["qualifiers"] = shuffled(statement["qualifiers"])

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


@every_seed
@pytest.mark.parametrize(
    "transform",
    [
        pytest.param(with_idle_edits, id="edits that change nothing"),
        pytest.param(with_fixes_and_undos, id="fixes that are undone"),
        pytest.param(with_statements_shuffled, id="statements in another order"),
        pytest.param(with_constraints_readded, id="constraints deleted and added again"),
    ],
)
def test_answers_do_not_change_with(transform: Callable[[MemoryWiki], MemoryWiki], seed: int) -> None:
    world = setting(seed)
    changed = transform(world.wiki)
    assert changed.pages != world.wiki.pages
    assert world.differing(asked(changed, world.candidates)) == {}


@every_seed
def test_answers_do_not_change_with_publication_times_that_cross_no_constraint_edit(seed: int) -> None:
    world = setting(seed)
    moved = [_published_later(candidate, world.wiki) for candidate in world.candidates]
    pairs = zip(moved, world.candidates, strict=True)
    assert sum(a.published_old != b.published_old for a, b in pairs) > 50
    assert world.differing(asked(world.wiki, moved)) == {}


def _published_later(candidate: Candidate, wiki: MemoryWiki) -> Candidate:
    """As much later as no edit of the property is crossed, five days at most."""
    if not candidate.data_date_old or not candidate.data_date_new:
        return candidate  # publication is then the only clock
    times = {"published_old": candidate.published_old or "", "published_new": candidate.published_new or ""}
    edits = wiki.pages.get(f"Property:{candidate.property_id}", [])
    for hours in (120, 48, 12, 1):
        later = {name: shifted(time, hours * 3600) for name, time in times.items()}
        if not any(times[name] < edit.timestamp <= later[name] for name in times for edit in edits):
            return candidate.model_copy(update={**later, "fix_date": later["published_new"]})
    return candidate


@every_seed
def test_a_repair_split_into_several_edits_of_one_user_stays_the_same_repair(seed: int) -> None:
    """Each edit that replaces a value becomes a removal and an addition; only the revision id may differ."""
    world = setting(seed)
    changed, split = world.wiki.copy(), {}
    revid = world.wiki.free_revid()
    for title, edits in world.wiki.pages.items():
        for before, after in _texts(edits):
            halfway = _halfway(before, after)
            if halfway is not None:
                revid += 1
                split[revid] = after.revid
                edit = replace(after, revid=revid, timestamp=shifted(after.timestamp, -30), text=halfway)
                changed.pages[title].append(edit)
    found = asked(changed, world.candidates)
    assert split
    assert world.differing({key: _joined(answer, split) for key, answer in found.items()}) == {}


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
