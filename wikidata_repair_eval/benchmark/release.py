"""A release: written once, read by anybody. `load_release(folder)` needs nothing but this package.

The parts have modules of their own: `plan` decides which cases, `flat` is the table, `card`, `croissant`,
`changes` and `schemas` are the other files, `publishing` puts them in place.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson
from upath import UPath

from wikidata_repair_eval.benchmark.card import About, card_text
from wikidata_repair_eval.benchmark.changes import Fingerprint, changes_text, fingerprint
from wikidata_repair_eval.benchmark.croissant import croissant
from wikidata_repair_eval.benchmark.flat import TableFile
from wikidata_repair_eval.benchmark.plan import Case, Plan
from wikidata_repair_eval.benchmark.publishing import SUMS, damaged_files
from wikidata_repair_eval.benchmark.splits import DEFINITION, ENTITY, TEMPORAL, Boundaries
from wikidata_repair_eval.benchmark.tallies import Tallies
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes, read_json_lines, sha256_of, sha256_of_bytes

SCHEMA_VERSION = 1
CASES, TABLE, DIAGNOSTIC = "cases.jsonl", "cases.parquet", "diagnostic.jsonl"
SPLITS, CARD, CROISSANT, CHANGES = "splits.json", "README.md", "croissant.json", "CHANGES.md"
SCHEMAS = "schemas"


@dataclass(frozen=True)
class Release:
    """A published release. Iterating gives its cases, one at a time."""

    folder: UPath

    @property
    def version(self) -> str:
        return str(self.splits["version"])

    @cached_property
    def digest(self) -> str:
        """One checksum for all of it: that of its list of checksums."""
        return sha256_of_bytes((self.folder / SUMS).read_bytes())

    @cached_property
    def splits(self) -> dict[str, Any]:
        splits: dict[str, Any] = orjson.loads((self.folder / SPLITS).read_bytes())
        return splits

    def __iter__(self) -> Iterator[Case]:
        return self.cases()

    def cases(self, split: str | None = None, part: str | None = None) -> Iterator[Case]:
        """All cases, or those of one part of a split: `cases("temporal", "test")`."""
        for case in read_json_lines(self.folder / CASES):
            if split is None or case["splits"][split] == part:
                yield case

    def diagnostic(self) -> Iterator[Case]:
        """Proven repairs that are no cases, each with its reason."""
        return read_json_lines(self.folder / DIAGNOSTIC)

    def table(self) -> Any:
        """The cases as a pandas DataFrame; nested columns are JSON text."""
        import pandas

        return pandas.read_parquet(str(self.folder / TABLE))


def load_release(folder: str | Path | UPath, *, verify: bool = True) -> Release:
    """The release in this folder; InputError if a file is missing or is not what was published."""
    release = Release(UPath(folder))
    damaged = damaged_files(release.folder) if verify else []
    if damaged:
        problem = f"not what was published: {', '.join(damaged[:5])}"
        raise InputError(str(folder), SUMS, problem, "fetch the release again")
    return release


@dataclass
class Written:
    """What came of writing a release."""

    tallies: Tallies = field(default_factory=Tallies)
    fingerprints: dict[str, Fingerprint] = field(default_factory=dict)
    ids: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def add(self, case: Case) -> None:
        self.tallies.add(case)
        if case["diagnostic_reason"] is None:
            self.fingerprints[case["id"]] = fingerprint(case)
            for split, part in case["splits"].items():
                self.ids.setdefault(split, {}).setdefault(part, []).append(case["id"])


def write_cases(folder: Path, plan: Plan) -> Written:
    """Write the files of records into an empty folder, one case in memory at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    written = Written()
    with (
        (folder / CASES).open("wb") as cases,
        (folder / DIAGNOSTIC).open("wb") as diagnostic,
        TableFile(folder / TABLE) as table,
    ):
        for case in plan.cases():
            written.add(case)
            if case["diagnostic_reason"] is not None:
                diagnostic.write(json_bytes(case))
                continue
            cases.write(json_bytes(case))
            table.add(case)
    (folder / SPLITS).write_bytes(json_bytes(_splits(plan, written), indent=True))
    return written


def write_documents(
    folder: Path,
    about: About,
    written: Written,
    *,
    boundaries: Boundaries,
    previous: Release | None = None,
    schemas: Mapping[str, Any] | None = None,
) -> None:
    """Write the files about the records, once these are there."""
    (folder / CARD).write_text(card_text(about, written.tallies, boundaries), encoding="utf-8")
    old = {case["id"]: fingerprint(case) for case in previous} if previous else {}
    changes = changes_text(about.version, previous.version if previous else None, old, written.fingerprints)
    (folder / CHANGES).write_text(changes, encoding="utf-8")
    sums = {name: sha256_of(folder / name) for name in (CASES, TABLE, DIAGNOSTIC, SPLITS)}
    (folder / CROISSANT).write_bytes(json_bytes(croissant(about, sums), indent=True))
    _write_schemas(folder / SCHEMAS, schemas or {})


def _write_schemas(folder: Path, schemas: Mapping[str, Any]) -> None:
    folder.mkdir(exist_ok=True)
    for name, schema in schemas.items():
        (folder / f"{name}.schema.json").write_bytes(json_bytes(schema, indent=True))


def _splits(plan: Plan, written: Written) -> dict[str, Any]:
    cuts = {
        "train_until": plan.boundaries.train_until,
        "validation_until": plan.boundaries.validation_until,
    }
    parts = {
        split: {part: sorted(ids) for part, ids in written.ids.get(split, {}).items()}
        for split in (TEMPORAL, DEFINITION, ENTITY)
    }
    return {
        "version": plan.version,
        "schema_version": SCHEMA_VERSION,
        "boundaries": cuts,
        "splits": parts,
    }
