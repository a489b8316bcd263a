"""Inverse and symmetric lines: bots differ in which of the two items they name first; both are checked."""

from typing import Any

import pytest

from wikidata_repair_eval.forensics import Outcome, explain
from wikidata_repair_eval_tests.build import item, statement
from wikidata_repair_eval_tests.constraints.definitions import definition
from wikidata_repair_eval_tests.forensics.stories import Story, asked

INVERSE, SYMMETRIC = "Q21510855", "Q21510862"
BOTS = ["DeltaBot", "KrBot2"]


def unanswered() -> Story:
    """Q2 points to Q1 by P1, and Q1 does not point back by P2. The line reads `Q1: Q2`."""
    story = Story(definition(INVERSE, P2306=[item("P2")]))
    story.state("2024-01-01")
    story.state("2024-01-01", statement("P1", item("Q1")), qid="Q2")
    return story


def told(story: Story, bot: str, **more: Any) -> Outcome:
    line = {"type_qid": INVERSE, "family": "Inverse", "values": ("Q2",), "report_bot": bot}
    return story.outcome(**{**line, **more})


@pytest.mark.parametrize("bot", BOTS)
def test_the_named_item_that_now_points_back_is_the_repair(bot: str) -> None:
    story = unanswered()
    edit = story.state("03-05", statement("P2", item("Q2")))
    repair = told(story, bot).repair
    assert repair is not None
    assert repair.id == f"repair_Q1_{edit}"
    assert (repair.proof.through, repair.proof.locus) == ("other_property", "A_BOX")
    target = repair.repair_target
    assert (target.entity, target.property, target.action) == ("Q1", "P2", "CREATE")
    assert repair.proof.judged_entities == ("Q2",)


@pytest.mark.parametrize("bot", BOTS)
def test_the_other_item_that_points_no_more_is_the_repair(bot: str) -> None:
    story = unanswered()
    story.state("03-05", qid="Q2")
    outcome = told(story, bot)
    assert outcome.repair is not None
    assert outcome.repair.proof.through == "neighbour"
    target = outcome.repair.repair_target
    assert (target.entity, target.property, target.action) == ("Q2", "P1", "DELETE")
    assert outcome.pre_repair_state is not None
    assert outcome.pre_repair_state.neighbours["Q2"]["claims"]["P1"]
    assert outcome.pre_repair_state.judged_entities == ("Q2",)


@pytest.mark.parametrize("bot", BOTS)
def test_a_symmetric_line_is_checked_from_both_ends(bot: str) -> None:
    story = Story(definition(SYMMETRIC))
    story.state("2024-01-01")
    story.state("2024-01-01", statement("P1", item("Q1")), qid="Q2")
    story.state("03-05", statement("P1", item("Q2")))
    repair = told(story, bot, type_qid=SYMMETRIC, family="Symmetric").repair
    assert repair is not None
    assert (repair.proof.through, repair.repair_target.entity) == ("same_property", "Q1")


def test_what_else_the_named_item_holds_does_not_count_for_the_bot_that_names_the_target() -> None:
    """Q1 itself points to Q3, which never answers: a line of its own, with Q3 before the colon."""
    story = Story(definition(SYMMETRIC))
    lonely = statement("P1", item("Q3"))
    story.state("2024-01-01", lonely)
    story.state("2024-01-01", qid="Q3")
    story.state("2024-01-01", statement("P1", item("Q1")), qid="Q2")
    edit = story.state("03-05", lonely, statement("P1", item("Q2")))
    repair = told(story, "DeltaBot", type_qid=SYMMETRIC, family="Symmetric").repair
    assert repair is not None
    assert repair.repair_target.revision_id == edit


def test_the_own_statement_counts_first_for_the_bot_that_names_the_holder() -> None:
    story = Story(definition(INVERSE, P2306=[item("P2")]))
    story.state("2024-01-01", statement("P1", item("Q2")))
    story.state("2024-01-01", qid="Q2")
    edit = story.state("03-05", statement("P2", item("Q1")), qid="Q2")
    repair = told(story, "KrBot2").repair
    assert repair is not None
    assert repair.proof.event is not None
    assert (repair.proof.event.revision_id, repair.proof.judged_entities) == (edit, ("Q1",))


def test_a_holder_that_still_points_is_refuted() -> None:
    story = unanswered()
    story.state("03-05", labels={"en": {"language": "en", "value": "one"}})
    assert told(story, "DeltaBot").name == "refuted"


def test_an_unknown_holder_is_undecidable() -> None:
    story = unanswered()
    story.wiki.pages.pop("Q2")
    story.wiki.deletions["Q2"] = "2025-09-01T00:00:00Z"
    outcome = told(story, "DeltaBot")
    assert outcome.name == "undecidable"
    assert "Q2" in outcome.stats.reason


def test_nothing_wrong_from_either_end_is_a_disagreement() -> None:
    story = Story(definition(INVERSE, P2306=[item("P2")]))
    story.state("2024-01-01")
    story.state("2024-01-01", qid="Q2")
    assert told(story, "DeltaBot").name == "checker_disagrees_with_report"


@pytest.mark.parametrize("values", [(), ("a text with Q2 in it",), ("Q1",)], ids=["none", "a text", "itself"])
def test_a_line_without_another_item_has_one_end(values: tuple[str, ...]) -> None:
    story = unanswered()
    story.state("03-05", statement("P2", item("Q2")))
    assert told(story, "DeltaBot", values=values).name == "checker_disagrees_with_report"


def test_an_exemption_of_the_holder_is_an_edit_of_the_constraint() -> None:
    story = unanswered()
    edit = story.define("03-05", definition(INVERSE, P2306=[item("P2")], P2303=[item("Q2")]))
    repair = told(story, "DeltaBot").repair
    assert repair is not None
    assert (repair.track, repair.id) == ("T_BOX", f"reform_Q1_P1_{edit}")


def test_the_story_says_whose_statements_were_judged() -> None:
    story = unanswered()
    story.state("03-05", qid="Q2")
    line = asked(INVERSE, "Inverse", values=("Q2",), report_bot="DeltaBot")
    assert any("statements of Q2" in row for row in explain(line, story.wiki.past()))
