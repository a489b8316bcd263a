"""Articles, items and triples as plain rows of a table, and back again; nothing is lost on the way."""

from collections.abc import Mapping, Sequence
from typing import Any

from wikidata_repair_eval.extraction.articles import Article
from wikidata_repair_eval.extraction.ground_truth import GroundTruth
from wikidata_repair_eval.extraction.html import InfoboxRow, InfoboxValue, WikiLink
from wikidata_repair_eval.extraction.records import Item, Statement, Triple

Row = dict[str, Any]


def article_row(article: Article) -> Row:
    """One revision of an article. When it was fetched is no part of it: the same revision, the same row."""
    return {
        "normalised_title": article.normalised,
        "article": article.title,
        "revision": article.revision,
        "timestamp": article.timestamp,
        "redirected": article.redirected,
        "markdown": article.markdown,
        "links": [
            {"text": link.text, "target": link.target, "missing": link.missing} for link in article.links
        ],
        "infobox": [{"label": row.label, "values": _infobox_values(row)} for row in article.infobox],
    }


def _infobox_values(row: InfoboxRow) -> list[Row]:
    return [{"text": one.text, "target": one.target, "hidden": one.hidden} for one in row.values]


def article_of(row: Mapping[str, Any]) -> Article:
    return Article(
        requested=row["title"],
        normalised=row["normalised_title"],
        title=row["article"],
        revision=row["revision"],
        timestamp=row["timestamp"],
        redirected=row["redirected"],
        markdown=row["markdown"],
        links=tuple(WikiLink(**link) for link in row["links"]),
        infobox=tuple(
            InfoboxRow(one["label"], tuple(InfoboxValue(**value) for value in one["values"]))
            for one in row["infobox"]
        ),
        fetched_at=None,
        from_cache=True,
    )


def item_row(truth: GroundTruth) -> Row:
    item = truth.item
    return {
        "qid": item.qid,
        "label": item.label,
        "aliases": list(item.aliases),
        "statements": [_statement_row(one) for one in item.statements],
        "answered_at": truth.server_time,
    }


def item_of(row: Mapping[str, Any]) -> Item:
    statements = tuple(_statement_of(one) for one in row["statements"])
    return Item(row["qid"], row["label"], tuple(row["aliases"]), statements)


def triple_rows(triples: Sequence[Triple]) -> list[Row]:
    return [
        {
            "subject": one.subject,
            "predicate": one.predicate,
            "object": one.object,
            "confidence": one.confidence,
        }
        for one in triples
    ]


def triples_of(row: Mapping[str, Any]) -> list[Triple]:
    return [Triple(**one) for one in row["triples"]]


def _statement_row(one: Statement) -> Row:
    return {
        "property_id": one.property_id,
        "value": one.value,
        "value_type": one.value_type,
        "value_label": one.value_label,
        "value_aliases": list(one.value_aliases),
        "rank": one.rank,
        "snaktype": one.snaktype,
        "precision": one.precision,
        "calendar": one.calendar,
        "unit": one.unit,
        "language": one.language,
        "years": one.years,
        "qualifiers": [{"property_id": pid, "value": value} for pid, value in one.qualifiers],
    }


def _statement_of(row: Mapping[str, Any]) -> Statement:
    qualifiers = tuple((one["property_id"], one["value"]) for one in row["qualifiers"])
    plain = {key: value for key, value in row.items() if key not in ("value_aliases", "qualifiers")}
    return Statement(**plain, value_aliases=tuple(row["value_aliases"]), qualifiers=qualifiers)
