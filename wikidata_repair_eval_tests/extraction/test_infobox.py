"""The built-in extractor: infobox rows with known labels become triples about the article."""

import pytest

from wikidata_repair_eval.extraction import Article, PropertyAlignmentTable
from wikidata_repair_eval.extraction.html import InfoboxRow, InfoboxValue
from wikidata_repair_eval.extraction.infobox import TABLE, infobox_triples
from wikidata_repair_eval.extraction.tables import shipped_table


def article(*rows: tuple[str, InfoboxValue]) -> Article:
    infobox = tuple(InfoboxRow(label, (value,)) for label, value in rows)
    return Article("T", "T", "T", 1, "2026-01-01T00:00:00Z", False, "", (), infobox, None, False)


def said(*rows: tuple[str, InfoboxValue]) -> list[tuple[str, str, float | None]]:
    return [
        (triple.predicate, triple.object, triple.confidence) for triple in infobox_triples(article(*rows))
    ]


@pytest.mark.parametrize(
    ("label", "value", "triple"),
    [
        pytest.param(
            "Occupation", InfoboxValue("writer", "Writer"), ("pgc:hasOccupation", "writer", 0.9), id="a link"
        ),
        pytest.param("Spouse(s)", InfoboxValue("Ada"), ("pgc:spouse", "Ada", 0.7), id="mere text"),
        pytest.param(
            "Born",
            InfoboxValue("9 November 1965", None, "1965-11-09"),
            ("pgc:birthDate", "1965-11-09", 0.95),
            id="a hidden date",
        ),
        pytest.param("Died", InfoboxValue("1999"), ("pgc:deathDate", "1999", 0.7), id="a written date"),
        pytest.param(
            "Born", InfoboxValue("Lyon", "Lyon"), ("pgc:birthPlace", "Lyon", 0.9), id="a place of birth"
        ),
    ],
)
def test_a_known_label_gives_a_triple(label, value, triple):
    assert said((label, value)) == [triple]


def test_an_unknown_label_gives_nothing():
    assert said(("Website", InfoboxValue("x.example"))) == []


def test_the_country_of_a_work_is_where_it_comes_from():
    country = ("Country", InfoboxValue("Italy", "Italy"))
    assert said(country)[0][0] == "pgc:country"
    assert said(country, ("Directed by", InfoboxValue("Ada")))[0][0] == "schema:countryOfOrigin"


def test_every_predicate_of_the_label_table_is_in_the_alignment_table():
    content, table = shipped_table(TABLE), PropertyAlignmentTable.default()
    both = [predicate for pair in content["date_and_place"].values() for predicate in pair]
    used = {*content["labels"].values(), *content["work_labels"].values(), *both}
    assert [predicate for predicate in sorted(used) if table.meaning(predicate) is None] == []
