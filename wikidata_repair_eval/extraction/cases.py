"""One line of `score-triples`: a case in, its score out."""

from typing import Any

import orjson

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.records import confidence_problem, read_item, read_triple
from wikidata_repair_eval.extraction.scorer import Scorer

OPTIONS = frozenset({"min_confidence_for_scoring", "match_threshold"})


def parse_case(line: bytes, file: str, place: str) -> dict[str, Any]:
    """The JSON object of one line."""
    try:
        case = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise InputError(file, place, f"this is not JSON ({error})", "write one object per line") from None
    if not isinstance(case, dict):
        raise InputError(file, place, "this is not an object", "see the example in --help")
    return case


def score_case(case: dict[str, Any], place: str = "case") -> dict[str, Any]:
    """The score of one case, under its id; InputError says what is wrong with the case."""
    triples = case.get("triples")
    if not isinstance(triples, list):
        raise InputError(place, "triples", "it is not a list", "give a list, empty if there are none")
    item = read_item(case.get("item"), place)
    read = [read_triple(raw, place, f"triples[{n}]") for n, raw in enumerate(triples)]
    title = case.get("article_title")
    score = _scorer(case, place).score(item, read, None if title is None else str(title))
    warnings = [
        f"triples[{n}]: {problem}" for n, raw in enumerate(triples) if (problem := confidence_problem(raw))
    ]
    return {"id": case.get("id"), **score.as_json(), **({"warnings": warnings} if warnings else {})}


def _scorer(case: dict[str, Any], place: str) -> Scorer:
    options = case.get("options") or {}
    if not isinstance(options, dict) or not set(options) <= OPTIONS:
        known = ", ".join(sorted(OPTIONS))
        raise InputError(place, "options", f"{options!r} has unknown keys", f"use {known}")
    table = _table(case.get("alignment", "default"), place)
    numbers = {key: _from_0_to_1(value, place, key) for key, value in options.items() if value is not None}
    return Scorer(
        table,
        min_confidence=numbers.get("min_confidence_for_scoring", 0.0),
        **({"match_threshold": numbers["match_threshold"]} if "match_threshold" in numbers else {}),
    )


def _table(alignment: Any, place: str) -> PropertyAlignmentTable:
    if alignment in (None, "default"):
        return PropertyAlignmentTable.default()
    if not isinstance(alignment, list):
        problem = f"{alignment!r} is no alignment"
        raise InputError(place, "alignment", problem, 'write "default" or a list of {pid, predicates}')
    return PropertyAlignmentTable.of_rows(alignment, f"{place}, alignment")


def _from_0_to_1(value: Any, place: str, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError(place, f"options.{key}", f"{value!r} is not a number from 0 to 1", "correct it")
    return float(value)
