"""Hand-computed scores: the protocol's S_info, actions, matches, tracks, abstentions."""

from typing import Any

import pytest

from wikidata_repair_eval.scoring import score_case
from wikidata_repair_eval.scoring.actions import s_info
from wikidata_repair_eval_tests.build import Raw, entity, item, quantity, text
from wikidata_repair_eval_tests.build import time as date
from wikidata_repair_eval_tests.scoring.builders import (
    CITATION,
    CONFLICTS,
    FORMAT,
    INTEGER,
    ITEM_REQUIRES,
    NONE_OF,
    RANGE,
    REQUIRED_QUALIFIER,
    SINGLE_VALUE,
    case,
    change,
    edit,
    exception_case,
    format_case,
    other,
    p1,
    proposal,
    rule,
)

ACTIONS = ("CREATE", "UPDATE", "DELETE")


@pytest.mark.parametrize("human", ACTIONS)
@pytest.mark.parametrize("model", [*ACTIONS, None])
def test_s_info_is_the_protocols_formula(model: str | None, human: str) -> None:
    expected = 1.0 if model == human else -0.5 if (model, human) == ("DELETE", "UPDATE") else 0.0
    assert s_info(model, human) == expected


CONFLICT = case(
    entity("Q1", p1(text("a")), other(date("+1990-01-01"), 2)),
    [rule(CONFLICTS, P2306=[item("P2")])],
    after=entity("Q1", p1(text("a"))),
    edited_property="P2",
)
CREATED = case(
    entity("Q1", p1(text("a"))),
    [rule(ITEM_REQUIRES, P2306=[item("P2")])],
    after=entity("Q1", p1(text("a")), other(item("Q9"), 2)),
    edited_property="P2",
)
FIXED_ELSEWHERE = case(
    entity("Q1", p1(text("a")), other(item("Q8"), 2)),
    [rule(ITEM_REQUIRES, P2306=[item("P2")], P2305=[item("Q9")])],
    after=entity("Q1", p1(text("a")), other(item("Q9"), 2)),
    edited_property="P2",
)


@pytest.mark.parametrize(
    ("made", "operation", "human", "model", "score"),
    [
        pytest.param(
            format_case(),
            edit("replace", new="9"),
            "UPDATE",
            "UPDATE",
            1.0,
            id="another value is still an update",
        ),
        pytest.param(
            format_case(),
            edit("remove"),
            "UPDATE",
            "DELETE",
            -0.5,
            id="deleting what people updated is punished",
        ),
        pytest.param(
            format_case(),
            edit("set_rank", new="deprecated"),
            "UPDATE",
            "UPDATE",
            1.0,
            id="deprecating is an update",
        ),
        pytest.param(
            format_case(),
            edit("add", new="9"),
            "UPDATE",
            "UPDATE",
            1.0,
            id="adding beside a value is an update",
        ),
        pytest.param(format_case(), {"op": "none"}, "UPDATE", None, 0.0, id="doing nothing"),
        pytest.param(
            format_case(),
            edit("replace", new="abc"),
            "UPDATE",
            None,
            0.0,
            id="a replacement that changes nothing",
        ),
        pytest.param(
            format_case(),
            edit("remove", property="P2"),
            "UPDATE",
            None,
            0.0,
            id="an edit of another place is no action",
        ),
        pytest.param(CREATED, edit("add", property="P2", new="Q7"), "CREATE", "CREATE", 1.0, id="create"),
        pytest.param(CREATED, edit("remove"), "CREATE", "DELETE", 0.0, id="deleting where people created"),
        pytest.param(
            CONFLICT,
            edit("remove", property="P2"),
            "DELETE",
            "DELETE",
            1.0,
            id="delete the conflicting value",
        ),
        pytest.param(
            FIXED_ELSEWHERE,
            edit("remove"),
            "UPDATE",
            "DELETE",
            -0.5,
            id="silencing the report where people updated another property",
        ),
    ],
)
def test_the_action_is_derived_from_the_values_before_and_after(
    made: Raw, operation: Raw, human: str, model: str | None, score: float
) -> None:
    trace = score_case(made, proposal(operation))
    assert trace["invalid"] is False, trace["reason"]
    assert (trace["action_human"], trace["action_model"], trace["s_info"]) == (human, model, score)
    assert trace["action_match"] is (human == model)


@pytest.mark.parametrize(
    ("operation", "model", "score"),
    [
        pytest.param(change(SINGLE_VALUE, add={"P2303": ["Q1"]}), "UPDATE", 1.0, id="an exception"),
        pytest.param(change(SINGLE_VALUE, add={"P2303": ["Q99"]}), "UPDATE", 1.0, id="another exception"),
        pytest.param(
            change(SINGLE_VALUE, delete=True),
            "DELETE",
            -0.5,
            id="deleting the constraint that people updated",
        ),
        pytest.param(change(NONE_OF, delete=True), "UPDATE", 1.0, id="another constraint of the definition"),
    ],
)
def test_the_action_on_a_definition_is_over_the_reported_constraints(
    operation: Raw, model: str, score: float
) -> None:
    trace = score_case(exception_case(), proposal(operation, track="T_BOX"))
    assert (trace["action_human"], trace["action_model"], trace["s_info"]) == ("UPDATE", model, score)


def dated(people: Raw) -> Raw:
    """`+2200` is out of range; people wrote another date."""
    limits = {"P2310": [date("+1000-00-00", 9)], "P2311": [date("+2000-00-00", 9)]}
    before = entity("Q1", p1(date("+2200-00-00", 9)))
    return case(before, [rule(RANGE, **limits)], after=entity("Q1", p1(people)))


QUALIFIED = case(
    entity("Q1", p1(text("a"))),
    [rule(REQUIRED_QUALIFIER, P2306=[item("P585")])],
    after=entity("Q1", p1(text("a"), qualifiers={"P585": [date("+2001-00-00", 9)]})),
)
SOURCED = case(
    entity("Q1", p1(text("a"))),
    [rule(CITATION)],
    after=entity("Q1", p1(text("a"), references=[{"P248": [item("Q3")]}])),
)
WHOLE = case(
    entity("Q1", p1(quantity("+1.5"))),
    [rule(INTEGER)],
    after=entity("Q1", p1(quantity("+2", "Q11573", "+1", "+3"))),
)


CAREFUL = case(
    entity("Q1", p1(text("abc"), qualifiers={"P9": [text("x")]})),
    [rule(FORMAT, P1793=[text("[0-9]+")])],
    after=entity("Q1", p1(text("123"), references=[{"P248": [item("Q3")]}])),
)


@pytest.mark.parametrize(
    ("made", "operations", "exact", "semantic"),
    [
        pytest.param(
            CAREFUL,
            [edit("replace", new="123")],
            True,
            True,
            id="people also added a source, which is no value",
        ),
        pytest.param(format_case(), [edit("replace", new="123")], True, True, id="the value"),
        pytest.param(format_case(), [edit("replace", new="124")], False, False, id="another value"),
        pytest.param(
            format_case(), [edit("remove"), edit("add", new="123")], True, True, id="removed and added"
        ),
        pytest.param(
            format_case(), [edit("add", new="123")], False, False, id="the bad value is still there"
        ),
        pytest.param(
            format_case(),
            [edit("add", new="123"), edit("set_rank", value="abc", new="deprecated")],
            False,
            True,
            id="the bad value is deprecated",
        ),
        pytest.param(
            dated(date("+1952-01-01", 9)),
            [edit("replace", new="1952")],
            False,
            True,
            id="a year, whatever day it hides",
        ),
        pytest.param(
            dated(date("+1952-03-11")), [edit("replace", new="1952")], False, False, id="a coarser date"
        ),
        pytest.param(WHOLE, [edit("replace", new="2 Q11573")], False, True, id="bounds"),
        pytest.param(WHOLE, [edit("replace", new="2")], False, False, id="without the unit"),
        pytest.param(
            QUALIFIED, [edit("add_qualifier", qualifier="P585", new="2001")], True, True, id="the qualifier"
        ),
        pytest.param(
            QUALIFIED,
            [edit("add_qualifier", qualifier="P585", new={"time": "+2001-07-07T00:00:00Z", "precision": 9})],
            False,
            True,
            id="the qualifier in meaning",
        ),
        pytest.param(
            QUALIFIED,
            [edit("add_qualifier", qualifier="P585", new="2002")],
            False,
            False,
            id="another qualifier",
        ),
        pytest.param(QUALIFIED, [edit("remove")], False, False, id="no qualifier, no value"),
        pytest.param(SOURCED, [edit("add_reference", new={"P248": "Q3"})], True, True, id="the source"),
        pytest.param(
            SOURCED, [edit("add_reference", new={"P248": "Q4"})], False, True, id="another source is a source"
        ),
        pytest.param(SOURCED, [edit("replace", new="b")], False, False, id="no source"),
    ],
)
def test_exact_and_semantic_matches(made: Raw, operations: list[Raw], exact: bool, semantic: bool) -> None:
    trace = score_case(made, proposal(*operations))
    assert trace["invalid"] is False, trace["reason"]
    assert (trace["exact"], trace["semantic"]) == (exact, semantic)


@pytest.mark.parametrize(
    ("operation", "exact", "semantic"),
    [
        pytest.param(change(SINGLE_VALUE, add={"P2303": ["Q1"]}), True, True, id="the exception"),
        pytest.param(
            change(SINGLE_VALUE, add={"P2303": ["Q1"], "P2316": ["Q21502408"]}),
            False,
            True,
            id="and a status, which frees nobody",
        ),
        pytest.param(
            change(SINGLE_VALUE, add={"P2303": ["Q1", "Q2"]}), False, False, id="and another exception"
        ),
        pytest.param(change(SINGLE_VALUE, rank="deprecated"), False, False, id="deprecated instead"),
    ],
)
def test_matches_of_definitions(operation: Raw, exact: bool, semantic: bool) -> None:
    trace = score_case(exception_case(), proposal(operation, track="T_BOX"))
    assert (trace["exact"], trace["semantic"]) == (exact, semantic)


@pytest.mark.parametrize(
    ("made", "answer"),
    [
        pytest.param(
            format_case(),
            proposal(change("Q21502404", delete=True), track="T_BOX"),
            id="the definition blamed for an item",
        ),
        pytest.param(
            exception_case(), proposal(edit("remove", old="b")), id="the item blamed for a definition"
        ),
    ],
)
def test_a_proposal_on_the_wrong_track_scores_nothing(made: Raw, answer: Raw) -> None:
    trace = score_case(made, answer)
    assert (trace["track_correct"], trace["invalid"]) == (False, False)
    assert [trace[name] for name in ("s_info", "action_match", "exact", "semantic")] == [0, 0, 0, 0]
    assert (trace["functional"]["fixed"], trace["functional"]["score"]) == (False, 0.0)


@pytest.mark.parametrize(
    ("answer", "counted"),
    [
        pytest.param(
            {"abstain": True, "track": "A_BOX", "operations": [edit("remove")]},
            "abstained",
            id="an abstention",
        ),
        pytest.param(None, "missing", id="no proposal"),
        pytest.param("?", "invalid", id="an unreadable answer"),
    ],
)
def test_abstained_missing_and_invalid_are_three_things_and_score_nothing(answer: Any, counted: str) -> None:
    trace = score_case(format_case(), answer)
    assert {name: trace[name] for name in ("abstained", "missing", "invalid")} == {
        name: name == counted for name in ("abstained", "missing", "invalid")
    }
    assert (trace["s_info"], trace["action_model"], trace["functional"]["fixed"]) == (0.0, None, False)
    assert trace["track_correct"] is (counted == "abstained")


def test_a_trace_tells_enough_to_group_it_without_its_case() -> None:
    made = format_case(
        cluster_id="c", popularity={"tier": "head", "views": 9}, splits={"temporal": "test"}, subtype="format"
    )
    made |= {"class": "TypeA", "main_score": True}
    trace = score_case(
        made, proposal(edit("replace", new="123"), layers=["L1"], model="m", usage={"cost": 0.5})
    )
    told = {
        name: trace[name]
        for name in ("class", "subtype", "cluster_id", "popularity", "splits", "layers", "model")
    }
    assert told == {
        "class": "TypeA",
        "subtype": "format",
        "cluster_id": "c",
        "popularity": "head",
        "splits": {"temporal": "test"},
        "layers": ["L1"],
        "model": "m",
    }
    assert (trace["constraint_types"], trace["usage"], trace["repaired_at"][:4]) == (
        ["Q21502404"],
        {"cost": 0.5},
        "2026",
    )
