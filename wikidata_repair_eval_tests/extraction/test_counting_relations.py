"""What triples are counted as where two of them are one value, or are read from object to subject."""

import pytest

from wikidata_repair_eval_tests.extraction.build_cases import (
    counts,
    phrase,
    point,
    score,
    text,
    thing,
    time,
)

MARIE = "ex:Marie_Curie"
BORN = time("1867-11-07T00:00:00Z")
FATHER = thing("Q1", "Władysław Skłodowski", pid="P22")
MOTHER = thing("Q2", "Bronisława", pid="P25")
DAUGHTER = thing("Q7504", "Irène Joliot-Curie", pid="P40")
PARIS, FRANCE = {"title": "Paris", "qid": "Q90"}, {"title": "France", "qid": "Q142"}
HAMLET = {"title": "Hamlet", "qid": "Q41567"}
CENTRE = point(2.3522, 48.8566)
STRICT = {"min_confidence_for_scoring": 0.5}
EMPLOYS = {"alignment": [{"pid": "P108", "predicates": ["worksAt"], "inverse": ["employs"]}]}
AMSTERDAM = thing("Q1", "University of Amsterdam", pid="P69")
NAMED_SO_TOO = thing("Q2", "Amsterdam University", "University of Amsterdam", pid="P69")


def at(latitude, longitude, confidence=0.9):
    return [["ex:Paris", "geo:lat", latitude, confidence], ["ex:Paris", "geo:long", longitude, 0.9]]


CASES = [
    pytest.param(
        {"tp": 1},
        [[MARIE, "rdf:type", '"Person"@en', 0.9]],
        [thing("Q5", "human", pid="P31")],
        {},
        id="a class named in words",
    ),
    pytest.param(
        {"tp": 1, "fn": 1},
        [[MARIE, "rel:childOf", "Władysław Skłodowski", 0.9]],
        [FATHER, MOTHER],
        {},
        id="childOf father",
    ),
    pytest.param(
        {"tp": 2},
        [[MARIE, "rel:childOf", "Władysław Skłodowski", 0.9], [MARIE, "rel:childOf", "Bronisława", 0.9]],
        [FATHER, MOTHER],
        {},
        id="childOf both",
    ),
    pytest.param(
        {"fp": 1, "fn": 1},
        [[MARIE, "rel:childOf", "Irène Joliot-Curie", 0.9]],
        [DAUGHTER],
        {},
        id="child wrong dir",
    ),
    pytest.param(
        {"tp": 1}, [["Władysław Skłodowski", "rel:parentOf", MARIE, 0.9]], [FATHER], {}, id="parentOf inverse"
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Irène_Joliot-Curie", "rel:childOf", MARIE, 0.9]],
        [DAUGHTER],
        {},
        id="inverse childOf",
    ),
    pytest.param(
        {"tp": 1, "redundant": 1},
        [
            ["ex:Irène_Joliot-Curie", "rel:childOf", MARIE, 0.9],
            [MARIE, "pgc:child", "Irène Joliot-Curie", 0.9],
        ],
        [DAUGHTER],
        {},
        id="inverse and direct redundant",
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Paris", "schema:capitalOf", "ex:France", 0.9]],
        [thing("Q90", "Paris", pid="P36")],
        FRANCE,
        id="capitalOf from country",
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Paris", "schema:capitalOf", "ex:France", 0.9]],
        [thing("Q142", "France", pid="P1376")],
        PARIS,
        id="capitalOf from city",
    ),
    pytest.param(
        {"fp": 1, "fn": 1},
        [["ex:France", "schema:capitalOf", "ex:Paris", 0.9]],
        [thing("Q90", "Paris", pid="P36")],
        FRANCE,
        id="capitalOf reversed",
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Sorbonne", "employs", MARIE, 0.9]],
        [thing("Q5", "Sorbonne", pid="P108")],
        EMPLOYS,
        id="custom inverse",
    ),
    pytest.param(
        {"off_subject": 1, "fn": 1},
        [[MARIE, "employs", "ex:Sorbonne", 0.9]],
        [thing("Q5", "Sorbonne", pid="P108")],
        EMPLOYS,
        id="custom inverse wrong dir",
    ),
    pytest.param(
        {"tp": 1},
        [[MARIE, "rdf:type", "foaf:Person", 0.9]],
        [thing("Q5", "human", pid="P31")],
        {},
        id="foaf person",
    ),
    pytest.param(
        {"tp": 1},
        [
            [
                MARIE,
                "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
                "<http://xmlns.com/foaf/0.1/Person>",
                0.9,
            ]
        ],
        [thing("Q5", "human", pid="P31")],
        {},
        id="foaf person iri",
    ),
    pytest.param(
        {"tp": 1},
        [[MARIE, "pgc:isA", "https://schema.org/Person", 0.9]],
        [thing("Q5", "human", pid="P31")],
        {},
        id="schema person https",
    ),
    pytest.param(
        {"tp": 1},
        [[MARIE, "rdf:type", "human", 0.9]],
        [thing("Q5", "human", pid="P31")],
        {},
        id="person word",
    ),
    pytest.param(
        {"tp": 1}, [[MARIE, "a", "foaf:Person", 0.9]], [thing("Q5", "human", pid="P31")], {}, id="a pred"
    ),
    pytest.param(
        {"tp": 1, "merged": 1},
        at("48.8566", "2.3522"),
        [CENTRE],
        PARIS,
        id="latitude and longitude are one value",
    ),
    pytest.param(
        {"fp": 1, "merged": 1, "fn": 1},
        at("48.8566", "9.3522"),
        [CENTRE],
        PARIS,
        id="a wrong half makes a wrong place",
    ),
    pytest.param({"fp": 1, "fn": 1}, at("48.8566", "2")[:1], [CENTRE], PARIS, id="half a place is none"),
    pytest.param(
        {"tp": 1, "merged": 1, "redundant": 1},
        [*at("48.8566", "2.3522"), ["ex:Paris", "schema:geo", "48.8566, 2.3522", 0.9]],
        [CENTRE],
        PARIS,
        id="latlong + whole",
    ),
    pytest.param(
        {"tp": 1, "merged": 1},
        [["ex:Paris", "schema:latitude", "48.8566", 0.9], ["ex:Paris", "geo:long", "2.3522", 0.9]],
        [CENTRE],
        PARIS,
        id="lat schema long geo",
    ),
    pytest.param(
        {"fp": 1, "merged": 1, "fn": 1}, at("2.3522", "48.8566"), [CENTRE], PARIS, id="lat/long swapped"
    ),
    pytest.param(
        {"fp": 1, "below_confidence": 1, "fn": 1},
        [["ex:Paris", "geo:lat", "48.8566", 0.2], ["ex:Paris", "geo:long", "2.3522", 0.9]],
        [CENTRE],
        {**PARIS, **STRICT},
        id="lat below conf",
    ),
    pytest.param({"fp": 1, "merged": 1}, at("48.8566", "2.3522"), [], PARIS, id="no P625 lat long"),
    pytest.param(
        {"tp": 1, "merged": 1},
        at('"48.8566"^^xsd:float', '"2.3522"^^xsd:decimal'),
        [CENTRE],
        PARIS,
        id="lat long typed",
    ),
    pytest.param({"tp": 1, "merged": 1}, at(48.8566, 2.3522), [CENTRE], PARIS, id="numbers"),
    pytest.param(
        {"tp": 1, "merged": 1, "redundant": 1},
        [*at("48.8566", "2.3522"), ["ex:Paris", "geo:lat", "48.8566", 0.9]],
        [CENTRE],
        PARIS,
        id="half of a place said twice",
    ),
    pytest.param(
        {"tp": 2},
        [[MARIE, "pgc:educatedAt", "University of Amsterdam", 0.9], [MARIE, "pgc:educatedAt", "Q2", 0.9]],
        [NAMED_SO_TOO, AMSTERDAM],
        {},
        id="both statements find their triple",
    ),
    pytest.param(
        {"tp": 2},
        [[MARIE, "pgc:birthDate", "1867", 0.9], [MARIE, "pgc:birthDate", "1867-11-07", 0.9]],
        [time("1867-01-01T00:00:00Z", 9), BORN],
        {},
        id="precedence years",
    ),
    pytest.param(
        {"tp": 1},
        [[MARIE, "pgc:nameInNativeLanguage", '"Maria Skłodowska"@pl', 0.9]],
        [phrase("Maria Skłodowska", "pl")],
        {},
        id="language tags",
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Hamlet", "http://schema.org/author", "http://example.org/Shakespeare", 0.9]],
        [thing("Q692", "William Shakespeare", "Shakespeare", pid="P50")],
        HAMLET,
        id="schema author",
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Hamlet", "dcterms:creator", "William Shakespeare", 0.9]],
        [thing("Q692", "William Shakespeare", pid="P50")],
        HAMLET,
        id="dct creator",
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Hamlet", "http://purl.org/dc/elements/1.1/creator", "William Shakespeare", 0.9]],
        [thing("Q692", "William Shakespeare", pid="P50")],
        HAMLET,
        id="dc creator elements",
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Hamlet", "dcterms:issued", "1603", 0.9]],
        [time("1603-01-01T00:00:00Z", 9, pid="P577")],
        HAMLET,
        id="issued",
    ),
    pytest.param({"fn": 1}, [], [text("x", pid="P9999")], {}, id="unaligned property statement counts fn"),
]


@pytest.mark.parametrize(("expected", "triples", "statements", "more"), CASES)
def test_halves_and_inverse_triples_are_counted_once(expected, triples, statements, more):
    assert counts(score(triples, *statements, **more)) == expected
