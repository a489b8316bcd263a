"""Lines of check-constraints: one use, all uses, the definition alone, and lines that cannot be used."""

import json
import pickle

import pytest

from wikidata_repair_eval.constraints.cases import CaseError, check_case
from wikidata_repair_eval_tests.build import entity, item, none, quantity, statement, text
from wikidata_repair_eval_tests.constraints.definitions import INSTANCE, definition

ENTITY = entity(
    "Q1",
    statement("P1", item("Q6"), id="q1$Main", qualifiers={"P2": [item("Q7"), item("Q8")]}),
    statement("P3", item("Q6"), id="Q1$Cited", references=[{"P1": [item("Q6")]}, {"P2": [item("Q9")]}]),
)
ONE_OF = definition("Q21510859", P2305=[item("Q5")])


def case(**parts):
    return {"id": "case", "constraint": ONE_OF, "property": "P1", "entity": ENTITY} | parts


def answer(checker_only=False, **parts):
    return check_case(
        json.dumps(case(**parts)), file="cases.jsonl", place="line 3", checker_only=checker_only
    )


def test_with_a_context_one_use_is_judged():
    result = answer(context={"type": "statement", "statement": "Q1$main"})
    assert result == {"id": "case", "status": "warning", "message": "The value Q6 of P1 is none of Q5."}
    assert answer(True, context={"type": "statement", "statement": "Q1$Main"})["status"] == "violation"


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ({"type": "qualifier", "statement": "Q1$Main", "property": "P2", "index": 1}, "Q8"),
        ({"type": "qualifier", "statement": "Q1$Main", "property": "P2"}, "Q7"),
        ({"type": "reference", "statement": "Q1$Cited", "property": "P2", "reference": 1}, "Q9"),
        ({"type": "reference", "statement": "Q1$Cited", "property": "P1", "reference": "1" * 40}, "Q6"),
        ({"type": "reference", "statement": "Q1$Cited", "property": "P1"}, "Q6"),
    ],
    ids=["by index", "first of several", "reference by index", "reference by hash", "the first reference"],
)
def test_a_context_names_a_qualifier_or_a_reference_snak(context, expected):
    assert expected in answer(context=context, property=context["property"])["message"]


def test_a_context_without_property_means_the_constrained_one():
    context = {"type": "reference", "statement": "Q1$Cited", "reference": 0}
    assert answer(context=context)["status"] == "warning"


def test_without_a_context_the_whole_entity_is_judged():
    result = answer()
    assert result["item_status"] == "violated"
    assert [(told["statement"], told["status"]) for told in result["results"]] == [
        ("q1$Main", "warning"),
        ("Q1$Cited", "warning"),
    ]
    assert result["results"][1] | {"message": ""} == {
        "statement": "Q1$Cited",
        "status": "warning",
        "message": "",
        "place": "reference",
        "property": "P1",
        "index": 0,
        "reference": 0,
    }


def test_without_an_entity_the_definition_is_judged():
    assert answer(entity=None) == {"id": "case", "status": "ok", "problems": []}
    broken = answer(entity=None, constraint=definition("Q21510859", P2305=[text("x")]))
    assert broken == {"id": "case", "status": "bad_parameters", "problems": ["P2305 must be an entity"]}


def test_facts_reach_the_checkers():
    units = {"km": {"factor": "1000", "unit": "m"}}
    limited = definition("Q21510860", P2313=[none()], P2312=[quantity("+5", "m")])
    far = entity("Q1", statement("P1", quantity("+1", "km")))
    assert answer(constraint=limited, entity=far, facts={"units": units})["item_status"] == "violated"
    assert answer(constraint=limited, entity=far)["item_status"] == "undecidable"
    typed = definition("Q21503250", P2308=[item("Q5")], P2309=[INSTANCE])
    person = entity("Q1", statement("P1", text("x")), statement("P31", item("Q8")))
    parts = {"constraint": typed, "entity": person}
    assert answer(**parts)["item_status"] == "undecidable"
    assert answer(**parts, facts={"subclass_answer": True})["item_status"] == "clean"
    neighbours = {"Q8": entity("Q8", statement("P279", item("Q5")))}
    assert answer(**parts, neighbours=neighbours)["item_status"] == "clean"
    assert answer(**parts, neighbours=neighbours, facts={"max_entities": 1})["item_status"] == "clean"


@pytest.mark.parametrize(
    ("line", "place", "problem"),
    [
        ("{", "line 3, the line", "is not JSON"),
        ("[]", "line 3, the line", "is a list"),
        (json.dumps(case(property=None)), "line 3, property", "is None"),
        (json.dumps(case(constraint={})), "line 3, constraint", "is no statement"),
        (
            json.dumps(case(constraint=definition("Q1") | {"mainsnak": {"snaktype": "novalue"}})),
            "line 3, constraint",
            "has no type item",
        ),
        (json.dumps(case(entity={"labels": {}})), "line 3, entity", "cannot be read"),
        (json.dumps(case(entity={"id": "Q1", "missing": ""})), "line 3, entity", "is a missing"),
        (json.dumps(case(entity={"entity": "Q1", "redirect": "Q2"})), "line 3, entity", "is a redirect"),
        (json.dumps(case(neighbours=[1])), "line 3, neighbours", "is a list"),
        (json.dumps(case(facts={"units": {"m": 5}})), "line 3, facts", "cannot be read"),
        (
            json.dumps(case(context={"type": "statement", "statement": "Q1$none"})),
            "line 3, context",
            "names nothing",
        ),
        (
            json.dumps(case(context={"type": "sitelink", "statement": "Q1$Main"})),
            "line 3, context",
            "no known type",
        ),
    ],
    ids=lambda value: value[:40],
)
def test_a_line_that_cannot_be_used_says_where_why_and_what_to_do(line, place, problem):
    with pytest.raises(CaseError) as raised:
        check_case(line, file="cases.jsonl", place="line 3")
    assert str(raised.value).startswith(f"cases.jsonl, {place}: ")
    assert problem in str(raised.value)
    assert "Fix: " in str(raised.value)


def test_a_case_error_keeps_its_id_and_survives_pickling():
    with pytest.raises(CaseError) as raised:
        check_case(json.dumps(case(property=None)), file="f", place="line 1")
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (copy.case_id, str(copy)) == ("case", str(raised.value))


def test_a_redirect_among_the_neighbours_is_followed_and_a_broken_one_costs_only_its_own_check():
    rule = definition("Q21510862")
    raw = entity("Q1", statement("P1", item("Q2"), id="Q1$a"), statement("P1", item("Q4"), id="Q1$b"))
    neighbours = {
        "Q2": {"entity": "Q2", "redirect": "Q3"},
        "Q3": entity("Q3", statement("P1", item("Q1"))),
        "Q4": {"x": 1},
    }
    result = answer(constraint=rule, entity=raw, neighbours=neighbours)
    assert [told["status"] for told in result["results"]] == ["compliance", "todo"]
