"""Distinct values: who else has it, separators, and the places where the search is done."""

import pytest

from wikidata_repair_eval.constraints import World
from wikidata_repair_eval_tests.build import entity, item, none, quantity, statement, text, time, unknown
from wikidata_repair_eval_tests.constraints.definitions import (
    constraint,
    main_use,
    qualifier_use,
    reference_use,
    status,
)

DISTINCT = "Q21502410"
PLAIN, BY_P2 = constraint(DISTINCT), constraint(DISTINCT, P4155=[item("P2")])


def world(*entities):
    return World({raw["id"]: raw for raw in entities})


def other(value, **more):
    return entity("Q2", statement("P1", value, **more))


@pytest.mark.parametrize(
    ("own", "others", "expected"),
    [
        pytest.param(text("a"), other(text("a")), "violation", id="the same text"),
        pytest.param(text("a"), other(text("b")), "compliance", id="another text"),
        pytest.param(text("a"), other(text("a"), rank="deprecated"), "compliance", id="deprecated elsewhere"),
        pytest.param(
            time("+1952-01-01"), other(time("+1952-01-01", 9)), "compliance", id="another precision"
        ),
        pytest.param(time("+00000001952-01-01"), other(time("+1952-01-01")), "violation", id="padded year"),
        pytest.param(quantity("+1"), other(quantity("+1.0")), "compliance", id="another number of digits"),
        pytest.param(unknown(), other(unknown()), "compliance", id="unknown value"),
        pytest.param(none(), other(none()), "compliance", id="no value"),
    ],
)
def test_values_are_compared_in_full(own, others, expected):
    assert status(main_use(statement("P1", own)), PLAIN, world(others)) == expected


def test_two_equal_values_on_the_same_entity_are_no_violation():
    use = main_use(statement("P1", text("a")), statement("P1", text("a")))
    assert status(use, PLAIN, world(entity("Q2"))) == "compliance"
    assert status(use, PLAIN, world(use.subject.raw)) == "compliance"


def test_without_neighbours_or_an_answer_nothing_is_guessed():
    use = main_use(statement("P1", text("a")))
    assert status(use, PLAIN) == "todo"
    assert status(use, PLAIN, World(same_value_entities=[])) == "compliance"
    assert status(use, PLAIN, World(same_value_entities=["Q42"])) == "violation"
    assert status(use, PLAIN, World(same_value_entities=["Q1"])) == "compliance"


@pytest.mark.parametrize(
    ("own", "others", "expected"),
    [
        pytest.param([item("Q5")], [item("Q5")], "violation", id="equal separators"),
        pytest.param([item("Q5")], [item("Q6")], "compliance", id="different separators"),
        pytest.param([item("Q5")], [item("Q5"), item("Q6")], "violation", id="the other may carry more"),
        pytest.param([item("Q5"), item("Q6")], [item("Q5")], "compliance", id="but not less"),
        pytest.param([], [item("Q5")], "compliance", id="absent here, present there"),
        pytest.param([], [none()], "compliance", id="absent here, no value there"),
        pytest.param([], [], "violation", id="absent on both"),
        pytest.param([none()], [none()], "violation", id="no value on both"),
        pytest.param([unknown()], [unknown()], "compliance", id="unknown makes it unique"),
        pytest.param([item("Q5")], [unknown()], "compliance", id="unknown there is another one"),
    ],
)
def test_separators_are_compared_one_sidedly(own, others, expected):
    mine = statement("P1", text("a"), qualifiers={"P2": own} if own else None)
    theirs = other(text("a"), qualifiers={"P2": others} if others else None)
    assert status(main_use(mine), BY_P2, world(theirs)) == expected


@pytest.mark.parametrize(
    ("make", "place"),
    [(qualifier_use, "qualifiers"), (reference_use, "references")],
    ids=["qualifier", "reference"],
)
@pytest.mark.parametrize("rank", ["normal", "deprecated"])
def test_deprecated_parents_hide_qualifiers_but_not_references(make, place, rank):
    groups = {"P1": [text("a")]}
    holder = statement("P1", text("z"), rank=rank, **{place: groups if place == "qualifiers" else [groups]})
    expected = "compliance" if rank == "deprecated" and place == "qualifiers" else "violation"
    assert status(make(groups), PLAIN, world(entity("Q2", holder))) == expected


def test_qualifiers_are_only_found_on_statements_of_the_same_property_a_quirk():
    holder = statement("P10", text("z"), qualifiers={"P1": [text("a")]})
    assert status(qualifier_use({"P1": [text("a")]}), PLAIN, world(entity("Q2", holder))) == "compliance"


def test_no_more_than_ten_others_are_named():
    many = [entity(f"Q{number}", statement("P1", text("a"))) for number in range(2, 40)]
    use = main_use(statement("P1", text("a")))
    assert len(world(*many).holders(use, ())) == 10
