"""A match must be specific: common classes and countries are in too many places to be evidence."""

from typing import Any

import pytest

from wikidata_repair_eval_tests.benchmark.taxonomy.stories import Story, created, rule
from wikidata_repair_eval_tests.build import entity, item, statement, text

HUMAN = entity("Q5", statement("P279", item("Q4")), labels={"en": "human"})
LAND = entity("Q183", labels={"en": "Germany"})
EXTERNAL = ("TypeC", "external")


def wanted(property_id: str, answer: str, *rest: dict[str, Any], **more: Any) -> Story:
    rules = [rule("Q21503247", P2306=[item(property_id)])]
    return created(
        item(answer), property_id=property_id, rest=(statement("P1", text("x")), *rest), rules=rules, **more
    )


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(
            wanted(
                "P31",
                "Q5",
                statement("P26", item("Q2")),
                neighbours=(entity("Q2", statement("P31", item("Q5"))),),
            ),
            id="the class of a neighbour",
        ),
        pytest.param(
            wanted(
                "P27",
                "Q183",
                statement("P19", item("Q2")),
                neighbours=(entity("Q2", statement("P17", item("Q183"))),),
            ),
            id="the country of the place of birth",
        ),
        pytest.param(wanted("P27", "Q183", statement("P1532", item("Q183"))), id="the country it plays for"),
        pytest.param(
            wanted(
                "P77",
                "Q183",
                statement("P19", item("Q2")),
                neighbours=(entity("Q2", statement("P17", item("Q183"))),),
            ),
            id="used as a country in sight",
        ),
        pytest.param(
            wanted("P77", "Q5", statement("P78", item("Q5")), neighbours=(HUMAN,)),
            id="a class by its own page",
        ),
        pytest.param(
            wanted(
                "P27",
                "Q183",
                statement("P19", item("Q2")),
                neighbours=(LAND, entity("Q2", descriptions={"en": "town in Germany"})),
            ),
            id="a neighbour's description names the country",
        ),
    ],
)
def test_a_common_class_or_country_is_no_evidence(told: Story):
    assert told.answer == EXTERNAL


def test_the_items_own_words_may_name_even_a_country():
    told = wanted("P27", "Q183", descriptions={"en": "swimmer from Germany"}, neighbours=(LAND,)).told()
    assert (told["class"], told["subtype"]) == ("TypeB", "own_text")
    assert told["confidence"] < wanted("P77", "Q50", statement("P78", item("Q50"))).told()["confidence"]


def test_a_rare_item_in_the_same_place_is_evidence():
    neighbours = (entity("Q2", statement("P131", item("Q9876"))),)
    told = wanted("P77", "Q9876", statement("P19", item("Q2")), neighbours=neighbours)
    assert told.answer == ("TypeB", "neighbour_statement")


def test_a_class_known_only_by_the_edges_of_the_class_tree_is_a_class():
    told = wanted("P77", "Q50", statement("P78", item("Q50")))
    assert told.class_ == "TypeB"
    assert told.state is not None
    told.state["class_edges"] = [["Q50", "Q51"]]
    assert told.answer == EXTERNAL
