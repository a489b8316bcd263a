"""Builders of report pages in the bots' own format, and of the histories they stand in."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from wikidata_repair_eval.reports import ReportPage, ReportRevision, parse_report

KRBOT2, KRBOT, DELTABOT = "KrBot2", "KrBot", "DeltaBot"
BOTS = (KRBOT2, KRBOT, DELTABOT)
OLD_DATE, NEW_DATE = "2025-08-10T11:59:01Z", "2025-08-11T12:00:00Z"


def header(date: str = OLD_DATE, count: str = "1691671") -> str:
    return f"{{{{Constraint violations report|date={date}|item count={count}}}}}"


def section(name: str, *lines: str, count: int | str | None = None, level: int = 2, after: str = "") -> str:
    """A section as KrBot writes it; `after` stands below the list (a truncation mark)."""
    marks = "=" * level
    counted = sum(line.startswith("*") for line in lines) if count is None else count
    rows = [
        f'<span id="{name}"></span>',
        f'{marks} "{name}" violations {marks}',
        f"Violations count: {counted}",
    ]
    return "\n".join([*rows, *lines, *([after] if after else [])])


def report(*sections: str, date: str = OLD_DATE) -> str:
    return "\n".join([header(date), *sections]) + "\n"


def page(*sections: str, date: str = OLD_DATE, property_id: str = "P214") -> ReportPage:
    return parse_report(report(*sections, date=date), property_id)


def listed(*ids: str) -> list[str]:
    return [f"* [[{entity}]]" for entity in ids]


@dataclass
class History:
    """A page history that grows by one revision at a time, a day apart unless told otherwise."""

    revisions: list[ReportRevision] = field(default_factory=list)
    texts: dict[int, str | None] = field(default_factory=dict)
    read: list[int] = field(default_factory=list)

    def add(
        self,
        text: str | None,
        user: str | None = KRBOT2,
        *,
        day: int | None = None,
        month: str = "2025-08",
        comment: str = "report update for [[Property:P214]]",
        tags: Iterable[str] = (),
    ) -> int:
        revision_id = 1000 + len(self.revisions)
        when = f"{month}-{len(self.revisions) + 1 if day is None else day:02}T08:00:00Z"
        digest = None if text is None else hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        self.revisions.append(ReportRevision(revision_id, when, user, comment, digest, tuple(tags)))
        self.texts[revision_id] = text
        return revision_id

    def text(self, revision_id: int) -> str | None:
        self.read.append(revision_id)
        return self.texts[revision_id]
