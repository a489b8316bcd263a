from wikidata_repair_eval.forensics import explain
from wikidata_repair_eval_tests.build import statement, text
from wikidata_repair_eval_tests.forensics.stories import LETTERS, LETTERS_AND_DIGITS, Story, asked

GUID = "Q1$00000000-0000-4000-8000-000000000001"


def test_the_story_of_a_repair_tells_report_timeline_and_proof() -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", statement("P1", text("a1"), id=GUID))
    story.define("03-06", LETTERS_AND_DIGITS)
    edit = story.state("03-08", statement("P1", text("abc"), id=GUID), user="Carla")
    told = "\n".join(explain(asked(values=("a1",)), story.wiki.past()))
    for part in (
        "Q1 left the report of P1: Format",
        "on its line: a1",
        "2025-03-01T00:00:00Z the window begins: violated (a1 is not in the format [a-z]+.)",
        f"2025-03-08T00:00:00Z Q1 revision {edit} by Carla: clean",
        "Outcome: proven",
        "locus OVERDETERMINED, through constraint",
        "the old item under the new constraints: clean",
        "ambiguous: overdetermined",
        f"the protocol's rule names revision {edit} (A_BOX), which is not the proven one",
    ):
        assert part in told


def test_the_story_of_a_refusal_tells_the_reason() -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", statement("P1", text("a1"), id=GUID))
    told = explain(asked(), story.wiki.past())
    assert (
        told[-1]
        == "Outcome: refuted (still violated at the end of the window: a1 is not in the format [a-z]+.)"
    )


def test_a_candidate_that_cannot_be_asked_about_has_no_timeline() -> None:
    told = explain(asked(published_old="2016-01-01T00:00:00Z"), Story(LETTERS).wiki.past())
    assert told[-1].startswith("Outcome: undecidable (before July 2017")
    assert not any(line.startswith("Timeline") for line in told)
