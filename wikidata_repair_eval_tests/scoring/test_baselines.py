"""What each baseline proposes, by the rule it follows; and that none of them sees the repair."""

from typing import Any

import pytest

from wikidata_repair_eval.scoring import score_case
from wikidata_repair_eval.scoring.baselines import BASELINES, LEARNING, proposals_of
from wikidata_repair_eval_tests.build import entity, item, none, quantity, text, unknown
from wikidata_repair_eval_tests.scoring import builders as b


def answer(name: str, case: Any, training: tuple[Any, ...] = ()) -> dict[str, Any]:
    [proposal] = proposals_of(name, [case], training)
    return proposal


def told(case: Any, *values: Any) -> Any:
    """The case, with these values on the report's line."""
    named = [{"snaktype": "value", "value": one["datavalue"]["value"], "text": "x"} for one in values]
    return case | {"violation_context": case["violation_context"] | {"value": named}}


def brief(operations: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Operations as op, entity, property, and the texts of what they name."""
    return [(one["op"], one["entity"], one.get("property"), _text(one.get("new"))) for one in operations]


def _text(value: Any) -> Any:
    return value.get("text") if isinstance(value, dict) else value


def one_of_case() -> Any:
    rules = [b.rule(b.ONE_OF, P2305=[item("Q7")])]
    return b.case(entity("Q1", b.p1(item("Q6"))), rules, after=entity("Q1", b.p1(item("Q7"))))


def test_doing_nothing_is_an_answer_and_no_abstention():
    proposal = answer("do-nothing", b.format_case())
    assert brief(proposal["operations"]) == [("none", "Q1", "P1", None)]
    assert not proposal["abstain"]


def test_always_delete_takes_only_the_values_that_the_report_named():
    before = entity("Q1", b.p1(text("abc"), 1), b.p1(text("123"), 4))
    case = told(b.case(before, [b.rule(b.FORMAT, P1793=[text("[0-9]+")])], after=before), text("abc"))
    [operation] = answer("always-delete", case)["operations"]
    assert (operation["op"], operation["old"]["text"]) == ("remove", "abc")


def test_always_delete_names_a_value_that_stands_twice_once():
    before = entity("Q1", b.p1(text("1"), 1), b.p1(text("1"), 4))
    case = told(b.case(before, [b.rule(b.SINGLE_VALUE)], after=before), text("1"))
    proposal = answer("always-delete", case)
    assert len(proposal["operations"]) == 1
    assert not score_case(case, proposal)["invalid"]


def test_a_value_in_a_reference_cannot_be_deleted_as_a_statement():
    case = told(b.format_case(), text("only in a reference"))
    assert brief(answer("always-delete", case)["operations"]) == [("none", "Q1", "P1", None)]


@pytest.mark.parametrize(
    ("rule", "before", "expected"),
    [
        pytest.param(
            b.rule(b.ONE_OF, P2305=[item("Q7")]),
            entity("Q1", b.p1(item("Q6"))),
            [("replace", "Q1", "P1", "Q7")],
            id="the only allowed value",
        ),
        pytest.param(
            b.rule(b.ONE_OF, P2305=[item("Q7"), item("Q8")]),
            entity("Q1", b.p1(item("Q6"))),
            [],
            id="two allowed values say nothing",
        ),
        pytest.param(
            b.rule(b.FORMAT, P1793=[text("[0-9]+")]),
            entity("Q1", b.p1(text("VIAF 12"))),
            [("replace", "Q1", "P1", "12")],
            id="a prefix before the identifier",
        ),
        pytest.param(
            b.rule(b.FORMAT, P1793=[text("Q[0-9]+x")]),
            entity("Q1", b.p1(text("nothing like it"))),
            [],
            id="no cleaning fits the format",
        ),
        pytest.param(
            b.rule(b.SYMMETRIC),
            entity("Q1", b.p1(item("Q2"))),
            [("add", "Q2", "P1", "Q1")],
            id="the pointer back",
        ),
        pytest.param(
            b.rule(b.ITEM_REQUIRES, P2306=[item("P31")], P2305=[item("Q5")]),
            entity("Q1", b.p1(text("x"))),
            [("add", "Q1", "P31", "Q5")],
            id="the only value that is required",
        ),
        pytest.param(
            b.rule(b.CONFLICTS, P2306=[item("P2")], P2305=[item("Q9")]),
            entity("Q1", b.p1(text("x")), b.other(item("Q9"), 2), b.other(item("Q8"), 3)),
            [("remove", "Q1", "P2", None)],
            id="only the statement that conflicts",
        ),
        pytest.param(
            b.rule(b.SINGLE_VALUE),
            entity("Q1", b.p1(text("x"), 1), b.p1(text("y"), 2, rank="preferred")),
            [("remove", "Q1", "P1", None)],
            id="all but the best",
        ),
        pytest.param(
            b.rule(b.ALLOWED_QUALIFIERS, P2306=[item("P9")]),
            entity("Q1", b.p1(text("x"), qualifiers={"P8": [text("a")], "P9": [text("b")]})),
            [("remove_qualifier", "Q1", "P1", None)],
            id="the qualifier that is not allowed",
        ),
        pytest.param(
            b.rule("Q21514353", P2305=[none()]),
            entity("Q1", b.p1(quantity("+12", "http://www.wikidata.org/entity/Q11573"))),
            [("replace", "Q1", "P1", "12")],
            id="no unit is allowed",
        ),
        pytest.param(
            b.rule(b.NONE_OF, P2305=[item("Q6")]),
            entity("Q1", b.p1(item("Q6"))),
            [("remove", "Q1", "P1", None)],
            id="a value that is forbidden",
        ),
        pytest.param(
            b.rule(b.ONE_OF, P2305=[unknown()], P2316=[text("not an item")]),
            entity("Q1", b.p1(item("Q6"))),
            [],
            id="a malformed constraint says nothing",
        ),
    ],
)
def test_the_guided_baseline_does_what_the_constraint_says(rule, before, expected):
    proposal = answer("constraint-guided", b.case(before, [rule], after=before))
    assert brief(proposal["operations"]) == expected
    assert proposal["abstain"] == (not expected)


def test_the_qualifier_that_goes_is_the_one_that_is_not_allowed():
    before = entity("Q1", b.p1(text("x"), qualifiers={"P8": [text("a")], "P9": [text("b")]}))
    case = b.case(before, [b.rule(b.ALLOWED_QUALIFIERS, P2306=[item("P9")])], after=before)
    trace = score_case(case, answer("constraint-guided", case))
    assert trace["functional"]["fixed"]


def test_a_link_to_itself_is_removed():
    before = entity("Q1", b.p1(item("Q1"), 1), b.p1(item("Q2"), 2))
    case = told(b.case(before, [], after=before, reported=[], family="Self link"), item("Q1"))
    [operation] = answer("constraint-guided", case)["operations"]
    assert (operation["op"], operation["old"]["text"]) == ("remove", "Q1")


def test_local_lookup_takes_the_label_that_most_languages_have():
    before = entity("Q1", b.p1(text("x")), labels={"de": "Ada", "fr": "Ada", "ru": "Ада"})
    case = b.case(before, [b.rule(b.LABEL, P424=[text("en")])], after=before)
    [operation] = answer("local-lookup", case)["operations"]
    assert (operation["op"], operation["language"], operation["new"]) == ("set_label", "en", "Ada")


@pytest.mark.parametrize(
    ("neighbours", "expected"),
    [
        pytest.param([entity("Q2", b.other(item("Q5"), 1, "P31", "Q2"))], "Q5", id="one offer"),
        pytest.param(
            [entity(f"Q{n}", b.other(item(f"Q{n}0"), 1, "P31", f"Q{n}")) for n in (2, 3)],
            None,
            id="two offers",
        ),
        pytest.param([], None, id="no neighbours"),
    ],
)
def test_local_lookup_copies_what_all_neighbours_agree_on(neighbours, expected):
    before = entity("Q1", b.p1(item("Q2")))
    rules = [b.rule(b.ITEM_REQUIRES, P2306=[item("P31")])]
    proposal = answer("local-lookup", b.case(before, rules, after=before, neighbours=neighbours))
    assert [_text(one["new"]) for one in proposal["operations"]] == ([expected] if expected else [])


def test_memory_repeats_the_repair_of_the_same_definition_and_abstains_without_one():
    case = one_of_case()
    assert answer("definition-majority", case)["abstain"]
    proposal = answer("definition-majority", case, (case, case))
    assert score_case(case, proposal)["exact"]
    changed = case | {"pre_repair_state": case["pre_repair_state"] | {"constraints": []}}
    assert answer("definition-majority", changed, (case,))["abstain"]


def test_memory_repeats_a_change_of_the_definition():
    rules = [b.rule(b.ONE_OF, P2305=[item("Q7")])]
    wider = [b.rule(b.ONE_OF, P2305=[item("Q7"), item("Q6")])]
    case = b.case(entity("Q1", b.p1(item("Q6"))), rules, rules_after=wider)
    proposal = answer("definition-majority", case, (case,))
    assert proposal["track"] == "T_BOX"
    assert score_case(case, proposal)["exact"]


def test_the_commonest_action_decides_and_equals_do_not_depend_on_the_order():
    delete = b.format_case()
    delete["repair_target"] = delete["repair_target"] | {"action": "DELETE"}
    update = b.format_case()
    assert answer("majority-action", update, (delete, delete, update))["operations"][0]["op"] == "remove"
    assert answer("majority-action", update, (update,))["operations"][0]["op"] == "set_rank"
    both = [answer("majority-action", update, order) for order in ((delete, update), (update, delete))]
    assert both[0] == both[1]
    assert answer("majority-action", update)["abstain"]


@pytest.mark.parametrize("name", sorted(set(BASELINES) - LEARNING))
def test_a_baseline_answers_the_same_when_the_repair_is_hidden(name):
    case = one_of_case()
    hidden = {key: value for key, value in case.items() if key not in ("repair_target", "world_state")}
    assert answer(name, hidden) == answer(name, case)


@pytest.mark.parametrize("name", sorted(LEARNING))
def test_a_learning_baseline_reads_the_repair_of_training_cases_only(name):
    case = one_of_case()
    hidden = {key: value for key, value in case.items() if key != "repair_target"}
    assert answer(name, hidden, (case,)) == answer(name, case, (case,))
