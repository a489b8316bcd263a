"""Subjects: which triples are about the article."""

import pytest

from wikidata_repair_eval_tests.extraction.build_cases import counts, score, thing

PHYSICIST = thing("Q169470", "physicist")


@pytest.mark.parametrize(
    "subject",
    [
        "ex:Marie_Curie",
        "Marie Curie",
        "marie curie",
        "ex:MarieCurie",
        "ex:marie-curie",
        ":Marie_Curie",
        "<http://example.org/Marie_Curie>",
        "http://example.org/people#Marie_Curie",
        "http://dbpedia.org/resource/Marie_Curie",
        "https://en.wikipedia.org/wiki/Marie_Curie",
        "https://en.wikipedia.org/wiki/Marie%20Curie",
        "Q7186",
        "wd:Q7186",
        "http://www.wikidata.org/entity/Q7186",
        "Maria Skłodowska",
        "ex:Maria_Sk%C5%82odowska",
        "Maria Sklodowska",
        "Curie, Marie",
    ],
)
def test_the_article_under_all_its_names(subject):
    triple = [subject, "pgc:hasOccupation", "physicist", 0.9]
    assert counts(score([triple], PHYSICIST, aliases=("Maria Skłodowska",))) == {"tp": 1}


@pytest.mark.parametrize(
    "subject", ["ex:Pierre_Curie", "Q7187", "wd:Q37463", "Marie Curie University", "Curie", "_:b1", "", "She"]
)
def test_a_triple_about_something_else_is_off_subject_and_no_false_positive(subject):
    result = score([[subject, "pgc:hasOccupation", "physicist", 0.9]], PHYSICIST)
    assert counts(result) == {"fn": 1, "off_subject": 1}
    assert (result["precision"], result["recall"], result["f1"]) == (None, 0.0, None)


@pytest.mark.parametrize(
    ("title", "subject", "matches"),
    [
        pytest.param("Mercury (planet)", "ex:Mercury", True, id="the title's qualifier may be left out"),
        pytest.param("Mercury (planet)", "ex:Mercury_(planet)", True, id="or be there"),
        pytest.param("Mercury (planet)", "ex:Mercury_(element)", False, id="another qualifier"),
        pytest.param("Paris", "ex:Paris_(mythology)", False, id="a qualifier that the title lacks"),
        pytest.param("AC/DC", "https://en.wikipedia.org/wiki/AC/DC", True, id="a slash in the title"),
        pytest.param("C++", "ex:C", False, id="C is not C++"),
        pytest.param("Re:Zero", "Re:Zero", True, id="a colon that is no prefix"),
        pytest.param("Bleach: Fade to Black", "Bleach: Memories of Nobody", False, id="another film"),
        pytest.param("Q7", "Q7", True, id="a thing named like an id"),
        pytest.param("Q7", "wd:Q7", False, id="the item of that id is another thing"),
        pytest.param("東京", "ex:東京", True, id="Tokyo"),
        pytest.param("東京", "ex:大阪", False, id="Osaka is not Tokyo"),
        pytest.param("Elizabeth II", "ex:Elizabeth_I", False, id="another queen"),
    ],
)
def test_titles_of_all_kinds(title, subject, matches):
    result = score([[subject, "pgc:hasOccupation", "physicist", 0.9]], PHYSICIST, title=title, qid="Q1")
    assert (result["tp"] == 1) is matches
