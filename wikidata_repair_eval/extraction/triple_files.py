"""Triples from files: JSON Lines, CSV, Parquet, N-Triples and Turtle, each with the article it is from.

A row of JSON Lines is one triple (`article`, `subject`, `predicate`, `object`, `confidence`) or one article
(`article`, `triples`). RDF has neither articles nor confidences; its triples are given to the article that
they are about.
"""

import csv
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.records import Triple, read_triple
from wikidata_repair_eval.extraction.subjects import Subject
from wikidata_repair_eval.files import read_json_lines

Found = tuple[str | None, Triple]
_ARTICLE = ("article", "article_title", "title")


def read_triples(path: str | Path) -> list[Found]:
    """All triples of a file with their article's title, or None where the file does not say."""
    file = Path(path)
    reader = _READERS.get(file.suffix.casefold())
    if reader is None:
        known = ", ".join(sorted(_READERS))
        raise InputError(str(file), "the file's name", f"{file.suffix!r} is no known form", f"use {known}")
    if not file.is_file():
        raise InputError(str(file), "the file", "it is not there", "name a file of triples")
    return list(reader(file))


def triples_of(title: str, subject: Subject, found: Iterable[Found]) -> list[Triple]:
    """Those drawn from this article; where the file does not say, those about it."""
    wanted = title.replace("_", " ")
    return [
        triple
        for article, triple in found
        if (article == wanted if article is not None else subject.is_named(triple.subject))
    ]


def _json_lines(file: Path) -> Iterator[Found]:
    for number, row in enumerate(read_json_lines(file), start=1):
        yield from _row(row, str(file), f"line {number}")


def _row(row: Any, file: str, place: str) -> Iterator[Found]:
    if not isinstance(row, Mapping):
        yield None, read_triple(row, file, place)
    elif isinstance(row.get("triples"), list):
        for index, raw in enumerate(row["triples"]):
            yield _title(row), read_triple(raw, file, f"{place}, triples[{index}]")
    else:
        yield _title(row), read_triple(row, file, place)


def _csv(file: Path) -> Iterator[Found]:
    with file.open(encoding="utf-8-sig", newline="") as stream:
        for number, row in enumerate(csv.DictReader(stream), start=2):
            yield from _row(row, str(file), f"line {number}")


def _parquet(file: Path) -> Iterator[Found]:
    import pyarrow as pa  # slow to import
    import pyarrow.parquet as pq

    try:
        rows = pq.read_table(file).to_pylist()
    except pa.ArrowException as error:
        problem = f"this is not a whole Parquet file ({error})"
        raise InputError(str(file), "the file", problem, "make the file again") from None
    for number, row in enumerate(rows):
        yield from _row({key: _plain(value) for key, value in row.items()}, str(file), f"row {number}")


def _plain(value: Any) -> Any:
    """pandas writes a missing number as NaN, which is not a confidence."""
    return None if isinstance(value, float) and math.isnan(value) else value


def _rdf(file: Path) -> Iterator[Found]:
    from pyoxigraph import RdfFormat, parse

    form = RdfFormat.TURTLE if file.suffix.casefold() == ".ttl" else RdfFormat.N_TRIPLES
    try:
        for quad in parse(path=str(file), format=form):
            yield None, Triple(_term(quad.subject), _term(quad.predicate), _term(quad.object))
    except SyntaxError as error:
        problem = f"this is not {form.name} ({error})"
        raise InputError(str(file), "the file", problem, "correct the file") from None


def _term(term: Any) -> str:
    """As N-Triples writes it: `<iri>`, `"text"@en`, `"1867"^^<type>`, `_:b0`."""
    return str(term)


def _title(row: Mapping[str, Any]) -> str | None:
    title = next((row[key] for key in _ARTICLE if row.get(key)), None)
    return None if title is None else str(title).replace("_", " ")


_READERS: dict[str, Callable[[Path], Iterator[Found]]] = {
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
    ".csv": _csv,
    ".parquet": _parquet,
    ".nt": _rdf,
    ".ttl": _rdf,
}
