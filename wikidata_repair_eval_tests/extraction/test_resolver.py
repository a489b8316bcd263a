"""The resolver: which item an IRI means, how sure that is, and why there is no answer."""

import pytest

from wikidata_repair_eval.extraction import EntityResolver

CURIE = {"qid": "Q7186", "label": "Marie Curie", "aliases": ["Maria Skłodowska"], "types": ["Q5"]}
PIERRE = {"qid": "Q37463", "label": "Pierre Curie", "aliases": [], "types": ["Q5"]}
PLANET = {"qid": "Q308", "label": "Mercury", "aliases": [], "types": ["Q634", "planet"]}
ELEMENT = {"qid": "Q925", "label": "Mercury", "aliases": ["Hg"], "types": ["Q11344", "chemical element"]}
FREDDIE = {"qid": "Q15869", "label": "Mercury", "aliases": ["Freddie Mercury"], "types": ["Q5"]}


def resolve(iri, *candidates, domain=None, title="Marie Curie", qid="Q7186"):
    return EntityResolver().resolve(iri, title, qid, list(candidates), domain)


@pytest.mark.parametrize(
    "iri",
    [
        "ex:Marie_Curie",
        "ex:MarieCurie",
        "http://example.org/Marie%20Curie",
        "https://en.wikipedia.org/wiki/Marie_Curie",
        "Maria Skłodowska",
        "wd:Q7186",
    ],
)
def test_the_article_itself_is_found_by_sitelink_with_certainty(iri):
    found = resolve(iri, CURIE, PIERRE)
    assert (found.qid, found.confidence, found.stage) == ("Q7186", 1.0, "sitelink")


def test_the_article_is_found_in_any_script():
    found = resolve("ex:東京", title="東京", qid="Q1490")
    assert (found.qid, found.stage) == ("Q1490", "sitelink")
    assert resolve("ex:大阪", title="東京", qid="Q1490").qid is None


@pytest.mark.parametrize(
    ("iri", "qid", "confidence"),
    [
        pytest.param("ex:Pierre_Curie", "Q37463", 1.0, id="the label"),
        pytest.param("ex:Piere_Curie", "Q37463", 0.9091, id="misspelt"),
        pytest.param("wd:Q37463", "Q37463", 1.0, id="an id"),
    ],
)
def test_another_item_is_found_by_its_label(iri, qid, confidence):
    found = resolve(iri, CURIE, PIERRE)
    assert (found.qid, found.confidence, found.stage) == (qid, confidence, "label")


@pytest.mark.parametrize(
    ("iri", "domain", "qid"),
    [
        pytest.param("ex:Mercury", "biography_living", "Q15869", id="a person by domain"),
        pytest.param("ex:Mercury_(planet)", None, "Q308", id="a planet by the IRI's own qualifier"),
        pytest.param("ex:Mercury_(element)", None, "Q925", id="an element by the IRI's own qualifier"),
    ],
)
def test_namesakes_are_told_apart_by_context(iri, domain, qid):
    found = resolve(iri, PLANET, ELEMENT, FREDDIE, domain=domain)
    assert (found.qid, found.stage) == (qid, "context")
    assert found.confidence < 1.0


@pytest.mark.parametrize(
    ("iri", "candidates", "domain", "reason"),
    [
        pytest.param(
            "ex:Mercury", [PLANET, ELEMENT], None, "none of them fit", id="nothing to tell them apart"
        ),
        pytest.param("ex:Mercury", [PLANET, ELEMENT], "scientific", "2 of them fit", id="both fit"),
        pytest.param("ex:Albert_Einstein", [CURIE, PIERRE], None, "less than 0.85", id="too unlike"),
        pytest.param("ex:Albert_Einstein", [], None, "no candidates", id="no candidates"),
        pytest.param("_:b0", [PIERRE], None, "no name", id="a blank node"),
    ],
)
def test_without_an_answer_there_is_a_reason(iri, candidates, domain, reason):
    found = resolve(iri, *candidates, domain=domain)
    assert (found.qid, found.stage) == (None, None)
    assert reason in found.reason


def test_no_state_leaks_from_one_article_to_the_next():
    resolver = EntityResolver()
    assert resolver.resolve("ex:Marie_Curie", "Marie Curie", "Q7186", [CURIE]).qid == "Q7186"
    assert resolver.resolve("ex:Marie_Curie", "Paris", "Q90", []).qid is None


def test_the_order_of_candidates_does_not_count():
    there = resolve("ex:Mercury", PLANET, ELEMENT, FREDDIE, domain="biography_living")
    assert resolve("ex:Mercury", FREDDIE, ELEMENT, PLANET, domain="biography_living") == there
