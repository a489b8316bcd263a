"""Repairs by an edit of the constraint, and what happens when both sides move."""

from typing import Any

import pytest

from wikidata_repair_eval.forensics import Repair
from wikidata_repair_eval.reports.records import ConstraintRecord
from wikidata_repair_eval_tests.build import item, statement, text
from wikidata_repair_eval_tests.constraints.definitions import MAIN, MANDATORY, SUGGESTION, definition
from wikidata_repair_eval_tests.forensics.stories import FORMAT, LETTERS, LETTERS_AND_DIGITS, SINGLE, Story

LETTERS_OR_A = definition(FORMAT, P1793=[text("[a-z]+|A1")])


def value(content: str) -> Any:
    return statement("P1", text(content), id="Q1$00000000-0000-4000-8000-000000000001")


def repair_of(story: Story, **candidate: Any) -> Repair:
    outcome = story.outcome(**candidate)
    assert outcome.repair is not None, outcome.stats
    return outcome.repair


def broken(content: str = "a1") -> Story:
    story = Story(LETTERS)
    story.state("2024-01-01", value(content))
    return story


def test_a_relaxed_constraint_is_a_reform() -> None:
    story = broken()
    old = story.wiki.pages["Property:P1"][0].revid
    new = story.define("03-08", LETTERS_AND_DIGITS)
    repair = repair_of(story)
    target = repair.repair_target
    assert repair.id == f"reform_Q1_P1_{new}"
    assert (repair.track, repair.proof.locus, repair.proof.through) == ("T_BOX", "T_BOX", "constraint")
    assert target.kind == "T_BOX"
    assert (target.property_revision_id, target.property_revision_prev, target.author) == (new, old, "Bert")
    assert target.constraint_delta.hash_before != target.constraint_delta.hash_after
    assert len(target.constraint_delta.statements_before) == 1


@pytest.mark.parametrize(
    ("definitions", "direction"),
    [
        pytest.param(
            [definition(FORMAT, P1793=[text("[a-z]+")], P2303=[item("Q1")])], "exception", id="exception"
        ),
        pytest.param([], "relaxation", id="removed"),
        pytest.param([{**LETTERS, "rank": "deprecated"}], "relaxation", id="deprecated"),
        pytest.param([LETTERS_AND_DIGITS], "update", id="another format"),
    ],
)
def test_the_ways_to_mend_by_definition(definitions: list[Any], direction: str) -> None:
    """Trap 66: an added exception frees one item, and no heading changes."""
    story = broken()
    story.define("03-08", *definitions)
    target = repair_of(story).repair_target
    assert target.kind == "T_BOX"
    assert target.constraint_delta.direction == direction


def test_a_narrower_scope_is_a_fix_by_definition() -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", statement("P9", item("Q7"), qualifiers={"P1": [text("A1")]}))
    story.define("03-08", definition(FORMAT, P1793=[text("[a-z]+")], P4680=[MAIN]))
    target = repair_of(story).repair_target
    assert target.kind == "T_BOX"
    assert target.constraint_delta.direction == "scope"


def test_a_lower_status_is_never_a_fix() -> None:
    story = Story(definition(FORMAT, P1793=[text("[a-z]+")], P2316=[MANDATORY]))
    story.state("2024-01-01", value("A1"))
    story.define("03-08", definition(FORMAT, P1793=[text("[a-z]+")], P2316=[SUGGESTION]))
    assert story.outcome().name == "refuted"


def test_constraints_are_read_at_publication_and_items_at_the_data_date() -> None:
    """An edit of the constraint after the new data date counts, one before the old publication does not."""
    late, early = broken(), broken()
    late.define("03-11 12:00", LETTERS_AND_DIGITS)
    early.define("03-01 12:00", LETTERS_AND_DIGITS)
    assert repair_of(late).proof.window_widened is False
    # The bot may have read the property at any time since the data date: found by the second look.
    assert repair_of(early).proof.window_widened is True


def test_each_side_alone_would_have_done_and_the_earlier_is_the_cause() -> None:
    for item_first in (True, False):
        story = broken()
        if item_first:
            edit = story.state("03-04", value("abc"))
            story.define("03-08", LETTERS_AND_DIGITS)
        else:
            edit = story.define("03-04", LETTERS_AND_DIGITS)
            story.state("03-08", value("abc"))
        repair = repair_of(story)
        assert repair.proof.locus == "OVERDETERMINED"
        assert repair.proof.event is not None
        assert repair.proof.event.revision_id == edit
        assert repair.ambiguous
        assert repair.ambiguous_reasons[0].startswith("overdetermined")


def test_only_both_together_and_the_later_is_the_repair() -> None:
    for item_first in (True, False):
        story = broken("A-1")
        edits = [
            lambda when, s=story: s.state(when, value("a1")),
            lambda when, s=story: s.define(when, LETTERS_AND_DIGITS),
        ]
        first, second = edits if item_first else edits[::-1]
        first("03-04")
        last = second("03-08")
        repair = repair_of(story)
        assert repair.proof.locus == "JOINT"
        assert repair.proof.event is not None
        assert repair.proof.event.revision_id == last
        assert repair.track == ("T_BOX" if item_first else "A_BOX")


def test_a_repair_while_the_constraint_was_away_is_the_items_own() -> None:
    """Deleted, item repaired, added again under a new id: the deletion turned the verdict, the item is it."""
    story = broken()
    story.define("03-04")
    edit = story.state("03-05", value("abc"))
    story.define("03-06", {**LETTERS, "id": "P1$11111111-0000-4000-8000-000000000001"})
    repair = repair_of(story)
    assert (repair.proof.locus, repair.track) == ("A_BOX", "A_BOX")
    assert repair.proof.event is not None
    assert repair.proof.event.revision_id == edit
    assert repair.proof.before == "violated"
    assert any(reason.startswith("interleaved") for reason in repair.ambiguous_reasons)


def test_a_constraint_deleted_and_added_again_repairs_nothing() -> None:
    story = broken()
    story.define("03-04")
    story.define("03-06", {**LETTERS, "id": "P1$11111111-0000-4000-8000-000000000001"})
    assert story.outcome().name == "refuted"


def test_a_coincident_edit_of_the_listed_constraint_makes_a_repair_ambiguous() -> None:
    story = broken("A1!")
    story.state("03-04", value("abc"))
    story.define("03-08", LETTERS_OR_A)
    repair = repair_of(story)
    assert repair.proof.locus == "A_BOX"
    assert [reason.partition(":")[0] for reason in repair.ambiguous_reasons] == ["coincident_constraint_edit"]


def test_an_edit_of_another_constraint_does_not() -> None:
    story = broken()
    story.state("03-04", value("abc"))
    story.define("03-08", LETTERS, definition(SINGLE))
    assert not repair_of(story).ambiguous


def test_of_several_constraints_of_one_type_only_the_meant_one_is_judged() -> None:
    """A twin with another property is another rule, and its violation does not count."""
    wants = definition("Q21503247", P2306=[item("P5")])
    twin = {**definition("Q21503247", P2306=[item("P6")]), "id": "P1$twin0000-0000-4000-8000-000000000001"}
    story = Story(wants, twin)
    story.state("2024-01-01", value("abc"))
    story.state("03-05", value("abc"), statement("P5", text("x")))
    record = ConstraintRecord(
        family="Item", type_qids=("Q21503247",), properties=("P5",), heading="Item {{P|5}}"
    )
    repair = repair_of(story, type_qid="Q21503247", family="Item", constraints=(record,))
    assert repair.repair_target.kind == "A_BOX"
    assert (repair.repair_target.property, repair.repair_target.action) == ("P5", "CREATE")


def test_an_exception_that_was_withdrawn_later_is_lost() -> None:
    story = broken()
    story.define("03-08", definition(FORMAT, P1793=[text("[a-z]+")], P2303=[item("Q1")]))
    story.define("09-01", LETTERS)
    assert story.outcome().name == "lost"


def test_a_deleted_property_leaves_nothing_to_judge_by() -> None:
    """Trap 67: the report remains, the constraints are gone."""
    story = broken()
    story.state("03-05", value("abc"))
    del story.wiki.pages["Property:P1"]
    story.wiki.deletions["Property:P1"] = "2025-04-01T00:00:00Z"
    assert story.outcome().name == "undecidable"


def test_a_property_text_that_is_hidden_is_not_a_property_without_constraints() -> None:
    story = broken()
    story.hide(story.define("03-08", LETTERS))
    outcome = story.outcome()
    assert outcome.name == "undecidable"
    assert "hidden" in outcome.stats.reason


def test_unknown_families_are_undecidable() -> None:
    outcome = broken().outcome(type_qid="", family="Something new")
    assert outcome.name == "undecidable"
    assert "has no constraint type" in outcome.stats.reason
