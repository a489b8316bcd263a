"""Subject type and value type: the walk up the class tree, its budget, and what is unknown."""

import pytest

from wikidata_repair_eval.constraints import World
from wikidata_repair_eval_tests.build import entity, item, none, statement, text
from wikidata_repair_eval_tests.constraints.definitions import (
    EITHER,
    INSTANCE,
    SUBCLASS,
    constraint,
    main_use,
    qualifier_use,
    reference_use,
    status,
)

TYPE, VALUE_TYPE = "Q21503250", "Q21510865"


def rule(relation=INSTANCE, *classes, qid=TYPE):
    return constraint(qid, P2308=[item(name) for name in classes or ("Q100",)], P2309=[relation])


def subclass(child, *parents, rank="normal"):
    return entity(child, *(statement("P279", item(parent), rank=rank) for parent in parents))


def world(*entities, **more):
    return World({raw["id"]: raw for raw in entities}, **more)


def judged(own, *neighbours, relation=INSTANCE, **more):
    use = main_use(statement("P1", text("x")), *own)
    return status(use, rule(relation), world(*neighbours, **more))


IS_5 = statement("P31", item("Q5"))


@pytest.mark.parametrize(
    ("own", "relation", "expected"),
    [
        pytest.param([statement("P31", item("Q100"))], INSTANCE, "compliance", id="direct instance"),
        pytest.param(
            [statement("P279", item("Q100"))], INSTANCE, "violation", id="a subclass is no instance"
        ),
        pytest.param([statement("P279", item("Q100"))], SUBCLASS, "compliance", id="direct subclass"),
        pytest.param([statement("P279", item("Q100"))], EITHER, "compliance", id="either relation"),
        pytest.param([statement("P31", item("Q100"))], EITHER, "compliance", id="either the other way"),
        pytest.param([], INSTANCE, "violation", id="no class at all"),
        pytest.param([statement("P31", none())], INSTANCE, "violation", id="no value is no class"),
    ],
)
def test_the_first_hop_follows_the_relation(own, relation, expected):
    assert judged(own, relation=relation) == expected


def test_further_hops_follow_subclass_of_only():
    assert judged([IS_5], subclass("Q5", "Q6"), subclass("Q6", "Q100")) == "compliance"
    instance = entity("Q5", statement("P31", item("Q100")))
    assert judged([IS_5], instance) == "violation"


def test_only_best_rank_statements_are_followed_at_every_step():
    own = [statement("P31", item("Q100")), statement("P31", item("Q7"), rank="preferred")]
    assert judged(own, subclass("Q7")) == "violation"
    mixed = entity("Q5", statement("P279", item("Q100")), statement("P279", item("Q8"), rank="preferred"))
    assert judged([IS_5], mixed, subclass("Q8")) == "violation"
    assert judged([statement("P31", item("Q100"), rank="deprecated")]) == "violation"


def test_an_unknown_class_leaves_the_question_open_unless_another_path_leads_there():
    assert judged([IS_5]) == "todo"
    both = [IS_5, statement("P31", item("Q6"))]
    assert judged(both, subclass("Q6", "Q100")) == "compliance"
    assert judged(both, subclass("Q6")) == "todo"


def test_a_missing_class_leads_nowhere():
    assert judged([IS_5], {"id": "Q5", "missing": ""}) == "violation"


CYCLE = [subclass("Q5", "Q6"), subclass("Q6", "Q5")]


@pytest.mark.parametrize(
    ("answer", "expected"), [(True, "compliance"), (False, "violation"), (None, "todo")], ids=str
)
def test_a_cyclic_class_tree_exhausts_the_budget_and_then_the_whole_answer_is_asked_for(answer, expected):
    assert judged([IS_5], *CYCLE, subclass_answer=answer, class_budget=10) == expected


def test_one_known_path_is_compliance_even_if_the_walk_ran_in_circles():
    wide = [subclass("Q5", "Q6", "Q100"), subclass("Q6", "Q5")]
    assert judged([IS_5], *wide, class_budget=10) == "compliance"


def test_revisits_count_against_the_budget():
    diamond = [subclass("Q5", "Q6", "Q7"), subclass("Q6", "Q8"), subclass("Q7", "Q8"), subclass("Q8")]
    assert judged([IS_5], *diamond, class_budget=5) == "violation"
    assert judged([IS_5], *diamond, class_budget=4) == "todo"


def test_the_budget_is_counted_for_each_starting_class_by_itself():
    own = [IS_5, statement("P31", item("Q7"))]
    assert judged(
        own, subclass("Q5", "Q6"), subclass("Q6"), subclass("Q7", "Q8"), subclass("Q8"), class_budget=2
    ) == ("violation")


def test_a_very_deep_tree_is_walked_without_recursion():
    chain = [subclass(f"Q{number}", f"Q{number + 1}") for number in range(200, 1190)]
    own = [statement("P31", item("Q200"))]
    use = main_use(statement("P1", text("x")), *own)
    assert status(use, rule(INSTANCE, "Q1190"), world(*chain)) == "compliance"


def test_subject_type_is_out_of_scope_in_references_even_if_asked_for():
    assert status(reference_use({"P1": [text("x")]}), rule()) == "not_in_scope"
    assert status(qualifier_use({"P1": [text("x")]}), rule()) == "violation"


@pytest.mark.parametrize("qid", [TYPE, VALUE_TYPE])
@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param({"P2309": [INSTANCE]}, id="no class"),
        pytest.param({"P2308": [item("Q5")]}, id="no relation"),
        pytest.param({"P2308": [none()], "P2309": [INSTANCE]}, id="no value as class"),
        pytest.param({"P2308": [item("Q5")], "P2309": [item("Q1")]}, id="a strange relation"),
        pytest.param({"P2308": [item("Q5")], "P2309": [INSTANCE, SUBCLASS]}, id="two relations"),
    ],
)
def test_types_need_classes_and_one_relation(qid, parameters):
    assert status(main_use(statement("P1", item("Q2"))), constraint(qid, **parameters)) == "bad_parameters"


@pytest.mark.parametrize(
    "make", [main_use, qualifier_use, reference_use], ids=["main", "qualifier", "reference"]
)
def test_value_type_looks_at_the_value_wherever_it_stands(make):
    use = make(statement("P1", item("Q2"))) if make is main_use else make({"P1": [item("Q2")]})
    good, bad = entity("Q2", statement("P31", item("Q100"))), entity("Q2", statement("P31", item("Q5")))
    assert status(use, rule(qid=VALUE_TYPE), world(good)) == "compliance"
    assert status(use, rule(qid=VALUE_TYPE), world(bad, subclass("Q5"))) == "violation"
    assert status(use, rule(qid=VALUE_TYPE), world(bad)) == "todo"
