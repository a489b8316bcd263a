"""A section's list: its entries, count line and truncation marks. What its heading means is `headings`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from wikidata_repair_eval.reports.header import read_number
from wikidata_repair_eval.reports.headings import ConstraintHeading, OtherHeading
from wikidata_repair_eval.reports.lines import SHAPES, UNKNOWN_SHAPE, Ids, LineShape, first_subject
from wikidata_repair_eval.reports.records import ConstraintRecord, SectionKind

_MARKUP = re.compile(r"'{2,}|<[^<>]*+>")
_COUNT = re.compile(
    r"violations count\s*:?\s*(more than\s+)?([0-9][0-9,.'\s\u00a0\u202f]*+)?"
    r"(?:\(\+?\s*([0-9][0-9,.]*+)\s*exceptions?\))?",
    re.IGNORECASE | re.ASCII,
)
# DeltaBot's words. KrBot's own are not known, so every line that says one of the two counts as such a mark.
_TRUNCATION = re.compile(
    r"too many (?:results|records|violations)|[0-9] records? skipped", re.IGNORECASE | re.ASCII
)


class Entry(NamedTuple):
    """One list line. No subjects: a shape we do not know, kept as it stands in `raw` and not guessed at."""

    subjects: tuple[str, ...]
    values: tuple[str, ...]
    group: str | None
    raw: str


@dataclass(frozen=True, slots=True)
class EntryList:
    """The list of a section, by columns: a page of 100,000 entries is then a few large objects.

    `ids` holds the subjects of each line, divided by blanks; `starts` the place of each group's first line.
    Values are read when an entry is asked for: most lines of a revision stood on the one before it, and
    nobody needs to read them again.
    """

    lines: tuple[str, ...]
    ids: tuple[Ids, ...]
    starts: tuple[tuple[int, str | None], ...]
    shape: LineShape

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Entry]:
        values_of = self.shape.values
        for start, end, group in self.spans():
            for ids, line in zip(self.ids[start:end], self.lines[start:end], strict=True):
                yield Entry(_subjects(ids), values_of(line) if ids else (), group, line)

    def read(self, place: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Subjects and values of the line at that place."""
        ids = self.ids[place]
        return _subjects(ids), self.shape.values(self.lines[place]) if ids else ()

    def spans(self) -> Iterator[tuple[int, int, str | None]]:
        """First and last (excluded) line of each group; the group is None for lines outside all groups."""
        ends = [start for start, _ in self.starts[1:]] + [len(self.lines)]
        for (start, group), end in zip(self.starts, ends, strict=True):
            yield start, end, group


class OpenSection:
    """The section whose lines are being read."""

    def __init__(
        self, heading: str, kind: SectionKind, constraint: ConstraintRecord | None, shape: LineShape
    ) -> None:
        self.heading = heading
        self.kind = kind
        self.constraint = constraint
        self.declared: int | None = None
        self.declared_in_groups: int | None = None
        self.exceptions: int | None = None
        self.truncated = False
        self.lines: list[str] = []
        self.starts: list[tuple[int, str | None]] = [(0, None)]
        self._shape = shape

    def take(self, lines: list[str]) -> None:
        """List lines of the current group."""
        if lines and _is_mark(lines[-1]):
            self.truncated = True
            lines = lines[:-1]
        self.lines.extend(lines)

    def open_group(self, label: str) -> None:
        self.starts.append((len(self.lines), label))

    def groups(self) -> tuple[str, ...]:
        return tuple(label for _, label in self.starts if label is not None)

    def entries(self) -> EntryList:
        """Nobody asks statistics for entries: their links are no violations."""
        lines = () if self.kind == "statistics" else tuple(self.lines)
        starts = ((0, None),) if self.kind == "statistics" else tuple(self.starts)
        return EntryList(lines, self._shape.subjects(lines), starts, self._shape)

    def note(self, line: str) -> None:
        """A line that is no list line: a count, a truncation mark, or words that are nothing to us."""
        plain = _MARKUP.sub("", line).strip()
        count = _COUNT.match(plain)
        if count is not None:
            self._count(count)
        elif _TRUNCATION.search(plain):
            self.truncated = True

    def _count(self, match: re.Match[str]) -> None:
        more_than, number, exceptions = match.groups()
        count = read_number(number or "")
        if len(self.starts) == 1:
            self.declared = count
        elif count is not None:
            self.declared_in_groups = count + (self.declared_in_groups or 0)
        if exceptions:
            self.exceptions = (self.exceptions or 0) + (read_number(exceptions.rstrip(",.")) or 0)
        self.truncated = self.truncated or more_than is not None


def open_constraint(heading: ConstraintHeading) -> OpenSection:
    shape = SHAPES[heading.line, heading.plain_list]
    return OpenSection(heading.constraint.heading, "violations", heading.constraint, shape)


def open_other(heading: OtherHeading) -> OpenSection:
    kind: SectionKind = "statistics" if heading.statistics else "unknown"
    return OpenSection(heading.heading, kind, None, UNKNOWN_SHAPE)


def _is_mark(line: str) -> bool:
    """A mark of truncation may be the last item of a list; a value that says the same has a subject."""
    return _TRUNCATION.search(line) is not None and not first_subject(line)


def _subjects(ids: Ids) -> tuple[str, ...]:
    """Each subject once: an item may stand twice on a line, if it has the shared value twice."""
    if " " not in ids:
        return (ids,) if ids else ()
    found = ids.split(" ")
    return tuple(found) if len(set(found)) == len(found) else tuple(dict.fromkeys(found))
