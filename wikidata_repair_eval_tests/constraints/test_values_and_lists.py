"""One of, none of, conflicts, required statements: what the entity itself decides."""

import pytest

from wikidata_repair_eval_tests.build import item, none, quantity, statement, text, unknown
from wikidata_repair_eval_tests.constraints.definitions import (
    constraint,
    main_use,
    qualifier_use,
    reference_use,
    status,
)

ONE_OF, NONE_OF, REQUIRES, CONFLICTS = "Q21510859", "Q52558054", "Q21503247", "Q21502838"


@pytest.mark.parametrize(
    ("value", "allowed", "expected"),
    [
        pytest.param(item("Q1"), [item("Q1"), item("Q2")], "compliance", id="listed item complies"),
        pytest.param(item("Q3"), [item("Q1")], "violation", id="unlisted item violates"),
        pytest.param(unknown(), [item("Q1")], "violation", id="unknown value gets no free pass"),
        pytest.param(none(), [item("Q1")], "violation", id="no value gets no free pass"),
        pytest.param(unknown(), [unknown()], "compliance", id="unknown value complies when listed"),
        pytest.param(none(), [none()], "compliance", id="no value complies when listed (trap 68)"),
        pytest.param(none(), [unknown()], "violation", id="no value is not unknown value"),
        pytest.param(text("Q1"), [item("Q1")], "violation", id="the text Q1 is not the item Q1"),
        pytest.param(item("P1"), [item("Q1")], "violation", id="a property is not an item"),
        pytest.param(item("Q1"), [], "bad_parameters", id="an empty list is the constraint's fault"),
        pytest.param(item("Q1"), [text("Q1")], "bad_parameters", id="a text in the list is malformed"),
        pytest.param(item("Q1"), [item("P1")], "bad_parameters", id="a property in the list is malformed"),
    ],
)
def test_one_of(value, allowed, expected):
    assert status(main_use(statement("P1", value)), constraint(ONE_OF, P2305=allowed)) == expected


@pytest.mark.parametrize(
    ("value", "forbidden", "expected"),
    [
        pytest.param(item("Q1"), [item("Q1")], "violation", id="listed item violates"),
        pytest.param(item("Q2"), [item("Q1")], "compliance", id="unlisted item complies"),
        pytest.param(unknown(), [unknown()], "violation", id="listed unknown value violates"),
        pytest.param(none(), [unknown()], "compliance", id="no value complies if only unknown is listed"),
        pytest.param(text("Q1"), [item("Q1")], "compliance", id="a value that is no item always complies"),
        pytest.param(item("Q1"), [], "bad_parameters", id="without a list malformed"),
    ],
)
def test_none_of(value, forbidden, expected):
    assert status(main_use(statement("P1", value)), constraint(NONE_OF, P2305=forbidden)) == expected


@pytest.mark.parametrize("make", [qualifier_use, reference_use], ids=["qualifier", "reference"])
def test_one_of_is_checked_on_qualifiers_and_references_too(make):
    assert status(make({"P1": [item("Q3")]}), constraint(ONE_OF, P2305=[item("Q1")])) == "violation"


@pytest.mark.parametrize("make", [qualifier_use, reference_use], ids=["qualifier", "reference"])
def test_qualifiers_and_references_of_deprecated_statements_are_not_skipped(make):
    use = make({"P1": [item("Q3")]}, rank="deprecated")
    assert status(use, constraint(ONE_OF, P2305=[item("Q1")])) == "violation"


def test_old_values_that_only_have_a_number_are_the_same_items_trap_41():
    old = {
        "snaktype": "value",
        "datavalue": {"type": "wikibase-entityid", "value": {"entity-type": "item", "numeric-id": 1}},
    }
    assert status(main_use(statement("P1", old)), constraint(ONE_OF, P2305=[item("Q1")])) == "compliance"


@pytest.mark.parametrize(
    ("others", "parameters", "expected"),
    [
        pytest.param([("Q5", "normal")], {}, "compliance", id="any value will do without a list"),
        pytest.param([], {}, "violation", id="the statement is missing"),
        pytest.param([("Q5", "normal")], {"P2305": [item("Q5")]}, "compliance", id="the listed value"),
        pytest.param([("Q6", "normal")], {"P2305": [item("Q5")]}, "violation", id="another value"),
        pytest.param([("Q5", "deprecated")], {}, "compliance", id="a deprecated statement satisfies it"),
        pytest.param(
            [("Q5", "deprecated")], {"P2305": [item("Q5")]}, "compliance", id="a deprecated listed one too"
        ),
    ],
)
def test_item_requires_statement(others, parameters, expected):
    more = [statement("P2", item(value), rank=rank) for value, rank in others]
    use = main_use(statement("P1", item("Q9")), *more)
    assert status(use, constraint(REQUIRES, P2306=[item("P2")], **parameters)) == expected


@pytest.mark.parametrize(
    ("value", "listed"), [(unknown(), unknown()), (none(), none())], ids=["unknown value", "no value"]
)
def test_a_required_statement_may_be_listed_as_unknown_or_no_value(value, listed):
    rule = constraint(REQUIRES, P2306=[item("P2")], P2305=[listed])
    assert status(main_use(statement("P1", item("Q9")), statement("P2", value)), rule) == "compliance"
    assert status(main_use(statement("P1", item("Q9")), statement("P2", item("Q5"))), rule) == "violation"


@pytest.mark.parametrize(
    ("rank", "parameters", "expected"),
    [
        pytest.param("normal", {}, "violation", id="the property is there"),
        pytest.param("preferred", {"P2305": [item("Q5")]}, "violation", id="the listed value is there"),
        pytest.param("normal", {"P2305": [item("Q6")]}, "compliance", id="only another value is there"),
        pytest.param("deprecated", {}, "compliance", id="deprecated conflicts do not count (trap 45)"),
        pytest.param(
            "deprecated", {"P2305": [item("Q5")]}, "compliance", id="deprecated listed values neither"
        ),
    ],
)
def test_conflicts_with(rank, parameters, expected):
    use = main_use(statement("P1", item("Q9")), statement("P2", item("Q5"), rank=rank))
    assert status(use, constraint(CONFLICTS, P2306=[item("P2")], **parameters)) == expected


def test_a_statement_conflicts_with_itself_if_the_property_is_its_own():
    use = main_use(statement("P1", item("Q9")))
    assert status(use, constraint(CONFLICTS, P2306=[item("P1")])) == "violation"
    assert status(use, constraint(CONFLICTS, P2306=[item("P1")], P2305=[item("Q5")])) == "compliance"


@pytest.mark.parametrize("qid", [REQUIRES, CONFLICTS, "Q21510855", "Q21510864", "Q21510856"])
@pytest.mark.parametrize(
    "properties",
    [
        pytest.param({}, id="missing"),
        pytest.param({"P2306": [item("P2"), item("P3")]}, id="two of them"),
        pytest.param({"P2306": [item("Q2")]}, id="an item"),
        pytest.param({"P2306": [text("P2")]}, id="a text"),
        pytest.param({"P2306": [none()]}, id="no value"),
    ],
)
def test_types_with_one_property_refuse_anything_else(qid, properties):
    assert status(main_use(statement("P1", item("Q9"))), constraint(qid, **properties)) == "bad_parameters"


def test_a_quantity_is_compared_as_what_it_is_and_not_as_an_item():
    use = main_use(statement("P1", quantity("+5")))
    assert status(use, constraint(ONE_OF, P2305=[item("Q5")])) == "violation"
