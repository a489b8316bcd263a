"""The run cut into tables, one row per article: its text, its statements, its triples, their matches.

A bad article costs its row, which says why; the rows after it go on. What a killed run finished is in the
journal, and failures are not: the next run tries them again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import orjson

from wikidata_repair_eval.extraction import stored
from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.article_lists import FAILED, OK
from wikidata_repair_eval.extraction.articles import Article
from wikidata_repair_eval.extraction.evaluation import ONE_ARTICLE
from wikidata_repair_eval.extraction.extractors import Extractor
from wikidata_repair_eval.extraction.ground_truth import GroundTruth
from wikidata_repair_eval.extraction.report import build_report
from wikidata_repair_eval.extraction.results import article_row
from wikidata_repair_eval.extraction.scorer import SCORER_VERSION, Scorer
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.errors import NetError, NotFound

Row = dict[str, Any]
TELL_EVERY = 10  # articles; failures are always told
Say = Callable[[str], object]


class RowJournal:
    """Finished rows of one partition by title. `edition` keeps rows of another version or set-up apart."""

    def __init__(self, path: Path, edition: str) -> None:
        self._file = Cache(path, edition, purpose="rows")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def get(self, title: str) -> Row | None:
        entry = self._file.get(title)
        if entry is None:
            return None
        row: Row = orjson.loads(entry.body)
        return row

    def put(self, title: str, row: Row) -> None:
        self._file.put(title, orjson.dumps(row))


def each_article(
    articles: Iterable[Mapping[str, Any]],
    make: Callable[[Mapping[str, Any]], Row],
    kept: RowJournal,
    say: Say,
) -> list[Row]:
    """`make` for every article that has an item; a row that says why for every other one.

    Where no article at all gets an answer, the service is down, which is its error and not the articles'.
    """
    rows, down = [], list[NetError]()
    for number, article in enumerate(listed := list(articles), start=1):
        row = kept.get(article["title"]) if article["status"] == OK else _failed(article, article["reason"])
        if row is None:
            row = _made(article, make, down)
            if row["status"] == OK:
                kept.put(article["title"], row)
        rows.append(row)
        if row["status"] != OK or number % TELL_EVERY == 0 or number == len(listed):
            say(f"{number} of {len(listed)}: {article['title']}" + _why(row))
    if _is_down(down, sum(article["status"] == OK for article in listed)):
        raise down[-1]
    return rows


def _is_down(errors: list[NetError], asked: int) -> bool:
    """Did nobody answer? One article that is not there may just have been deleted."""
    if not errors or len(errors) < asked:
        return False
    return asked > 1 or not isinstance(errors[0], NotFound)


def _made(article: Mapping[str, Any], make: Callable[[Mapping[str, Any]], Row], down: list[NetError]) -> Row:
    try:
        made = make(article)
    except ONE_ARTICLE as error:
        down += [error] if isinstance(error, NetError) else []
        return _failed(article, f"{type(error).__name__}: {error}")
    return {"title": article["title"], "status": OK, "reason": None, **made}


def _failed(article: Mapping[str, Any], reason: str) -> Row:
    return {"title": article["title"], "status": FAILED, "reason": reason}


def _why(row: Row) -> str:
    return "" if row["status"] == OK else f": failed ({row['reason']})"


def text_of(get: Callable[[str], Article]) -> Callable[[Mapping[str, Any]], Row]:
    """The article's text, by the title that its sitelink was found under."""
    return lambda article: stored.article_row(get(article["resolved_title"]))


def statements_of(ground_truth: Callable[[str], GroundTruth]) -> Callable[[Mapping[str, Any]], Row]:
    """The item's statements; an item without any has an empty list, which is not a failure."""
    return lambda article: stored.item_row(ground_truth(article["qid"]))


def triples_from(
    extract: Extractor, texts: Mapping[str, Row], items: Mapping[str, Row], *, needs_text: bool
) -> Callable[[Mapping[str, Any]], Row]:
    """What the extractor says of the article's text (or of its title, where it needs no text)."""

    def make(article: Mapping[str, Any]) -> Row:
        text, item = _of(texts, article, "its text"), _of(items, article, "its statements")
        for row in (item, text) if needs_text else (item,):
            if row["status"] != OK:
                return _failed(article, row["reason"])
        title = text["article"] if text["status"] == OK else article["resolved_title"]
        told = extract(title, stored.article_of(text) if needs_text else None, stored.item_of(item))
        return {"article": title, "revision": text.get("revision"), "triples": stored.triple_rows(told)}

    return make


def match(
    articles: Iterable[Mapping[str, Any]], items: Mapping[str, Row], told: Mapping[str, Row], scorer: Scorer
) -> list[Row]:
    """One row per article: its counts, statements and triples, or the reason of what failed before."""
    return [
        _matched(article, _of(items, article, "its statements"), _of(told, article, "its triples"), scorer)
        for article in articles
    ]


def _of(rows: Mapping[str, Row], article: Mapping[str, Any], what: str) -> Row:
    """The article's row; a table that was made from another list has none."""
    title = article["title"]
    return rows.get(title) or _failed(
        article, f"{what} are missing: the list has changed, so make them again"
    )


def _matched(article: Mapping[str, Any], item_row: Row, told: Row, scorer: Scorer) -> Row:
    for row in (article, item_row, told):
        if row["status"] != OK:
            return {**_failed(article, row["reason"]), "domain": article["domain"]}
    item, triples = stored.item_of(item_row), stored.triples_of(told)
    score = scorer.score(item, triples, told["article"])
    row = article_row(
        told["article"], article["domain"], item, triples, score, scorer.table, revision=told["revision"]
    )
    return {
        "title": article["title"],
        "status": OK,
        "reason": None,
        **row,
        "listed_qid": article["listed_qid"],
        "ground_truth_at": item_row["answered_at"],
    }


def report_of(matches: Iterable[Row], table: PropertyAlignmentTable, inputs: Mapping[str, Any]) -> Row:
    """The report over the rows of all domains; the run's date is the latest that a server gave."""
    rows = list(matches)
    good = [_as_reported(row) for row in rows if row["status"] == OK]
    failures = [
        {"article": row["title"], "error": row["reason"], "domain": row["domain"]}
        for row in rows
        if row["status"] != OK
    ]
    dates = [row["ground_truth_at"] for row in good if row["ground_truth_at"]]
    told = {"scorer": SCORER_VERSION, **inputs}
    return build_report(good, failures, table, run_date=max(dates, default=None), inputs=told)


def _as_reported(row: Row) -> Row:
    """As `evaluate-wikidata` writes it: the listed item only where the sitelink contradicts it."""
    plain = {
        key: value for key, value in row.items() if key not in ("title", "status", "reason", "listed_qid")
    }
    listed = row["listed_qid"]
    differs = {"listed_qid": listed} if listed and listed != row["qid"] else {}
    return {**plain, **differs, "requested": row["title"]}


def inconsistencies(rows: Sequence[Row]) -> list[str]:
    """Articles whose counts do not add up: statements, triples, and each statement matched at most once."""
    return [row["title"] for row in rows if row["status"] == OK and not _adds_up(row)]


def _adds_up(row: Row) -> bool:
    kinds = ("tp", "fp", "novel", "off_subject", "redundant", "below_confidence", "merged")
    matched = [one["triple"] for one in row["statements"] if one["matched"]]
    right = [n for n, one in enumerate(row["triples"]) if one["type"] == "exact"]
    return (
        row["tp"] + row["fn"] == len(row["statements"])
        and sum(row[kind] for kind in kinds) == len(row["triples"])
        and sorted(matched) == right
        and row["tp"] == len(right)
    )
