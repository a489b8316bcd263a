"""A report of a few hand-made articles, made by the real scorer."""

from typing import Any

from wikidata_repair_eval.extraction import PropertyAlignmentTable, Scorer
from wikidata_repair_eval.extraction.records import read_item, read_triple
from wikidata_repair_eval.extraction.report import build_report
from wikidata_repair_eval.extraction.results import article_row
from wikidata_repair_eval_tests.extraction.build_cases import thing, time

Row = dict[str, Any]
PEOPLE = ("Ada Lovelace", "Marie Curie", "Emmy Noether")


def person(name: str, *triples: list[Any], statements: list[Row] | None = None) -> Row:
    """One article's row. Its item has a birth date, an occupation and two awards."""
    stated = [
        time("1867-11-07T00:00:00Z"),
        thing("Q169470", "physicist"),
        thing("Q1", "First Prize", pid="P166"),
        thing("Q2", "Second Prize", pid="P166"),
    ]
    raw = {
        "qid": "Q7186",
        "label": name,
        "aliases": [],
        "statements": stated if statements is None else statements,
    }
    item, table = read_item(raw, "test"), PropertyAlignmentTable.default()
    read = [read_triple([name, *triple], "test", "triple") for triple in triples]
    score = Scorer(table).score(item, read, name)
    return article_row(name, "biography_historical", item, read, score, table, revision=7)


def some_report() -> Row:
    """Three people, whose awards nobody finds and whose occupation is always wrong."""
    said = (
        ["pgc:birthDate", "1867-11-07", 0.9],
        ["pgc:hasOccupation", "painter", 0.4],
        ["ex:likes", "cycling", 0.8],
    )
    rows = [person(name, *said) for name in PEOPLE]
    rows.append(person("Nobody", ["pgc:birthDate", "1900", 0.9], statements=[]))
    failures = [{"article": "Gone", "error": "there is no page 'Gone'"}]
    return build_report(rows, failures, PropertyAlignmentTable.default(), run_date="2026-06-01T00:00:00Z")
