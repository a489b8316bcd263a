"""Repairs on the item itself, and the traps around them: one small past each."""

from typing import Any

import orjson
import pytest

from wikidata_repair_eval.forensics import Limits, Repair, find_repairs
from wikidata_repair_eval.reports.records import ConstraintRecord
from wikidata_repair_eval_tests.build import item, none, statement, text, time, unknown
from wikidata_repair_eval_tests.constraints.definitions import INSTANCE, definition
from wikidata_repair_eval_tests.forensics.memory_wiki import Edit
from wikidata_repair_eval_tests.forensics.stories import FORMAT, LETTERS, SINGLE, TYPE, Story, asked, moment

GUID = "Q1$00000000-0000-4000-8000-000000000001"


def value(content: str, **more: Any) -> Any:
    return statement("P1", text(content), id=more.pop("id", GUID), **more)


def repair_of(story: Story, **candidate: Any) -> Repair:
    outcome = story.outcome(**candidate)
    assert outcome.repair is not None, outcome.stats
    return outcome.repair


def broken() -> Story:
    """P1 wants small letters; Q1 has held A1 since last year."""
    story = Story(LETTERS)
    story.state("2024-01-01", value("A1"))
    return story


def test_a_changed_value_is_an_update_of_the_same_property() -> None:
    story = broken()
    revision = story.state("03-05", value("abc"), user="Carla")
    repair = repair_of(story)
    target = repair.repair_target
    assert repair.id == f"repair_Q1_{revision}"
    assert (repair.track, repair.proof.locus, repair.proof.through) == ("A_BOX", "A_BOX", "same_property")
    assert (target.kind, target.action, target.entity, target.property) == ("A_BOX", "UPDATE", "Q1", "P1")
    assert [v.text for v in target.old_value] == ["A1"]
    assert [v.text for v in target.new_value] == ["abc"]
    assert [op.op for op in target.statement_ops] == ["change_value"]
    assert (target.author, target.revision_id) == ("Carla", revision)
    assert [v.text for v in repair.violation_context.value or ()] == ["A1"]
    assert repair.violation_context.value[0].datatype == "string"  # type: ignore[index]
    assert repair.proof.violating_statements == (GUID,)
    assert repair.proof.constraints[0].statement_id == f"P1${FORMAT}"
    assert not repair.ambiguous
    assert repair.persistence_check.live.status == "persists"


def test_remove_then_add_in_one_sitting_is_one_update_at_the_removal() -> None:
    story = broken()
    removal = story.state("03-05 10:00")
    addition = story.state("03-05 10:20", value("abc", id="Q1$11111111-0000-4000-8000-000000000001"))
    target = repair_of(story).repair_target
    assert (target.action, target.revision_id) == ("UPDATE", removal)
    assert target.session_revision_ids == (removal, addition)


def test_the_rest_of_the_sitting_counts_even_after_the_data_date() -> None:
    story = broken()
    story.state("03-10 23:50")
    story.state("03-11 00:10", value("abc"))
    assert repair_of(story).repair_target.action == "UPDATE"


def test_an_edit_an_hour_later_or_by_somebody_else_is_another_session() -> None:
    for when, user in (("03-05 11:01", "Anna"), ("03-05 10:20", "Otto")):
        story = broken()
        story.state("03-05 10:00")
        story.state(when, value("abc"), user=user)
        assert repair_of(story).repair_target.action == "DELETE"


def test_a_session_does_not_reach_back_to_before_its_user_broke_the_item() -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", value("old"))
    broke = story.state("03-05 10:00", value("A1"))
    mended = story.state("03-05 10:10", value("new"))
    target = repair_of(story).repair_target
    assert broke not in target.session_revision_ids
    assert target.session_revision_ids == (mended,)
    assert [v.text for v in target.old_value] == ["A1"]


@pytest.mark.parametrize("rank", ["normal", "preferred"])
def test_a_violation_that_stays_is_refuted(rank: str) -> None:
    story = broken()
    story.state("03-05", value("B2", rank=rank))
    assert story.outcome().name == "refuted"


def test_an_item_that_was_right_all_the_time_contradicts_the_report() -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", value("abc"))
    assert story.outcome().name == "checker_disagrees_with_report"


def test_a_repair_after_the_new_data_date_is_not_what_the_report_saw() -> None:
    """Trap 20: between data date and save the item was still listed; this edit comes too late."""
    story = broken()
    story.state("03-11 12:00", value("abc"))
    assert story.outcome().name == "refuted"


def test_a_repair_shortly_before_the_old_data_date_is_found_by_a_second_look() -> None:
    story = broken()
    revision = story.state("02-27", value("abc"))
    repair = repair_of(story)
    assert repair.proof.event.revision_id == revision  # type: ignore[union-attr]
    assert repair.proof.window_widened
    assert story.outcome(Limits(slack_days=1)).name == "checker_disagrees_with_report"


def test_deprecating_the_last_violating_statement_is_proven_and_marked_as_retracted() -> None:
    story = Story(definition("Q52558054", P2305=[item("Q6")]))
    story.state("2024-01-01", statement("P1", item("Q6"), id=GUID))
    story.state("03-05", statement("P1", item("Q6"), id=GUID, rank="deprecated"))
    repair = repair_of(story, type_qid="Q52558054", family="None of")
    assert repair.proof.retracted
    assert repair.proof.after == "retracted"
    assert repair.repair_target.action == "UPDATE"  # the value is still there, with another rank


def test_a_hidden_text_is_no_empty_item() -> None:
    """Trap 28: texthidden taken for an item without statements would be a deletion."""
    story = broken()
    story.hide(story.state("03-05", value("A1")))
    assert story.outcome().name == "undecidable"


def test_a_hidden_text_before_the_repair_does_not_hide_the_repair() -> None:
    story = broken()
    story.hide(story.state("03-05", value("A1")))
    story.state("03-06", value("A1"), labels={"en": "x"})
    assert story.outcome().name == "refuted"
    edit = story.state("03-07", value("abc"))
    assert repair_of(story).repair_target.revision_id == edit


def test_the_repair_itself_hidden_is_undecidable_and_says_so() -> None:
    story = broken()
    hidden = story.state("03-05", value("abc"))
    story.hide(hidden)
    story.state("03-06", value("abc"), labels={"en": "x"})
    outcome = story.outcome()
    assert outcome.name == "undecidable"
    assert f"revision {hidden} is hidden" in outcome.stats.reason


def test_a_hidden_editor_does_not_hide_the_edit() -> None:
    """Trap 29: a userhidden revision skipped would credit the next one."""
    story = broken()
    revision = story.state("03-05", value("abc"), user=None)
    story.state("03-06", value("abc"), labels={"en": "x"})
    target = repair_of(story).repair_target
    assert (target.revision_id, target.author) == (revision, None)


def test_the_state_before_is_the_line_before_and_not_the_parent() -> None:
    """Trap 30: an imported revision names another parent."""
    story = broken()
    story.wiki.pages["Q1"][0] = Edit(*_fields(story, 0), parentid=999_999)
    story.state("03-05", value("abc"))
    story.wiki.pages["Q1"][1] = Edit(*_fields(story, 1), parentid=424_242)
    repair = repair_of(story)
    assert [v.text for v in repair.repair_target.old_value] == ["A1"]
    assert repair.repair_target.parent_id == 424_242


def _fields(story: Story, number: int) -> tuple[Any, ...]:
    edit = story.wiki.pages["Q1"][number]
    return (edit.revid, edit.timestamp, edit.text, edit.user, edit.comment)


def test_two_revisions_of_one_second_are_ordered_by_parent() -> None:
    """Trap 31: by id alone the undo would come last, and the item would still be broken."""
    story = broken()
    later, earlier = 5001, 5002
    fixed = story.state("03-05", value("abc"))
    [first, fix] = story.wiki.pages["Q1"]
    undo = Edit(earlier, fix.timestamp, first.text, "Anna", parentid=first.revid)
    last = Edit(later, fix.timestamp, fix.text, "Anna", parentid=earlier)
    story.wiki.pages["Q1"] = [first, undo, last]
    assert repair_of(story).repair_target.revision_id == later != fixed


def test_a_merged_subject_is_removed_and_not_emptied() -> None:
    """Trap 37: redirect content read as an item without statements would be a deletion."""
    story = broken()
    story.redirect("03-05", "Q2")
    outcome = story.outcome()
    assert outcome.name == "entity_removed"
    assert "merged into Q2" in outcome.stats.reason


def test_a_merge_that_empties_first_and_ends_after_the_data_date_is_still_a_merge() -> None:
    story = broken()
    story.state("03-10 23:59")
    story.redirect("03-11 00:01", "Q2")
    assert story.outcome().name == "entity_removed"


def test_a_deleted_subject_is_an_outcome_of_its_own() -> None:
    story = broken()
    del story.wiki.pages["Q1"]
    story.wiki.deletions["Q1"] = moment("03-05")
    assert story.outcome().name == "entity_removed"
    story.wiki.deletions["Q1"] = moment("2025-12-05")
    assert story.outcome().name == "undecidable"


def test_garbage_for_a_text_is_one_undecidable_candidate() -> None:
    story = broken()
    story.edit("Q1", "03-05", '{"type":"item","id":"Q1","claims":{"P1":[')
    story.state("03-06", value("abc"))
    outcome = story.outcome()
    assert outcome.name == "undecidable"
    assert "is no entity" in outcome.stats.reason


@pytest.mark.parametrize(
    "claims",
    [
        pytest.param({"P1": [{"mainsnak": 7, "type": "statement"}]}, id="a number for a snak"),
        pytest.param({"P1": "abc"}, id="text for statements"),
        pytest.param("abc", id="text for claims"),
        pytest.param({"P1": [None]}, id="nothing for a statement"),
    ],
)
def test_an_item_of_an_impossible_shape_costs_only_itself_its_answer(claims: Any) -> None:
    story = broken()
    raw = {"type": "item", "id": "Q1", "labels": {}, "claims": claims}
    story.edit("Q1", "03-05", orjson.dumps(raw).decode())
    story.state("2024-01-01", value("A1"), qid="Q2")
    story.state("03-05", value("abc"), qid="Q2")
    odd, fine = find_repairs([asked(), asked(qid="Q2")], story.wiki.past())
    assert odd.name in ("undecidable", "error")
    assert odd.stats.reason
    assert fine.name == "proven"


def test_a_statement_id_that_is_none_is_an_error_of_this_candidate_alone() -> None:
    story = Story(LETTERS)
    for qid, guid in (("Q1", "nonsense"), ("Q2", "Q2$00000000-0000-4000-8000-000000000001")):
        story.state("2024-01-01", value("A1", id=guid), qid=qid)
        story.state("03-05", value("abc", id=guid), qid=qid)
    odd, fine = find_repairs([asked(), asked(qid="Q2")], story.wiki.past())
    assert odd.name == "error"
    assert "nonsense" in odd.stats.reason
    assert fine.name == "proven"


def test_a_repair_undone_later_by_hand_is_lost_without_any_tag() -> None:
    """Trap 50: no mw-reverted tag is needed; the values of today tell."""
    story = broken()
    story.state("03-05", value("abc"))
    story.state("08-01", value("A1"))
    outcome = story.outcome()
    assert outcome.name == "lost"
    assert outcome.unproven is not None
    assert outcome.unproven.proof is not None
    assert outcome.unproven.proof.verdict == "proven"


def test_an_undo_of_vandalism_is_the_repair() -> None:
    """Trap 49: the violation began with the vandalism, and the undo ends it."""
    story = Story(LETTERS)
    story.state("2024-01-01", value("abc"))
    story.state("02-20", value("LOL1"), user="Vandal")
    undo = story.state("03-05", value("abc"), user="Patrol")
    assert repair_of(story).repair_target.revision_id == undo


def test_empty_maps_written_as_lists_are_no_change() -> None:
    """Trap 34: the item holds `[]` for its claims after the removal."""
    story = broken()
    story.state("03-05")
    assert '"claims":[]' in (story.wiki.pages["Q1"][-1].text or "")
    assert repair_of(story).repair_target.action == "DELETE"


def test_a_label_is_a_repair_through_terms() -> None:
    story = Story(definition("Q108139345", P424=[text("en")]))
    story.state("2024-01-01", value("abc"))
    story.state("03-05", value("abc"), labels={"en": "Name"})
    repair = repair_of(story, type_qid="Q108139345", family="Label in language")
    target = repair.repair_target
    assert repair.proof.through == "terms"
    assert (target.action, target.property, target.term) == ("CREATE", None, "labels/en")
    assert [v.text for v in target.new_value] == ["Name"]


def test_another_property_of_the_item_can_be_the_repair() -> None:
    story = Story(definition(TYPE, P2308=[item("Q5")], P2309=[INSTANCE]))
    story.state("2024-01-01", value("abc"), statement("P31", item("Q6")))
    story.state("2020-01-01", qid="Q6")
    story.state("03-05", value("abc"), statement("P31", item("Q5")))
    repair = repair_of(story, type_qid=TYPE, family="Type")
    assert repair.proof.through == "other_property"
    assert (repair.repair_target.property, repair.repair_target.action) == ("P31", "UPDATE")


def test_a_value_in_a_qualifier_of_another_property_is_still_the_reported_property() -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", statement("P9", item("Q7"), id=GUID, qualifiers={"P1": [text("A1")]}))
    story.state("03-05", statement("P9", item("Q7"), id=GUID, qualifiers={"P1": [text("abc")]}))
    repair = repair_of(story)
    assert repair.proof.through == "same_property"
    assert repair.repair_target.property == "P9"
    assert [op.op for op in repair.repair_target.statement_ops] == ["change_qualifiers"]


def test_self_links_are_judged_by_their_own_rule() -> None:
    """Trap 14: there is no P2302 statement to look for."""
    story = Story()
    story.state("2024-01-01", statement("P1", item("Q1"), id=GUID))
    story.state("03-05", statement("P1", item("Q2"), id=GUID))
    repair = repair_of(story, type_qid="", family="Self link")
    assert repair.proof.constraints == ()
    assert repair.repair_target.action == "UPDATE"


def test_single_value_also_means_the_single_best_value_constraint() -> None:
    """Trap 13: the heading is the same for both types."""
    story = Story(definition("Q52060874"))
    two = statement("P1", text("b"), id="Q1$22222222-0000-4000-8000-000000000001")
    story.state("2024-01-01", value("a"), two)
    story.state("03-05", value("a"))
    constraint = story_record(("Q19474404", "Q52060874"))
    assert repair_of(story, type_qid=SINGLE, constraints=(constraint,)).repair_target.action == "UPDATE"


def story_record(types: tuple[str, ...]) -> Any:
    return ConstraintRecord(family="Single value", type_qids=types, heading="Single value")


def test_before_july_2017_nothing_is_asked_and_nothing_decided() -> None:
    """Trap 21: constraints were templates on talk pages."""
    story = broken()
    old = {"published_old": "2017-06-01T00:00:00Z", "data_date_old": None}
    outcome = story.outcome(**old)
    assert outcome.name == "undecidable"
    assert "templates" in outcome.stats.reason
    assert story.wiki.requests == []


def test_more_edits_than_we_read_is_undecidable() -> None:
    story = broken()
    for minute in range(5):
        story.state(f"03-05 10:0{minute}", value("abc"), labels={"en": str(minute)})
    assert story.outcome(Limits(max_revisions=4)).name == "undecidable"
    assert story.outcome(Limits(max_revisions=5)).name == "proven"


def test_now_in_a_date_range_is_the_day_of_the_state_and_not_of_the_items_last_edit() -> None:
    story = Story(definition("Q21510860", P2310=[none()], P2311=[unknown()]))
    story.state("2013-01-01", statement("P1", time("+2020-05-05"), id=GUID))
    story.state("03-05", statement("P1", time("+2020-05-05"), id=GUID), labels={"en": "x"})
    assert story.outcome(type_qid="Q21510860", family="Range").name == "checker_disagrees_with_report"


def test_the_state_before_the_repair_is_enough_to_judge_again() -> None:
    story = broken()
    story.state("03-05", value("abc"))
    state = story.outcome().pre_repair_state
    assert state is not None
    assert state.entity["claims"]["P1"][0]["mainsnak"]["datavalue"]["value"] == "A1"
    assert [raw["id"] for raw in state.constraints] == [f"P1${FORMAT}"]
    assert (state.neighbours, state.class_edges) == ({}, ())
    assert state.as_of == "2025-03-04T23:59:59Z"


@pytest.mark.parametrize("others", [1, 2], ids=["a null edit", "a change and its undo"])
def test_others_who_change_nothing_do_not_interrupt_a_sitting(others: int) -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", statement("P1", text("123")))
    removal = story.state("03-05 10:00")
    if others == 2:
        story.state("03-05 10:10", statement("P1", text("zzz")), user="Hasty")
    story.state("03-05 10:20", user="Idle")
    addition = story.state("03-05 10:30", statement("P1", text("abc")))
    repair = story.outcome().repair
    assert repair is not None
    target = repair.repair_target
    assert (target.action, target.session_revision_ids) == ("UPDATE", (removal, addition))


def test_others_who_change_something_do_interrupt_it() -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", statement("P1", text("123")))
    story.state("03-05 10:00")
    story.state("03-05 10:20", statement("P2", text("more")), user="Busy")
    story.state("03-05 10:30", statement("P1", text("abc")), statement("P2", text("more")))
    repair = story.outcome().repair
    assert repair is not None
    assert repair.repair_target.action == "DELETE"
