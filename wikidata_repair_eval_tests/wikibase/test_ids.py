"""Ids: spelling, kinds, order, URLs, titles, statement ids."""

import pickle

import pytest

from wikidata_repair_eval.wikibase import (
    MalformedId,
    entity_type,
    guid_from_node_url,
    id_from_title,
    id_from_url,
    is_entity_id,
    normalise_guid,
    normalise_id,
    numeric_part,
    sort_key,
    title_of,
)


@pytest.mark.parametrize(
    ("entity_id", "kind", "number"),
    [
        ("Q42", "item", 42),
        ("P31", "property", 31),
        ("L3354", "lexeme", 3354),
        ("L3354-F1", "form", 3354),
        ("L3354-S12", "sense", 3354),
        ("M89", "mediainfo", 89),
        ("E10", "entity-schema", 10),
    ],
)
def test_an_id_tells_its_kind_and_number(entity_id, kind, number):
    assert (entity_type(entity_id), numeric_part(entity_id)) == (kind, number)


@pytest.mark.parametrize(("text", "entity_id"), [("q42", "Q42"), (" Q42\n", "Q42"), ("l1-f2", "L1-F2")])
def test_ids_are_normalised(text, entity_id):
    assert normalise_id(text) == entity_id


@pytest.mark.parametrize(
    "text", ["", "Q", "Q0", "Q042", "42", "Q42a", "X1", "L1-X1", "L1-F0", "Q1-F1", "Q٤٢", "Q42\nQ43", "Q42$x"]
)
def test_what_is_no_id_is_refused_with_the_text_named(text):
    assert not is_entity_id(text)
    with pytest.raises(MalformedId, match="is not an entity id"):
        normalise_id(text)


def test_errors_name_place_problem_and_fix_and_survive_pickling():
    with pytest.raises(MalformedId) as caught:
        normalise_id("Douglas")
    again = pickle.loads(pickle.dumps(caught.value))
    expected = "id 'Douglas': is not an entity id. Fix: use an id such as Q42, P31, L1, L1-F1 or M1."
    assert str(again) == str(caught.value) == expected
    assert (again.place, again.problem) == ("id 'Douglas'", "is not an entity id")


@pytest.mark.parametrize(
    ("url", "entity_id"),
    [
        pytest.param("http://www.wikidata.org/entity/Q5", "Q5", id="http"),
        pytest.param("https://www.wikidata.org/entity/Q5", "Q5", id="trap 43: https is the same entity"),
        pytest.param("http://127.0.0.1:8181/entity/q5", "Q5", id="any host, small letter"),
        pytest.param("http://www.wikidata.org/entity/L1-F1", "L1-F1", id="a form"),
        pytest.param("1", None, id="the unit 1 is no URL"),
        pytest.param("http://www.wikidata.org/prop/direct/P31", None, id="another path"),
        pytest.param(
            "http://www.wikidata.org/.well-known/genid/ab12", None, id="trap 44: somevalue is an IRI"
        ),
        pytest.param("http://www.wikidata.org/entity/statement/Q1-ab", None, id="a statement node"),
        pytest.param("see http://www.wikidata.org/entity/Q5", None, id="text around it"),
    ],
)
def test_entity_urls(url, entity_id):
    assert id_from_url(url) == entity_id


@pytest.mark.parametrize(
    ("url", "guid"),
    [
        (
            "http://www.wikidata.org/entity/statement/Q254-0479EB23-FC5B-4EEC-9529-CEE21D6C6FA9",
            "Q254$0479EB23-FC5B-4EEC-9529-CEE21D6C6FA9",
        ),
        (
            "http://www.wikidata.org/entity/statement/l1-F2-0479EB23-FC5B-4EEC-9529-CEE21D6C6FA9",
            "L1-F2$0479EB23-FC5B-4EEC-9529-CEE21D6C6FA9",
        ),
        (
            "http://www.wikidata.org/entity/statement/Q254-F1234567-FC5B-4EEC-9529-CEE21D6C6FA9",
            "Q254$F1234567-FC5B-4EEC-9529-CEE21D6C6FA9",
        ),
        ("http://www.wikidata.org/entity/Q254", None),
    ],
    ids=["an item's", "a form's", "an id that looks like a form's", "an entity is no statement"],
)
def test_statement_nodes(url, guid):
    assert guid_from_node_url(url) == guid


@pytest.mark.parametrize(
    ("title", "entity_id"),
    [
        pytest.param("Q42", "Q42", id="items stand bare"),
        pytest.param("q42", "Q42", id="small letter"),
        pytest.param("Item:Q42", "Q42", id="another Wikibase's items"),
        pytest.param("Property:P31", "P31", id="property"),
        pytest.param("Lexeme:L1", "L1", id="lexeme"),
        pytest.param("Lexeme:L1#F1", "L1-F1", id="form by its anchor"),
        pytest.param("P31", None, id="a bare P31 is no page of a property"),
        pytest.param("Property:Q42", None, id="an item in the wrong namespace"),
        pytest.param("Property talk:P31", None, id="a talk page"),
        pytest.param("Wikidata:Database reports/Constraint violations/P31", None, id="a report"),
    ],
)
def test_page_titles(title, entity_id):
    assert id_from_title(title) == entity_id


@pytest.mark.parametrize("entity_id", ["Q42", "P31", "L1", "E10"])
def test_titles_lead_back_to_their_entity(entity_id):
    assert id_from_title(title_of(entity_id)) == entity_id


def test_forms_live_on_their_lexemes_page():
    assert title_of("L1-F1") == "Lexeme:L1"


def test_a_media_file_has_no_title_made_of_its_id():
    with pytest.raises(MalformedId, match="file's name"):
        title_of("M89")


@pytest.mark.parametrize(
    ("guid", "normal"),
    [
        ("q1$0479EB23-FC5B", "Q1$0479EB23-FC5B"),
        ("l1-f1$79e6e103", "L1-F1$79e6e103"),
        ("Q1$ab", "Q1$ab"),
    ],
    ids=["item", "form", "the part after $ keeps its case"],
)
def test_trap_41_statement_ids_differ_in_case_of_the_entity_only(guid, normal):
    assert normalise_guid(guid) == normal


@pytest.mark.parametrize("guid", ["", "Q1", "Q1$", "$ab", "Q1-0479EB23"])
def test_what_is_no_statement_id_is_refused(guid):
    with pytest.raises(MalformedId, match="ENTITY\\$UUID"):
        normalise_guid(guid)


def test_ids_sort_by_letter_and_number():
    mixed = ["Q10", "P31", "L1-S1", "Q9", "P9", "L1", "L1-F10", "L1-F2", "L2"]
    assert sorted(mixed, key=sort_key) == ["L1", "L1-F2", "L1-F10", "L1-S1", "L2", "P9", "P31", "Q9", "Q10"]
