"""From a report heading to the P2302 statements it means."""

import pytest

from wikidata_repair_eval.constraints import Subject, judge_self_link, statements_for_family
from wikidata_repair_eval_tests.build import entity, item, statement, text
from wikidata_repair_eval_tests.constraints.definitions import INSTANCE, definition


def record(family, *types, **more):
    base = {"family": family, "type_qids": list(types), "properties": [], "items": [], "language": None}
    return base | {"heading": family} | more


def ids(match):
    return [raw["id"] for raw in match.statements]


def numbered(*definitions):
    return [raw | {"id": f"P1${number}"} for number, raw in enumerate(definitions)]


CONFLICTS = numbered(
    definition("Q21502838", P2306=[item("P31")], P2305=[item("Q5")]),
    definition("Q21502838", P2306=[item("P279")]),
    definition("Q21502838", P2306=[item("P31")], P2305=[item("Q6")]),
)


def test_single_value_means_single_best_value_too_trap_13():
    statements = numbered(definition("Q52060874"))
    assert ids(statements_for_family(record("Single value", "Q19474404", "Q52060874"), statements)) == [
        "P1$0"
    ]


def test_self_link_has_no_statement_and_a_rule_of_its_own_trap_14():
    match = statements_for_family(record("Self link"), CONFLICTS)
    assert (match.rule, ids(match)) == ("self_link", [])


def test_a_family_without_counterpart_says_so():
    match = statements_for_family(record("Mystery"), CONFLICTS)
    assert match.rule == "none"
    assert "Mystery" in match.reason


def test_the_property_of_a_heading_chooses_the_statements_and_several_may_be_meant():
    assert ids(
        statements_for_family(record("Conflicts with", "Q21502838", properties=["P31"]), CONFLICTS)
    ) == ["P1$0", "P1$2"]
    assert ids(
        statements_for_family(record("Conflicts with", "Q21502838", properties=["P279"]), CONFLICTS)
    ) == ["P1$1"]
    assert ids(statements_for_family(record("Conflicts with", "Q21502838"), CONFLICTS)) == [
        "P1$0",
        "P1$1",
        "P1$2",
    ]


def test_a_property_that_is_no_longer_constrained_means_none():
    match = statements_for_family(record("Conflicts with", "Q21502838", properties=["P21"]), CONFLICTS)
    assert (match.rule, ids(match)) == ("statements", [])


ITEMS = numbered(
    definition("Q21503247", P2306=[item("P31")], P2305=[item("Q5"), item("Q6")]),
    definition("Q21503247", P2306=[item("P31")], P2305=[item("Q7")]),
    definition("Q21503247", P2306=[item("P31")]),
)


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        pytest.param(["Q7"], ["P1$1"], id="the exact list"),
        pytest.param(
            ["Q5", "Q6", "Q8"], ["P1$0"], id="the closest list, since an edit changes the heading (trap 7)"
        ),
        pytest.param([], ["P1$2"], id="no list means the one without"),
    ],
)
def test_lists_choose_between_statements_about_the_same_property(items, expected):
    family = record("Item", "Q21503247", properties=["P31"], items=items)
    assert ids(statements_for_family(family, ITEMS)) == expected


def test_a_changed_list_of_classes_still_means_the_only_type_constraint_trap_7():
    statements = numbered(definition("Q21503250", P2308=[item("Q9")], P2309=[INSTANCE]))
    assert ids(statements_for_family(record("Type", "Q21503250", items=["Q5"]), statements)) == ["P1$0"]


def test_the_language_chooses_among_labels():
    statements = numbered(
        definition("Q108139345", P424=[text("nl")]), definition("Q108139345", P424=[text("lv")])
    )
    assert ids(statements_for_family(record("Label", "Q108139345", language="lv"), statements)) == ["P1$1"]
    assert ids(statements_for_family(record("Label", "Q108139345", language="de"), statements)) == []


def test_deprecated_constraints_and_other_types_are_not_meant():
    retired = definition("Q21502838", P2306=[item("P31")]) | {"rank": "deprecated"}
    match = statements_for_family(record("Conflicts with", "Q21502838"), [retired, definition("Q19474404")])
    assert ids(match) == []


def test_self_links_are_values_that_are_the_entity_itself():
    own = entity("Q1", statement("P1", item("Q1"), id="Q1$a"), statement("P1", item("Q2")))
    judgement = judge_self_link(Subject(own), "P1")
    assert (judgement.status, judgement.violating_statements) == ("violated", ["Q1$a"])
    retracted = entity("Q1", statement("P1", item("Q1"), rank="deprecated"))
    assert judge_self_link(Subject(retracted), "P1").status == "retracted"
    assert judge_self_link(Subject(entity("Q1")), "P1").status == "clean"
