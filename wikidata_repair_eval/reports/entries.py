"""A section's list: its entries, count line and truncation marks. What its heading means is `headings`."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import NamedTuple, Self

from wikidata_repair_eval.reports.collecting import nothing_to_collect
from wikidata_repair_eval.reports.columns import SHAPES, UNKNOWN_SHAPE, LineShape
from wikidata_repair_eval.reports.header import read_number
from wikidata_repair_eval.reports.headings import ConstraintHeading, OtherHeading
from wikidata_repair_eval.reports.lines import Ids, first_subject
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
# Lines whose values are read together: so few that what is made on the way stays in the processor's cache.
AT_ONCE = 1_000


class Entry(NamedTuple):
    """One list line. No subjects: a shape we do not know, kept as it stands in `raw` and not guessed at."""

    subjects: tuple[str, ...]
    values: tuple[str, ...]
    group: str | None
    raw: str


Row = tuple[tuple[str, ...], tuple[str, ...], str | None, str]  # the fields of an entry
_entry: Callable[[Row], Entry] = partial(tuple.__new__, Entry)  # half the time of Entry(*row), 100,000 times


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

    @classmethod
    def of(
        cls, lines: Iterable[str], shape: LineShape, starts: Iterable[tuple[int, str | None]] = ((0, None),)
    ) -> Self:
        """The list of these lines, read in that shape."""
        lines = tuple(lines)
        return cls(lines, shape.subjects(lines), tuple(starts), shape)

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Entry]:
        return map(_entry, self.rows())

    def rows(self) -> Iterator[Row]:
        """The entries as plain tuples, for who makes something else of them."""
        for start, end, group in self.spans():
            for first in range(start, end, AT_ONCE):
                part = slice(first, min(first + AT_ONCE, end))
                lines, subjects = self.lines[part], self._subjects(self.ids[part])
                with nothing_to_collect():
                    values = self.shape.values(lines)
                yield from zip(subjects, values, repeat(group), lines, strict=False)

    def _subjects(self, ids: Sequence[Ids]) -> Iterable[tuple[str, ...]]:
        return zip(ids) if self.shape.one_subject and "" not in ids else map(_divided, ids)

    def read(self, place: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Subjects and values of the line at that place."""
        return _divided(self.ids[place]), self.shape.values(self.lines[place : place + 1])[0]

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
        if self.kind == "statistics":
            return EntryList.of((), self._shape)
        return EntryList.of(self.lines, self._shape, self.starts)

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


def _divided(ids: Ids) -> tuple[str, ...]:
    """Each subject once: an item may stand twice on a line, if it has the shared value twice."""
    return tuple(dict.fromkeys(ids.split()))
