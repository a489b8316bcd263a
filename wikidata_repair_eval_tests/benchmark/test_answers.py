"""Does a text say the answer? By meaning: dates by precision, numbers by value, names in any script."""

import pytest

from wikidata_repair_eval.benchmark.answers import answers, said_by
from wikidata_repair_eval_tests.benchmark.build_cases import reform, repair
from wikidata_repair_eval_tests.build import (
    claims,
    coordinate,
    item,
    monolingual,
    quantity,
    statement,
    text,
    time,
    unknown,
)

NAMES = {"Q64": ["Berlin", "Spree-Athen"], "Q1490": ["東京都", "Tokyo"]}


def added(value, **more):
    one = repair()
    after = claims("Q1", [statement("P1", value, **more)])["P1"][0]
    one["repair_target"]["statement_ops"] = [
        {"op": "add", "statement_id": "x", "before": None, "after": after}
    ]
    return answers(one, NAMES)


@pytest.mark.parametrize(
    ("value", "said", "found"),
    [
        pytest.param(item("Q64"), "She moved to berlin in May.", True, id="an item by its label, any case"),
        pytest.param(item("Q64"), "the spree-athen of old", True, id="an item by an alias"),
        pytest.param(item("Q64"), "see Q64 there", True, id="an item by its id"),
        pytest.param(item("Q64"), "Berliner Luft", False, id="part of a longer word is not the word"),
        pytest.param(item("Q64"), "Q641 is another", False, id="an id is not the beginning of another"),
        pytest.param(item("Q1490"), "彼は東京都に生まれた", True, id="scripts without spaces"),
        pytest.param(text("İstanbul"), "I\u0307STANBUL", True, id="composed and decomposed are the same"),
        pytest.param(text("A 12"), "the mark  a\u00a012.", True, id="any white space is a space"),
        pytest.param(monolingual("Haus"), "ein Haus am See", True, id="monolingual text"),
        pytest.param(time("+1952-03-11"), "born on 11 March 1952 in", True, id="a day in words"),
        pytest.param(time("+1952-03-11"), "March 11, 1952", True, id="a day as Americans write it"),
        pytest.param(time("+1952-03-11"), "1952-03-11", True, id="a day in digits"),
        pytest.param(time("+1952-03-11"), "in 1952", False, id="a year does not say the day"),
        pytest.param(time("+1952-03-00", 10), "in March 1952", True, id="a month"),
        pytest.param(time("+1952-00-00", 9), "in 1952.", True, id="a year by precision"),
        pytest.param(time("+1952-00-00", 9), "in 11952", False, id="a year is not part of a number"),
        pytest.param(quantity("+1234.5"), "1,234.5 metres", True, id="a grouped number"),
        pytest.param(quantity("+1234.5"), "1.234,5 Meter", True, id="grouped as Germans do"),
        pytest.param(quantity("+1234"), "12345", False, id="part of a number is not the number"),
        pytest.param(quantity("+3364"), "has 3 364 people", True, id="grouped by spaces"),
        pytest.param(coordinate(43.5, -3.25), "at 43.5, -3.25", True, id="coordinates"),
        pytest.param(coordinate(43.5, -3.25), "at 43.5", False, id="half of the coordinates"),
        pytest.param(unknown(), "anything", False, id="unknown value is said by nothing"),
    ],
)
def test_a_text_says_a_value(value, said, found):
    assert said_by(said, added(value)) is found


def test_text_that_normalises_to_nothing_is_found_nowhere():
    assert not said_by("anything", added(text(" ")))


def test_a_changed_qualifier_is_the_answer_not_the_value_beside_it():
    one = repair()
    before = claims("Q1", [statement("P1", text("same"))])["P1"][0]
    after = claims("Q1", [statement("P1", text("same"), qualifiers={"P585": [time("+2020-00-00", 9)]})])[
        "P1"
    ][0]
    one["repair_target"]["statement_ops"] = [
        {"op": "change_qualifiers", "statement_id": "x", "before": before, "after": after}
    ]
    found = answers(one, {})
    assert said_by("counted in 2020", found)
    assert not said_by("the same", found)


def test_a_new_label_is_an_answer():
    one = repair()
    shown = {"snaktype": "value", "datatype": "monolingualtext", "value": {}, "rank": "normal", "text": "Ærø"}
    one["repair_target"] |= {"term": "labels/en", "statement_ops": [], "new_value": [shown]}
    assert said_by("the island of ærø", answers(one, {}))


def test_what_was_only_taken_away_or_changed_in_the_definition_has_no_answer():
    one = repair()
    operation = one["repair_target"]["statement_ops"][0]
    one["repair_target"]["statement_ops"] = [{**operation, "op": "remove", "after": None}]
    assert answers(one, {}) == []
    assert answers(reform("Q1"), {}) == []
