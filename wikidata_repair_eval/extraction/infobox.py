"""The built-in extractor: each infobox row with a known label becomes triples. No model, no network.

Confidences are plain: a machine-readable value is surer than a link, a link surer than mere text.
"""

from collections.abc import Iterator

from wikidata_repair_eval.extraction.articles import Article
from wikidata_repair_eval.extraction.date_texts import dates_in
from wikidata_repair_eval.extraction.html import InfoboxRow, InfoboxValue
from wikidata_repair_eval.extraction.records import Triple
from wikidata_repair_eval.extraction.tables import shipped_table

TABLE = "infobox-labels-v1.yaml"
HIDDEN, LINKED, WRITTEN = 0.95, 0.9, 0.7


def infobox_triples(article: Article) -> list[Triple]:
    """What the article's infobox says, about the article's title."""
    return [triple for row in article.infobox for triple in _row_triples(article.title, row)]


def _row_triples(title: str, row: InfoboxRow) -> Iterator[Triple]:
    label = row.label.casefold().strip(" :")
    both = shipped_table(TABLE)["date_and_place"].get(label)
    if both:
        yield from _date_and_place(title, both, row)
        return
    predicate = shipped_table(TABLE)["labels"].get(label)
    if predicate:
        yield from (_triple(title, predicate, value) for value in row.values)


def _date_and_place(title: str, predicates: list[str], row: InfoboxRow) -> Iterator[Triple]:
    for value in row.values:
        is_date = value.hidden is not None or bool(dates_in(value.text))
        yield _triple(title, predicates[0] if is_date else predicates[1], value)


def _triple(title: str, predicate: str, value: InfoboxValue) -> Triple:
    if value.hidden:
        return Triple(title, predicate, value.hidden, HIDDEN)
    return Triple(title, predicate, value.text, LINKED if value.target else WRITTEN)
