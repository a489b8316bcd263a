"""The order of decisions around a checker: exception, scope, entity type, checker, status."""

import pytest

from wikidata_repair_eval.constraints import NoContext, check, problems_of
from wikidata_repair_eval_tests.build import item, monolingual, none, statement, text
from wikidata_repair_eval_tests.constraints.definitions import (
    MAIN,
    MANDATORY,
    QUALIFIERS,
    REFERENCES,
    SUGGESTION,
    constraint,
    main_use,
    qualifier_use,
    reference_use,
    status,
)

ONE_OF, SYMMETRIC, REQUIRED, TYPE = "Q21510859", "Q21510862", "Q21510856", "Q21503250"
GOOD, BAD = main_use(statement("P1", item("Q5"))), main_use(statement("P1", item("Q9")))
ASIDE = qualifier_use({"P1": [item("Q9")]})


def one_of(**parameters):
    return constraint(ONE_OF, P2305=[item("Q5")], **parameters)


def decided(use, rule):
    return status(use, rule, checker_only=False)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [({}, "warning"), ({"P2316": [MANDATORY]}, "violation"), ({"P2316": [SUGGESTION]}, "suggestion")],
    ids=["normal", "mandatory", "suggestion"],
)
def test_the_status_grades_a_violation_and_nothing_else(parameters, expected):
    assert decided(BAD, one_of(**parameters)) == expected
    assert decided(GOOD, one_of(**parameters)) == "compliance"


def test_checker_only_leaves_exceptions_scope_and_status_out():
    rule = one_of(P2303=[item("Q1")], P4680=[REFERENCES], P2316=[SUGGESTION])
    assert status(BAD, rule, checker_only=True) == "violation"
    assert decided(BAD, rule) == "exception"


def test_exceptions_count_for_main_values_only():
    rule = one_of(P2303=[item("Q7"), item("Q1")])
    assert decided(BAD, rule) == "exception"
    assert decided(ASIDE, rule) == "warning"


def test_malformed_exceptions_spoil_main_values_only():
    rule = one_of(P2303=[none()])
    assert decided(GOOD, rule) == "bad_parameters"
    assert decided(ASIDE, rule) == "warning"


def test_an_exception_comes_before_scope_checker_and_malformed_parameters():
    spoiled = {"P4680": [item("Q1")], "P2316": [item("Q1")], "P6607": [text("x")]}
    assert decided(BAD, constraint(ONE_OF, P2303=[item("Q1")], **spoiled)) == "exception"


def test_scope_chooses_the_places():
    assert decided(BAD, one_of(P4680=[QUALIFIERS])) == "not_in_scope"
    assert decided(ASIDE, one_of(P4680=[QUALIFIERS])) == "warning"
    assert decided(ASIDE, one_of(P4680=[MAIN])) == "not_in_scope"


def test_scope_chooses_the_entity_types():
    assert decided(BAD, one_of(P4680=[item("Q29934218")])) == "not_in_scope"
    assert decided(BAD, one_of(P4680=[item("Q29934200")])) == "warning"


@pytest.mark.parametrize("use", [GOOD, ASIDE, reference_use({"P1": [item("Q9")]})], ids=lambda use: use.place)
def test_a_scope_that_the_type_does_not_support_is_malformed_everywhere(use):
    assert (
        decided(use, constraint(REQUIRED, P2306=[item("P2")], P4680=[MAIN, QUALIFIERS])) == "bad_parameters"
    )


def test_a_scope_that_nobody_implements_is_todo_only_where_it_applies():
    rule = constraint(SYMMETRIC, P4680=[QUALIFIERS])
    assert decided(ASIDE, rule) == "todo"
    assert decided(GOOD, rule) == "not_in_scope"
    assert decided(ASIDE, constraint(SYMMETRIC)) == "not_in_scope"


@pytest.mark.parametrize(
    "value", [none(), text("x"), item("Q1"), item("P1")], ids=["blank", "text", "Q1", "P1"]
)
def test_malformed_scopes(value):
    assert decided(GOOD, one_of(P4680=[value])) == "bad_parameters"


SPOILERS = {
    "strange status": {"P2316": [item("Q1")]},
    "two statuses": {"P2316": [MANDATORY, SUGGESTION]},
    "blank status": {"P2316": [none()]},
    "text as status": {"P2316": [text("mandatory")]},
    "two clarifications in one language": {"P6607": [monolingual("a"), monolingual("b")]},
    "text as clarification": {"P6607": [text("a")]},
}


@pytest.mark.parametrize("spoiler", SPOILERS.values(), ids=SPOILERS)
def test_a_malformed_status_or_clarification_spoils_whatever_the_checker_says(spoiler):
    assert decided(GOOD, one_of(**spoiler)) == "bad_parameters"
    assert decided(BAD, one_of(**spoiler)) == "bad_parameters"
    deprecated = main_use(statement("P1", item("Q9"), rank="deprecated"))
    assert decided(deprecated, one_of(**spoiler)) == "bad_parameters"


@pytest.mark.parametrize("spoiler", SPOILERS.values(), ids=SPOILERS)
def test_but_leaves_exceptions_out_of_scope_and_todo_of_scope_alone(spoiler):
    assert decided(BAD, one_of(P2303=[item("Q1")], **spoiler)) == "exception"
    assert decided(BAD, one_of(P4680=[REFERENCES], **spoiler)) == "not_in_scope"
    assert decided(ASIDE, constraint(SYMMETRIC, P4680=[QUALIFIERS], **spoiler)) == "todo"


def test_a_clarification_in_two_languages_is_fine():
    assert decided(GOOD, one_of(P6607=[monolingual("a", "en"), monolingual("b", "de")])) == "compliance"


@pytest.mark.parametrize("qid", ["Q111204896", "Q52712340", "Q55819078", "Q64006792"])
def test_types_that_nobody_implements_are_todo_and_still_have_exceptions(qid):
    assert decided(GOOD, constraint(qid)) == "todo"
    assert decided(GOOD, constraint(qid, P2303=[item("Q1")])) == "exception"
    assert status(GOOD, constraint(qid)) == "todo"


def test_an_unreadable_entity_is_todo_with_the_reason():
    use = main_use(statement("P1", item("Q9")))
    use.subject.raw["claims"]["P31"] = [{"mainsnak": None}]
    rule = constraint(TYPE, P2308=[item("Q5")], P2309=[item("Q21503252")])
    verdict = check(use, rule, NoContext())
    assert verdict.status == "todo"
    assert "cannot be read" in verdict.message()


def test_problems_name_every_malformed_parameter():
    rule = constraint(TYPE, P2303=[none()], P2316=[item("Q1")], P4680=[item("Q1")], P6607=[text("x")])
    parameters = [problem.parameter for problem in problems_of(rule)]
    assert parameters == ["P2303", "P2316", "P6607", "P4680", "P2308", "P2309"]
    assert problems_of(one_of()) == []


def test_the_sentence_of_a_problem_says_what_is_wrong():
    [problem] = problems_of(constraint(ONE_OF))
    assert str(problem) == "P2305 is missing"
    assert (
        check(GOOD, constraint(ONE_OF), NoContext()).message()
        == "The constraint is malformed: P2305 is missing."
    )


@pytest.mark.parametrize(
    ("datatype", "expected"),
    [("time", []), ("quantity", ["P2313 and P2312"]), ("string", ["the range"]), (None, [])],
)
def test_the_pair_of_a_range_follows_the_datatype(datatype, expected):
    rule = constraint("Q21510860", P2310=[none()], P2311=[{"snaktype": "somevalue"}])
    assert [problem.parameter for problem in problems_of(rule, datatype)] == expected
