"""Statement operations, changed properties, and the action behind them."""

from copy import deepcopy

import pytest

from wikidata_repair_eval.wikibase import (
    PartNotLoaded,
    action,
    changed_properties,
    parse_entity,
    statement_ops,
    values_of,
)
from wikidata_repair_eval_tests.build import (
    as_old_dump,
    as_revision_content,
    entity,
    item,
    none,
    quantity,
    statement,
    text,
    time,
    unknown,
)

HUMAN = statement("P31", item("Q5"), id="Q1$human")
CITY = statement("P31", item("Q515"), id="Q1$city")
BORN = statement("P569", time("+1952-03-11"), id="Q1$born")


def ops(before, after, properties=None):
    found = statement_ops(entity("Q1", *before), entity("Q1", *after), properties)
    return [(op["op"], op["statement_id"]) for op in found]


def _edited(raw, **parts):
    return deepcopy(raw) | parts


QUALIFIED = statement("P31", item("Q5"), id="Q1$human", qualifiers={"P580": [time("+2000-01-01")]})
SOURCED = statement("P31", item("Q5"), id="Q1$human", references=[{"P248": [item("Q2")]}])
RANKED = _edited(HUMAN, rank="preferred")
ALL_AT_ONCE = statement(
    "P31",
    item("Q6"),
    id="Q1$human",
    rank="preferred",
    qualifiers={"P580": [unknown()]},
    references=[{"P248": [item("Q2")]}],
)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param([HUMAN], [HUMAN], [], id="nothing"),
        pytest.param([HUMAN, CITY], [CITY, HUMAN], [], id="reordering is nothing"),
        pytest.param([], [HUMAN], [("add", "Q1$human")], id="add"),
        pytest.param([HUMAN], [], [("remove", "Q1$human")], id="remove"),
        pytest.param([HUMAN], [_edited(CITY, id="Q1$human")], [("change_value", "Q1$human")], id="value"),
        pytest.param([HUMAN], [RANKED], [("change_rank", "Q1$human")], id="rank"),
        pytest.param([HUMAN], [QUALIFIED], [("change_qualifiers", "Q1$human")], id="qualifiers"),
        pytest.param([HUMAN], [SOURCED], [("change_references", "Q1$human")], id="references"),
        pytest.param(
            [HUMAN],
            [ALL_AT_ONCE],
            [
                ("change_value", "Q1$human"),
                ("change_rank", "Q1$human"),
                ("change_qualifiers", "Q1$human"),
                ("change_references", "Q1$human"),
            ],
            id="several changes of one statement are several operations",
        ),
        pytest.param(
            [HUMAN],
            [CITY],
            [("add", "Q1$city"), ("remove", "Q1$human")],
            id="another id and value: remove and add",
        ),
        pytest.param([HUMAN], [_edited(HUMAN, id="Q1$new")], [], id="re-added unchanged under a new id"),
        pytest.param(
            [HUMAN, _edited(HUMAN, id="Q1$twin")],
            [HUMAN],
            [("remove", "Q1$twin")],
            id="one of two twins removed",
        ),
        pytest.param(
            [HUMAN], [_edited(HUMAN, id="q1$human")], [], id="trap 41: small letter in the statement id"
        ),
        pytest.param(
            [BORN, HUMAN],
            [],
            [("remove", "Q1$human"), ("remove", "Q1$born")],
            id="ordered by property number",
        ),
        pytest.param(
            [HUMAN],
            [_edited(HUMAN, mainsnak=HUMAN["mainsnak"] | {"snaktype": "novalue"})],
            [("change_value", "Q1$human")],
            id="no value is another value",
        ),
    ],
)
def test_statement_operations(before, after, expected):
    assert ops(before, after) == expected


def test_operations_carry_both_raw_statements():
    before, after = entity("Q1", HUMAN), entity("Q1", RANKED)
    assert statement_ops(before, after) == [
        {"op": "change_rank", "statement_id": "Q1$human", "before": HUMAN, "after": RANKED}
    ]
    assert statement_ops(None, before) == [
        {"op": "add", "statement_id": "Q1$human", "before": None, "after": HUMAN}
    ]
    assert statement_ops(before, None)[0]["after"] is None


def test_operations_can_be_limited_to_properties():
    assert ops([HUMAN, BORN], [], ["P569"]) == [("remove", "Q1$born")]
    assert ops([HUMAN], [], ["P999"]) == []


def test_the_order_of_operations_does_not_depend_on_the_order_of_statements():
    many = [statement("P31", item(f"Q{n}"), id=f"Q1${n}") for n in range(1, 6)]
    assert ops(many, []) == ops(many[::-1], [])


def test_statements_without_ids_are_matched_by_what_they_say():
    unsaved = {"P31": [{**HUMAN, "id": None}, {**CITY, "id": None}]}
    before, after = ({**entity("Q1"), "claims": claims} for claims in (unsaved, {"P31": unsaved["P31"][:1]}))
    assert [(op["op"], op["before"]["mainsnak"]) for op in statement_ops(before, after)] == [
        ("remove", CITY["mainsnak"])
    ]


@pytest.mark.parametrize("dialect", [as_revision_content, as_old_dump])
def test_traps_34_35_36_the_same_state_in_another_dialect_is_no_change(dialect):
    api = entity("Q1", ALL_AT_ONCE, BORN, statement("P2048", quantity("+2", "Q11573")))
    assert statement_ops(api, dialect(api)) == []
    assert changed_properties(api, dialect(api)) == []


@pytest.mark.parametrize(
    "state",
    [{"entity": "Q1", "redirect": "Q2"}, {"id": "Q1", "missing": ""}, {"texthidden": True}],
    ids=["trap 37: redirect", "missing", "trap 28: hidden text"],
)
def test_what_is_not_an_entity_is_no_entity_without_statements(state):
    with pytest.raises(PartNotLoaded):
        statement_ops(entity("Q1", HUMAN), state)
    with pytest.raises(PartNotLoaded):
        changed_properties(entity("Q1", HUMAN), state)
    with pytest.raises(PartNotLoaded):
        values_of(state, "P31")


def test_changed_properties_are_listed_by_number():
    before = parse_entity(entity("Q1", HUMAN, BORN))
    after = parse_entity(entity("Q1", _edited(HUMAN, id="Q1$new"), statement("P9", text("x"))))
    assert changed_properties(before, after) == ["P9", "P569"]
    assert changed_properties(None, before) == ["P31", "P569"]


def test_values_are_the_contracts_records():
    deprecated = statement("P569", time("+1952-00-00", 9), rank="deprecated")
    raw = entity("Q1", BORN, deprecated, statement("P569", unknown()), statement("P569", none()))
    assert values_of(raw, "P569") == [
        {
            "snaktype": "value",
            "datatype": "time",
            "value": BORN["mainsnak"]["datavalue"]["value"],
            "rank": "normal",
            "text": "1952-03-11",
        },
        {
            "snaktype": "value",
            "datatype": "time",
            "value": deprecated["mainsnak"]["datavalue"]["value"],
            "rank": "deprecated",
            "text": "1952",
        },
        {
            "snaktype": "somevalue",
            "datatype": "string",
            "value": None,
            "rank": "normal",
            "text": "unknown value",
        },
        {"snaktype": "novalue", "datatype": "string", "value": None, "rank": "normal", "text": "no value"},
    ]


@pytest.mark.parametrize(
    ("content", "told", "datatype"),
    [
        (item("Q5"), None, "wikibase-item"),
        (item("L1-S1"), None, "wikibase-sense"),
        (quantity("+1"), None, "quantity"),
        (text("x"), None, None),
        (text("x"), "external-id", "external-id"),
        (unknown(), None, None),
    ],
    ids=[
        "item",
        "sense",
        "quantity",
        "text does not tell",
        "told by the caller",
        "unknown value does not tell",
    ],
)
def test_revision_content_tells_a_datatype_only_where_the_value_does(content, told, datatype):
    stored = as_revision_content(entity("Q1", statement("P1", content)))
    assert values_of(stored, "P1", datatype=told)[0]["datatype"] == datatype


def test_values_of_nothing_are_none():
    assert values_of(None, "P31") == []
    assert values_of(entity("Q1"), "P31") == []


def _ranked(content, rank="normal"):
    return statement("P1", content, rank=rank)


A, B = _ranked(item("Q1")), _ranked(item("Q2"))
ACTIONS = [
    pytest.param([], [A], "CREATE", id="nothing before"),
    pytest.param([A], [], "DELETE", id="nothing after"),
    pytest.param([A], [B], "UPDATE", id="another value"),
    pytest.param([A, B], [A], "UPDATE", id="one of two removed"),
    pytest.param([A], [A, B], "UPDATE", id="one added to one"),
    pytest.param([A], [A, A], "UPDATE", id="a repetition counts"),
    pytest.param([A, B], [B, A], None, id="order is nothing"),
    pytest.param([], [], None, id="nothing at all"),
    pytest.param([_ranked(unknown())], [_ranked(none())], "UPDATE", id="unknown is not none"),
    pytest.param([], [_ranked(none())], "CREATE", id="no value is a value"),
    pytest.param(
        [A], [_ranked(item("Q1"), "deprecated")], "UPDATE", id="trap 45: deprecating keeps what was said"
    ),
    pytest.param(
        [_ranked(item("Q1"), "deprecated")], [A], "UPDATE", id="trap 45: a restored rank creates nothing"
    ),
    pytest.param(
        [A], [_ranked(item("Q1"), "preferred")], "UPDATE", id="trap 45: preferred changes the best rank"
    ),
    pytest.param(
        [_ranked(item("Q1"), "deprecated")], [], "DELETE", id="trap 45: removing a deprecated value deletes"
    ),
    pytest.param(
        [_ranked(time("+00000001952-03-11"))],
        [_ranked(time("+1952-03-11"))],
        None,
        id="another spelling is nothing",
    ),
    pytest.param([_ranked(item("Q5"))], [_ranked(text("Q5"))], "UPDATE", id="the text Q5 is not the item Q5"),
]


@pytest.mark.parametrize(("before", "after", "expected"), ACTIONS)
def test_one_function_tells_the_action_from_statements(before, after, expected):
    assert action(before, after) == expected


@pytest.mark.parametrize(("before", "after", "expected"), ACTIONS)
def test_the_same_function_tells_the_action_from_values(before, after, expected):
    old, new = (values_of(entity("Q1", *statements), "P1") for statements in (before, after))
    assert action(old, new) == expected


def test_a_changed_parameter_of_a_constraint_is_an_update():
    before = statement("P2302", item("Q21502404"), qualifiers={"P1793": [text("a")]})
    after = statement("P2302", item("Q21502404"), qualifiers={"P1793": [text("b")]})
    assert action([before], [after]) == "UPDATE"
    assert action([before], [before | {"id": "P1$new"}]) is None
