"""What changes no information does not change the class; taking the evidence away turns B into C."""

import json
from typing import Any

import pytest

from wikidata_repair_eval.benchmark.taxonomy import classify
from wikidata_repair_eval_tests.benchmark.taxonomy.stories import Story, created, replaced, rule, story
from wikidata_repair_eval_tests.benchmark.taxonomy.transforms import HARMLESS, stripped
from wikidata_repair_eval_tests.build import (
    as_revision_content,
    entity,
    item,
    quantity,
    statement,
    text,
    time,
)

REQUIRED = rule("Q21503247", P2306=[item("P2")])
SINGLE, FORMAT = "Q19474404", "Q21502404"
TWO = (statement("P1", time("+1923-06-08"), id="Q1001$1"), statement("P1", time("+1926-02-22"), id="Q1001$2"))
BORN = {"descriptions": {"en": "politician (born 1923)"}}


def wanted(answer: dict[str, Any], *rest: dict[str, Any], **more: Any) -> Story:
    return created(answer, rest=(statement("P1", text("x")), *rest), rules=[REQUIRED], family="Item", **more)


GALLERY = {
    "format": replaced(text("id 12345"), text("12345"), rules=[rule(FORMAT, P1793=[text(r"\d+")])]),
    "one of": replaced(item("Q70"), item("Q80"), rules=[rule("Q21510859", P2305=[item("Q80")])]),
    "replacement": replaced(
        item("Q70"), item("Q80"), rules=[rule("Q52558054", P2305=[item("Q70")], P9729=[item("Q80")])]
    ),
    "unit": replaced(
        quantity("+6", "Q3710"),
        quantity("+1.83", "Q11573"),
        rules=[rule("Q21514353", P2305=[item("Q11573")])],
    ),
    "points back": story(
        entity("Q20"),
        entity("Q20", statement("P1", item("Q1"))),
        subject=entity("Q1", statement("P1", item("Q20"))),
        rules=[rule("Q21510862")],
    ),
    "only class": created(
        item("Q500"),
        property_id="P31",
        rules=[rule("Q21503250", P2308=[item("Q500")], P2309=[item("Q21503252")])],
    ),
    "own statement": wanted(item("Q50"), statement("P7", item("Q50"))),
    "own qualifier": wanted(item("Q50"), statement("P7", item("Q90"), qualifiers={"P8": [item("Q50")]})),
    "own text": wanted(time("+1879-00-00", 9), descriptions={"en": "physicist, born 1879"}),
    "neighbour statement": wanted(
        item("Q50"),
        statement("P7", item("Q60")),
        neighbours=(entity("Q60", statement("P8", item("Q50"))),),
    ),
    "neighbour text": wanted(
        item("Q50"),
        statement("P7", item("Q60")),
        neighbours=(
            entity("Q50", labels={"en": "Springfield"}),
            entity("Q60", labels={"en": "Springfield zoo"}),
        ),
    ),
    "choice": story(
        entity("Q1001", *TWO, **BORN),
        entity("Q1001", TWO[0], **BORN),
        rules=[rule(SINGLE)],
        family="Single value",
    ),
    "two hops": wanted(
        item("Q50"),
        statement("P7", item("Q60")),
        neighbours=(entity("Q60", statement("P8", item("Q61"))), entity("Q61", statement("P9", item("Q50")))),
    ),
    "common class": wanted(
        item("Q500"),
        statement("P7", item("Q60")),
        neighbours=(entity("Q60", statement("P31", item("Q500"))),),
    ),
    "external": replaced(text("lol"), text("964274951"), rules=[rule(FORMAT, P1793=[text(r"\d+")])]),
}


def answer(case: tuple[Any, Any, Any]) -> tuple[str, str, bool, float]:
    told = classify(*case)
    return told["class"], told["subtype"], told["main_score"], told["confidence"]


def test_the_gallery_has_every_class():
    assert {told.class_ for told in GALLERY.values()} == {"TypeA", "TypeB", "TypeC"}


@pytest.mark.parametrize("name", GALLERY)
@pytest.mark.parametrize("change", HARMLESS)
def test_what_says_the_same_has_the_same_class(name: str, change: str):
    told = GALLERY[name]
    case = (told.repair, told.state, told.world)
    assert answer(HARMLESS[change](case)) == answer(case)


@pytest.mark.parametrize("name", [name for name, told in GALLERY.items() if told.class_ == "TypeB"])
def test_without_its_evidence_type_b_is_type_c(name: str):
    told = GALLERY[name]
    assert answer(stripped((told.repair, told.state, told.world)))[:2] == ("TypeC", "external")


@pytest.mark.parametrize("name", [name for name, told in GALLERY.items() if told.class_ == "TypeA"])
def test_type_a_needs_nothing_but_the_literals_and_the_constraint(name: str):
    told = GALLERY[name]
    case = (told.repair, told.state, told.world)
    assert answer(stripped(case)) == answer(case)


@pytest.mark.parametrize("name", GALLERY)
def test_the_dialect_of_the_entities_does_not_count(name: str):
    told = GALLERY[name]
    assert told.state is not None
    neighbours = {key: as_revision_content(raw) for key, raw in told.state["neighbours"].items()}
    state = {**told.state, "entity": as_revision_content(told.state["entity"]), "neighbours": neighbours}
    assert answer((told.repair, state, None)) == answer((told.repair, told.state, None))


@pytest.mark.parametrize("name", GALLERY)
def test_the_same_case_gives_the_same_bytes_and_is_not_changed(name: str):
    told = GALLERY[name]
    before = json.dumps([told.repair, told.state])
    assert classify(told.repair, told.state, None) == classify(told.repair, told.state, None)
    assert json.dumps([told.repair, told.state]) == before
