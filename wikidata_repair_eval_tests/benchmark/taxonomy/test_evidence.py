"""Type B: where evidence counts, and that it must be independent of the value under repair."""

from itertools import pairwise
from typing import Any

import pytest

from wikidata_repair_eval_tests.benchmark.taxonomy.stories import Story, created, replaced, rule, story
from wikidata_repair_eval_tests.build import (
    coordinate,
    entity,
    item,
    monolingual,
    quantity,
    statement,
    text,
    time,
)

FORMAT, SINGLE, BEST = "Q21502404", "Q19474404", "Q52060874"
REQUIRED = rule("Q21503247", P2306=[item("P2")])
EXTERNAL = ("TypeC", "external")
NAMED = entity("Q50", labels={"en": "Springfield", "ja": "春田町"}, aliases={"en": ["Spring Town"]})


def wanted(answer: dict[str, Any], *rest: dict[str, Any], **more: Any) -> Story:
    """P2 was missing on Q1; everything else that is known is given."""
    return created(answer, rest=(statement("P1", text("x")), *rest), rules=[REQUIRED], family="Item", **more)


DAY, YEAR = time("+1879-03-14"), time("+1879-00-00", 9)


@pytest.mark.parametrize(
    ("told", "subtype"),
    [
        pytest.param(
            wanted(item("Q50"), statement("P7", item("Q50"))), "own_statement", id="another property"
        ),
        pytest.param(
            wanted(item("Q50"), statement("P7", item("Q9"), qualifiers={"P8": [item("Q50")]})),
            "own_qualifier",
            id="a qualifier",
        ),
        pytest.param(
            wanted(
                text("A12345"), statement("P7", item("Q9"), references=[{"P854": [text("http://x/A12345")]}])
            ),
            "own_reference",
            id="the address of a reference",
        ),
        pytest.param(
            wanted(text("A12345"), statement("P7", text("https://x.org/A12345"))), "own_statement", id="url"
        ),
        pytest.param(
            wanted(YEAR, descriptions={"en": "physicist (1879\u20131955)"}), "own_text", id="year in brackets"
        ),
        pytest.param(wanted(DAY, descriptions={"en": "born 14 March 1879"}), "own_text", id="day in words"),
        pytest.param(
            wanted(DAY, descriptions={"de": "geboren am 14. März 1879"}), "own_text", id="day in German"
        ),
        pytest.param(
            wanted(DAY, descriptions={"ja": "1879年3月14日生まれ"}), "own_text", id="day in Japanese"
        ),
        pytest.param(wanted(YEAR, statement("P7", DAY)), "own_statement", id="a day holds its year"),
        pytest.param(
            wanted(DAY, statement("P7", time("+1879-03-02", calendar="Q1985786"))),
            "own_statement",
            id="the same day in the Julian calendar",
        ),
        pytest.param(
            wanted(quantity("+81300"), descriptions={"en": "81,300 people"}), "own_text", id="grouped number"
        ),
        pytest.param(
            wanted(quantity("+812", "Q11573"), statement("P7", quantity("+812", "Q11573"))),
            "own_statement",
            id="same unit",
        ),
        pytest.param(
            wanted(coordinate(50.1, 8.6), statement("P7", coordinate(50.10001, 8.6))),
            "own_statement",
            id="same place",
        ),
        pytest.param(
            wanted(item("Q50"), labels={"en": "Springfield Museum"}, neighbours=(NAMED,)),
            "own_text",
            id="name in a label",
        ),
        pytest.param(
            wanted(item("Q50"), aliases={"en": ["the SPRING TOWN house"]}, neighbours=(NAMED,)),
            "own_text",
            id="alias, other case",
        ),
        pytest.param(
            wanted(item("Q50"), descriptions={"ja": "春田町の博物館"}, neighbours=(NAMED,)),
            "own_text",
            id="a script without spaces",
        ),
        pytest.param(
            wanted(item("Q50"), sitelinks={"enwiki": "Springfield (disambiguated)"}, neighbours=(NAMED,)),
            "own_text",
            id="sitelink",
        ),
        pytest.param(
            wanted(
                item("Q51"), labels={"de": "Museum Ulm"}, neighbours=(entity("Q51", labels={"de": "Ulm"}),)
            ),
            "own_text",
            id="a short name with its capital",
        ),
        pytest.param(
            wanted(
                item("Q51"),
                labels={"ko": "서울의 박물관"},
                neighbours=(entity("Q51", labels={"ko": "서울"}),),
            ),
            "own_text",
            id="a name with a particle",
        ),
        pytest.param(
            wanted(item("Q50"), statement("P7", text("Springfield")), neighbours=(NAMED,)),
            "own_statement",
            id="name string",
        ),
        pytest.param(
            wanted(
                item("Q50"),
                statement("P7", item("Q60")),
                neighbours=(entity("Q60", statement("P8", item("Q50"))),),
            ),
            "neighbour_statement",
            id="a neighbour's statement",
        ),
        pytest.param(
            wanted(
                item("Q50"),
                statement("P7", item("Q60")),
                neighbours=(NAMED, entity("Q60", descriptions={"en": "a part of Springfield"})),
            ),
            "neighbour_text",
            id="a neighbour's text",
        ),
        pytest.param(
            wanted(text("Cafe\u0301 Noir"), labels={"fr": "Café Noir"}), "own_text", id="composed letters"
        ),
        pytest.param(
            wanted(text("Straße am See"), statement("P7", monolingual("STRASSE AM SEE", "de"))),
            "own_statement",
            id="case folding",
        ),
    ],
)
def test_evidence_within_one_hop_makes_type_b(told: Story, subtype: str):
    assert told.answer == ("TypeB", subtype)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(wanted(item("Q50")), id="nothing at all"),
        pytest.param(wanted(DAY, descriptions={"en": "born 1879"}), id="a year does not hold a day"),
        pytest.param(wanted(DAY, statement("P7", YEAR)), id="a year statement does not hold a day"),
        pytest.param(
            wanted(DAY, statement("P7", time("+1879-03-14", 9))), id="a year that still carries month and day"
        ),
        pytest.param(
            wanted(time("+1879-03-14"), statement("P7", time("+1879-03-14", calendar="Q1985786"))),
            id="the same digits in another calendar are another day",
        ),
        pytest.param(
            wanted(YEAR, statement("P7", item("Q9"), references=[{"P813": [DAY]}])),
            id="when a source was read",
        ),
        pytest.param(
            wanted(YEAR, statement("P7", item("Q60")), neighbours=(entity("Q60", statement("P8", YEAR)),)),
            id="a neighbour's year",
        ),
        pytest.param(
            wanted(quantity("+812", "Q11573"), statement("P7", quantity("+812", "Q3710"))), id="another unit"
        ),
        pytest.param(wanted(quantity("+7"), statement("P7", quantity("+7"))), id="a small number"),
        pytest.param(
            wanted(quantity("+1987"), descriptions={"en": "founded 1987"}), id="a number that is a year"
        ),
        pytest.param(
            wanted(coordinate(50.1, 8.6), statement("P7", coordinate(50.2, 8.6))), id="another place"
        ),
        pytest.param(
            wanted(coordinate(50.1, 8.6), statement("P7", coordinate(50.1, 8.6, globe="Q405"))),
            id="another globe",
        ),
        pytest.param(
            wanted(item("Q50"), labels={"en": "Springfielder"}, neighbours=(NAMED,)), id="part of a word"
        ),
        pytest.param(wanted(item("Q50"), neighbours=(NAMED,)), id="the answer's own page"),
        pytest.param(
            wanted(item("Q50"), neighbours=(entity("Q50", statement("P8", item("Q1"))),)),
            id="the answer's own page points here, but nothing leads to it",
        ),
        pytest.param(wanted(item("Q1"), labels={"en": "Springfield"}), id="the item itself"),
        pytest.param(
            wanted(text("Q50"), statement("P7", item("Q50"))), id="the text Q50 is not the item Q50"
        ),
        pytest.param(wanted(text("AB"), statement("P7", text("AB"))), id="two letters"),
        pytest.param(wanted(YEAR, statement("P7", text("X-1879"))), id="a year within an identifier"),
        pytest.param(
            wanted(quantity("+81300"), statement("P7", text("81300"))), id="an identifier of digits"
        ),
        pytest.param(
            wanted(
                item("Q51"),
                labels={"en": "an elm ulm tree"},
                neighbours=(entity("Q51", labels={"de": "Ulm"}),),
            ),
            id="a short name without its capital",
        ),
        pytest.param(
            wanted(item("Q50"), statement("P7", item("Q50"), rank="deprecated")), id="a deprecated statement"
        ),
    ],
)
def test_what_does_not_hold_the_answer_leaves_type_c(told: Story):
    assert told.answer == EXTERNAL


def test_exactly_two_hops_away_is_type_c_with_its_own_subtype():
    chain = (entity("Q60", statement("P8", item("Q61"))), entity("Q61", statement("P9", item("Q50"))))
    told = wanted(item("Q50"), statement("P7", item("Q60")), neighbours=chain)
    assert told.answer == ("TypeC", "two_hop_unfrozen")


def test_three_hops_away_is_out_of_sight():
    ids = ("Q60", "Q61", "Q62", "Q50")
    chain = tuple(entity(one, statement("P8", item(other))) for one, other in pairwise(ids))
    assert wanted(item("Q50"), statement("P7", item("Q60")), neighbours=chain).answer == EXTERNAL


def test_an_entity_that_nothing_connects_to_the_item_is_no_neighbour():
    stray = entity("Q60", statement("P8", item("Q50")))
    assert wanted(item("Q50"), neighbours=(stray,)).answer == EXTERNAL


def test_the_answers_own_page_leads_nowhere_either():
    page = entity(
        "Q50", statement("P8", item("Q1")), statement("P9", item("Q61")), labels={"en": "Springfield"}
    )
    county = entity("Q61", statement("P150", item("Q50")))
    assert wanted(item("Q50"), neighbours=(page, county)).answer == EXTERNAL


def test_what_the_answers_own_page_says_of_itself_is_no_evidence():
    page = entity("Q50", statement("P1448", text("Springfield")), labels={"en": "Springfield"})
    told = replaced(item("Q50"), item("Q51"), rules=[rule("Q21510865")], neighbours=(page,))
    assert told.answer == EXTERNAL
    back = replaced(item("Q51"), item("Q50"), rules=[rule("Q21510865")], neighbours=(page, entity("Q51")))
    assert back.answer == EXTERNAL


def test_who_pointed_to_the_item_before_the_repair_is_a_neighbour():
    friend = entity("Q60", statement("P9", item("Q1")), statement("P8", item("Q50")))
    assert wanted(item("Q50"), neighbours=(friend,)).answer == ("TypeB", "neighbour_statement")


def test_the_old_values_of_the_repaired_property_are_no_evidence():
    old = (statement("P1", item("Q7"), id="Q1$1"), statement("P1", item("Q50"), id="Q1$2", rank="normal"))
    before = entity("Q1", *old)
    after = entity("Q1", statement("P1", item("Q51"), id="Q1$1"), old[1])
    told = story(
        before,
        after,
        rules=[rule("Q21510865")],
        violating=["Q1$1"],
        neighbours=(entity("Q51", statement("P8", item("Q2"))),),
    )
    assert told.answer == EXTERNAL


def test_the_page_of_the_wrong_value_is_one_hop_away():
    wrong = entity("Q7", statement("P1889", item("Q50")))
    told = replaced(
        item("Q7"), item("Q50"), rules=[rule("Q21510865")], neighbours=(wrong,), family="Value type"
    )
    assert told.answer == ("TypeB", "neighbour_statement")


def test_the_numbers_of_an_identifier_in_the_description_are_evidence_if_the_format_gives_the_rest():
    rules = [rule(FORMAT, P1793=[text(r"\d{4}/si/\d+/made")])]
    words = {"en": "Irish Statutory Instrument S.I. No. 186/2016"}
    told = replaced(text("186"), text("2016/si/186/made"), rules=rules, descriptions=words)
    assert told.answer == ("TypeB", "own_text_derived")
    other = replaced(text("186"), text("2016/si/187/made"), rules=rules, descriptions=words)
    assert other.answer == EXTERNAL


def labelled(**texts: Any) -> Story:
    before = entity("Q1", statement("P1", text("x")), **texts)
    labels = {**texts.get("labels", {}), "en": "Giorgi Gelashvili"}
    after = entity("Q1", statement("P1", text("x")), **{**texts, "labels": labels})
    return story(before, after, edited=None, term="labels/en", rules=[rule("Q108139345")], family="Label")


def test_a_label_is_spelled_by_another_language_an_alias_or_a_sitelink():
    assert labelled(sitelinks={"enwiki": "Giorgi Gelashvili"}).answer == ("TypeB", "own_text")
    assert labelled(labels={"de": "Giorgi Gelashvili"}).answer == ("TypeB", "own_text")
    assert labelled(labels={"ka": "გიორგი გელაშვილი"}).answer == EXTERNAL


def chosen(first: dict, second: dict, *rest: dict, property_id: str = "P1", **texts: Any) -> Story:
    """The first of two values stayed."""
    values = [statement(property_id, one, id=f"Q1${n}") for n, one in enumerate((first, second))]
    before, after = entity("Q1", *values, *rest, **texts), entity("Q1", values[0], *rest, **texts)
    return story(
        before, after, rules=[rule(SINGLE)], reported=property_id, edited=property_id, family="Single value"
    )


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        pytest.param(
            chosen(time("+1923-06-08"), time("+1926-02-22"), descriptions={"en": "politician (born 1923)"}),
            ("TypeB", "own_text"),
            id="the year is enough to choose",
        ),
        pytest.param(
            chosen(time("+1923-06-08"), time("+1923-02-22"), descriptions={"en": "politician (born 1923)"}),
            EXTERNAL,
            id="a year that both share chooses nothing",
        ),
        pytest.param(
            chosen(text("119371456"), text("116658029"), statement("P7", text("119371456"))),
            ("TypeB", "own_statement"),
            id="another identifier that is the same",
        ),
        pytest.param(
            chosen(text("n99314570"), text("n96040840"), statement("P7", text("https://x/y/Z%7Cn99314570"))),
            ("TypeB", "own_statement"),
            id="a web address with signs spelled in it",
        ),
        pytest.param(
            chosen(text("079263417"), text("037327927"), statement("P7", text("https://x/thes/p079263417"))),
            ("TypeB", "own_statement"),
            id="a number behind letters in a web address",
        ),
        pytest.param(
            chosen(text("079263417"), text("037327927"), statement("P7", text("https://x/thes/1079263417"))),
            EXTERNAL,
            id="a part of a longer number in a web address",
        ),
        pytest.param(
            chosen(
                text("119371456"),
                text("116658029"),
                statement("P7", text("119371456")),
                statement("P8", text("116658029")),
            ),
            EXTERNAL,
            id="one witness for each side decides nothing",
        ),
        pytest.param(
            chosen(text("Didymiaceae"), text("Didymiidae"), labels={"en": "Didymiaceae"}),
            ("TypeB", "own_text"),
            id="label",
        ),
        pytest.param(
            chosen(text("Didymiaceae"), text("Didymiidae"), labels={"en": "Slime"}),
            EXTERNAL,
            id="another label",
        ),
    ],
)
def test_a_choice_needs_a_witness_for_one_side_only(told: Story, answer: tuple):
    assert told.answer == answer


def test_a_witness_for_both_sides_does_not_silence_one_for_the_kept_value():
    neighbour = entity("Q60", statement("P8", time("+1923-06-08")))
    values = [statement("P1", time(f"+1923-{day}"), id=f"Q1${day}") for day in ("06-08", "02-22")]
    words, link = {"descriptions": {"en": "born 1923"}}, statement("P7", item("Q60"), id="Q1$9")
    before, after = entity("Q1", *values, link, **words), entity("Q1", values[0], link, **words)
    told = story(before, after, rules=[rule(SINGLE)], family="Single value", neighbours=(neighbour,))
    assert told.answer == ("TypeB", "neighbour_statement")


def test_a_deprecated_value_beside_the_choice_needs_no_witness():
    values = [
        statement("P1", text("119371456"), id="Q1$0"),
        statement("P1", text("116658029"), id="Q1$1"),
        statement("P1", text("555555555"), id="Q1$2", rank="deprecated"),
    ]
    witness = statement("P7", text("119371456"), id="Q1$3")
    before, after = entity("Q1", *values, witness), entity("Q1", values[0], values[2], witness)
    told = story(before, after, rules=[rule(SINGLE)], family="Single value")
    assert told.answer == ("TypeB", "own_statement")


def test_the_references_of_the_kept_statement_itself_do_not_speak_for_it():
    own = {"P854": [text("https://x.org/119371456")]}
    values = [
        statement("P1", text("119371456"), id="Q1$0", references=[own]),
        statement("P1", text("116658029"), id="Q1$1"),
    ]
    told = story(entity("Q1", *values), entity("Q1", values[0]), rules=[rule(SINGLE)], family="Single value")
    assert told.answer == EXTERNAL


def test_a_needed_reference_that_stands_on_another_statement_is_evidence():
    source = {"P248": [item("Q800")], "P813": [time("+2020-01-01")]}
    other = statement("P7", item("Q9"), references=[{"P248": [item("Q800")]}], id="Q1$2")
    before, after = (
        entity("Q1", statement("P1", text("x"), id="Q1$1", references=one), other) for one in (None, [source])
    )
    assert story(before, after, rules=[rule("Q54554025")], family="Citation needed").class_ == "TypeB"
    bare = entity("Q1", statement("P1", text("x"), id="Q1$1"))
    cited = entity("Q1", statement("P1", text("x"), id="Q1$1", references=[source]))
    assert story(bare, cited, rules=[rule("Q54554025")], family="Citation needed").answer == EXTERNAL
