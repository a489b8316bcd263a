"""Which ids are frozen, and what for."""

import pytest

from wikidata_repair_eval.world.naming import named_ids
from wikidata_repair_eval.world.wanted import ROLES, wanted_rows
from wikidata_repair_eval_tests.build import (
    as_old_dump,
    entity,
    item,
    quantity,
    statement,
    text,
    time,
    unknown,
)
from wikidata_repair_eval_tests.world.frozen_cases import abox, one_of, repair, rules, state, tbox, thing

BEFORE = thing(
    "Q1",
    "subject",
    statement("P21", item("Q10"), references=[{"P248": [item("Q77")]}]),
    statement("P19", item("Q20"), qualifiers={"P580": [time("+1952-03-11")], "P1": [item("Q78")]}),
    statement("P31", item("Q5")),
    statement("P2048", quantity("+180", "Q174728")),
    statement("P214", text("Q999")),
)
AFTER = thing("Q1", "subject", statement("P21", item("Q11")), statement("P31", item("Q5")))
PROPERTY = thing("P21", "sex or gender", one_of("P21", "Q11", qualifiers={"P2303": [item("Q30")]}))
NEIGHBOUR = thing("Q20", "place", statement("P31", item("Q515")), statement("P17", item("Q183")))


def roles() -> dict[str, set[str]]:
    before = state(
        BEFORE, rules(PROPERTY), neighbours=[NEIGHBOUR], class_edges=[("Q5", "Q215627")], companions=["Q40"]
    )
    rows = wanted_rows([(repair(BEFORE, "P21", abox(BEFORE, AFTER, "P21")), before)])
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row["id"], set()).add(row["role"])
    return found


@pytest.mark.parametrize(
    ("entity_id", "role"),
    [
        pytest.param("Q1", "subject", id="the subject"),
        pytest.param("Q1", "edited", id="the edited entity"),
        pytest.param("P21", "property", id="the property"),
        pytest.param("Q21510859", "constraint_parameter", id="the type of a constraint"),
        pytest.param("Q11", "constraint_parameter", id="an allowed value"),
        pytest.param("Q30", "constraint_parameter", id="an exception"),
        pytest.param("P2305", "constraint_parameter", id="the property of a parameter"),
        pytest.param("Q10", "value_before", id="the value before"),
        pytest.param("Q11", "value_after", id="the value after"),
        pytest.param("Q77", "value_before", id="a source of the value before"),
        pytest.param("Q40", "companion", id="who stood beside it"),
        pytest.param("Q20", "neighbour", id="what it pointed to before"),
        pytest.param("Q5", "class", id="its class"),
        pytest.param("Q515", "class", id="the class of a neighbour"),
        pytest.param("Q215627", "class", id="a class above"),
        pytest.param("Q78", "named", id="a qualifier before"),
        pytest.param("Q174728", "named", id="a unit before"),
    ],
)
def test_what_a_case_needs_is_wanted(entity_id: str, role: str):
    assert role in roles()[entity_id]


def test_what_only_a_neighbour_points_to_is_not_wanted():
    assert "Q183" not in roles()


def test_a_text_that_looks_like_an_id_is_not_wanted():
    assert "Q999" not in roles()


def test_both_sides_of_a_constraint_edit_are_wanted():
    after = thing("P21", "sex or gender", one_of("P21", "Q11", "Q12"))
    rows = wanted_rows([(repair(BEFORE, "P21", tbox(PROPERTY, after)), state(BEFORE, rules(PROPERTY)))])
    assert {"id": "Q12", "role": "constraint_parameter"} in rows
    assert {"id": "Q30", "role": "constraint_parameter"} in rows


def test_rows_are_sorted_whatever_the_order_of_the_cases():
    cases = [(repair(BEFORE, "P21", abox(BEFORE, AFTER, "P21")), state(BEFORE)) for _ in range(2)]
    other = thing("Q100", "other", statement("P9", item("Q2")))
    cases.append((repair(other, "P9", abox(other, thing("Q100", "other"), "P9")), state(other)))
    rows = wanted_rows(cases)
    assert rows == wanted_rows(reversed(cases))
    assert [row["id"] for row in rows if row["role"] == "property"] == ["P9", "P21"]
    assert {row["role"] for row in rows} <= set(ROLES)


def test_a_case_without_a_state_still_wants_its_own_ids():
    rows = wanted_rows([(repair(BEFORE, "P21", abox(BEFORE, AFTER, "P21")), None)])
    assert {"id": "Q11", "role": "value_after"} in rows


def test_old_data_with_numbers_for_ids_is_understood():
    raw = as_old_dump(entity("Q1", statement("P31", item("Q5"))))
    assert {*named_ids(raw["claims"])} == {"P31", "Q5"}


def test_unknown_values_and_empty_maps_name_nobody():
    raw = {"claims": {"P40": [{"mainsnak": {"property": "P40", **unknown()}}]}, "labels": [], "sitelinks": []}
    assert [*named_ids(raw)] == ["P40"]
