"""Entities in every dialect, redirects, missing ones, partial answers, and what is refused."""

import orjson
import pytest

from wikidata_repair_eval.wikibase import (
    Entity,
    MalformedEntity,
    MalformedId,
    Missing,
    PartNotLoaded,
    Redirect,
    Statement,
    canonical_entity,
    entities_of,
    entity_of,
    entity_signature,
    parse_entity,
    property_signature,
)
from wikidata_repair_eval_tests.build import (
    as_old_dump,
    as_revision_content,
    entity,
    item,
    none,
    quantity,
    statement,
    text,
    time,
    unknown,
)

PERSON = entity(
    "Q42",
    statement("P31", item("Q5"), qualifiers={"P580": [time("+1952-03-11"), unknown()]}),
    statement("P40", none(), rank="preferred"),
    statement("P569", time("+1952-03-11"), references=[{"P248": [item("Q36578")], "P854": [text("x")]}]),
    statement("P2048", quantity("+1.96", "Q11573")),
    labels={"en": "Douglas Adams", "de": "Douglas Adams"},
    aliases={"en": ["DNA", "Bop Ad"]},
    sitelinks={"enwiki": "Douglas Adams"},
)
BARE = entity("Q7")
DIALECTS = {
    "api": PERSON,
    "revision content": as_revision_content(PERSON),
    "dump of 2015": as_old_dump(PERSON),
}


@pytest.mark.parametrize("raw", DIALECTS.values(), ids=DIALECTS.keys())
@pytest.mark.parametrize("written", [orjson.dumps, lambda raw: orjson.dumps(raw).decode(), lambda raw: raw])
def test_every_dialect_reads_the_same_and_is_written_back_unchanged(raw, written):
    person = parse_entity(written(raw))
    assert isinstance(person, Entity)
    assert (person.id, person.type, person.label()) == ("Q42", "item", "Douglas Adams")
    assert person.property_ids == ["P31", "P40", "P569", "P2048"]
    assert person.statements("P31")[0].id == "Q42$00000000-0000-4000-8000-000000000001"
    assert person.to_json() == raw


@pytest.mark.parametrize("raw", DIALECTS.values(), ids=DIALECTS.keys())
def test_the_neutral_form_is_the_same_in_every_dialect(raw):
    assert canonical_entity(raw) == canonical_entity(PERSON)
    assert entity_signature(raw) == entity_signature(PERSON)


def test_page_metadata_is_there_only_where_the_dialect_has_it():
    api, stored = parse_entity(PERSON), parse_entity(as_revision_content(PERSON))
    assert (api.lastrevid, api.modified) == (7, "2026-01-01T00:00:00Z")
    assert (stored.lastrevid, stored.modified) == (None, None)


def test_terms_and_sitelinks_read_as_plain_text():
    person = parse_entity(PERSON)
    assert person.labels == {"en": "Douglas Adams", "de": "Douglas Adams"}
    assert person.aliases == {"en": ["DNA", "Bop Ad"]}
    assert person.sitelinks == {"enwiki": "Douglas Adams"}
    assert person.descriptions == {}


def test_a_statement_gives_rank_qualifiers_and_references():
    person = parse_entity(PERSON)
    [is_human] = person.statements("P31")
    assert [snak.snaktype for snak in is_human.qualifiers["P580"]] == ["value", "somevalue"]
    [born] = person.statements("P569")
    assert sorted(born.references[0].snaks) == ["P248", "P854"]
    assert (born.rank, person.statements("P40")[0].rank) == ("normal", "preferred")
    assert [found.property for found in person.all_statements()] == ["P31", "P40", "P569", "P2048"]
    assert person.statements("P999") == []


@pytest.mark.parametrize("empty", [{}, []], ids=["{}", "[]"])
def test_trap_34_an_empty_list_is_an_empty_map_everywhere(empty):
    parts = ("labels", "descriptions", "aliases", "claims", "sitelinks")
    bare = parse_entity({"type": "item", "id": "Q7"} | dict.fromkeys(parts, empty))
    assert (bare.labels, bare.descriptions, bare.aliases, bare.sitelinks) == ({}, {}, {}, {})
    assert (bare.property_ids, bare.statements("P31"), bare.label()) == ([], [], None)
    raw = statement("P31", item("Q5")) | {"qualifiers": empty, "references": [{"snaks": empty}]}
    assert Statement(raw).qualifiers == {}
    assert Statement(raw).references[0].snaks == {}
    assert entity_signature(bare) == entity_signature(BARE | {"id": "Q7"})


@pytest.mark.parametrize("missing", ["", True], ids=["formatversion 1", "formatversion 2"])
def test_trap_33_missing_is_an_empty_string_or_true(missing):
    assert parse_entity({"id": "Q999", "missing": missing}) == Missing("Q999")


def test_a_page_without_an_entity_is_missing_by_its_title():
    body = {"entities": {"-1": {"site": "dewiki", "title": "1234", "missing": ""}}}
    assert entities_of(body) == {"-1": Missing(None, "1234", "dewiki")}


def test_trap_37_redirect_content_is_a_redirect_and_never_an_empty_item():
    raw = {"entity": "Q900011", "redirect": "Q900010"}
    assert parse_entity(raw) == Redirect("Q900011", "Q900010")
    with pytest.raises(PartNotLoaded, match="Q900011: came without its claims"):
        property_signature(raw, "P31")


def test_trap_38_entity_data_of_a_merged_item_keeps_both_ids_visible():
    merged = entity_of({"entities": {"Q900010": entity("Q900010")}}, "q900011")
    assert (merged.asked_id, merged.id, merged.redirected) == ("Q900011", "Q900010", True)
    assert merged.to_json() == entity("Q900010")


def test_trap_38_wbgetentities_keys_a_merged_item_by_the_asked_id():
    raw = entity("Q900010", redirects={"from": "Q900011", "to": "Q900010"})
    [(key, merged)] = entities_of({"entities": {"Q900011": raw}}).items()
    assert (key, merged.asked_id, merged.id, merged.redirected) == ("Q900011", "Q900011", "Q900010", True)


def test_an_entity_that_was_not_redirected_says_so():
    plain = entity_of({"entities": {"Q42": PERSON}}, "Q42")
    assert (plain.asked_id, plain.redirected) == ("Q42", False)
    assert entity_of({"entities": {"Q9": {"id": "Q9", "missing": ""}}}, "Q9") == Missing("Q9")


def test_an_answer_with_other_entities_than_asked_is_refused():
    body = {"entities": {"Q1": entity("Q1"), "Q2": entity("Q2")}}
    with pytest.raises(MalformedEntity, match="answer for Q3: holds Q1, Q2"):
        entity_of(body, "Q3")


def test_unknown_is_not_empty_where_an_answer_left_a_part_out():
    partial = parse_entity({"type": "item", "id": "Q900010", "labels": {}})
    assert partial.labels == {}
    for part in ("claims", "descriptions", "sitelinks"):
        with pytest.raises(PartNotLoaded, match=f"Q900010: came without its {part}"):
            getattr(partial, part)
    with pytest.raises(PartNotLoaded):
        property_signature(partial, "P31")


def test_a_part_that_the_type_does_not_have_is_empty():
    assert parse_entity(entity("P31", datatype="wikibase-item")).sitelinks == {}
    assert parse_entity(entity("L1")).labels == {}
    assert parse_entity(entity("Q1")).forms == []


def test_properties_tell_their_datatype():
    assert parse_entity(entity("P31", datatype="wikibase-item")).datatype == "wikibase-item"
    assert parse_entity(as_revision_content(entity("P31", datatype="time"))).datatype == "time"
    assert parse_entity(PERSON).datatype is None


def test_forms_and_senses_of_a_lexeme_are_entities_with_their_own_claims():
    sense_claims = {"P5137": [statement("P5137", item("Q22687"), id="L1-S1$ab")]}
    sense = {"id": "L1-S1", "glosses": {"en": {"language": "en", "value": "bank"}}, "claims": sense_claims}
    form = {"id": "L1-F1", "representations": {}, "grammaticalFeatures": ["Q110786"], "claims": []}
    lexeme = parse_entity(entity("L1", lemmas={"en": "bank"}, forms=[form], senses=[sense]))
    assert (lexeme.type, lexeme.lemmas, lexeme.property_ids) == ("lexeme", {"en": "bank"}, [])
    assert [(found.id, found.type, found.property_ids) for found in [*lexeme.forms, *lexeme.senses]] == [
        ("L1-F1", "form", []),
        ("L1-S1", "sense", ["P5137"]),
    ]


def test_media_info_calls_its_claims_statements():
    media = parse_entity(entity("M89", statement("P180", item("Q5"))))
    assert (media.type, media.property_ids) == ("mediainfo", ["P180"])
    assert parse_entity(entity("M89") | {"statements": []}).property_ids == []


@pytest.mark.parametrize(
    ("labels", "languages", "label"),
    [
        pytest.param({"en": "Bach", "mul": "J. S. Bach"}, ("en", "mul"), "Bach", id="en first"),
        pytest.param(
            {"mul": "Bach", "de": "B."}, ("en", "mul"), "Bach", id="trap 46: mul where en is absent"
        ),
        pytest.param({"de": "Bach"}, ("en", "mul"), None, id="no other language stands in"),
        pytest.param({"de": "Bach"}, ("de", "mul", "en"), "Bach", id="another chain"),
    ],
)
def test_labels_fall_back(labels, languages, label):
    assert parse_entity(entity("Q1", labels=labels)).label(languages) == label


def test_trap_46_the_label_is_found_under_mul_without_asking_for_it():
    assert parse_entity(entity("Q1", labels={"mul": "Bach", "de": "B."})).label() == "Bach"
    assert parse_entity(entity("Q1", descriptions={"en": "composer"})).description() == "composer"


REST_ITEM = {"type": "item", "id": "Q1", "labels": {"en": "x"}, "statements": {}, "sitelinks": {}}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        pytest.param(REST_ITEM, "REST v1 model", id="REST item"),
        pytest.param({"type": "property", "id": "P1", "data_type": "time"}, "REST v1", id="REST property"),
        pytest.param(
            {"type": "item", "id": "Q1", "labels": {"en": "x"}}, "REST v1", id="REST item without statements"
        ),
        pytest.param(
            {"texthidden": True}, "hidden or cut content", id="trap 28: hidden text is no empty item"
        ),
        pytest.param({"entity": 5, "redirect": "Q1"}, "id 5: is not", id="redirect from nowhere"),
        pytest.param({"id": ["Q1"], "missing": ""}, "is not an entity id", id="missing without a name"),
        pytest.param({}, "has no entity id", id="trap 28: nothing is no empty item"),
        pytest.param({"entities": {}}, "read it with entities_of", id="a whole body"),
        pytest.param({"id": "Douglas", "type": "item"}, "has no entity id", id="id that is none"),
        pytest.param(b'{"type":"item","id":"Q1","cla', "is not JSON", id="cut text"),
        pytest.param(b"<!DOCTYPE html>", "is not JSON", id="HTML"),
        pytest.param(b"[]", "is a list, not a map", id="a list"),
        pytest.param(b"null", "is a NoneType", id="null"),
    ],
)
def test_what_is_no_entity_is_refused(raw, problem):
    with pytest.raises((MalformedEntity, MalformedId), match=problem):
        parse_entity(raw)


def test_an_error_body_is_not_a_body_without_entities():
    with pytest.raises(MalformedEntity, match="no entities, but error, servedby"):
        entities_of({"error": {"code": "no-such-entity"}, "servedby": "mw1"})
    assert entities_of({"entities": []}) == {}


@pytest.mark.parametrize(
    ("claims", "place"),
    [({"P31": "x"}, "Q1, P31: is a str where a list"), ([1], "Q1, claims: is a list where a map")],
    ids=["text for statements", "filled list for claims"],
)
def test_a_wrong_shape_is_named_with_its_place(claims, place):
    with pytest.raises(MalformedEntity, match=place):
        parse_entity(entity("Q1") | {"claims": claims}).statements("P31")


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ({"id": "Q1$a"}, r"statement Q1\$a: has no mainsnak"),
        ({"mainsnak": {"snaktype": "value"}}, "statement without id: a snak without property"),
        ({"mainsnak": {"property": "P1"}}, "a snak without snaktype"),
        ({"mainsnak": {"property": "P1", "snaktype": "VALUE"}}, "snaktype 'VALUE' is not one of"),
    ],
    ids=["mainsnak", "property", "snaktype", "unknown snaktype"],
)
def test_a_statement_without_its_core_is_refused_with_its_id(raw, problem):
    with pytest.raises(MalformedEntity, match=problem):
        _ = (Statement(raw).mainsnak.property, Statement(raw).mainsnak.snaktype)
