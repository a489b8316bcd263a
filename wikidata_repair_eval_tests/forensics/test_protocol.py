"""The protocol's own rule stands beside the proof, right or wrong."""

from typing import Any

from wikidata_repair_eval.forensics.records import ProtocolAttribution
from wikidata_repair_eval_tests.build import statement, text
from wikidata_repair_eval_tests.forensics.stories import LETTERS, LETTERS_AND_DIGITS, Story


def value(content: str, **more: Any) -> Any:
    return statement("P1", text(content), id="Q1$00000000-0000-4000-8000-000000000001", **more)


def attribution(story: Story) -> ProtocolAttribution | None:
    outcome = story.outcome()
    record = outcome.repair or outcome.unproven
    assert record is not None
    return record.protocol_attribution


def broken() -> Story:
    story = Story(LETTERS)
    story.state("2024-01-01", value("a1"))
    return story


def test_it_names_the_latest_change_of_the_property_in_seven_days() -> None:
    story = broken()
    edit = story.state("03-07", value("abc"))
    story.state("03-08", value("abc"), labels={"en": "x"})
    found = attribution(story)
    assert found is not None
    assert (found.track, found.revision_id, found.action) == ("A_BOX", edit, "UPDATE")
    assert found.agrees_with_proof is True


def test_it_is_fooled_by_a_later_reference_and_the_record_says_so() -> None:
    story = broken()
    story.state("03-06", value("abc"))
    cited = story.state("03-09", value("abc", references=[{"P9": [text("x")]}]), user="Otto")
    found = attribution(story)
    assert found is not None
    assert (found.revision_id, found.agrees_with_proof) == (cited, False)


def test_it_misses_what_is_older_than_seven_days() -> None:
    story = broken()
    story.state("03-03", value("abc"))
    assert attribution(story) is None


def test_without_a_change_of_the_property_it_takes_the_latest_change_of_the_constraints() -> None:
    story = broken()
    edit = story.define("03-08", LETTERS_AND_DIGITS)
    story.define("03-09", LETTERS_AND_DIGITS)
    found = attribution(story)
    assert found is not None
    assert (found.track, found.property_revision_id, found.agrees_with_proof) == ("T_BOX", edit, True)


def test_without_a_proof_there_is_nothing_to_agree_with() -> None:
    story = broken()
    story.state("03-08", value("b2"))
    found = attribution(story)
    assert found is not None
    assert found.agrees_with_proof is None


def test_a_hidden_state_is_stepped_over_and_not_read_as_a_removal() -> None:
    story = broken()
    story.hide(story.state("03-07", value("a1")))
    story.state("03-08", value("a1"), labels={"en": "x"})
    assert attribution(story) is None
