"""Entities as RDF: what the query service makes of values, ranks and missing values."""

import pytest

from wikidata_repair_eval.sandbox.second_half.rdf.dates import date_time
from wikidata_repair_eval.sandbox.second_half.rdf.entities import entity_lines
from wikidata_repair_eval.sandbox.second_half.rdf.graphs import is_scholarly
from wikidata_repair_eval.sandbox.second_half.rdf.terms import iri, text
from wikidata_repair_eval.sandbox.second_half.rdf.values import property_type, simple_value, value_node
from wikidata_repair_eval_tests.sandbox.second_half_world import (
    JULIAN,
    item,
    points_to,
    prop,
    statement,
    time_content,
    value,
    world_of,
)

WD = "http://www.wikidata.org/"


@pytest.mark.parametrize(
    ("time", "precision", "calendar", "expected"),
    [
        pytest.param("+1952-03-11T00:00:00Z", 11, None, "1952-03-11T00:00:00Z", id="a day stays a day"),
        pytest.param(
            "+2013-00-00T00:00:00Z", 9, None, "2013-01-01T00:00:00Z", id="a year loses its precision"
        ),
        pytest.param(
            "+2013-07-19T00:00:00Z", 9, None, "2013-01-01T00:00:00Z", id="a year's stray day is dropped"
        ),
        pytest.param(
            "+2013-07-19T00:00:00Z", 10, None, "2013-07-01T00:00:00Z", id="a month starts on its first"
        ),
        pytest.param("+00000001952-03-11T00:00:00Z", 11, None, "1952-03-11T00:00:00Z", id="11-digit years"),
        pytest.param(
            "+1917-10-25T00:00:00Z", 11, JULIAN, "1917-11-07T00:00:00Z", id="Julian days are converted"
        ),
        pytest.param(
            "+1642-12-25T00:00:00Z", 11, JULIAN, "1643-01-04T00:00:00Z", id="conversion into a new year"
        ),
        pytest.param("+1642-00-00T00:00:00Z", 9, JULIAN, "1642-01-01T00:00:00Z", id="Julian years are not"),
        pytest.param(
            "-0044-03-15T00:00:00Z", 11, JULIAN, "-0043-03-13T00:00:00Z", id="BCE is off by one in RDF"
        ),
        pytest.param("-0001-00-00T00:00:00Z", 9, None, "0000-01-01T00:00:00Z", id="1 BCE is the year 0"),
        pytest.param(
            "-0500-00-00T00:00:00Z", 7, None, "-0500-01-01T00:00:00Z", id="centuries BCE are not moved"
        ),
        pytest.param(
            "-13798000000-00-00T00:00:00Z", 3, None, "-13798000000-01-01T00:00:00Z", id="geological years"
        ),
        pytest.param("+2015-02-31T00:00:00Z", 11, None, "2015-02-28T00:00:00Z", id="31 February is the 28th"),
        pytest.param("+0000-01-01T00:00:00Z", 11, None, None, id="there is no year 0 in Wikibase"),
    ],
)
def test_dates_are_proleptic_gregorian_with_astronomical_years(time, precision, calendar, expected):
    content = time_content(time, precision, *([calendar] if calendar else []))
    assert date_time(content) == expected


@pytest.mark.parametrize(
    ("datatype", "name"),
    [
        ("wikibase-item", "WikibaseItem"),
        ("wikibase-entity-schema", "WikibaseEntitySchema"),
        ("external-id", "ExternalId"),
        ("url", "Url"),
        ("commonsMedia", "CommonsMedia"),
        ("geo-shape", "GeoShape"),
        ("tabular-data", "TabularData"),
        ("globe-coordinate", "GlobeCoordinate"),
        ("monolingualtext", "Monolingualtext"),
        ("math", "Math"),
        ("musical-notation", "MusicalNotation"),
    ],
)
def test_property_types_are_spelt_as_the_ontology_spells_them(datatype, name):
    assert property_type(datatype) == f"<http://wikiba.se/ontology#{name}>"


@pytest.mark.parametrize(
    ("datatype", "kind", "content", "expected"),
    [
        pytest.param("string", "string", 'a "b"\n', '"a \\"b\\"\\n"', id="plain text is escaped"),
        pytest.param(
            "commonsMedia",
            "string",
            "A b?.jpg",
            "<http://commons.wikimedia.org/wiki/Special:FilePath/A%20b%3F.jpg>",
            id="files are addresses at Commons",
        ),
        pytest.param(
            "url", "string", "http://x.example/a b", "<http://x.example/a%20b>", id="spaces in addresses"
        ),
        pytest.param(
            "quantity",
            "quantity",
            {"amount": "+10.38", "unit": "1"},
            '"10.38"^^<http://www.w3.org/2001/XMLSchema#decimal>',
            id="amounts lose their plus",
        ),
        pytest.param(
            "globe-coordinate",
            "globecoordinate",
            {"latitude": 48.5, "longitude": -2, "precision": 0.1, "globe": WD + "entity/Q2"},
            '"Point(-2 48.5)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>',
            id="points are longitude first",
        ),
        pytest.param(
            "globe-coordinate",
            "globecoordinate",
            {"latitude": 1.5, "longitude": 2, "precision": None, "globe": WD + "entity/Q111"},
            '"<http://www.wikidata.org/entity/Q111> Point(2 1.5)"'
            "^^<http://www.opengis.net/ont/geosparql#wktLiteral>",
            id="points on Mars say so",
        ),
        pytest.param(
            "monolingualtext", "monolingualtext", {"text": "Łódź", "language": "pl"}, '"Łódź"@pl', id="text"
        ),
        pytest.param(
            "wikibase-item",
            "wikibase-entityid",
            {"entity-type": "item", "numeric-id": 42},
            "<http://www.wikidata.org/entity/Q42>",
            id="old values have only a number",
        ),
    ],
)
def test_simple_values(datatype, kind, content, expected):
    assert simple_value(datatype, {"type": kind, "value": content}) == expected


def test_precision_and_calendar_stand_on_the_value_node_alone():
    node, lines = value_node({"type": "time", "value": time_content("+1642-12-25T00:00:00Z", 11, JULIAN)})
    told = "".join(lines)
    assert node.startswith(f"<{WD}value/")
    assert '#timePrecision> "11"' in told
    assert f"#timeCalendarModel> <{JULIAN}>" in told
    assert '#timeValue> "1643-01-04T00:00:00Z"' in told


def test_a_quantity_without_unit_has_the_unit_one_and_no_bounds_it_was_not_given():
    _node, lines = value_node(
        {"type": "quantity", "value": {"amount": "+5", "unit": "1", "upperBound": "+6"}}
    )
    told = "".join(lines)
    assert f"#quantityUnit> <{WD}entity/Q199>" in told
    assert "quantityUpperBound" in told
    assert "quantityLowerBound" not in told


def test_an_entity_without_statements_still_has_its_version_and_counts():
    world = world_of(item("Q1", en="One"))
    lines = "".join(entity_lines(world.current_entity("Q1"), set()))
    assert '<http://schema.org/version> "1001"' in lines
    assert '<http://schema.org/dateModified> "2025-01-01T00:00:01Z"' in lines
    assert '#statements> "0"' in lines


def test_a_reference_that_two_statements_share_is_described_once():
    source = {"hash": "ab" * 20, "snaks": {"P854": [value("P854", "string", "http://x.example/")]}}
    claims = [statement(f"Q1${name}", points_to("P31", "Q5"), references=[source]) for name in "AB"]
    world = world_of(prop("P31", "wikibase-item"), prop("P854", "url"), item("Q1", {"P31": claims}))
    lines = list(entity_lines(world.current_entity("Q1"), set()))
    assert sum("wasDerivedFrom" in line for line in lines) == 2
    assert sum("prop/reference/P854" in line for line in lines) == 1


def test_a_lexeme_has_lemmas_forms_and_their_statements():
    form_statement = statement("L1-F1$A", points_to("P31", "Q9"))
    lexeme = {
        "type": "lexeme",
        "id": "L1",
        "lemmas": {"en": {"language": "en", "value": "sand"}},
        "lexicalCategory": "Q1084",
        "language": "Q1860",
        "claims": {},
        "forms": [
            {
                "id": "L1-F1",
                "representations": {},
                "grammaticalFeatures": [],
                "claims": {"P31": [form_statement]},
            }
        ],
        "senses": [{"id": "L1-S1", "glosses": {}, "claims": []}],
    }
    world = world_of(prop("P31", "wikibase-item"), lexeme)
    lines = "".join(entity_lines(world.current_entity("L1"), set()))
    assert 'ontology#lemma> "sand"@en' in lines
    assert f"<{WD}entity/statement/L1-F1-A> <{WD}prop/statement/P31> <{WD}entity/Q9>" in lines


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        pytest.param(
            {"P31": [statement("Q1$A", points_to("P31", "Q13442814"))]}, True, id="scholarly article"
        ),
        pytest.param(
            {"P31": [statement("Q1$A", points_to("P31", "Q13442814"), "deprecated")]},
            False,
            id="only deprecated",
        ),
        pytest.param({"P31": [statement("Q1$A", points_to("P31", "Q5"))]}, False, id="human"),
        pytest.param(
            {"P31": [statement("Q1$A", {"snaktype": "somevalue", "property": "P31"})]},
            False,
            id="unknown class",
        ),
        pytest.param(
            {"P13046": [statement("Q1$A", points_to("P13046", "Q5"))]}, True, id="has a publication type"
        ),
        pytest.param({}, False, id="no statements"),
    ],
)
def test_which_items_are_scholarly(claims, expected):
    assert is_scholarly(item("Q1", claims)) is expected


def test_control_characters_do_not_break_the_loading():
    assert text("a\x00\x1f\\") == '"a\\u0000\\u001F\\\\"'
    assert iri("http://x/<b>") == "<http://x/%3Cb%3E>"


def test_a_value_of_an_unlisted_kind_has_no_value_node():
    assert value_node(value("P1", "string", "x")["datavalue"]) is None
