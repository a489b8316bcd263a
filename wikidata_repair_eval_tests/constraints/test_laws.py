"""What must hold of every check, on random definitions and entities."""

import copy
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from wikidata_repair_eval.constraints import (
    VIOLATED,
    Constraint,
    Subject,
    UnitTable,
    World,
    differences,
    judge,
    now_from,
    problems_of,
    rule_summary,
)
from wikidata_repair_eval_tests.build import item, snak
from wikidata_repair_eval_tests.constraints.strategies import definitions, entities, json_scraps

# Time limits of regular expressions may be spent in an example; the laws are about answers, not speed.
CALM = settings(max_examples=60, deadline=None)
STATUSES = {"compliance", "exception", "not_in_scope", "deprecated", "bad_parameters", "todo", *VIOLATED}


def world(raw):
    neighbours = {"Q2": raw | {"id": "Q2"}, "Q5": {"id": "Q5", "missing": ""}}
    return World(neighbours, units=UnitTable.from_json({}), now=now_from("2026-01-01"))


def verdicts(raw, rule, neighbour):
    judgement = judge(Subject(raw), Constraint(rule, "P1"), world(neighbour))
    return sorted((result.statement_id, result.verdict.status) for result in judgement.results)


@CALM
@given(entities(), definitions(), entities("Q2"))
def test_a_check_never_raises_and_its_sentence_can_always_be_built(raw, rule, neighbour):
    judgement = judge(Subject(raw), Constraint(rule, "P1"), world(neighbour))
    for result in judgement.results:
        assert result.verdict.status in STATUSES
        assert result.verdict.message().strip()


@CALM
@given(entities(), definitions(), st.data())
def test_scraps_of_json_anywhere_in_entity_or_definition_never_raise(raw, rule, data):
    raw, rule = copy.deepcopy(raw), copy.deepcopy(rule)
    _damage(data.draw(st.sampled_from([raw["claims"], rule])), data)
    try:
        constraint = Constraint(rule, "P1")
    except (KeyError, TypeError, AttributeError, ValueError):
        return  # such a line is refused as a whole
    assert judge(Subject(raw), constraint, world(raw)).status in {
        "violated",
        "undecidable",
        "clean",
        "retracted",
    }
    problems_of(constraint)


def _damage(document, data):
    """Replace one member, however deep, by a scrap."""
    here = document
    while isinstance(here, (dict, list)) and here:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(here[key], (dict, list)) or not here[key] or data.draw(st.booleans()):
            here[key] = data.draw(json_scraps)
            return
        here = here[key]


@CALM
@given(entities(), definitions(), entities("Q2"), st.integers(0, 99))
def test_order_never_changes_a_verdict(raw, rule, neighbour, seed):
    if rule["mainsnak"]["datavalue"]["value"]["id"] == "Q21510854":
        return  # there the first value of the other property counts
    shuffled = _shuffled(raw, random.Random(seed))
    assert verdicts(raw, rule, neighbour) == verdicts(
        shuffled, _shuffled(rule, random.Random(seed)), neighbour
    )


def _shuffled(part, chance):
    if isinstance(part, dict):
        keys = list(part)
        chance.shuffle(keys)
        return {key: _shuffled(part[key], chance) for key in keys}
    if isinstance(part, list):
        return chance.sample([_shuffled(member, chance) for member in part], len(part))
    return part


@CALM
@given(entities(), definitions(), entities("Q2"))
def test_adding_an_exception_never_creates_a_violation(raw, rule, neighbour):
    excused = copy.deepcopy(rule)
    excused.setdefault("qualifiers", {}).setdefault("P2303", []).append(snak("P2303", item("Q1")))
    before = judge(Subject(raw), Constraint(rule, "P1"), world(neighbour))
    after = judge(Subject(raw), Constraint(excused, "P1"), world(neighbour))
    assert set(after.violating_statements) <= set(before.violating_statements)


@CALM
@given(definitions(), definitions())
def test_sentences_differ_exactly_where_definitions_do(one, other):
    rules = Constraint(one, "P1"), Constraint(other, "P1")
    same_sentence = rule_summary(rules[0]) == rule_summary(rules[1])
    assert same_sentence == (rules[0].hash == rules[1].hash)


@CALM
@given(st.lists(definitions(), max_size=4), st.integers(0, 99))
def test_a_set_of_definitions_does_not_differ_from_itself_in_another_order(rules, seed):
    assert differences(rules, random.Random(seed).sample(rules, len(rules))) == []
