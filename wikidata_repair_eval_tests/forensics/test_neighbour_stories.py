"""Repairs that happened elsewhere: on the value, the other holder, a class, a unit (trap 70)."""

from typing import Any

import pytest

from wikidata_repair_eval.forensics import Limits, Repair
from wikidata_repair_eval_tests.build import item, quantity, statement, text
from wikidata_repair_eval_tests.constraints.definitions import INSTANCE, definition
from wikidata_repair_eval_tests.forensics.stories import TYPE, UNIQUE, Story, moment

INVERSE = "Q21510855"
GUID = "Q1$00000000-0000-4000-8000-000000000001"


def repair_of(story: Story, limits: Limits | None = None, **candidate: Any) -> Repair:
    outcome = story.outcome(limits, **candidate)
    assert outcome.repair is not None, outcome.stats
    return outcome.repair


def one_sided() -> Story:
    """Q1 points to Q2 by P1; Q2 should point back by P2."""
    story = Story(definition(INVERSE, P2306=[item("P2")]))
    story.state("2024-01-01", statement("P1", item("Q2"), id=GUID))
    return story


def test_the_value_pointing_back_is_a_repair_of_the_neighbour() -> None:
    story = one_sided()
    story.state("2024-01-01", qid="Q2")
    edit = story.state("03-05", statement("P2", item("Q1")), qid="Q2", user="Carla")
    outcome = story.outcome(type_qid=INVERSE, family="Inverse")
    repair, state = outcome.repair, outcome.pre_repair_state
    assert repair is not None
    assert state is not None
    target = repair.repair_target
    assert repair.id == f"repair_Q1_{edit}"
    assert (repair.proof.through, repair.proof.locus) == ("neighbour", "A_BOX")
    assert (target.entity, target.property, target.action, target.author) == ("Q2", "P2", "CREATE", "Carla")
    assert list(state.neighbours) == ["Q2"]
    assert not state.neighbours["Q2"]["claims"]


def test_a_neighbour_that_was_not_edited_since_costs_no_window_of_its_own() -> None:
    story = one_sided()
    story.state("2024-01-01", qid="Q2")
    story.state("03-05")
    repair_of(story, type_qid=INVERSE, family="Inverse")
    assert "latest" in story.wiki.requests
    assert "window Q2" not in story.wiki.requests


def test_a_merged_neighbour_is_followed_to_where_it_went() -> None:
    story = one_sided()
    story.state("2024-01-01", qid="Q2")
    story.state("2024-01-01", statement("P2", item("Q1")), qid="Q3")
    story.redirect("03-05", "Q3", qid="Q2")
    repair = repair_of(story, type_qid=INVERSE, family="Inverse")
    assert (repair.proof.through, repair.repair_target.entity) == ("neighbour", "Q2")


def test_a_neighbour_deleted_later_leaves_the_case_undecidable() -> None:
    story = one_sided()
    story.wiki.deletions["Q2"] = moment("09-01")
    outcome = story.outcome(type_qid=INVERSE, family="Inverse")
    assert outcome.name == "undecidable"
    assert "What Q2 says is not known" in outcome.stats.reason


def test_a_neighbour_deleted_long_before_does_not_exist() -> None:
    story = one_sided()
    story.wiki.deletions["Q2"] = moment("2023-09-01")
    story.state("03-05")
    assert repair_of(story, type_qid=INVERSE, family="Inverse").proof.through == "same_property"


# --- other holders ----------------------------------------


def shared() -> Story:
    """Q1 and Q2 hold the same value."""
    story = Story(definition(UNIQUE))
    story.state("2024-01-01", statement("P1", text("x"), id=GUID))
    story.state("2024-01-01", statement("P1", text("x")), qid="Q2")
    return story


LINE: dict[str, Any] = {"type_qid": UNIQUE, "family": "Unique value", "companions": ("Q2",)}


def test_the_other_holder_giving_up_the_value_is_a_repair() -> None:
    story = shared()
    edit = story.state("03-05", qid="Q2")
    repair = repair_of(story, **LINE)
    target = repair.repair_target
    assert (repair.proof.through, target.entity, target.action) == ("other_holder", "Q2", "DELETE")
    assert target.revision_id == edit
    assert repair.protocol_attribution is None  # nothing in the item's own history explains it


def test_the_other_holder_merged_into_the_item_is_a_repair() -> None:
    story = shared()
    edit = story.redirect("03-05", "Q1", qid="Q2")
    repair = repair_of(story, **LINE)
    assert (repair.proof.through, repair.repair_target.revision_id) == ("other_holder", edit)
    assert repair.persistence_check.live.status == "persists"


def test_the_other_holder_merged_into_a_third_that_holds_the_value_repairs_nothing() -> None:
    story = shared()
    story.state("2024-01-01", statement("P1", text("x")), qid="Q3")
    story.redirect("03-05", "Q3", qid="Q2")
    assert story.outcome(**LINE).name == "refuted"


def test_a_deleted_holder_takes_its_history_with_it() -> None:
    story = shared()
    del story.wiki.pages["Q2"]
    story.wiki.deletions["Q2"] = moment("03-05")
    assert story.outcome(**LINE).name == "undecidable"


def test_without_the_others_on_the_line_nobody_knows_who_holds_the_value() -> None:
    story = shared()
    story.state("03-05")
    assert story.outcome(type_qid=UNIQUE, family="Unique value").name == "undecidable"


# --- classes ----------------------------------------


def wrong_class() -> Story:
    """P1 is for Q5; Q1 is a Q10, which is a Q11, which is nothing."""
    story = Story(definition(TYPE, P2308=[item("Q5")], P2309=[INSTANCE]))
    story.state("2024-01-01", statement("P1", text("x"), id=GUID), statement("P31", item("Q10")))
    story.state("2020-01-01", statement("P279", item("Q11")), qid="Q10")
    story.state("2020-01-01", qid="Q11")
    return story


TYPED: dict[str, Any] = {"type_qid": TYPE, "family": "Type"}


def test_a_class_put_under_the_wanted_one_is_a_repair_through_the_hierarchy() -> None:
    story = wrong_class()
    edit = story.state("03-05", statement("P279", item("Q5")), qid="Q11")
    outcome = story.outcome(**TYPED)
    assert outcome.repair is not None, outcome.stats
    assert outcome.pre_repair_state is not None
    proof, target = outcome.repair.proof, outcome.repair.repair_target
    assert (proof.through, target.entity, target.property) == ("hierarchy", "Q11", "P279")
    assert (target.action, target.revision_id) == ("CREATE", edit)
    assert proof.class_tree is not None
    assert proof.class_tree.classes_read == 2
    assert outcome.pre_repair_state.class_edges == (("Q10", "Q11"),)


def test_classes_are_read_as_of_the_day_and_not_as_of_today() -> None:
    story = wrong_class()
    story.state("09-01", statement("P279", item("Q5")), qid="Q11")
    assert story.outcome(**TYPED).name == "refuted"


def test_over_the_budget_a_class_tree_is_undecidable_and_never_guessed() -> None:
    story = wrong_class()
    story.state("03-05", statement("P279", item("Q5")), qid="Q11")
    outcome = story.outcome(Limits(max_classes=1), **TYPED)
    assert outcome.name == "undecidable"
    assert "budget" in outcome.stats.reason


def test_a_class_reached_on_many_ways_costs_the_budget_only_once() -> None:
    """The reference counts revisits; ten diamonds in a row would be a thousand of them."""
    story = wrong_class()
    for n in range(20, 40, 2):
        for qid, above in ((f"Q{n}", ("Q0", "Q1")), (f"Q{n + 1}", ("Q0", "Q1"))):
            parents = [statement("P279", item(f"Q{n + 2 + int(number[1])}")) for number in above]
            story.state("2020-01-01", *parents, qid=qid)
    story.state("2020-01-01", qid="Q40")
    story.state("2020-01-01", qid="Q41")
    story.state("2021-01-01", statement("P279", item("Q20")), qid="Q11")
    story.state("03-05", statement("P31", item("Q10")))
    assert repair_of(story, Limits(max_classes=30), **TYPED).proof.through == "same_property"


def test_edits_that_leave_a_class_where_it_is_are_no_events() -> None:
    story = wrong_class()
    story.state("03-04", qid="Q11", labels={"en": "renamed"})
    edit = story.state("03-05", statement("P279", item("Q5")), qid="Q11")
    assert repair_of(story, **TYPED).repair_target.revision_id == edit


# --- units ----------------------------------------


def test_a_unit_whose_page_was_deleted_since_is_unknown_and_not_without_conversion() -> None:
    story = Story(definition("Q21514353", P2305=[item("Q11573")]))
    story.state("2024-01-01", statement("P1", quantity("+3", "Q3710"), id=GUID))
    story.state("03-05", statement("P1", quantity("+3", "Q11573"), id=GUID))
    story.state("2020-01-01", qid="Q11573")
    story.wiki.deletions["Q3710"] = moment("09-01")
    outcome = story.outcome(type_qid="Q21514353", family="Units")
    assert outcome.name == "undecidable"
    assert "How Q3710 converts is not known" in outcome.stats.reason


@pytest.mark.parametrize(
    ("converts", "outcome"),
    [
        pytest.param(False, "proven", id="a unit that does not convert is a violation until it is replaced"),
        pytest.param(
            True, "checker_disagrees_with_report", id="a unit that converts to an allowed one is none"
        ),
    ],
)
def test_units_convert_as_their_own_pages_said(converts: bool, outcome: str) -> None:
    story = Story(definition("Q21514353", P2305=[item("Q11573")]))
    story.state("2024-01-01", statement("P1", quantity("+3", "Q3710"), id=GUID))
    story.state("03-05", statement("P1", quantity("+3", "Q11573"), id=GUID))
    story.state("2020-01-01", qid="Q11573")
    conversion = [statement("P2370", quantity("+0.3048", "Q11573"))] if converts else []
    story.state("2020-01-01", *conversion, qid="Q3710")
    assert story.outcome(type_qid="Q21514353", family="Units").name == outcome
