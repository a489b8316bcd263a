"""Writes the case browser: the page, and the cases as scripts, since a page from disk may not fetch files.

A new build writes a new data folder, then the page that points at it, then removes the old one: whoever opens
the page meanwhile sees one build or the other, never a mixture.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from upath import UPath

from wikidata_repair_eval.benchmark.browser.answers import Evaluation, answers_by_case
from wikidata_repair_eval.benchmark.browser.view import case_view, family_of, labels_of, name_of
from wikidata_repair_eval.files import json_bytes, read_json_lines, sha256_of, write_atomically
from wikidata_repair_eval.wikibase import render_id

# A browser reads a shard of a megabyte in a few hundredths of a second.
SHARD_BYTES, SHARD_ROWS = 1_000_000, 5_000
FACETS = (
    "set",
    "class",
    "subtype",
    "track",
    "action",
    "type",
    "property",
    *("temporal", "definition", "entity"),
)
SPLITS = {"temporal": "temporal", "definition": "definition_disjoint", "entity": "entity_disjoint"}
SCRIPTS = ("browser.js", "case.js", "elements.js")


@dataclass(frozen=True, slots=True)
class Built:
    """What was written."""

    index: str
    cases: int
    shards: int
    runs: tuple[str, ...]


def build_browser(
    release: UPath,
    out: UPath,
    *,
    version: str,
    evaluations: Sequence[Evaluation] = (),
    wiki: str | None = None,
) -> Built:
    """Write `out/index.html` and its data for the release in the folder `release`.

    `wiki` is what an id is appended to for a link that a person may follow; without it ids are plain text.
    """
    name = f"data-{_digest(release, evaluations)}"
    writer = _Writer(out / name, answers_by_case(evaluations))
    for kind, file in (("main", "cases.jsonl"), ("diagnostic", "diagnostic.jsonl")):
        for case in read_json_lines(release / file) if (release / file).exists() else ():
            writer.add(case, kind)
    manifest = {"version": version, "wiki": wiki, "runs": [one.run for one in evaluations], **writer.finish()}
    _write_script(out / name / "manifest.js", "manifest", manifest)
    for asset in (*SCRIPTS, "browser.css"):
        write_atomically(out / name / asset, _page(asset))
    page = _page("index.html").decode().replace("{data}", name)
    write_atomically(out / "index.html", page.encode())
    _remove_others(out, name)
    runs = tuple(one.run for one in evaluations)
    return Built(f"{name}/manifest.js", writer.cases, len(manifest["starts"]), runs)


@dataclass(slots=True)
class _Writer:
    """Collects cases until a shard is full; holds one shard and the index rows, whatever the number."""

    folder: UPath
    answers: Mapping[str, list[bytes]]
    cases: int = 0
    starts: list[int] = field(default_factory=list)
    rows: list[list[Any]] = field(default_factory=list)
    row_files: int = 0
    codes: dict[str, dict[str, int]] = field(default_factory=lambda: {name: {} for name in FACETS})
    counts: dict[str, Counter[int]] = field(default_factory=lambda: {name: Counter() for name in FACETS})
    shard: list[bytes] = field(default_factory=list)
    size: int = 0

    def add(self, case: Mapping[str, Any], kind: str) -> None:
        encoded = self._with_answers(case)
        if self.shard and self.size + len(encoded) > SHARD_BYTES:
            self._close_shard()
        if not self.shard:
            self.starts.append(self.cases)
        self.shard.append(encoded)
        self.size += len(encoded)
        self.rows.append([case["id"], name_of(case), *self._coded(case, kind)])
        self.cases += 1
        if len(self.rows) == SHARD_ROWS:
            self._close_rows()

    def finish(self) -> dict[str, Any]:
        """Write what is left; the rest of the manifest."""
        self._close_shard()
        self._close_rows()
        return {
            "cases": self.cases,
            "starts": self.starts,
            "row_files": self.row_files,
            "facets": [[name, self._values(name)] for name in FACETS],
        }

    def _values(self, name: str) -> list[list[Any]]:
        """The values of a facet, by code, each with the number of its cases."""
        return [[value, self.counts[name][code]] for value, code in self.codes[name].items()]

    def _with_answers(self, case: Mapping[str, Any]) -> bytes:
        view = json_bytes(case_view(case)).rstrip(b"\n")
        answers = b",".join(self.answers.get(case["id"], ()))
        return view[:-1] + b',"answers":[' + answers + b"]}"

    def _coded(self, case: Mapping[str, Any], kind: str) -> Iterator[int]:
        for name, value in _facet_values(case, kind).items():
            code = self.codes[name].setdefault(value, len(self.codes[name]))
            self.counts[name][code] += 1
            yield code

    def _close_shard(self) -> None:
        if self.shard:
            number = len(self.starts) - 1
            _write_raw(
                self.folder / f"cases-{number}.js", f"cases:{number}", b"[" + b",".join(self.shard) + b"]"
            )
            self.shard, self.size = [], 0

    def _close_rows(self) -> None:
        if self.rows:
            _write_script(self.folder / f"rows-{self.row_files}.js", f"rows:{self.row_files}", self.rows)
            self.row_files, self.rows = self.row_files + 1, []


def _facet_values(case: Mapping[str, Any], kind: str) -> dict[str, str]:
    splits, target = case.get("splits") or {}, case["repair_target"]
    return {
        "set": kind,
        "class": str(case.get("class") or "unclassified"),
        "subtype": str(case.get("subtype") or "none"),
        "track": str(case["track"]),
        "action": str(target.get("action") or "constraint"),
        "type": family_of(case),
        "property": render_id(case["property"], labels_of(case)),
        **{name: str(splits.get(key) or "none") for name, key in SPLITS.items()},
    }


def _write_script(path: UPath, name: str, value: Any) -> None:
    _write_raw(path, name, json_bytes(value).rstrip(b"\n"))


def _write_raw(path: UPath, name: str, encoded: bytes) -> None:
    """A script that hands data to the page. `<` is escaped, so no text of a case can end the script."""
    write_atomically(
        path, b'wre.take("' + name.encode() + b'",' + encoded.replace(b"<", b"\\u003c") + b");\n"
    )


def _digest(release: UPath, evaluations: Iterable[Evaluation]) -> str:
    """Names the data folder by what it is made from and how: same inputs, same bytes."""
    digest = sha256()
    paths: list[Path | UPath] = [
        release / name for name in ("cases.jsonl", "diagnostic.jsonl") if (release / name).exists()
    ]
    for evaluation in evaluations:
        digest.update(evaluation.run.encode())
        paths += [evaluation.proposals, evaluation.traces]
    for path in paths:
        digest.update(sha256_of(path).encode())
    for asset in (*SCRIPTS, "browser.css", "index.html"):
        digest.update(_page(asset))
    return digest.hexdigest()[:12]


def _page(name: str) -> bytes:
    return package_files(__package__).joinpath("page", name).read_bytes()


def _remove_others(out: UPath, name: str) -> None:
    for folder in out.iterdir():
        if folder.name.startswith("data-") and folder.name != name:
            folder.fs.rm(folder.path, recursive=True)
