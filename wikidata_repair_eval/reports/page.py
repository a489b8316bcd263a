"""A report page as data: `parse_report` turns the text of one revision into status, sections and entries.

A parser of lines, not of wikitext: it knows what the report bots write and keeps the rest as it stands.
Comparing two pages is `compare`; which revisions are worth reading is `walk`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from wikidata_repair_eval.reports.collecting import nothing_to_collect
from wikidata_repair_eval.reports.entries import EntryList, OpenSection, open_constraint, open_other
from wikidata_repair_eval.reports.header import read_header
from wikidata_repair_eval.reports.headings import ConstraintHeading, GroupHeading, OtherHeading, read_heading
from wikidata_repair_eval.reports.records import SCHEMA_VERSION, PageStatus, SectionRow

_REDIRECT = re.compile(r"\s*#\s*redirect\s*:?\s*\[\[([^\[\]|]*)", re.IGNORECASE)
_ERROR = "ERROR:"


@dataclass(frozen=True, slots=True)
class Section:
    """What the heading and the marks below it say, and the list itself."""

    row: SectionRow
    entries: EntryList


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One revision's text. Only with status `ok` does an absent subject mean anything.

    `reason` says why the page is no report (`redirect: TARGET`, ...), `notes` what could not be read of
    one that is. `characters` is the length of the text.
    """

    property_id: str | None
    status: PageStatus
    reason: str | None
    data_date: str | None
    items_processed: int | None
    sections: tuple[Section, ...]
    notes: tuple[str, ...]
    characters: int

    def subjects(self) -> frozenset[str]:
        """Everybody listed as a violator; values, statistics and unknown sections do not count."""
        return frozenset(" ".join(chain.from_iterable(each.entries.ids for each in self.sections)).split())

    def unknown_headings(self) -> tuple[str, ...]:
        return tuple(section.row.heading for section in self.sections if section.row.kind == "unknown")


def parse_report(text: str, property_id: str | None = None) -> ReportPage:
    """Read one revision of a report page. Never raises for a text: what it is not, its status tells."""
    problem = _not_a_report(text)
    header = read_header(text) if problem is None else None
    if header is None:
        status, reason = problem or ("unparseable", "no_header")
        return ReportPage(property_id, status, reason, None, None, (), (), len(text))
    sections = tuple(_closed(section) for section in _read_sections(text))
    return ReportPage(
        property_id=property_id,
        status="ok",
        reason=None,
        data_date=header.data_date,
        items_processed=header.items_processed,
        sections=sections,
        notes=header.notes + tuple(_notes(sections)),
        characters=len(text),
    )


def page_json(page: ReportPage) -> dict[str, Any]:
    """The page as `report parse` prints it."""
    with nothing_to_collect():
        sections = [_section_json(section) for section in page.sections]
    return {
        "schema_version": SCHEMA_VERSION,
        "property": page.property_id,
        "status": page.status,
        "reason": page.reason,
        "data_date": page.data_date,
        "items_processed": page.items_processed,
        "notes": list(page.notes),
        "unknown_headings": list(page.unknown_headings()),
        "sections": sections,
    }


def _not_a_report(text: str) -> tuple[PageStatus, str] | None:
    if not text or text.isspace():
        return "blank", "blank"
    redirect = _REDIRECT.match(text)
    if redirect is not None:
        return "unparseable", f"redirect: {redirect[1].strip()}"
    if _ERROR in text and any(_is_error(line) for line in text.split("\n")):
        return "failed", "error_text"
    return None


def _is_error(line: str) -> bool:
    """The bot's own message; a violating value may well be the word, but then the line links to its item."""
    return _ERROR in line and not (line.startswith("*") and ("[[" in line or "{{" in line))


def _read_sections(text: str) -> Iterator[OpenSection]:
    """The sections in their order. Not `splitlines`: values may hold the other line ends of Unicode."""
    lines = (text.replace("\r\n", "\n") if "\r" in text else text).split("\n")
    section = preamble = open_other(OtherHeading("", statistics=False))
    listed: list[str] = []
    end = 0
    for place in [place for place, line in enumerate(lines) if line[:1] != "*"]:
        listed += lines[end:place]
        line, end = lines[place], place + 1
        if not line.startswith("="):
            section.note(line)
            continue
        section.take(listed)
        listed = []
        opened = _open(line, None if section is preamble else section)
        if opened is not section and (section is not preamble or section.lines):
            yield section
        section = opened
    section.take(listed + lines[end:])
    if section is not preamble or section.lines:
        yield section


def _open(line: str, current: OpenSection | None) -> OpenSection:
    heading = read_heading(line)
    if isinstance(heading, ConstraintHeading):
        return open_constraint(heading)
    if isinstance(heading, OtherHeading):
        return open_other(heading)
    return _open_group(heading, current)


def _open_group(heading: GroupHeading, current: OpenSection | None) -> OpenSection:
    """A group continues the section above it; one that has none above it explains nothing."""
    if current is None:
        return open_other(OtherHeading(heading.label, statistics=False))
    current.open_group(heading.label)
    return current


def _closed(section: OpenSection) -> Section:
    entries, lines = section.entries(), len(section.lines)
    declared = section.declared if section.declared is not None else section.declared_in_groups
    row = SectionRow(
        heading=section.heading,
        kind=section.kind,
        violation_type=section.constraint.family if section.constraint else None,
        constraint=section.constraint,
        declared_count=declared,
        exceptions=section.exceptions,
        truncated=section.truncated,
        # Whether the count is one of lines, items or statements is not known, so this is a hint, no more.
        possibly_truncated=declared is not None and declared > lines and section.kind == "violations",
        groups=section.groups(),
        entries=lines,
        unread=entries.ids.count("") if section.kind == "violations" else 0,
    )
    return Section(row, entries)


def _notes(sections: tuple[Section, ...]) -> Iterator[str]:
    for section in sections:
        if section.row.kind == "unknown":
            yield f"heading is of no known family: {section.row.heading!r} ({section.row.entries} list lines)"
        elif section.row.unread:
            yield f"no subject found in {section.row.unread} lines of {section.row.heading!r}"


def _section_json(section: Section) -> dict[str, Any]:
    entries = [
        {"subjects": subjects, "values": values, "group": group, "raw": raw}
        for subjects, values, group, raw in section.entries.rows()
    ]
    return section.row.model_dump() | {"listed": section.row.entries, "entries": entries}
