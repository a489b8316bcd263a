"""Symmetric, inverse, required statements of the value, contemporary: checks that look at another entity."""

import pytest

from wikidata_repair_eval.constraints import World
from wikidata_repair_eval_tests.build import entity, item, none, quantity, statement, text, time, unknown
from wikidata_repair_eval_tests.constraints.definitions import constraint, main_use, qualifier_use, status

SYMMETRIC, INVERSE, REQUIRES, CONTEMPORARY, VALUE_TYPE = (
    "Q21510862",
    "Q21510855",
    "Q21510864",
    "Q25796498",
    "Q21510865",
)
RULES = {
    SYMMETRIC: constraint(SYMMETRIC),
    INVERSE: constraint(INVERSE, P2306=[item("P2")]),
    REQUIRES: constraint(REQUIRES, P2306=[item("P2")]),
    CONTEMPORARY: constraint(CONTEMPORARY),
    VALUE_TYPE: constraint(VALUE_TYPE, P2308=[item("Q5")], P2309=[item("Q21503252")]),
}


def world(*entities, **more):
    return World({raw.get("id") or raw["entity"]: raw for raw in entities}, **more)


@pytest.mark.parametrize("qid", RULES)
@pytest.mark.parametrize(
    ("value", "neighbours", "expected"),
    [
        pytest.param(unknown(), [], "compliance", id="unknown value passes"),
        pytest.param(none(), [], "compliance", id="no value passes"),
        pytest.param(text("Q2"), [], "violation", id="a text is no entity"),
        pytest.param(item("Q2"), [], "todo", id="a neighbour we know nothing of is never guessed"),
        pytest.param(
            item("Q2"), [{"id": "Q2", "missing": ""}], "violation", id="a missing neighbour violates"
        ),
    ],
)
def test_what_the_value_must_be(qid, value, neighbours, expected):
    assert status(main_use(statement("P1", value)), RULES[qid], world(*neighbours)) == expected


@pytest.mark.parametrize("qid", [INVERSE, REQUIRES, VALUE_TYPE])
def test_malformed_parameters_are_noticed_even_where_there_is_no_value(qid):
    assert status(main_use(statement("P1", none())), constraint(qid)) == "bad_parameters"


@pytest.mark.parametrize("rank", ["normal", "preferred", "deprecated"])
@pytest.mark.parametrize("qid", [SYMMETRIC, INVERSE])
def test_links_back_of_any_rank_count_deprecated_ones_included(qid, rank):
    back = "P1" if qid == SYMMETRIC else "P2"
    neighbour = entity("Q2", statement(back, item("Q1"), rank=rank))
    assert status(main_use(statement("P1", item("Q2"))), RULES[qid], world(neighbour)) == "compliance"


@pytest.mark.parametrize("qid", [SYMMETRIC, INVERSE])
def test_a_neighbour_that_does_not_point_back_violates_trap_70(qid):
    neighbour = entity("Q2", statement("P1", item("Q7")), statement("P2", item("Q7")))
    assert status(main_use(statement("P1", item("Q2"))), RULES[qid], world(neighbour)) == "violation"


def test_inverse_works_on_property_entities_too():
    use = main_use(statement("P1", item("P9")), entity_id="P8")
    assert status(use, RULES[INVERSE], world(entity("P9", statement("P2", item("P8"))))) == "compliance"


def test_an_entity_that_points_to_itself_needs_no_neighbour():
    use = main_use(statement("P1", item("Q1")))
    assert status(use, RULES[SYMMETRIC]) == "compliance"
    assert status(use, RULES[REQUIRES]) == "violation"


@pytest.mark.parametrize(
    ("statements", "parameters", "expected"),
    [
        pytest.param([statement("P2", item("Q5"))], {}, "compliance", id="has it"),
        pytest.param([], {}, "violation", id="lacks it"),
        pytest.param([statement("P2", item("Q5"), rank="deprecated")], {}, "compliance", id="any rank"),
        pytest.param([statement("P2", item("Q5"))], {"P2305": [item("Q6")]}, "violation", id="wrong value"),
        pytest.param([statement("P2", none())], {"P2305": [none()]}, "compliance", id="listed no value"),
    ],
)
def test_value_requires_statement(statements, parameters, expected):
    rule = constraint(REQUIRES, P2306=[item("P2")], **parameters)
    assert status(main_use(statement("P1", item("Q2"))), rule, world(entity("Q2", *statements))) == expected


def test_value_requires_statement_is_checked_on_qualifiers():
    use = qualifier_use({"P1": [item("Q2")]})
    assert status(use, RULES[REQUIRES], world(entity("Q2"))) == "violation"


def test_a_redirect_is_followed_once_and_a_second_one_counts_as_missing():
    redirect = {"entity": "Q2", "redirect": "Q3"}
    target = entity("Q3", statement("P2", item("Q5")))
    use = main_use(statement("P1", item("Q2")))
    assert status(use, RULES[REQUIRES], world(redirect, target)) == "compliance"
    again = {"entity": "Q3", "redirect": "Q4"}
    assert status(use, RULES[REQUIRES], world(redirect, again, target | {"id": "Q4"})) == "violation"
    assert status(use, RULES[REQUIRES], world(redirect)) == "todo"


def lives(start, end):
    dates = [("P569", start), ("P570", end)]
    return [statement(name, value) for name, value in dates if value is not None]


def contemporary(own, others, **more):
    use = main_use(statement("P1", item("Q2")), *own)
    return status(use, RULES[CONTEMPORARY], world(entity("Q2", *others), **more))


@pytest.mark.parametrize(
    ("own", "others", "expected"),
    [
        pytest.param(("+1900-01-01", "+1950-01-01"), ("+1940-01-01", None), "compliance", id="they overlap"),
        pytest.param(
            ("+1900-01-01", "+1950-01-01"), ("+1950-01-02", None), "violation", id="subject is earlier"
        ),
        pytest.param(
            ("+1950-01-02", None), ("+1900-01-01", "+1950-01-01"), "violation", id="value is earlier"
        ),
        pytest.param(
            ("+1900-01-01", "+1950-01-01"), ("+1950-01-01", None), "compliance", id="touching complies"
        ),
        pytest.param(
            ("+1960-01-01", "+1950-01-01"), ("+1970-01-01", None), "compliance", id="end before start"
        ),
        pytest.param((None, None), ("+1970-01-01", None), "compliance", id="no dates at all"),
        pytest.param(("-0044-01-01", "-0001-01-01"), ("+0001-01-01", None), "violation", id="before Christ"),
    ],
)
def test_contemporary(own, others, expected):
    spans = [lives(*(date and time(date) for date in span)) for span in (own, others)]
    assert contemporary(*spans) == expected


@pytest.mark.parametrize("blank", [unknown(), none()], ids=["unknown value", "no value"])
def test_one_blank_date_leaves_that_side_open_at_once(blank):
    own = [statement("P570", time("+1900-01-01")), statement("P576", blank)]
    assert contemporary(own, lives(time("+1950-01-01"), None)) == "compliance"


def test_start_is_the_earliest_and_end_the_latest_whatever_the_rank():
    own = [
        statement("P570", time("+1900-01-01"), rank="preferred"),
        statement("P582", time("+1960-01-01")),
        statement("P585", time("+1999-01-01"), rank="deprecated"),
    ]
    assert contemporary(own, lives(time("+1950-01-01"), None)) == "compliance"
    assert contemporary(own, lives(time("+1961-01-01"), None)) == "violation"


def test_dates_that_are_no_dates_cannot_be_compared():
    own = [statement("P570", text("long ago"))]
    assert contemporary(own, lives(time("+1950-01-01"), None)) == "todo"
    assert contemporary(own, []) == "compliance"
    assert (
        contemporary([statement("P570", quantity("+1"))], [statement("P569", quantity("+2"))]) == "violation"
    )
