"""A run over articles: fetch, extract, score, one row each. A bad article costs its row and nothing else.

Finished rows are kept in a folder, so that a killed run goes on where it stopped.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.article_lists import Wanted
from wikidata_repair_eval.extraction.articles import Article, CacheOnlyError, NoArticle, NotAnArticle
from wikidata_repair_eval.extraction.ground_truth import GroundTruth, NoItem
from wikidata_repair_eval.extraction.model_extractor import ExtractionFailed
from wikidata_repair_eval.extraction.records import Item, Triple, read_item
from wikidata_repair_eval.extraction.results import Row, article_row
from wikidata_repair_eval.extraction.scorer import Scorer
from wikidata_repair_eval.files import json_bytes, read_json_lines, write_atomically
from wikidata_repair_eval.net.errors import NetError

ONE_ARTICLE = (NetError, NotAnArticle, NoArticle, NoItem, CacheOnlyError, ExtractionFailed, InputError)


@dataclass(frozen=True, slots=True)
class Steps:
    """Where articles, ground truth and triples come from. `article` is None where no text is needed."""

    article: Callable[[str], Article] | None
    ground_truth: Callable[[str], GroundTruth]
    triples: Callable[[str, Article | None, Item], Sequence[Triple]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row, or why there is none."""

    row: Row | None
    failure: Mapping[str, str] | None = None


def evaluate(wanted: Iterable[Wanted], steps: Steps, scorer: Scorer, kept: "KeptRows") -> Iterator[Outcome]:
    """One outcome per article, in order. Failures are never kept: the next run tries them again."""
    for one in wanted:
        row = kept.get(one)
        if row is None:
            try:
                row = _evaluate_one(one, steps, scorer)
            except ONE_ARTICLE as error:
                yield Outcome(None, {"article": one.title, "error": str(error), "kind": type(error).__name__})
                continue
            kept.put(one, row)
        yield Outcome(row)


def _evaluate_one(one: Wanted, steps: Steps, scorer: Scorer) -> Row:
    article = steps.article(one.title) if steps.article else None
    title = article.title if article else one.title
    truth = steps.ground_truth(title)
    triples = steps.triples(title, article, truth.item)
    score = scorer.score(truth.item, triples, title)
    revision = article.revision if article else None
    row = article_row(title, one.domain, truth.item, triples, score, scorer.table, revision=revision)
    listed = {"listed_qid": one.qid} if one.qid and one.qid != truth.item.qid else {}
    return {**row, **listed, "requested": one.title, "ground_truth_at": truth.server_time}


class KeptRows:
    """Finished rows of one run in a folder; `run` says what they depend on. No folder: nothing is kept."""

    def __init__(self, folder: Path | None, run: Mapping[str, Any]) -> None:
        digest = hashlib.sha256(json_bytes(dict(run))).hexdigest()[:16]
        self._folder = folder / digest if folder else None

    def get(self, wanted: Wanted) -> Row | None:
        path = self._path(wanted)
        if path is None or not path.exists():
            return None
        row: Row = orjson.loads(path.read_bytes())
        return row

    def put(self, wanted: Wanted, row: Row) -> None:
        if path := self._path(wanted):
            write_atomically(path, json_bytes(row))

    def drop(self) -> None:
        """The report holds them now."""
        for path in self._folder.glob("*.json") if self._folder else ():
            path.unlink(missing_ok=True)

    def _path(self, wanted: Wanted) -> Path | None:
        key = json_bytes([wanted.title, wanted.domain, wanted.qid])
        return self._folder / f"{hashlib.sha256(key).hexdigest()[:32]}.json" if self._folder else None


def read_statements(path: str | Path) -> dict[str, Item]:
    """Items by article title, from JSON Lines of `{article_title, item}` as score-triples reads them."""
    found = {}
    for number, row in enumerate(read_json_lines(Path(path)), start=1):
        title = row.get("article_title") or row.get("article") if isinstance(row, dict) else None
        if not title:
            problem = "the line names no article"
            raise InputError(str(path), f"line {number}", problem, "write {article_title, item}")
        found[str(title)] = read_item(row.get("item"), f"{path}, line {number}")
    return found
