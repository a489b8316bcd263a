"""What triples are counted as: matches, repetitions, other subjects, halves, inverse predicates."""

import pytest

from wikidata_repair_eval_tests.extraction.build_cases import (
    amount,
    counts,
    score,
    text,
    thing,
    time,
)

MARIE = "ex:Marie_Curie"
PHYSICIST, CHEMIST = thing("Q169470", "physicist"), thing("Q593644", "chemist")
BORN = time("1867-11-07T00:00:00Z")
STRICT = {"min_confidence_for_scoring": 0.5}


def job(value, confidence=0.9, subject=MARIE):
    return [subject, "pgc:hasOccupation", value, confidence]


CASES = [
    pytest.param({"fn": 1}, [], [PHYSICIST], {}, id="no triples"),
    pytest.param({"fp": 1}, [job("physicist")], [], {}, id="no statements"),
    pytest.param({}, [], [], {}, id="nothing"),
    pytest.param(
        {"tp": 1, "redundant": 1},
        [job("physicist"), job("wd:Q169470")],
        [PHYSICIST],
        {},
        id="said twice, by label and by id",
    ),
    pytest.param(
        {"fp": 2, "fn": 1},
        [job("painter"), job("painter")],
        [PHYSICIST],
        {},
        id="a wrong value twice is wrong twice",
    ),
    pytest.param(
        {"tp": 1, "fn": 1}, [job("physicist")], [PHYSICIST, PHYSICIST], {}, id="two statements same value"
    ),
    pytest.param(
        {"tp": 2},
        [job("physicist"), job("physicist")],
        [PHYSICIST, PHYSICIST],
        {},
        id="two statements same value, two triples",
    ),
    pytest.param(
        {"tp": 1, "redundant": 1},
        [[MARIE, "pgc:birthDate", "1867", 0.9], [MARIE, "pgc:birthDate", "1867-11-07", 0.9]],
        [BORN],
        {},
        id="date year + day vs one",
    ),
    pytest.param(
        {"tp": 1, "fp": 1},
        [[MARIE, "pgc:birthDate", "1867-11-07", 0.9], [MARIE, "pgc:birthDate", "1868-11-07", 0.9]],
        [BORN],
        {},
        id="two dates",
    ),
    pytest.param(
        {"off_subject": 1, "fn": 1},
        [job("physicist", 0.9, "ex:Pierre_Curie")],
        [PHYSICIST],
        {},
        id="other subject",
    ),
    pytest.param(
        {"off_subject": 1, "fn": 1},
        [job("physicist", 0.9, "Curie")],
        [PHYSICIST],
        {},
        id="subject label substring",
    ),
    pytest.param({"tp": 1}, [job("physicist", 0.9, "wd:Q7186")], [PHYSICIST], {}, id="subject by qid"),
    pytest.param(
        {"off_subject": 1, "fn": 1},
        [job("physicist", 0.9, "wd:Q7187")],
        [PHYSICIST],
        {},
        id="subject by other qid",
    ),
    pytest.param(
        {"tp": 1},
        [job("physicist", 0.9, "Maria Skłodowska")],
        [PHYSICIST],
        {"aliases": ("Maria Skłodowska",)},
        id="subject by alias",
    ),
    pytest.param(
        {"tp": 1},
        [job("physicist", 0.9, "http://example.org/MarieCurie")],
        [PHYSICIST],
        {},
        id="subject camel",
    ),
    pytest.param(
        {"tp": 1},
        [job("physicist", 0.9, "https://en.wikipedia.org/wiki/Marie_Curie")],
        [PHYSICIST],
        {},
        id="subject wikipedia url",
    ),
    pytest.param(
        {"tp": 1},
        [job("physicist", 0.9, "ex:Ir%C3%A8ne_Joliot-Curie")],
        [PHYSICIST],
        {"title": "Irène Joliot-Curie"},
        id="subject percent",
    ),
    pytest.param(
        {"tp": 1}, [job("physicist", 0.9, "ex:marie_curie")], [PHYSICIST], {}, id="subject underscore case"
    ),
    pytest.param(
        {"tp": 1},
        [job("physicist", 0.9, "http://ex.org/doc#Marie_Curie")],
        [PHYSICIST],
        {},
        id="subject fragment",
    ),
    pytest.param(
        {"tp": 1},
        [["ex:Mercury", "pgc:mass", "1 kg", 0.9]],
        [amount("1", "Q11570", pid="P2067")],
        {"title": "Mercury (planet)", "label": "Mercury"},
        id="subject qualified title",
    ),
    pytest.param(
        {"off_subject": 1, "fn": 1},
        [["ex:Mercury_(element)", "pgc:mass", "1 kg", 0.9]],
        [amount("1", "Q11570", pid="P2067")],
        {"title": "Mercury (planet)", "label": "Mercury"},
        id="subject other qualifier",
    ),
    pytest.param(
        {"off_subject": 1, "fn": 1},
        [["_:b0", "pgc:mass", "1 kg", 0.9]],
        [amount("1", "Q11570", pid="P2067")],
        {},
        id="subject blank node",
    ),
    pytest.param(
        {"off_subject": 1, "fn": 1},
        [["ex:Pierre", "ex:likes", "x", 0.9]],
        [PHYSICIST],
        {},
        id="off-subject novel",
    ),
    pytest.param({"novel": 1, "fn": 1}, [[MARIE, "ex:likes", "x", 0.9]], [PHYSICIST], {}, id="novel"),
    pytest.param({"below_confidence": 1, "fn": 1}, [job("physicist", 0.3)], [PHYSICIST], STRICT, id="below"),
    pytest.param({"tp": 1}, [job("physicist", 0.5)], [PHYSICIST], STRICT, id="equal threshold"),
    pytest.param(
        {"below_confidence": 1, "fn": 1},
        [[MARIE, "ex:likes", "x", 0.3]],
        [PHYSICIST],
        STRICT,
        id="below novel",
    ),
    pytest.param(
        {"below_confidence": 1, "fn": 1},
        [job("physicist", 0.3, "ex:Pierre")],
        [PHYSICIST],
        STRICT,
        id="below off subject",
    ),
    pytest.param({"tp": 1}, [job("physicist", None)], [PHYSICIST], STRICT, id="null confidence"),
    pytest.param({"tp": 1}, [[MARIE, "pgc:hasOccupation", "physicist"]], [PHYSICIST], {}, id="no confidence"),
    pytest.param({"fp": 1, "fn": 1}, [job("")], [PHYSICIST], {}, id="empty object"),
    pytest.param({"fp": 1, "fn": 1}, [job("   ")], [PHYSICIST], {}, id="space object"),
    pytest.param({"fp": 1, "fn": 1}, [job("...")], [PHYSICIST], {}, id="punct object"),
    pytest.param({"fp": 1}, [job("physicist")], [{**PHYSICIST, "rank": "deprecated"}], {}, id="deprecated"),
    pytest.param(
        {"fp": 1},
        [job("physicist")],
        [{**PHYSICIST, "snaktype": "novalue", "value": None, "value_label": None}],
        {},
        id="novalue",
    ),
    pytest.param(
        {"fp": 1},
        [job("unknown")],
        [{**PHYSICIST, "snaktype": "somevalue", "value": None, "value_label": None}],
        {},
        id="somevalue",
    ),
    pytest.param(
        {"tp": 1, "fn": 1},
        [job("physicist")],
        [{**PHYSICIST, "rank": "preferred"}, CHEMIST],
        {},
        id="preferred+normal both count",
    ),
    pytest.param(
        {"tp": 1, "fn": 1},
        [job("chemist")],
        [{**PHYSICIST, "rank": "preferred"}, CHEMIST],
        {},
        id="normal beside preferred match",
    ),
    pytest.param(
        {}, [], [{**text("123", pid="P214"), "value_type": "external-id"}], {}, id="external id excluded"
    ),
    pytest.param(
        {},
        [],
        [{**text("123", pid="P214"), "value_type": "http://wikiba.se/ontology#ExternalId"}],
        {},
        id="an excluded datatype by its IRI",
    ),
    pytest.param({}, [], [{**text("http://x", pid="P856"), "value_type": "url"}], {}, id="url excl"),
    pytest.param({}, [], [{**text("x.jpg", pid="P18"), "value_type": "commonsMedia"}], {}, id="commons excl"),
    pytest.param(
        {"fp": 1, "fn": 1},
        [job("1903")],
        [{**PHYSICIST, "qualifiers": {"P585": ["1903"]}}],
        {},
        id="qualifier not matched",
    ),
]


@pytest.mark.parametrize(("expected", "triples", "statements", "more"), CASES)
def test_what_a_triple_is_counted_as(expected, triples, statements, more):
    assert counts(score(triples, *statements, **more)) == expected


@pytest.mark.parametrize(
    "predicate",
    [
        "pgc:birthDate",
        "schema:birthDate",
        "http://schema.org/birthDate",
        "https://schema.org/birthDate",
        "<http://schema.org/birthDate>",
        "http://www.schema.org/birthDate",
        "http://xyz.test/ontologies/pgc/birthDate",
        "http://xyz.test/pgc#birthDate",
        "https://pgc/birthDate",
        "urn:pgc:birthDate",
        "PGC:birthDate",
        "pgc:birth_date",
        "wdt:P569",
        "http://www.wikidata.org/prop/direct/P569",
        "http://dbpedia.org/ontology/birthDate",
    ],
)
def test_a_predicate_is_known_in_every_spelling(predicate):
    assert counts(score([[MARIE, predicate, "1867-11-07", 0.9]], BORN)) == {"tp": 1}


@pytest.mark.parametrize(
    "predicate",
    [
        "birthDate",
        "ex:birthDate",
        "foo:birthDate",
        "http://x.test/notpgc/birthDate",
        "http://x/pgc/v1/birthDate",
    ],
)
def test_another_vocabularys_predicate_of_that_name_is_novel(predicate):
    assert counts(score([[MARIE, predicate, "1867-11-07", 0.9]], BORN)) == {"novel": 1, "fn": 1}
