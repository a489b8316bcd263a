"""The class of a repair: T_BOX, or the least that a solver needs.

A: the constraint and literals; B: what stands one hop away at most; C: neither. A repair of several parts is
as hard as its hardest one. Pure: plain records in, a plain record out.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy.change import Change, change_of
from wikidata_repair_eval.benchmark.taxonomy.demands import demands_of
from wikidata_repair_eval.benchmark.taxonomy.evidence import choice_evidence, far_evidence, near_evidence
from wikidata_repair_eval.benchmark.taxonomy.layers import frozen_day
from wikidata_repair_eval.benchmark.taxonomy.parts import choice_of, parts_of
from wikidata_repair_eval.benchmark.taxonomy.records import ClassifiedCase, ClassName, Step
from wikidata_repair_eval.benchmark.taxonomy.reforms import classify_reform
from wikidata_repair_eval.benchmark.taxonomy.rules.choices import told_to_choose
from wikidata_repair_eval.benchmark.taxonomy.rules.named import named_value
from wikidata_repair_eval.benchmark.taxonomy.rules.numbers import rewritten
from wikidata_repair_eval.benchmark.taxonomy.rules.removals import told_to_remove
from wikidata_repair_eval.benchmark.taxonomy.rules.strings import normalised
from wikidata_repair_eval.benchmark.taxonomy.sight import sight_of
from wikidata_repair_eval.benchmark.taxonomy.situation import Choice, Finding, Part, Situation

Raw = Mapping[str, Any]
Outcome = tuple[ClassName, Finding]
_HARDNESS: tuple[ClassName, ...] = ("TypeA", "TypeB", "TypeC")
EXTERNAL, TWO_HOP = "external", "two_hop_unfrozen"
# How much each missing piece of the world takes from the confidence that nothing was to be found.
_UNKNOWN_COSTS = 0.15


def classify(
    repair: Raw, pre_repair_state: Raw | None = None, world_state: Raw | None = None
) -> dict[str, Any]:
    """The classified case of a repair; works with less where a state is missing, and says so in the trace."""
    target = repair["repair_target"]
    if repair.get("track") == "T_BOX" or target.get("kind") == "T_BOX":
        return classify_reform(repair).plain()
    change = change_of(repair)
    early = _without_answer(repair, change)
    if early is not None:
        trace = [_about_change(change), _step("rule", early)]
        day = (pre_repair_state or {}).get("as_of") or frozen_day(world_state)
        return _record(repair, "TypeA", early, trace, day, main=False).plain()
    sight = sight_of(repair, change, pre_repair_state, world_state)
    demands = demands_of(repair, pre_repair_state, world_state)
    situation = Situation(repair, pre_repair_state, change, sight, demands)
    return _case(situation).plain()


def _case(situation: Situation) -> ClassifiedCase:
    trace = [_about_change(situation.change), *_about_gaps(situation)]
    outcomes, steps = _outcomes(situation)
    hardest = max(outcomes, key=lambda outcome: (_HARDNESS.index(outcome[0]), -outcome[1].confidence))
    change = situation.change
    visible = change.added or change.removed or change.edits or len(change.old) != len(change.new)
    day = situation.sight.day
    return _record(situation.repair, *hardest, [*trace, *steps], day, main=bool(visible))


def _without_answer(repair: Raw, change: Change) -> Finding | None:
    """Repairs in which there is nothing to find."""
    if change.action == "DELETE":
        return Finding("delete", "Everything was removed: there is no answer to find.", 0.95)
    if (repair.get("proof") or {}).get("retracted"):
        words = "The violating statements were only deprecated: there is no answer to find."
        return Finding("retracted", words, 0.95)
    return None


def _outcomes(situation: Situation) -> tuple[list[Outcome], list[Step]]:
    parts = parts_of(situation.change, situation.demands)
    if not parts:
        outcome = _of_choice(situation, choice_of(situation.change))
        return [outcome], [_step(_stage(outcome), outcome[1])]
    outcomes = [_of_part(situation, part) for part in parts]
    if all(
        part.place == "reference" for part in parts
    ):  # one part of a source that is found leads to the rest
        outcomes = [min(outcomes, key=lambda outcome: _HARDNESS.index(outcome[0]))]
    return outcomes, [_step(_stage(outcome), outcome[1]) for outcome in outcomes]


def _of_part(situation: Situation, part: Part) -> Outcome:
    sources = situation.change.source_of(part.said) if part.place == "main" else []
    rule = named_value(situation, part)
    rule = rule or normalised(situation, part.said, sources) or rewritten(situation, part.said, sources)
    if rule is not None:
        return "TypeA", _weighed(situation, rule)
    near = near_evidence(situation, part)
    if near is not None:
        return "TypeB", near
    far = far_evidence(situation, part)
    return "TypeC", _elsewhere(situation, far, part.said.text)


def _of_choice(situation: Situation, choice: Choice | None) -> Outcome:
    change = situation.change
    if choice is None and (change.qualifiers_removed or change.references_removed):
        what = "qualifiers" if change.qualifiers_removed else "references"
        words = f"Only {what} were taken away, and the constraint says which do not belong there."
        gone = [
            f"{name}: {said.text}" for name, said in change.qualifiers_removed or change.references_removed
        ]
        return "TypeA", _weighed(situation, Finding(f"{what}_removed", words, 0.95, {"removed": gone}))
    dropped = choice.dropped if choice else ()
    rule = told_to_remove(situation, dropped) or (told_to_choose(situation, choice) if choice else None)
    if rule is not None:
        return "TypeA", _weighed(situation, rule)
    near = choice_evidence(situation, choice) if choice else None
    if near is not None:
        return "TypeB", near
    kept = ", ".join(said.text for said in choice.kept) if choice else "what was changed"
    return "TypeC", _elsewhere(situation, None, kept)


def _elsewhere(situation: Situation, far: Finding | None, answer: str) -> Finding:
    """Nothing near: two hops away, or nowhere in sight."""
    confidence = max(0.2, 0.85 - _UNKNOWN_COSTS * len(situation.sight.missing))
    if far is not None:
        words = f"Nothing within one hop holds the answer, but two hops away: {far.words}"
        return Finding(TWO_HOP, words, round(confidence - 0.1, 2), far.evidence, far.as_of)
    counts = {"own": len(list(situation.sight.own())), "neighbours": len(list(situation.sight.neighbours()))}
    words = f"Neither a rule nor anything within two hops gives {answer}."
    evidence = {"entities_searched": counts, "neighbours_unknown": len(situation.sight.unseen)}
    return Finding(EXTERNAL, words, round(confidence, 2), evidence)


def _weighed(situation: Situation, rule: Finding) -> Finding:
    """A rule is less sure where the constraint of the day is not known."""
    if situation.demands.source == "pre_repair" or rule.name in ("duplicate_removed", "self_link_removed"):
        return rule
    less = 0.1 if situation.demands.source == "frozen" else 0.2
    return Finding(
        rule.name, rule.words, round(max(0.2, rule.confidence - less), 2), rule.evidence, rule.as_of
    )


def _about_change(change: Change) -> Step:
    where = f"{change.edited_property or change.term} of {change.entity}"
    shown = {
        "added": [said.text for said in change.added],
        "removed": [said.text for said in change.removed],
        "kept": [said.text for said in change.kept][:20],
        "qualifiers_added": [f"{name}: {said.text}" for name, said in change.qualifiers_added],
        "qualifiers_removed": [f"{name}: {said.text}" for name, said in change.qualifiers_removed],
    }
    return Step(
        step="change", finding=f"{change.action} of {where}.", evidence={k: v for k, v in shown.items() if v}
    )


def _about_gaps(situation: Situation) -> Iterable[Step]:
    gaps = list(situation.sight.missing)
    if not situation.demands.known and not situation.demands.self_link:
        gaps.append("no definition of the constraint is stored")
    if gaps:
        yield Step(step="unknown", finding="; ".join(gaps).capitalize() + ".", evidence={"missing": gaps})


def _stage(outcome: Outcome) -> str:
    return {"TypeA": "rule", "TypeB": "local_evidence"}.get(outcome[0], "search")


def _step(step: str, finding: Finding) -> Step:
    return Step(step=step, finding=finding.words, evidence={"name": finding.name, **finding.evidence})


def _record(
    repair: Raw, name: ClassName, finding: Finding, trace: Iterable[Step], day: str | None, *, main: bool
) -> ClassifiedCase:
    return ClassifiedCase(
        id=repair["id"],
        class_=name,
        subtype=finding.name,
        confidence=finding.confidence,
        main_score=main,
        trace=tuple(trace),
        evidence_as_of=finding.as_of or day,
    )
