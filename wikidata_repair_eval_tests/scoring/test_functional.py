"""Hand-computed functional scores: fixed, newly broken, information kept, vacuous."""

from typing import Any

import pytest

from wikidata_repair_eval.scoring import replay, score_case
from wikidata_repair_eval_tests.build import Raw, entity, item, text
from wikidata_repair_eval_tests.scoring.builders import (
    CITATION,
    CONFLICTS,
    DISTINCT,
    FORMAT,
    SINGLE_VALUE,
    SUBJECT_TYPE,
    case,
    change,
    edit,
    exception_case,
    format_case,
    guid,
    other,
    p1,
    proposal,
    rule,
)

SOURCE = {"P248": [item("Q3")]}
# 10 pieces: three values of P1, two qualifiers, a source, P2, P3, a label, a description. One value is bad.
RICH = entity(
    "Q1",
    p1(text("abc"), 1),
    p1(text("1"), 2, qualifiers={"P9": [text("x"), text("y")]}, references=[SOURCE]),
    p1(text("2"), 3),
    other(item("Q9"), 4),
    other(item("Q8"), 5, "P3"),
    labels={"en": "a"},
    descriptions={"en": "b"},
)
MENDED = {**RICH, "claims": {**RICH["claims"], "P1": [p1(text("3"), 1), *RICH["claims"]["P1"][1:]]}}
DIGITS = rule(FORMAT, P1793=[text("[0-9]+")])
LOW_DIGITS = rule(FORMAT, "2", P1793=[text("[a-z0-5]*")])  # only 666 breaks it
RICH_CASE = case(RICH, [DIGITS, LOW_DIGITS, rule(CITATION, rank="deprecated")], after=MENDED)


def functional(made: Raw, *operations: Raw, track: str = "A_BOX") -> Any:
    trace = score_case(made, proposal(*operations, track=track))
    assert trace["invalid"] is False, trace["reason"]
    return trace["functional"]


@pytest.mark.parametrize(
    ("operations", "fixed", "broken", "kept", "vacuous", "score"),
    [
        # People kept 9 of the 10 pieces: all but the bad value.
        pytest.param(
            [edit("replace", old="abc", new="3")], True, 0, 1.0, False, 1.0, id="people's own value"
        ),
        pytest.param(
            [edit("replace", old="abc", new="4")], True, 0, 1.0, False, 1.0, id="another valid value"
        ),
        pytest.param(
            [edit("replace", old="abc", new="x")], False, 0, 1.0, False, 0.0, id="another bad value"
        ),
        pytest.param(
            [edit("remove", old="abc"), edit("add", new="3")],
            True,
            0,
            1.0,
            False,
            1.0,
            id="removed and added",
        ),
        pytest.param([{"op": "none"}], False, 0, 1.0, False, 0.0, id="nothing"),
        pytest.param([edit("remove", old="abc")], True, 0, 1.0, True, 0.0, id="only the bad value deleted"),
        pytest.param(
            [edit("set_rank", value="abc", new="deprecated")],
            False,
            0,
            1.0,
            False,
            0.0,
            id="the bad value deprecated, which the format constraint does not care about",
        ),
        pytest.param(
            [edit("replace", old="abc", new={"snaktype": "somevalue"})],
            True,
            0,
            1.0,
            True,
            0.0,
            id="the bad value blanked",
        ),
        # `1` has two qualifiers and a source: 4 of 9 pieces go with it, `2` is one more.
        pytest.param([edit("remove")], True, 0, 4 / 9, True, 0.0, id="all values deleted"),
        pytest.param(
            [edit("replace", old="abc", new="3"), edit("remove", old="1")],
            True,
            0,
            5 / 9,
            False,
            5 / 9,
            id="a good value deleted as well",
        ),
        pytest.param(
            [edit("replace", old="abc", new="3"), edit("remove_qualifier", qualifier="P9")],
            True,
            0,
            7 / 9,
            False,
            7 / 9,
            id="qualifiers lost",
        ),
        pytest.param(
            [edit("replace", old="abc", new="3"), edit("set_rank", value="2", new="deprecated")],
            True,
            0,
            8 / 9,
            False,
            8 / 9,
            id="a good value given up",
        ),
        pytest.param(
            [edit("replace", old="abc", new="3"), {"op": "set_label", "language": "en"}],
            True,
            0,
            8 / 9,
            False,
            8 / 9,
            id="a label lost",
        ),
        pytest.param(
            [edit("replace", old="abc", new="666")], True, 1, 1.0, False, 0.0, id="another constraint broken"
        ),
    ],
)
def test_a_proposal_is_judged_by_the_state_it_leaves(
    operations: list[Raw], fixed: bool, broken: int, kept: float, vacuous: bool, score: float
) -> None:
    found = functional(RICH_CASE, *operations)
    assert (found["fixed"], found["newly_broken"], found["vacuous"]) == (fixed, broken, vacuous)
    assert found["information_kept"] == pytest.approx(kept)
    assert found["score"] == pytest.approx(score)


def test_a_constraint_that_was_violated_before_is_not_newly_broken() -> None:
    before = entity("Q1", p1(text("abc")), p1(text("b"), 2))
    after = entity("Q1", p1(text("1")), p1(text("2"), 2))
    made = case(before, [DIGITS, rule(SINGLE_VALUE)], after=after)
    found = functional(made, edit("replace", old="abc", new="1"), edit("replace", old="b", new="2"))
    assert (found["fixed"], found["newly_broken"]) == (True, 0)


def test_one_of_two_values_left_is_not_vacuous() -> None:
    """The single-value constraint still has something to judge."""
    made = case(
        entity("Q1", p1(text("a")), p1(text("b"), 2)), [rule(SINGLE_VALUE)], after=entity("Q1", p1(text("a")))
    )
    assert functional(made, edit("remove", old="b"))["vacuous"] is False
    assert functional(made, edit("remove"))["vacuous"] is True


def test_what_people_break_or_empty_themselves_is_not_held_against_a_proposal() -> None:
    before, after = entity("Q1", p1(text("a"))), entity("Q1")
    emptied = case(before, [DIGITS], after=after)
    assert functional(emptied, edit("remove")) == functional(emptied, edit("remove", old="a"))
    assert functional(emptied, edit("remove"))["score"] == 1.0
    broken = case(before, [DIGITS, LOW_DIGITS], after=entity("Q1", p1(text("666"))))
    replayed = score_case(broken, replay(broken))["functional"]
    assert (replayed["newly_broken"], replayed["score"]) == (1, 1.0)


def test_a_repair_of_another_property_leaves_what_is_judged() -> None:
    made = case(
        entity("Q1", p1(text("a")), other(item("Q9"), 2)),
        [rule(CONFLICTS, P2306=[item("P2")])],
        after=entity("Q1", p1(text("a"))),
        edited_property="P2",
    )
    assert functional(made, edit("remove", property="P2"))["vacuous"] is False
    assert functional(made, edit("remove"))["vacuous"] is True


TYPED = entity("Q1", p1(text("a")), other(item("Q10"), 2, "P31"))
TYPE_RULE = rule(SUBJECT_TYPE, P2308=[item("Q20")], P2309=[item("Q21503252")])
TYPE_CASE = case(
    TYPED,
    [TYPE_RULE],
    after=entity("Q1", p1(text("a")), other(item("Q11"), 2, "P31")),
    edited_property="P31",
    class_edges=[["Q10", "Q12"], ["Q11", "Q20"]],
)


@pytest.mark.parametrize(
    ("value", "fixed"),
    [
        pytest.param("Q20", True, id="the class itself"),
        pytest.param("Q11", True, id="a class known to lie below it"),
        pytest.param("Q12", False, id="a class known to lie elsewhere"),
        pytest.param("Q77", None, id="a class that nobody read is unknown, which is not no"),
    ],
)
def test_the_class_tree_is_that_of_the_day(value: str, fixed: bool | None) -> None:
    assert functional(TYPE_CASE, edit("replace", property="P31", new=value))["fixed"] is fixed


def test_a_class_tree_that_the_report_did_not_ask_about_breaks_nothing() -> None:
    """The parents of Q10 are unknown here, so whether the type constraint is violated is unknown too."""
    before = entity("Q1", p1(text("abc")), other(item("Q10"), 2, "P31"))
    after = entity("Q1", p1(text("1")), other(item("Q10"), 2, "P31"))
    made = case(before, [DIGITS, TYPE_RULE], after=after)
    assert functional(made, edit("replace", old="abc", new="2"))["newly_broken"] == 0


def test_only_the_companions_of_the_line_are_known_to_hold_a_value() -> None:
    holder = entity("Q2", p1(text("x"), 1, "Q2"))
    made = case(
        entity("Q1", p1(text("x"))),
        [rule(DISTINCT)],
        edited=(holder, entity("Q2")),
        neighbours=[holder],
        companions=["Q2"],
    )
    assert functional(made, edit("remove", entity="Q2"))["fixed"] is True
    assert functional(made, edit("replace", new="y"))["fixed"] is True
    assert functional(made, {"op": "merge_into", "entity": "Q2", "new": "Q1"})["fixed"] is True
    assert functional(made, {"op": "merge_into", "entity": "Q1", "new": "Q2"})["fixed"] is True
    assert functional(made, edit("replace", entity="Q2", new="x "))["fixed"] is True


@pytest.mark.parametrize(
    ("operation", "fixed", "broken", "vacuous"),
    [
        pytest.param(
            change(SINGLE_VALUE, add={"P2303": ["Q1"]}), True, 0, False, id="an exception for the item"
        ),
        pytest.param(
            change(SINGLE_VALUE, add={"P2303": ["Q2"]}), False, 0, False, id="an exception for another"
        ),
        pytest.param(change(SINGLE_VALUE, delete=True), True, 0, True, id="the constraint deleted"),
        pytest.param(change(SINGLE_VALUE, rank="deprecated"), True, 0, True, id="the constraint deprecated"),
        pytest.param(
            change(SINGLE_VALUE, add={"P2316": ["Q62026391"]}), False, 0, False, id="a lower status is no fix"
        ),
        pytest.param(
            change(FORMAT, create=True, add={"P1793": ["z"]}),
            False,
            1,
            False,
            id="a new constraint that the item breaks",
        ),
    ],
)
def test_a_changed_definition_is_judged_likewise(
    operation: Raw, fixed: bool, broken: int, vacuous: bool
) -> None:
    found = functional(exception_case(), operation, track="T_BOX")
    assert (found["fixed"], found["newly_broken"], found["vacuous"]) == (fixed, broken, vacuous)


def test_a_constraint_deleted_and_created_again_is_the_same_constraint() -> None:
    again = change(SINGLE_VALUE, create=True)
    found = functional(exception_case(), change(SINGLE_VALUE, delete=True), again, track="T_BOX")
    assert (found["fixed"], found["vacuous"]) == (False, False)


def test_deleting_a_definition_loses_its_parameters() -> None:
    """People kept both constraints and the forbidden value: 3 pieces, of which one constraint goes."""
    found = functional(exception_case(), change(SINGLE_VALUE, delete=True), track="T_BOX")
    assert found["information_kept"] == pytest.approx(2 / 3)


def test_always_deleting_never_beats_the_replayed_repair() -> None:
    for made in (format_case(), RICH_CASE, TYPE_CASE):
        people, deleted = score_case(made, replay(made)), score_case(made, proposal(edit("remove")))
        for name in ("s_info", "action_match", "exact", "semantic", "track_correct"):
            assert deleted[name] <= people[name]
        for name in ("fixed", "information_kept", "score"):
            assert deleted["functional"][name] <= people["functional"][name]
    assert guid(1) in RICH["claims"]["P1"][0]["id"]
