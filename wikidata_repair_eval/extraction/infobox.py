"""The built-in extractor: each infobox row with a known label becomes triples. No model, no network.

Confidences are plain: a machine-readable value is surer than a link, a link surer than mere text.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.extraction.articles import Article
from wikidata_repair_eval.extraction.date_texts import dates_in
from wikidata_repair_eval.extraction.html import InfoboxRow, InfoboxValue
from wikidata_repair_eval.extraction.records import Triple
from wikidata_repair_eval.extraction.tables import shipped_table

TABLE = "infobox-labels-v1.yaml"
HIDDEN, LINKED, WRITTEN = 0.95, 0.9, 0.7


def infobox_triples(article: Article) -> list[Triple]:
    """What the article's infobox says, about the article's title."""
    labels = _labels(article.infobox)
    return [triple for row in article.infobox for triple in _row_triples(article.title, row, labels)]


def _labels(rows: Iterable[InfoboxRow]) -> Mapping[str, str]:
    """What labels stand for in this infobox: a film's country is where it comes from, not where it is."""
    table = _table()
    is_work = any(_plain(row.label) in table["work_rows"] for row in rows)
    found: dict[str, str] = table["labels"] | (table["work_labels"] if is_work else {})
    return found


def _row_triples(title: str, row: InfoboxRow, labels: Mapping[str, str]) -> Iterator[Triple]:
    both = _table()["date_and_place"].get(_plain(row.label))
    if both:
        yield from _date_and_place(title, both, row)
    elif predicate := labels.get(_plain(row.label)):
        yield from (_triple(title, predicate, value) for value in row.values)


def _plain(label: str) -> str:
    return label.casefold().strip(" :")


def _table() -> dict[str, Any]:
    return shipped_table(TABLE)


def _date_and_place(title: str, predicates: list[str], row: InfoboxRow) -> Iterator[Triple]:
    for value in row.values:
        is_date = value.hidden is not None or bool(dates_in(value.text))
        yield _triple(title, predicates[0] if is_date else predicates[1], value)


def _triple(title: str, predicate: str, value: InfoboxValue) -> Triple:
    if value.hidden:
        return Triple(title, predicate, value.hidden, HIDDEN)
    return Triple(title, predicate, value.text, LINKED if value.target else WRITTEN)
