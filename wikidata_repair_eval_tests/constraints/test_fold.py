"""The fold from statements to the entity, and which uses are folded in."""

import pytest

from wikidata_repair_eval.constraints import (
    Constraint,
    Judgement,
    NoContext,
    Subject,
    check_entity,
    fold,
    fold_judgements,
    judge,
)
from wikidata_repair_eval_tests.build import as_revision_content, entity, item, statement
from wikidata_repair_eval_tests.constraints.definitions import MAIN, QUALIFIERS, constraint, definition

ONE_OF = "Q21510859"


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ([], "clean"),
        (["compliance", "deprecated"], "clean"),
        (["not_in_scope"], "clean"),
        (["exception", "compliance"], "clean"),
        (["deprecated"], "retracted"),
        (["deprecated", "todo"], "undecidable"),
        (["compliance", "bad_parameters"], "undecidable"),
        (["todo", "suggestion"], "violated"),
        (["warning", "compliance"], "violated"),
        (["violation"], "violated"),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else value,
)
def test_violated_before_undecidable_before_clean_before_retracted(statuses, expected):
    assert fold(statuses) == expected


def judged(raw, rule):
    return judge(Subject(raw), rule, NoContext())


RULE = constraint(ONE_OF, P2305=[item("Q5")])
MIXED = entity(
    "Q1",
    statement("P1", item("Q5"), id="Q1$good"),
    statement("P1", item("Q6"), id="Q1$bad"),
    statement("P1", item("Q7"), id="Q1$worse", rank="deprecated"),
    statement("P2", item("Q5"), id="Q1$with", qualifiers={"P1": [item("Q6")]}),
)


def test_all_uses_in_scope_are_judged_and_the_violating_ones_listed():
    judgement = judged(MIXED, RULE)
    assert judgement.status == "violated"
    assert [result.verdict.status for result in judgement.results] == [
        "compliance",
        "warning",
        "deprecated",
        "warning",
    ]
    assert judgement.violating_statements == ["Q1$bad", "Q1$with"]


def test_scope_decides_which_uses_are_folded_in():
    main = judged(MIXED, constraint(ONE_OF, P2305=[item("Q5")], P4680=[MAIN]))
    aside = judged(MIXED, constraint(ONE_OF, P2305=[item("Q5")], P4680=[QUALIFIERS]))
    assert main.violating_statements == ["Q1$bad"]
    assert aside.violating_statements == ["Q1$with"]


def test_revision_content_and_api_answers_give_the_same_judgement_traps_34_and_35():
    stored = judged(as_revision_content(MIXED), RULE)
    assert stored.violating_statements == judged(MIXED, RULE).violating_statements


def test_an_entity_meets_all_constraints_but_the_deprecated_ones():
    retired = Constraint(definition("Q19474404") | {"rank": "deprecated"}, "P1")
    single = constraint("Q19474404")
    found = check_entity(MIXED, [RULE, retired, single], NoContext())
    assert [(rule.type, judgement.status) for rule, judgement in found] == [
        (ONE_OF, "violated"),
        ("Q19474404", "violated"),
    ]


def test_a_property_without_statements_is_clean():
    assert judged(entity("Q1"), RULE).status == "clean"
    assert judged(as_revision_content(entity("Q1")), RULE).status == "clean"


def test_an_entity_without_its_claims_is_undecidable_and_not_clean():
    raw = entity("Q1")
    del raw["claims"]
    judgement = judged(raw, RULE)
    assert judgement.status == "undecidable"
    assert judgement.results[0].use is None


def test_only_deprecated_statements_left_is_retracted():
    raw = entity("Q1", statement("P1", item("Q6"), rank="deprecated"))
    assert judged(raw, RULE).status == "retracted"


def test_media_files_keep_their_statements_under_another_name():
    assert judged(entity("M1", statement("P1", item("Q6"))), RULE).status == "violated"


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ([], "clean"),
        (["retracted"], "retracted"),
        (["retracted", "clean"], "clean"),
        (["clean", "undecidable"], "undecidable"),
        (["undecidable", "violated"], "violated"),
    ],
)
def test_several_constraints_fold_in_the_same_order(statuses, expected):
    assert fold_judgements(Judgement(status, ()) for status in statuses) == expected
