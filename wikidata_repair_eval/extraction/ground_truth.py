"""Ground truth: all statements of an article's item by SPARQL, with ranks, qualifiers, precisions and labels.

The item comes from the sitelink, never from a table. An endpoint that is down is an error of `net`; an item
without statements is an answer.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from wikidata_repair_eval.extraction.alignment import datatype_key
from wikidata_repair_eval.extraction.connections import Connection
from wikidata_repair_eval.extraction.queries import LABELS, STATEMENTS
from wikidata_repair_eval.extraction.queries import QUALIFIERS as QUALIFIER_QUERY
from wikidata_repair_eval.extraction.records import Item, Statement
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval.net.pages import PageProps, Pages
from wikidata_repair_eval.net.sparql import Rows, Sparql, Term
from wikidata_repair_eval.settings import Settings, Source

LABEL_BATCH = 200
LANGUAGES = ("en", "mul")  # the first that has a label wins
_QID = re.compile(r"Q[1-9][0-9]*")
_RANKS = {"PreferredRank": "preferred", "NormalRank": "normal", "DeprecatedRank": "deprecated"}


class NoItem(Exception):
    """The title has no item: the page is missing, is no article, or nobody linked it to Wikidata."""


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """An item as the query service had it; `server_time` is the service's own clock."""

    item: Item
    server_time: str | None


@dataclass(frozen=True, slots=True)
class _Names:
    label: str | None
    aliases: tuple[str, ...]


class WikidataClient:
    """Items and statements of the source's Wikidata. `cache` (a file) keeps answers for a day."""

    def __init__(
        self,
        source: str | Source | Settings,
        *,
        cache: Path | None = None,
        http: HttpClient | None = None,
    ) -> None:
        self._connection = Connection(source, http)
        self._cache = Cache(cache, self._connection.source.name, purpose="sparql") if cache else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._cache is not None:
            self._cache.close()
        self._connection.close()

    def qids(self, titles: Iterable[str]) -> dict[str, PageProps]:
        """Sitelinks of many titles at once, after normalisation and redirects."""
        source = self._connection.source
        api = MediaWiki(self._connection.http, source.require("wikipedia_api_url"), maxlag=source.maxlag)
        return Pages(api).page_props(list(titles))

    def qid(self, title: str) -> str:
        """The item of one title; NoItem says why there is none."""
        props = self.qids([title])[title]
        if props.state != "here":
            raise NoItem(f"{title!r}: the page is {props.state}. Fix: check the title.")
        if props.disambiguation:
            raise NoItem(f"{title!r} is a disambiguation page. Fix: name one of the pages it lists.")
        if props.wikibase_item is None:
            raise NoItem(f"{title!r} is not linked to an item. Fix: leave the article out.")
        return props.wikibase_item

    def ground_truth(self, qid: str) -> GroundTruth:
        """The item with everything that can be evaluated, and what cannot, marked by rank and snaktype."""
        if not _QID.fullmatch(qid):
            raise ValueError(f"{qid!r} is no item id")
        sparql = self._sparql()
        found = sparql.select_anywhere(STATEMENTS.replace("%QID%", qid))
        qualifiers = _qualifiers(sparql.select_anywhere(QUALIFIER_QUERY.replace("%QID%", qid)))
        values = {row["v"].entity_id for row in found.rows if "v" in row}
        names = self._names(sparql, {qid, *(value for value in values if value)})
        statements = [_statement(row, names, qualifiers) for row in _sorted(found)]
        own = names.get(qid, _Names(None, ()))
        return GroundTruth(Item(qid, own.label, own.aliases, tuple(statements)), found.server_time)

    def _sparql(self) -> Sparql:
        source = self._connection.source
        url, scholarly = source.require("sparql_url"), source.sparql_scholarly_url
        return Sparql(self._connection.http, url, scholarly, cache=self._cache)

    def _names(self, sparql: Sparql, ids: set[str]) -> dict[str, _Names]:
        """English or language-neutral labels and aliases. Of all graphs: values live in either."""
        texts: dict[str, dict[tuple[str, str], list[str]]] = defaultdict(lambda: defaultdict(list))
        ordered = sorted(ids, key=lambda one: (one[0], int(re.sub(r"\D.*", "", one[1:]) or 0)))
        for start in range(0, len(ordered), LABEL_BATCH):
            batch = " ".join(f"wd:{one}" for one in ordered[start : start + LABEL_BATCH])
            for graph in sparql.graphs:
                for row in sparql.select(LABELS.replace("%IDS%", batch), graph).rows:
                    key = (row["kind"].value, row["text"].lang or "")
                    texts[row["item"].entity_id or ""][key].append(row["text"].value)
        return {entity: _named(kinds) for entity, kinds in texts.items()}


def _named(kinds: Mapping[tuple[str, str], list[str]]) -> _Names:
    labels = [text for language in LANGUAGES for text in kinds.get(("label", language), ())]
    aliases = {text for (kind, _), found in kinds.items() if kind == "alias" for text in found}
    return _Names(labels[0] if labels else None, tuple(sorted({*aliases, *labels[1:]} - set(labels[:1]))))


def _sorted(found: Rows) -> list[Mapping[str, Term]]:
    """By property and statement, so that the same data give the same order, and each statement once."""
    rows = {row["st"].value: row for row in found.rows}
    return sorted(rows.values(), key=lambda row: (int((row["prop"].entity_id or "P0")[1:]), row["st"].value))


def _statement(
    row: Mapping[str, Term],
    names: Mapping[str, _Names],
    qualifiers: Mapping[str, tuple[tuple[str, str], ...]],
) -> Statement:
    value = row.get("v")
    snaktype = "novalue" if value is None else "somevalue" if value.is_somevalue else "value"
    entity = value.entity_id if value is not None else None
    known = names.get(entity or "", _Names(None, ()))
    return Statement(
        property_id=row["prop"].entity_id or "",
        value="" if value is None or snaktype != "value" else entity or value.value,
        value_type=datatype_key(row["type"].value),
        value_label=known.label,
        value_aliases=known.aliases,
        rank=_RANKS[row["rank"].value.rsplit("#", 1)[-1]],
        snaktype=snaktype,
        precision=_number(row.get("precision") or row.get("geo")),
        calendar=row["calendar"].entity_id if "calendar" in row else None,
        unit=row["unit"].entity_id if "unit" in row else None,
        language=value.lang if value is not None else None,
        years="astronomical",  # RDF's spelling
        qualifiers=qualifiers.get(row["st"].value, ()),
    )


def _qualifiers(found: Rows) -> dict[str, tuple[tuple[str, str], ...]]:
    by_statement: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in found.rows:
        value = row["v"].entity_id or row["v"].value
        by_statement[row["st"].value].add((row["prop"].entity_id or "", value))
    return {statement: tuple(sorted(pairs)) for statement, pairs in by_statement.items()}


def _number(term: Term | None) -> float | None:
    return None if term is None else float(term.value)
