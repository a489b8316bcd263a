"""The alignment table: what ships, how predicates are spelt, and what is refused."""

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.alignment import (
    EXCLUDED_DATATYPES,
    PropertyAlignmentTable,
    datatype_key,
    parse_alignment,
)
from wikidata_repair_eval_tests.extraction.build_cases import counts, score, thing

DOMAINS = {
    "biography_living",
    "biography_historical",
    "organization",
    "geographic",
    "creative_work",
    "scientific",
    "event",
}
TABLE = PropertyAlignmentTable.default()


def test_the_shipped_table_covers_seven_domains_with_at_least_70_properties():
    assert len(TABLE) >= 70
    covered = [domain for row in TABLE.properties.values() for domain in row["domains"]]
    assert set(covered) == DOMAINS
    assert min(covered.count(domain) for domain in DOMAINS) >= 10


def test_no_property_of_the_shipped_table_has_an_excluded_datatype():
    assert {datatype_key(row["datatype"]) for row in TABLE.properties.values()} & EXCLUDED_DATATYPES == set()


@pytest.mark.parametrize(
    ("predicate", "pid"),
    [
        ("rdf:type", "P31"),
        ("pgc:isA", "P31"),
        ("http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "P31"),
        ("pgc:hasOccupation", "P106"),
        ("pgc:birthDate", "P569"),
        ("pgc:birth_date", "P569"),
        ("http://example.org/pgc/birthDate", "P569"),
        ("https://riverbank.example/ns/pgc#birthDate", "P569"),
        ("<http://example.org/pgc/birthDate>", "P569"),
        ("schema:birthDate", "P569"),
        ("http://schema.org/birthDate", "P569"),
        ("<https://schema.org/birthDate>", "P569"),
        ("wdt:P569", "P569"),
        ("http://www.wikidata.org/prop/direct/P569", "P569"),
        ("pgc:birthPlace", "P19"),
        ("pgc:deathDate", "P570"),
        ("pgc:deathPlace", "P20"),
        ("pgc:nationality", "P27"),
        ("ex:citizenship", "P27"),
        ("http://example.org/citizenship", "P27"),
        ("pgc:spouse", "P26"),
        ("rel:spouseOf", "P26"),
        ("pgc:father", "P22"),
        ("pgc:mother", "P25"),
        ("pgc:child", "P40"),
        ("rel:parentOf", "P40"),
        ("http://purl.org/vocab/relationship/parentOf", "P40"),
        ("pgc:educatedAt", "P69"),
        ("pgc:employer", "P108"),
        ("pgc:awardReceived", "P166"),
        ("pgc:memberOf", "P463"),
        ("pgc:foundingDate", "P571"),
        ("pgc:dissolutionDate", "P576"),
        ("pgc:founder", "P112"),
        ("pgc:headquartersLocation", "P159"),
        ("pgc:location", "P276"),
        ("pgc:locatedIn", "P131"),
        ("pgc:elevation", "P2044"),
        ("pgc:population", "P1082"),
        ("pgc:area", "P2046"),
        ("pgc:significantEvent", "P793"),
        ("schema:author", "P50"),
        ("schema:genre", "P136"),
        ("schema:hasOccupation", "P106"),
        ("schema:geo", "P625"),
        ("schema:capitalOf", "P1376"),
        ("dcterms:issued", "P577"),
        ("http://purl.org/dc/terms/issued", "P577"),
        ("foaf:gender", "P21"),
        ("geo:lat", "P625"),
        ("geo:long", "P625"),
    ],
)
def test_the_vocabularies_that_extractors_speak(predicate, pid):
    assert TABLE.meaning(predicate).direct == (pid,)


@pytest.mark.parametrize(
    "predicate", ["ex:collaboratedWith", "pgc:likes", "ex:birthDate", "P99999", "", "born"]
)
def test_a_predicate_outside_the_table_has_no_meaning(predicate):
    assert TABLE.meaning(predicate) is None


@pytest.mark.parametrize(
    ("triple", "statement", "title"),
    [
        pytest.param(
            ["ex:Irène_Curie", "rel:childOf", "Marie Curie"],
            thing("Q7186", "Marie Curie", pid="P25"),
            "Irène Curie",
            id="a child's mother",
        ),
        pytest.param(
            ["ex:Irène_Curie", "rel:childOf", "Pierre Curie"],
            thing("Q37463", "Pierre Curie", pid="P22"),
            "Irène Curie",
            id="a child's father",
        ),
        pytest.param(
            ["ex:Irène_Curie", "rel:childOf", "ex:Marie_Curie"],
            thing("Q7504", "Irène Curie", pid="P40"),
            "Marie Curie",
            id="read backwards: a parent's child",
        ),
        pytest.param(
            ["ex:Marie_Curie", "rel:parentOf", "Irène Curie"],
            thing("Q7504", "Irène Curie", pid="P40"),
            "Marie Curie",
            id="a parent's child",
        ),
        pytest.param(
            ["ex:Marie_Curie", "rel:parentOf", "ex:Irène_Curie"],
            thing("Q7186", "Marie Curie", pid="P25"),
            "Irène Curie",
            id="read backwards: a child's mother",
        ),
        pytest.param(
            ["ex:Paris", "schema:capitalOf", "France"],
            thing("Q142", "France", pid="P1376"),
            "Paris",
            id="a capital's country",
        ),
        pytest.param(
            ["ex:Paris", "schema:capitalOf", "ex:France"],
            thing("Q90", "Paris", pid="P36"),
            "France",
            id="read backwards: a country's capital",
        ),
        pytest.param(
            ["ex:Hamlet", "dcterms:creator", "William Shakespeare"],
            thing("Q692", "William Shakespeare", pid="P50"),
            "Hamlet",
            id="a creator may be an author",
        ),
        pytest.param(
            ["ex:Mona_Lisa", "dcterms:creator", "Leonardo da Vinci"],
            thing("Q762", "Leonardo da Vinci", pid="P170"),
            "Mona Lisa",
            id="a creator may be a painter",
        ),
        pytest.param(
            ["ex:Marie_Curie", "rdf:type", "foaf:Person"],
            thing("Q5", "human", pid="P31"),
            "Marie Curie",
            id="foaf:Person is Q5",
        ),
        pytest.param(
            ["ex:Marie_Curie", "rdf:type", "http://xmlns.com/foaf/0.1/Person"],
            thing("Q5", None, pid="P31"),
            "Marie Curie",
            id="foaf:Person as an IRI",
        ),
    ],
)
def test_inverse_ambiguous_and_mapped(triple, statement, title):
    assert counts(score([[*triple, 0.9]], statement, title=title, qid="Q1")) == {"tp": 1}


def test_parent_of_is_never_read_as_has_parent():
    father = thing("Q1", "Władysław Skłodowski", pid="P22")
    result = score([["ex:Marie_Curie", "rel:parentOf", "Władysław Skłodowski", 0.9]], father)
    assert counts(result) == {"fp": 1, "fn": 1}


def test_a_rows_inverse_predicates_are_read_from_object_to_subject():
    rows = [{"pid": "P36", "predicates": ["capital"], "inverse": ["capital of"]}]
    capital = thing("Q90", "Paris", pid="P36")
    forward = [["Paris", "capital of", "France", 0.9]]
    assert counts(score(forward, capital, title="France", alignment=rows)) == {"tp": 1}
    backward = [["France", "capital of", "Paris", 0.9]]
    assert counts(score(backward, capital, title="France", alignment=rows)) == {"fn": 1, "off_subject": 1}


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        pytest.param(
            "- {pid: P1, predicates: [a]}\n- {pid: P1, predicates: [b]}", "two rows", id="unique ids"
        ),
        pytest.param(
            "- {pid: P214, datatype: external-id, predicates: [a]}", "not evaluated", id="excluded datatype"
        ),
        pytest.param(
            "- {pid: P2, datatype: CommonsMedia, predicates: [a]}", "not evaluated", id="its RDF name"
        ),
        pytest.param(
            "- {pid: P1, predicates: [schema:a]}\n- {pid: P2, predicates: ['https://schema.org/a']}",
            "already stands for P1",
            id="one predicate, two meanings, in two spellings",
        ),
        pytest.param("- {pid: 569, predicates: [a]}", "no property id", id="a number for an id"),
        pytest.param("- {pid: P1, predicates: a}", "not a list", id="a text for a list"),
        pytest.param("- [P1]", "no property id", id="a list for a row"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused_with_its_place(rows, problem):
    indented = rows.replace("\n", "\n  ")
    table = f"prefixes: {{schema: ['http://schema.org/']}}\nproperties:\n  {indented}\n"
    with pytest.raises(InputError, match=problem):
        parse_alignment(table, "mine.yaml")


def test_a_table_that_is_no_yaml_is_refused(tmp_path):
    broken = tmp_path / "table.yaml"
    broken.write_text("properties: [")
    with pytest.raises(InputError, match="not YAML"):
        PropertyAlignmentTable.load(broken)
    with pytest.raises(InputError, match="cannot be read"):
        PropertyAlignmentTable.load(tmp_path / "absent.yaml")
