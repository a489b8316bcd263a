"""The rows of a report: one per article, with its statements and triples, and how they are read back."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.records import Item, Triple
from wikidata_repair_eval.extraction.scorer import Match, Score

SCHEMA_VERSION = 1
Row = dict[str, Any]


def article_row(
    title: str,
    domain: str | None,
    item: Item,
    triples: Sequence[Triple],
    score: Score,
    table: PropertyAlignmentTable,
    *,
    revision: int | None = None,
) -> Row:
    """Everything the report's tables are counted from."""
    scored = score.as_json()
    counts = {key: value for key, value in scored.items() if key not in ("matches", "pairs")}
    covered = {match.statement: match.triple for match in score.matches if match.type == "exact"}
    return {
        "article": title,
        "qid": item.qid,
        "domain": domain,
        "revision": revision,
        "alignable": score.alignable,
        **counts,
        "statements": [
            {
                "property_id": statement.property_id,
                "value": statement.value,
                "value_label": statement.value_label,
                "value_type": statement.value_type,
                "alignable": statement.property_id in table,
                "matched": number in covered,
                "triple": covered.get(number),
            }
            for number, statement in enumerate(item.statements)
            if statement.is_ground_truth
        ],
        "triples": [_triple_row(triples[match.triple], match, item, table) for match in score.matches],
    }


def _triple_row(triple: Triple, match: Match, item: Item, table: PropertyAlignmentTable) -> Row:
    meaning = table.meaning(triple.predicate)
    pid = next(iter((*meaning.direct, *meaning.inverse)), None) if meaning else None
    if match.statement is not None:
        pid = item.statements[match.statement].property_id
    return {
        "subject": triple.subject,
        "predicate": triple.predicate,
        "object": triple.object,
        "confidence": triple.confidence,
        "type": match.type,
        "score": round(match.score, 4),
        "property_id": pid,
    }


def statement_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """All ground-truth statements of a report, each with its article."""
    for article in results["articles"]:
        for statement in article.get("statements", ()):
            yield {**statement, "article": article["article"], "domain": article.get("domain")}


def triple_rows(results: Mapping[str, Any]) -> Iterator[Row]:
    """All triples of a report, each with its article."""
    for article in results["articles"]:
        for triple in article.get("triples", ()):
            yield {**triple, "article": article["article"], "domain": article.get("domain")}


def load_results(path: str | Path) -> Row:
    """A report of `evaluate-wikidata`."""
    try:
        content = orjson.loads(Path(path).read_bytes())
    except OSError as error:
        problem = f"the report cannot be read ({type(error).__name__})"
        raise InputError(str(path), "the file", problem, "name a report of evaluate-wikidata") from None
    except orjson.JSONDecodeError as error:
        fix = "make the report again"
        raise InputError(str(path), "the file", f"this is not JSON ({error})", fix) from None
    if not isinstance(content, dict) or not isinstance(content.get("articles"), list):
        problem = "it has no list of articles"
        raise InputError(str(path), "articles", problem, "name a report of evaluate-wikidata")
    return content
