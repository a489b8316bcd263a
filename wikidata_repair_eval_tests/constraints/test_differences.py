"""Two definitions compared: what the difference is called, and which way it goes."""

import pytest

from wikidata_repair_eval.constraints import differences, direction_of
from wikidata_repair_eval_tests.build import item, monolingual, none, quantity, text, time
from wikidata_repair_eval_tests.constraints.definitions import (
    EITHER,
    INSTANCE,
    MAIN,
    MANDATORY,
    QUALIFIERS,
    SUGGESTION,
    definition,
)

TYPE, ONE_OF, NONE_OF, CONFLICTS, REQUIRES = "Q21503250", "Q21510859", "Q52558054", "Q21502838", "Q21503247"
SINGLE, MULTI, RANGE, FORMAT, ALLOWED = "Q19474404", "Q21510857", "Q21510860", "Q21502404", "Q21510851"
Q5, Q6, P31 = item("Q5"), item("Q6"), item("P31")


def named(type_id, before, after):
    found = differences([definition(type_id, **before)], [definition(type_id, **after)])
    return [(difference.kind, difference.direction) for difference in found]


@pytest.mark.parametrize(
    ("type_id", "before", "after", "expected"),
    [
        (SINGLE, {}, {"P2303": [Q5]}, [("exception_added", "exception")]),
        (SINGLE, {"P2303": [Q5]}, {}, [("exception_removed", "restriction")]),
        (TYPE, {"P2308": [Q5]}, {"P2308": [Q5, Q6]}, [("class_added", "relaxation")]),
        (TYPE, {"P2308": [Q5, Q6]}, {"P2308": [Q5]}, [("class_removed", "restriction")]),
        (
            TYPE,
            {"P2308": [Q5]},
            {"P2308": [Q6]},
            [("class_added", "relaxation"), ("class_removed", "restriction")],
        ),
        (TYPE, {"P2309": [INSTANCE]}, {"P2309": [EITHER]}, [("relation_changed", "relaxation")]),
        (TYPE, {"P2309": [EITHER]}, {"P2309": [INSTANCE]}, [("relation_changed", "restriction")]),
        (ONE_OF, {"P2305": [Q5]}, {"P2305": [Q5, none()]}, [("item_added", "relaxation")]),
        (NONE_OF, {"P2305": [Q5]}, {"P2305": [Q5, Q6]}, [("item_added", "restriction")]),
        (CONFLICTS, {"P2306": [P31]}, {"P2306": [P31], "P2305": [Q5]}, [("item_added", "relaxation")]),
        (CONFLICTS, {"P2305": [Q5]}, {"P2305": [Q5, Q6]}, [("item_added", "restriction")]),
        (REQUIRES, {"P2306": [P31]}, {"P2306": [P31], "P2305": [Q5]}, [("item_added", "restriction")]),
        (REQUIRES, {"P2305": [Q5]}, {"P2305": [Q5, Q6]}, [("item_added", "relaxation")]),
        (ALLOWED, {"P2306": [P31]}, {"P2306": [P31, item("P2")]}, [("property_added", "relaxation")]),
        (SINGLE, {}, {"P4155": [P31]}, [("separator_added", "relaxation")]),
        (MULTI, {}, {"P4155": [P31]}, [("separator_added", "restriction")]),
        (SINGLE, {"P4680": [MAIN, QUALIFIERS]}, {"P4680": [MAIN]}, [("scope_narrowed", "scope")]),
        (SINGLE, {"P4680": [MAIN]}, {"P4680": [MAIN, QUALIFIERS]}, [("scope_widened", "scope")]),
        (SINGLE, {}, {"P4680": [MAIN]}, [("scope_added", "scope")]),
        (SINGLE, {"P4680": [MAIN]}, {"P4680": [QUALIFIERS]}, [("scope_changed", "scope")]),
        (SINGLE, {"P2316": [MANDATORY]}, {}, [("status_lowered", "update")]),
        (SINGLE, {}, {"P2316": [SUGGESTION]}, [("status_lowered", "update")]),
        (SINGLE, {"P2316": [SUGGESTION]}, {"P2316": [MANDATORY]}, [("status_raised", "update")]),
        (
            RANGE,
            {"P2313": [quantity("+5")]},
            {"P2313": [quantity("+1")]},
            [("minimum_changed", "relaxation")],
        ),
        (
            RANGE,
            {"P2312": [quantity("+5")]},
            {"P2312": [quantity("+1")]},
            [("maximum_changed", "restriction")],
        ),
        (RANGE, {"P2312": [quantity("+5")]}, {"P2312": [none()]}, [("maximum_changed", "relaxation")]),
        (
            RANGE,
            {"P2310": [time("+1900-01-01")]},
            {"P2310": [time("-0001-01-01")]},
            [("minimum_date_changed", "relaxation")],
        ),
        (FORMAT, {"P1793": [text("a")]}, {"P1793": [text("a|b")]}, [("format_changed", "update")]),
        (SINGLE, {}, {"P6607": [monolingual("why")]}, [("clarification_added", "update")]),
        (SINGLE, {}, {"P2304": [P31]}, [("group_by_added", "update")]),
    ],
    ids=lambda value: "" if isinstance(value, (dict, str)) else "+".join(name for name, _ in value),
)
def test_each_change_has_a_name_and_a_direction(type_id, before, after, expected):
    assert named(type_id, before, after) == expected


def test_the_same_definition_in_another_order_or_under_a_new_id_is_no_difference():
    before = [definition(TYPE, P2308=[Q5, Q6], P2309=[INSTANCE]), definition(SINGLE)]
    after = [definition(SINGLE) | {"id": "P1$new"}, definition(TYPE, P2309=[INSTANCE], P2308=[Q6, Q5])]
    assert differences(before, after) == []
    assert direction_of([]) is None


def test_two_statements_that_swap_their_ids_say_the_same_as_before():
    one, other = definition(CONFLICTS, P2306=[P31]), definition(CONFLICTS, P2306=[item("P21")])
    before = [one | {"id": "a"}, other | {"id": "b"}]
    assert differences(before, [one | {"id": "b"}, other | {"id": "a"}]) == []


def test_constraints_come_and_go():
    assert [d.kind for d in differences([], [definition(SINGLE)])] == ["constraint_added"]
    [gone] = differences([definition(SINGLE)], [])
    assert (gone.kind, gone.direction) == ("constraint_removed", "relaxation")


def test_deprecating_a_constraint_switches_it_off():
    retired = definition(SINGLE) | {"rank": "deprecated"}
    [off] = differences([definition(SINGLE)], [retired])
    [on] = differences([retired], [definition(SINGLE)])
    assert (off.kind, on.kind) == ("constraint_deprecated", "constraint_restored")
    assert differences([retired], []) == []


def test_two_constraints_of_one_type_are_paired_by_what_they_say():
    first = definition(CONFLICTS, P2306=[P31], P2305=[Q5]) | {"id": "a"}
    second = definition(CONFLICTS, P2306=[item("P21")]) | {"id": "b"}
    changed = definition(CONFLICTS, P2306=[P31], P2305=[Q5, Q6]) | {"id": "d"}
    found = differences([first, second], [second | {"id": "c"}, changed])
    assert [(d.kind, d.parameter) for d in found] == [("item_added", "P2305")]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param({"P2303": [Q6]}, "exception", id="one exception"),
        pytest.param({"P2303": [Q6], "P6607": [monolingual("why")]}, "exception", id="with a word about it"),
        pytest.param({"P2316": [SUGGESTION]}, "update", id="only the status"),
        pytest.param({"P2303": [Q6], "P4680": [MAIN]}, "update", id="two directions at once"),
    ],
)
def test_the_direction_of_a_whole_edit(after, expected):
    assert direction_of(differences([definition(SINGLE)], [definition(SINGLE, **after)])) == expected


def test_a_difference_reads_as_a_sentence():
    [found] = differences([definition(SINGLE)], [definition(SINGLE, P2303=[Q5])])
    assert found.sentence({"Q5": "human"}) == "exception added in Q19474404 (human (Q5) added)"
