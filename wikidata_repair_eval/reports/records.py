"""The records of Stage 1 that are written to files and read by later stages. No parsing, no comparing."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

SCHEMA_VERSION = 1
# From here on reports were computed from P2302; before, from templates on talk pages.
CONSTRAINTS_ARE_STATEMENTS = "2017-07-01T00:00:00Z"

SectionKind = Literal["violations", "statistics", "unknown"]
PageStatus = Literal["ok", "failed", "blank", "unparseable"]
# `unchanged` and `stepped_over` revisions were not read: the text is known already, or not a bot's.
RevisionStatus = Literal["ok", "failed", "blank", "unparseable", "unchanged", "stepped_over"]


class ConstraintRecord(BaseModel):
    """What a heading says of the constraint behind it: its family and the parameters it spells out."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    family: str
    type_qids: tuple[str, ...]
    properties: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    language: str | None = None
    heading: str


class SectionRow(BaseModel):
    """A section without its entries. `violation_type` and `constraint` are None under unknown headings.

    `entries` counts the list lines; `unread` those of them in which no subject was found. `declared_count`
    is None where the page gives none, which is not the same as 0.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    heading: str
    kind: SectionKind
    violation_type: str | None
    constraint: ConstraintRecord | None
    declared_count: int | None
    exceptions: int | None
    truncated: bool
    possibly_truncated: bool
    groups: tuple[str, ...]
    entries: int
    unread: int


class RevisionRow(BaseModel):
    """One revision of a report page, read or stepped over: a row of `revisions.parquet`.

    `bot` is None for everybody who is not a report bot (people's names are not kept here). `compared_with`
    is the bot's snapshot before this one. `reason` begins with a fixed word (see docs/reports.md).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    revision_id: int
    saved: str
    bot: str | None
    sha1: str | None
    status: RevisionStatus
    reason: str | None
    data_date: str | None
    items_processed: int | None
    sections: tuple[SectionRow, ...]
    characters: int | None
    compared_with: int | None
    schema_version: int = SCHEMA_VERSION


class EntryRow(NamedTuple):
    """One list line and one unbroken stay of it on the bot's snapshots: a row of `entries.parquet`."""

    bot: str
    family: str | None
    heading: str
    group: str | None
    subjects: tuple[str, ...]
    values: tuple[str, ...]
    raw: str
    first_revision: int
    last_revision: int

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """The row as a table gives it back, where tuples have become lists or arrays."""
        return cls(**{**row, "subjects": tuple(row["subjects"]), "values": tuple(row["values"])})


class Candidate(BaseModel):
    """An entity that was a subject on the old page and is a subject nowhere on the new one.

    What only a wiki knows (revisions, publication, title) is None where two bare files are compared.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    qid: str
    property_id: str | None
    violation_type: str
    violation_types: tuple[str, ...]
    fix_date: str | None
    report_revision_old: int | None
    report_revision_new: int | None
    report_page_title: str | None
    published_old: str | None
    published_new: str | None
    data_date_old: str | None
    data_date_new: str | None
    constraints: tuple[ConstraintRecord, ...]
    report_bot: str | None
    values: tuple[str, ...]
    companions: tuple[str, ...]
    flags: tuple[str, ...]
    schema_version: int = SCHEMA_VERSION
