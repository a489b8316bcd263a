from wikidata_repair_eval.forensics import constraint_history
from wikidata_repair_eval.forensics.windows import Window
from wikidata_repair_eval_tests.constraints.definitions import definition
from wikidata_repair_eval_tests.forensics.stories import LETTERS, LETTERS_AND_DIGITS, SINGLE, Story, moment

SPAN = Window(moment("03-01"), moment("03-31"))


def test_the_constraint_history_has_every_distinct_state_and_the_one_carried_in() -> None:
    story = Story(LETTERS)
    first = story.wiki.pages["Property:P1"][0].revid
    story.define("03-05", LETTERS)
    second = story.define("03-08", LETTERS_AND_DIGITS)
    third = story.define("03-09", LETTERS_AND_DIGITS, definition(SINGLE))
    story.define("04-09")
    rows = constraint_history(story.wiki.past(), "P1", SPAN)
    assert rows is not None
    assert [row["revision_id"] for row in rows] == [first, second, third]
    assert len({row["hash"] for row in rows}) == 3
    assert [len(row["statements"]) for row in rows] == [1, 1, 2]


def test_a_hidden_definition_is_listed_without_statements_and_not_as_an_empty_one() -> None:
    story = Story(LETTERS)
    story.hide(story.define("03-05", LETTERS))
    rows = constraint_history(story.wiki.past(), "P1", SPAN)
    assert rows is not None
    assert [row["statements"] is None for row in rows] == [False, True]


def test_a_deleted_property_has_no_history_to_tell() -> None:
    story = Story(LETTERS)
    del story.wiki.pages["Property:P1"]
    story.wiki.deletions["Property:P1"] = moment("04-01")
    assert constraint_history(story.wiki.past(), "P1", SPAN) is None
