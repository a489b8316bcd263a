"""The property alignment table: which predicate stands for which property, checked when it is loaded."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, NoReturn

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.predicates import Vocabulary
from wikidata_repair_eval.extraction.tables import parse_table, shipped_text
from wikidata_repair_eval.files import sha256_of_bytes

SHIPPED = "property-alignment-v1.yaml"
EXCLUDED_DATATYPES = frozenset({"externalid", "commonsmedia", "url", "geoshape", "tabulardata", "math"})
_PID = re.compile(r"P[1-9][0-9]*")
Part = Literal["latitude", "longitude"]


def datatype_key(name: str) -> str:
    """One spelling of a datatype: `wikibase-item`, `WikibaseItem` and the type's IRI are the same."""
    return re.sub(r"[^a-z]", "", name.rsplit("#", 1)[-1].casefold())


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a predicate says of its subject (`direct`) and of its object (`inverse`): one of several."""

    direct: tuple[str, ...] = ()
    inverse: tuple[str, ...] = ()
    part: Part | None = None


@dataclass(frozen=True)
class PropertyAlignmentTable:
    """Predicates to properties. Make one with `default`, `load` or `of_rows`."""

    properties: Mapping[str, Mapping[str, Any]]
    meanings: Mapping[str, Meaning]
    vocabulary: Vocabulary
    classes: Mapping[str, str] = field(default_factory=dict)
    name: str = "custom"
    digest: str = ""

    @classmethod
    def default(cls) -> "PropertyAlignmentTable":
        return _default_table()

    @classmethod
    def load(cls, path: str | Path) -> "PropertyAlignmentTable":
        """A table from a YAML file of the shipped one's form."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            problem = f"the table cannot be read ({type(error).__name__})"
            raise InputError(str(path), "the file", problem, "name a YAML file in UTF-8") from None
        return parse_alignment(text, str(path))

    @classmethod
    def of_rows(cls, rows: Iterable[Mapping[str, Any]], file: str = "alignment") -> "PropertyAlignmentTable":
        """A table from `{pid, predicates, inverse?}` rows, with the shipped table's prefixes and classes."""
        shipped = _default_table()
        properties, meanings = _Reader(file, shipped.vocabulary).read(list(rows), [])
        return cls(properties, meanings, shipped.vocabulary, shipped.classes)

    def meaning(self, predicate: str) -> Meaning | None:
        """What the predicate stands for, or None where it is not in the table."""
        key = self.vocabulary.key(predicate)
        found = self.meanings.get(key)
        if found is None and key in self.properties:
            return Meaning(direct=(key,))  # extractors that speak Wikidata's own properties
        return found

    def class_of(self, term: str) -> str | None:
        """The item that another vocabulary's class stands for: foaf:Person is Q5."""
        return self.classes.get(self.vocabulary.key(term))

    def label(self, pid: str) -> str:
        return str(self.properties.get(pid, {}).get("label", pid))

    def __contains__(self, pid: object) -> bool:
        return pid in self.properties

    def __len__(self) -> int:
        return len(self.properties)


@cache
def _default_table() -> PropertyAlignmentTable:
    return parse_alignment(shipped_text(SHIPPED), SHIPPED)


def parse_alignment(text: str, file: str) -> PropertyAlignmentTable:
    """The table in a YAML text; whatever is wrong with it is named with its place."""
    content = parse_table(text, file)
    vocabulary = Vocabulary(content.get("prefixes") or {}, content.get("synonyms") or {})
    properties, meanings = _Reader(file, vocabulary).read(
        content.get("properties") or [], content.get("ambiguous") or []
    )
    classes = {
        vocabulary.key(term): qid for qid, terms in (content.get("values") or {}).items() for term in terms
    }
    name = str(content.get("name", Path(file).stem))
    digest = sha256_of_bytes(text.encode())
    return PropertyAlignmentTable(properties, meanings, vocabulary, classes, name, digest)


class _Reader:
    """Reads rows into meanings and refuses contradictions."""

    def __init__(self, file: str, vocabulary: Vocabulary) -> None:
        self._file, self._vocabulary = file, vocabulary
        self._properties: dict[str, Mapping[str, Any]] = {}
        self._meanings: dict[str, Meaning] = {}

    def read(
        self, rows: list[Any], ambiguous: list[Any]
    ) -> tuple[dict[str, Mapping[str, Any]], dict[str, Meaning]]:
        for row in rows:
            self._read_row(row)
        for row in ambiguous:
            self._read_ambiguous(row)
        return self._properties, self._meanings

    def _read_row(self, row: Any) -> None:
        pid = row.get("pid") if isinstance(row, Mapping) else None
        if not isinstance(pid, str) or not _PID.fullmatch(pid):
            self._refuse("a row", f"{row!r} has no property id", "give each row a pid like P569")
        if pid in self._properties:
            self._refuse(pid, "the property has two rows", "put all its predicates into one row")
        if datatype_key(str(row.get("datatype", ""))) in EXCLUDED_DATATYPES:
            problem = f"the datatype {row['datatype']} is not evaluated"
            self._refuse(pid, problem, "leave the property out")
        self._properties[pid] = row
        for predicate in self._texts(row, pid, "predicates"):
            self._add_direct(predicate, Meaning(direct=(pid,)), pid)
        for predicate in self._texts(row, pid, "inverse"):
            self._add_inverse(predicate, pid)
        for part, predicates in (row.get("parts") or {}).items():
            for predicate in predicates:
                self._add_direct(predicate, Meaning(direct=(pid,), part=part), pid)

    def _read_ambiguous(self, row: Mapping[str, Any]) -> None:
        meaning = Meaning(tuple(row.get("direct") or ()), tuple(row.get("inverse") or ()))
        for pid in (*meaning.direct, *meaning.inverse):
            if pid not in self._properties:
                self._refuse(pid, "an ambiguous predicate names it, but it has no row", "add the property")
        for predicate in row["predicates"]:
            self._add_direct(predicate, meaning, "/".join(meaning.direct))

    def _texts(self, row: Mapping[str, Any], pid: str, key: str) -> list[str]:
        texts = row.get(key) or []
        if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
            self._refuse(pid, f"{key} is not a list of texts", "write [schema:name, ...]")
        return list(texts)

    def _add_direct(self, predicate: str, meaning: Meaning, place: str) -> None:
        key = self._vocabulary.key(predicate)
        known = self._meanings.get(key, Meaning())
        if known.direct and (known.direct, known.part) != (meaning.direct, meaning.part):
            problem = f"the predicate {predicate} already stands for {'/'.join(known.direct)}"
            self._refuse(place, problem, "give each predicate one meaning")
        self._meanings[key] = Meaning(meaning.direct, meaning.inverse or known.inverse, meaning.part)

    def _add_inverse(self, predicate: str, pid: str) -> None:
        key = self._vocabulary.key(predicate)
        known = self._meanings.get(key, Meaning())
        self._meanings[key] = Meaning(known.direct, (*known.inverse, pid), known.part)

    def _refuse(self, place: str, problem: str, fix: str) -> NoReturn:
        raise InputError(self._file, place, problem, fix)
