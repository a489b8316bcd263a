"""What each operation does to the state, and that it changes nothing it was given."""

from copy import deepcopy
from typing import Any

import pytest

from wikidata_repair_eval.scoring import InvalidProposal, read_proposal
from wikidata_repair_eval.scoring.apply import apply
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.wikibase import render_snak
from wikidata_repair_eval_tests.build import Raw, entity, item, text
from wikidata_repair_eval_tests.build import time as date
from wikidata_repair_eval_tests.scoring.builders import (
    FORMAT,
    NONE_OF,
    SINGLE_VALUE,
    case,
    change,
    edit,
    guid,
    other,
    p1,
    proposal,
    rule,
)

SOURCE = {"P248": [item("Q36578")]}
SUBJECT = entity(
    "Q1",
    p1(
        text("a"),
        1,
        qualifiers={"P580": [date("+1999-00-00", 9)], "P9": [text("x"), text("y")]},
        references=[SOURCE],
    ),
    p1(text("b"), 2),
    other(item("Q9"), 3),
    labels={"en": "first"},
)
NEIGHBOUR = entity("Q2", p1(text("c"), 1, "Q2"), other(item("Q8"), 2, "P2", "Q2"), labels={"de": "zweite"})
RULES = [
    rule(SINGLE_VALUE),
    rule(NONE_OF, P2305=[item("Q3"), item("Q4")]),
    rule(NONE_OF, "2", P2305=[item("Q5")]),
    rule(FORMAT, P1793=[text("[a-z]")]),
]


def built() -> Raw:
    made = case(SUBJECT, RULES, after=entity("Q1"), neighbours=[NEIGHBOUR], class_edges=[["Q20", "Q21"]])
    made["proof"]["violating_statements"] = [guid(2)]
    return made


def done(*operations: Raw, track: str = "A_BOX") -> Any:
    made = built()
    untouched = deepcopy(made)
    room = Room(made)
    state = apply(read_proposal(proposal(*operations, track=track), made, room.names), room)
    assert made == untouched
    return state


def values(state: Any, entity_id: str = "Q1", property_id: str = "P1") -> list[str]:
    statements = state.entity(entity_id)["claims"].get(property_id, [])
    return [f"{render_snak(raw['mainsnak'])}/{raw['rank']}" for raw in statements]


@pytest.mark.parametrize(
    ("operation", "after"),
    [
        pytest.param(edit("add", new="c"), ["a/normal", "b/normal", "c/normal"], id="add"),
        pytest.param(
            edit("add", new="c", rank="preferred"),
            ["a/normal", "b/normal", "c/preferred"],
            id="add with a rank",
        ),
        pytest.param(edit("remove", old="a"), ["b/normal"], id="remove"),
        pytest.param(
            edit("remove", statement_id=guid(1).lower()),
            ["b/normal"],
            id="remove by id, in any case of letters",
        ),
        pytest.param(edit("remove"), [], id="remove all"),
        pytest.param(edit("remove", old=["a", "b"]), [], id="remove a list"),
        pytest.param(edit("replace", old="a", new="c"), ["c/normal", "b/normal"], id="replace"),
        pytest.param(edit("replace", new="c"), ["a/normal", "c/normal"], id="replace the one that violates"),
        pytest.param(edit("replace", old=["a", "b"], new=["c"]), ["c/normal"], id="replace two by one"),
        pytest.param(
            edit("replace", old=["a"], new=["a", "c"]),
            ["a/normal", "b/normal", "c/normal"],
            id="keep and add",
        ),
        pytest.param(
            edit("set_rank", old="b", new="deprecated"), ["a/normal", "b/deprecated"], id="set a rank"
        ),
        pytest.param(edit("deprecate", value="b"), ["a/normal", "b/deprecated"], id="deprecate"),
        pytest.param({"op": "none"}, ["a/normal", "b/normal"], id="nothing"),
    ],
)
def test_edits_of_values(operation: Raw, after: list[str]) -> None:
    assert values(done(operation)) == after


def test_a_replaced_value_keeps_its_qualifiers_and_references() -> None:
    [changed, _] = done(edit("replace", old="a", new="c")).entity("Q1")["claims"]["P1"]
    assert changed["id"] == guid(1)
    assert (len(changed["qualifiers"]), len(changed["references"])) == (2, 1)


def qualifiers(state: Any, place: int = 0) -> dict[str, list[str]]:
    raw = state.entity("Q1")["claims"]["P1"][place]
    return {name: sorted(map(render_snak, snaks)) for name, snaks in (raw.get("qualifiers") or {}).items()}


@pytest.mark.parametrize(
    ("operation", "after"),
    [
        pytest.param(
            edit("add_qualifier", value="a", qualifier="P9", new="z"),
            {"P580": ["1999"], "P9": ["x", "y", "z"]},
            id="add",
        ),
        pytest.param(
            edit("add_qualifier", old="a", qualifier="P9", new="z"),
            {"P580": ["1999"], "P9": ["x", "y", "z"]},
            id="old names the statement",
        ),
        pytest.param(
            edit("remove_qualifier", qualifier="P9", old="x"),
            {"P580": ["1999"], "P9": ["y"]},
            id="remove one",
        ),
        pytest.param(
            edit("remove_qualifier", qualifier="P9"), {"P580": ["1999"]}, id="remove all of a property"
        ),
        pytest.param(
            edit("replace_qualifier", qualifier="P580", old="1999", new="2001"),
            {"P580": ["2001"], "P9": ["x", "y"]},
            id="replace",
        ),
    ],
)
def test_edits_of_qualifiers(operation: Raw, after: dict[str, list[str]]) -> None:
    assert qualifiers(done(operation)) == after


def test_edits_of_references() -> None:
    added = done(edit("add_reference", value="b", new={"P854": "https://example.org/"}))
    assert len(added.entity("Q1")["claims"]["P1"][1]["references"]) == 1
    removed = done(edit("remove_reference", value="a", old={"P248": ["Q36578"]}))
    assert removed.entity("Q1")["claims"]["P1"][0]["references"] == []


def test_labels_are_set_and_taken_away() -> None:
    state = done({"op": "set_label", "language": "de", "new": "erste"}, {"op": "set_label", "language": "en"})
    assert state.entity("Q1")["labels"] == {"de": {"language": "de", "value": "erste"}}


def test_a_merge_moves_all_statements_and_leaves_a_redirect() -> None:
    state = done({"op": "merge_into", "entity": "Q2", "new": "Q1"})
    assert state.entity("Q2") == {"entity": "Q2", "redirect": "Q1"}
    assert values(state) == ["a/normal", "b/normal", "c/normal"]
    assert values(state, property_id="P2") == ["Q9/normal", "Q8/normal"]
    assert set(state.entity("Q1")["labels"]) == {"en", "de"}


def test_neighbours_and_classes_of_the_state_may_be_edited() -> None:
    assert values(done(edit("remove", entity="Q2", old="c")), "Q2") == []
    state = done(edit("replace", entity="Q20", property="P279", old="Q21", new="Q22"))
    assert state.parents["Q20"] == ("Q22",)


def parameters(state: Any, place: int) -> dict[str, list[str]]:
    groups = state.constraints[place].get("qualifiers") or {}
    return {name: list(map(render_snak, snaks)) for name, snaks in groups.items()}


@pytest.mark.parametrize(
    ("operation", "place", "after"),
    [
        pytest.param(change(SINGLE_VALUE, add={"P2303": ["Q1"]}), 0, {"P2303": ["Q1"]}, id="an exception"),
        pytest.param(
            change(FORMAT, remove={"P1793": ["[a-z]"]}, add={"P1793": ["[a-z]+"]}),
            3,
            {"P1793": ["[a-z]+"]},
            id="another pattern",
        ),
        pytest.param(change(FORMAT, remove={"P1793": []}), 3, {}, id="an empty list removes all"),
        pytest.param(
            {**change(NONE_OF, remove={"P2305": ["Q4"]}), "statement_id": RULES[1]["id"]},
            1,
            {"P2305": ["Q3"]},
            id="by id",
        ),
    ],
)
def test_edits_of_parameters(operation: Raw, place: int, after: dict[str, list[str]]) -> None:
    assert parameters(done(operation, track="T_BOX"), place) == after


def test_constraints_are_created_deleted_and_deprecated() -> None:
    assert len(done(change(SINGLE_VALUE, delete=True), track="T_BOX").constraints) == 3
    created = done(change("Q52848401", create=True, add={"P2303": ["Q7"]}), track="T_BOX").constraints[-1]
    assert (created["rank"], render_snak(created["mainsnak"])) == ("normal", "Q52848401")
    assert done(change(FORMAT, rank="deprecated"), track="T_BOX").constraints[3]["rank"] == "deprecated"


@pytest.mark.parametrize(
    ("operation", "track", "reason"),
    [
        pytest.param(edit("remove", old="zzz"), "A_BOX", "has no P1", id="a value that is not there"),
        pytest.param(
            edit("add_qualifier", qualifier="P9", value="q", new="z"),
            "A_BOX",
            "has no P1",
            id="a statement that is not there",
        ),
        pytest.param(
            edit("remove_qualifier", qualifier="P9", old="q"),
            "A_BOX",
            "no such qualifier",
            id="a qualifier that is not there",
        ),
        pytest.param(
            edit("remove_reference", value="b"),
            "A_BOX",
            "no such reference",
            id="a reference that is not there",
        ),
        pytest.param(edit("set_rank", old="a", new="best ever"), "A_BOX", "is no rank", id="no rank"),
        pytest.param(
            {"op": "set_label", "new": "x" * 300}, "A_BOX", "is no label", id="a label that is too long"
        ),
        pytest.param(
            {"op": "merge_into", "new": "Q1"}, "A_BOX", "cannot be merged", id="a merge with itself"
        ),
        pytest.param(
            change(NONE_OF, delete=True), "T_BOX", "name a statement_id", id="one of two constraints"
        ),
        pytest.param(
            change("Q52848401", delete=True),
            "T_BOX",
            "has no constraint",
            id="a constraint that is not there",
        ),
        pytest.param(
            change(FORMAT, remove={"P1793": ["zzz"]}),
            "T_BOX",
            "no such P1793",
            id="a parameter that is not there",
        ),
    ],
)
def test_what_cannot_be_done_is_invalid(operation: Raw, track: str, reason: str) -> None:
    with pytest.raises(InvalidProposal, match=reason):
        done(operation, track=track)


def test_an_edit_that_could_mean_several_values_must_say_which() -> None:
    made = built()
    made["proof"]["violating_statements"] = []
    room = Room(made)
    with pytest.raises(InvalidProposal, match="does not say which of 2 values"):
        apply(read_proposal(proposal(edit("replace", new="c")), made), room)
