from itertools import permutations

from wikidata_repair_eval.forensics import deduplicated, find_repairs
from wikidata_repair_eval_tests.build import statement, text
from wikidata_repair_eval_tests.forensics.stories import FORMAT, LETTERS, SINGLE, Story, asked

ONE = asked(FORMAT, "Format", values=("a",), companions=("Q10",), flags=("report_gap",))
TWO = asked(SINGLE, "Single value", values=("b",), companions=("Q9",))


def test_one_disappearance_is_one_question_with_all_its_violation_types() -> None:
    [merged] = deduplicated([ONE, TWO, ONE])
    assert set(merged.violation_types) == {"Format", "Single value"}
    assert {record.family for record in merged.constraints} == {"Format", "Single value"}
    assert set(merged.values) == {"a", "b"}
    assert merged.companions == ("Q9", "Q10")
    assert merged.flags == ("report_gap",)


def test_the_order_of_duplicates_does_not_matter() -> None:
    assert len({tuple(deduplicated(order)) for order in permutations([ONE, TWO, ONE])}) == 1


def test_another_transition_or_entity_or_property_is_another_question() -> None:
    others = [
        ONE,
        *(
            ONE.model_copy(update=u)
            for u in ({"report_revision_new": 3}, {"qid": "Q2"}, {"property_id": "P2"})
        ),
    ]
    assert deduplicated(others) == others


def test_duplicates_are_merged_before_any_request() -> None:
    story = Story(LETTERS)
    story.state("2024-01-01", statement("P1", text("A1")))
    story.state("03-05", statement("P1", text("abc")))
    once = len(list(find_repairs([ONE], (past := story.wiki.past())))), past.counters["requests"]
    twice = len(list(find_repairs([ONE, ONE], (past := story.wiki.past())))), past.counters["requests"]
    assert once == twice
