"""Single, single best and multi value, with and without separators."""

import pytest

from wikidata_repair_eval_tests.build import item, none, statement, text, unknown
from wikidata_repair_eval_tests.constraints.definitions import (
    constraint,
    main_use,
    qualifier_use,
    reference_use,
    status,
)

SINGLE, BEST, MULTI = "Q19474404", "Q52060874", "Q21510857"


def ranked(*ranks):
    return [statement("P1", item(f"Q{number}"), rank=rank) for number, rank in enumerate(ranks, start=1)]


def separated(*groups):
    return [statement("P1", item("Q1"), qualifiers={"P2": group} if group else None) for group in groups]


@pytest.mark.parametrize(
    ("ranks", "single", "best", "multi"),
    [
        (["normal"], "compliance", "compliance", "violation"),
        (["normal", "normal"], "violation", "violation", "compliance"),
        (["normal", "preferred"], "violation", "compliance", "compliance"),
        (["normal", "preferred", "preferred"], "violation", "violation", "compliance"),
        (["normal", "deprecated"], "compliance", "compliance", "violation"),
    ],
    ids=" ".join,
)
def test_ranks_decide_what_counts_trap_45(ranks, single, best, multi):
    use = main_use(*ranked(*ranks))
    assert [status(use, constraint(qid)) for qid in (SINGLE, BEST, MULTI)] == [single, best, multi]


def test_the_checked_statement_need_not_be_of_best_rank():
    assert (
        status(main_use(*ranked("normal", "preferred", "preferred"), index=0), constraint(BEST))
        == "violation"
    )


def test_two_statements_with_the_same_value_are_two():
    use = main_use(statement("P1", item("Q1")), statement("P1", item("Q1")))
    assert status(use, constraint(SINGLE)) == "violation"
    assert status(use, constraint(MULTI)) == "compliance"


def test_unknown_and_no_value_count_as_values():
    use = main_use(statement("P1", unknown()), statement("P1", none()))
    assert status(use, constraint(SINGLE)) == "violation"
    assert status(use, constraint(MULTI)) == "compliance"


@pytest.mark.parametrize(
    ("groups", "single"),
    [
        pytest.param([[item("Q5")], [item("Q6")]], "compliance", id="different separators"),
        pytest.param([[item("Q5")], [item("Q5")]], "violation", id="equal separators"),
        pytest.param(
            [[item("Q5"), item("Q6")], [item("Q6"), item("Q5")]], "violation", id="order does not count"
        ),
        pytest.param([[item("Q5")], [item("Q5"), item("Q6")]], "compliance", id="one has more"),
        pytest.param([[item("Q5")], []], "compliance", id="one has none"),
        pytest.param([[], []], "violation", id="both have none"),
        pytest.param([[unknown()], [unknown()]], "compliance", id="unknown separators all differ"),
        pytest.param([[none()], [none()]], "violation", id="no-value separators are equal"),
        pytest.param([[none()], []], "compliance", id="no value is not absent"),
    ],
)
def test_separators_divide_statements(groups, single):
    rule = constraint(SINGLE, P4155=[item("P2")])
    assert status(main_use(*separated(*groups)), rule) == single


def test_multi_value_counts_only_statements_with_the_same_separators():
    rule = constraint(MULTI, P4155=[item("P2")])
    assert status(main_use(*separated([item("Q5")], [item("Q6")])), rule) == "violation"
    assert status(main_use(*separated([item("Q5")], [item("Q5")])), rule) == "compliance"


def test_an_unknown_separator_leaves_a_statement_alone_with_itself():
    use = main_use(*separated([unknown()], [unknown()]))
    assert status(use, constraint(MULTI, P4155=[item("P2")])) == "violation"


def test_best_rank_is_taken_before_separators_are_applied():
    statements = [
        statement("P1", item("Q1"), qualifiers={"P2": [item("Q5")]}),
        statement("P1", item("Q2"), qualifiers={"P2": [item("Q5")]}),
        statement("P1", item("Q3"), rank="preferred", qualifiers={"P2": [item("Q6")]}),
    ]
    assert status(main_use(*statements), constraint(BEST, P4155=[item("P2")])) == "compliance"


@pytest.mark.parametrize("make", [qualifier_use, reference_use], ids=["qualifier", "reference"])
def test_qualifiers_and_references_are_counted_within_their_set_and_without_separators(make):
    two = make({"P1": [item("Q1"), item("Q2")], "P2": [unknown()]})
    assert status(two, constraint(SINGLE, P4155=[item("P2")])) == "violation"
    assert status(two, constraint(MULTI, P4155=[item("P2")])) == "compliance"
    assert status(make({"P1": [item("Q1")]}), constraint(SINGLE)) == "compliance"


@pytest.mark.parametrize("make", [qualifier_use, reference_use], ids=["qualifier", "reference"])
def test_a_qualifier_written_twice_is_there_once_since_wikibase_keeps_a_set(make):
    assert status(make({"P1": [item("Q1"), item("Q1")]}), constraint(SINGLE)) == "compliance"


@pytest.mark.parametrize("qid", [SINGLE, BEST, MULTI, "Q21502410"])
@pytest.mark.parametrize("separator", [item("Q2"), text("P2"), none()], ids=["item", "text", "no value"])
def test_a_separator_that_is_no_property_is_malformed(qid, separator):
    use = main_use(statement("P1", item("Q1")))
    assert status(use, constraint(qid, P4155=[separator])) == "bad_parameters"
