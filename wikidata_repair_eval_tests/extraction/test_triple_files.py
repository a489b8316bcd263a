"""Triples from files of every promised form."""

import json
from pathlib import Path

import pandas as pd
import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.records import Triple
from wikidata_repair_eval.extraction.subjects import subject_of
from wikidata_repair_eval.extraction.triple_files import read_triples, triples_of

ROW = {
    "article": "Marie_Curie",
    "subject": "ex:Marie_Curie",
    "predicate": "p",
    "object": "1867",
    "confidence": 0.9,
}
EXPECTED = ("Marie Curie", Triple("ex:Marie_Curie", "p", "1867", 0.9))


def write(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_json_lines_of_triples_and_of_articles(tmp_path):
    grouped = {"article": "Marie Curie", "triples": [["ex:Marie_Curie", "p", "1867", 0.9]]}
    file = write(tmp_path, "t.jsonl", f"{json.dumps(ROW)}\n{json.dumps(grouped)}\n")
    assert read_triples(file) == [EXPECTED, EXPECTED]


def test_csv_with_and_without_confidence(tmp_path):
    text = "article,subject,predicate,object,confidence\nMarie Curie,ex:Marie_Curie,p,1867,0.9\n,s,p,o,\n"
    assert read_triples(write(tmp_path, "t.csv", text)) == [EXPECTED, (None, Triple("s", "p", "o", None))]


def test_parquet(tmp_path):
    pd.DataFrame([ROW, ROW | {"confidence": None}]).to_parquet(tmp_path / "t.parquet")
    assert read_triples(tmp_path / "t.parquet") == [
        EXPECTED,
        ("Marie Curie", Triple("ex:Marie_Curie", "p", "1867", None)),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "t.nt",
            '<http://x.example/Marie_Curie> <http://schema.org/birthDate> "1867"^^<http://x.example/y> .\n',
        ),
        (
            "t.ttl",
            "@prefix s: <http://schema.org/> .\n@prefix x: <http://x.example/> .\n"
            'x:Marie_Curie s:birthDate "1867"^^x:y .\n',
        ),
    ],
)
def test_rdf_has_neither_article_nor_confidence(tmp_path, name, text):
    [(article, triple)] = read_triples(write(tmp_path, name, text))
    assert article is None
    assert triple == Triple(
        "<http://x.example/Marie_Curie>",
        "<http://schema.org/birthDate>",
        '"1867"^^<http://x.example/y>',
        None,
    )


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        pytest.param("t.xml", "", "no known form", id="an unknown form"),
        pytest.param("t.nt", "this is not RDF", "not N-Triples", id="broken RDF"),
        pytest.param("t.parquet", "PAR1", "Parquet", id="broken Parquet"),
        pytest.param("t.jsonl", "{}\n", "neither text", id="an empty row"),
        pytest.param("t.csv", "subject,predicate\na,b\n", "neither text", id="a missing column"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_by_name(tmp_path, name, text, problem):
    with pytest.raises(InputError, match=problem):
        read_triples(write(tmp_path, name, text))


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="not there"):
        read_triples(tmp_path / "t.csv")


def test_triples_without_an_article_go_to_the_article_they_are_about():
    about, other = Triple("ex:Marie_Curie", "p", "o"), Triple("ex:Paris", "p", "o")
    subject = subject_of("Marie Curie", "Q7186", None, ())
    found = [(None, about), (None, other), ("Paris", about), ("Marie Curie", other)]
    assert triples_of("Marie_Curie", subject, found) == [about, other]
