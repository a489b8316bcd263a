"""`rule_summary`: one true sentence in which every parameter appears."""

import re

import pytest

from wikidata_repair_eval.constraints import CONSTRAINT_TYPES, Constraint, rule_summary
from wikidata_repair_eval_tests.build import item, monolingual, none, quantity, text, time, unknown
from wikidata_repair_eval_tests.constraints.definitions import (
    EXAMPLES,
    INSTANCE,
    MAIN,
    MANDATORY,
    SUBCLASS,
    SUGGESTION,
    constraint,
    definition,
)

EXTRAS = {
    "P2303": [item("Q4242")],
    "P4680": [MAIN],
    "P6607": [monolingual("because so", "en")],
    "P2304": [item("P17")],
    "P2241": [item("Q777")],
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: CONSTRAINT_TYPES[example.type].label)
def test_every_type_has_one_sentence_with_its_property(example):
    sentence = rule_summary(example)
    assert sentence.startswith("It should be that ")
    assert sentence.endswith(".")
    assert "P1" in sentence
    assert "not given" not in sentence.replace(
        "(not given)", "not given" if example.type == "Q21510852" else ""
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: CONSTRAINT_TYPES[example.type].label)
def test_every_parameter_appears(example):
    raw = example.raw | {"qualifiers": example.qualifiers | definition(example.type, **EXTRAS)["qualifiers"]}
    sentence = rule_summary(Constraint(raw, "P1"))
    for wanted in ("Q4242", "main values", "because so", "P17", "Q777"):
        assert wanted in sentence
    for snaks in example.qualifiers.values():
        for snak in snaks:
            assert _shown(snak) in sentence


def _shown(snak):
    if snak["snaktype"] != "value":
        return {"novalue": "no value", "somevalue": "unknown value"}[snak["snaktype"]]
    value = snak["datavalue"]["value"]
    if snak["property"] == "P2309":
        return "an instance"
    if isinstance(value, dict):
        return value.get("id") or value.get("text") or value["amount"]
    return value


def test_types_and_properties_give_different_sentences():
    sentences = [rule_summary(Constraint(example.raw, name)) for example in EXAMPLES for name in ("P1", "P2")]
    assert len(set(sentences)) == len(sentences)


DIFFERENT = [
    constraint("Q21510860", P2310=[time("+1900-01-01")], P2311=[unknown()]),
    constraint("Q21510860", P2310=[time("+1900-01-01", 9)], P2311=[unknown()]),
    constraint("Q21510860", P2310=[time("+1900-01-01", calendar="Q1985786")], P2311=[unknown()]),
    constraint("Q21510860", P2310=[time("+1900-01-01")], P2311=[none()]),
    constraint("Q21510860", P2310=[time("+1900-01-01", timezone=60)], P2311=[none()]),
    constraint("Q21510860", P2313=[quantity("+1")], P2312=[quantity("+2")]),
    constraint("Q21510860", P2313=[quantity("+1.0")], P2312=[quantity("+2")]),
    constraint("Q21510860", P2313=[quantity("+1", lower="+0", upper="+2")], P2312=[quantity("+2")]),
    constraint("Q21503250", P2308=[item("Q5")], P2309=[INSTANCE]),
    constraint("Q21503250", P2308=[item("Q5")], P2309=[SUBCLASS]),
    constraint("Q21503250", P2308=[item("Q5")]),
    constraint("Q21503247", P2306=[item("P2")]),
    constraint("Q21503247", P2306=[item("P2")], P2305=[item("Q5")]),
    constraint("Q19474404"),
    constraint("Q19474404", P2316=[MANDATORY]),
    constraint("Q19474404", P2316=[SUGGESTION]),
    constraint("Q19474404", P2316=[item("Q1")]),
    constraint("Q19474404", P4155=[item("P580")]),
    constraint("Q21502404", P1793=[text('a" or "b')]),
    constraint("Q21502404", P1793=[text("a"), text("b")]),
    constraint("Q21502404", P1793=[text("a")], P2916=[monolingual("a", "en")]),
    constraint("Q21502404", P1793=[text("a")], P2916=[monolingual("a", "de")]),
    constraint("Q111204896"),
    Constraint(definition("Q19474404") | {"rank": "deprecated"}, "P1"),
]


def test_different_definitions_give_different_sentences():
    sentences = [rule_summary(rule) for rule in DIFFERENT]
    assert len(set(sentences)) == len(sentences)
    assert len({rule.hash for rule in DIFFERENT}) == len(DIFFERENT)


def test_order_changes_neither_sentence_nor_hash():
    one = constraint("Q21510859", P2305=[item("Q5"), none(), item("Q10")], P2303=[item("Q1")])
    other = constraint("Q21510859", P2303=[item("Q1")], P2305=[item("Q10"), item("Q5"), none()])
    assert rule_summary(one) == rule_summary(other)
    assert one.hash == other.hash


def test_labels_stand_beside_the_ids_and_may_hold_braces():
    rule = constraint("Q21510859", P2305=[item("Q5")], P2241=[item("Q6")])
    sentence = rule_summary(rule, {"Q5": "human", "P1": "{odd}", "P2241": "{0}"})
    assert sentence == (
        "It should be that every value of {odd} (P1) is one of human (Q5); {0} (P2241) is Q6."
    )


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        pytest.param(
            constraint("Q21510860", P2310=[none()], P2311=[unknown()]),
            "lies between no lower bound (no value) and now (unknown value).",
            id="dates up to now",
        ),
        pytest.param(
            constraint("Q21510860", P2313=[quantity("+1")], P2312=[none()]),
            "and no upper bound (no value).",
            id="numbers without an end",
        ),
        pytest.param(
            constraint("Q21514353", P2305=[none(), item("Q11573")]),
            "has one of the units no unit (no value) or Q11573.",
            id="no unit",
        ),
        pytest.param(
            constraint("Q21510851", P2306=[none()]),
            "have no qualifiers other than none at all (no value).",
            id="no qualifier",
        ),
        pytest.param(
            constraint("Q21510859", P2305=[none(), unknown()]),
            "is one of no value or unknown value.",
            id="members of a list are what they say",
        ),
    ],
)
def test_unknown_and_no_value_are_told_by_what_they_mean_to_the_type(rule, words: str):
    assert rule_summary(rule).endswith(words)


def test_sentences_read_as_english():
    rule = constraint("Q21503250", P2308=[item("Q5"), item("Q6")], P2309=[INSTANCE], P2316=[MANDATORY])
    assert rule_summary(rule) == "It must be that an entity with P1 is an instance of Q5 or Q6."
    assert not re.search(r"\s\s", " ".join(rule_summary(example) for example in EXAMPLES))
