"""From who is gone to candidates: one pair of snapshots of one bot, and what may be trusted about it.

Who is gone is found elsewhere: from two pages (`compare`) or from a whole history (`history`). Whether it
was a repair, and of what, is not decided here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from wikidata_repair_eval.reports.records import (
    CONSTRAINTS_ARE_STATEMENTS,
    Candidate,
    ConstraintRecord,
    EntryRow,
    RevisionRow,
    SectionRow,
)
from wikidata_repair_eval.reports.revision import moment
from wikidata_repair_eval.wikibase.ids import sort_key

# Beyond a week the protocol's look back from the new report no longer reaches the old one.
LONGEST_USUAL_GAP = timedelta(days=7)
# An unmarked collapse: less than a hundredth of the text is left, and not one section.
COLLAPSE = 100

SectionKey = tuple[str, tuple[str, ...], str | None]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One good report of one bot. Revision, time and bot are None where a bare text is compared."""

    revision_id: int | None
    published: str | None
    bot: str | None
    data_date: str | None
    characters: int
    sections: tuple[SectionRow, ...]

    @property
    def lists(self) -> Iterator[SectionRow]:
        """The sections that list violations."""
        return (section for section in self.sections if section.kind == "violations")


@dataclass(frozen=True, slots=True)
class Transition:
    """Two consecutive snapshots, the old page's entries of everybody who is gone, and what lies between.

    `named_elsewhere` are entities that unknown sections of the new page link to: not subjects, but a hint.
    """

    old: Snapshot
    new: Snapshot
    gone: Mapping[str, Sequence[EntryRow]]
    named_elsewhere: frozenset[str] = frozenset()
    edited_by_person: bool = False


def snapshot_of_row(row: RevisionRow) -> Snapshot:
    return Snapshot(row.revision_id, row.saved, row.bot, row.data_date, row.characters or 0, row.sections)


def candidates_of(
    transition: Transition, property_id: str | None, title: str | None, *, include_truncated: bool = False
) -> Iterator[Candidate]:
    """The candidates of one transition, by id; those that a cut list may explain only if asked for."""
    shared = frozenset(_flags_of_pages(transition))
    judge = _Judge(transition.old, transition.new)
    for subject in sorted(transition.gone, key=sort_key):
        entries = _in_stable_order(transition.gone[subject])
        flags = shared | judge.flags(entries)
        if subject in transition.named_elsewhere:
            flags |= {"in_unknown_section_new"}
        # A cut list of the old page only hides others: whoever it shows was there, and is gone now.
        if include_truncated or "section_truncated_new" not in flags:
            constraints = judge.constraints(entries)
            yield _candidate(subject, entries, constraints, flags, transition, property_id, title)


class _Judge:
    """What the sections in which somebody stood say about the disappearance."""

    def __init__(self, old: Snapshot, new: Snapshot) -> None:
        self._old = _by_heading(old.lists)
        self._new = _by_key(new.lists)
        self._new_family = _by_family(new.lists)

    def constraints(self, entries: Iterable[EntryRow]) -> tuple[ConstraintRecord, ...]:
        """The constraints behind the sections, each once, in the order of the entries."""
        sections = (self._old[entry.family, entry.heading][0] for entry in entries)
        return tuple(dict.fromkeys(section.constraint for section in sections if section.constraint))

    def flags(self, entries: Iterable[EntryRow]) -> set[str]:
        flags: set[str] = set()
        for heading in {(entry.family, entry.heading) for entry in entries}:
            flags |= self._flags_of_section(self._old[heading])
        return flags

    def _flags_of_section(self, old: Sequence[SectionRow]) -> set[str]:
        """All sections of one heading count alike: a line does not say in which of two it stood."""
        key = _key(old[0])
        same = self._new.get(key, ())
        # A changed parameter may give the section another property; then its family is all there is.
        alike = same or self._new_family.get(key[0], ())
        found = {
            "section_truncated_old": any(section.truncated for section in old),
            "section_truncated_new": any(section.truncated for section in alike),
            "possibly_truncated_old": any(section.possibly_truncated for section in old),
            "possibly_truncated_new": any(section.possibly_truncated for section in alike),
            "section_removed": not same,
            "heading_changed": bool(same) and not _says_the_same(old[0], same),
        }
        return {flag for flag, holds in found.items() if holds}


def _flags_of_pages(transition: Transition) -> Iterator[str]:
    old, new = transition.old, transition.new
    found = {
        "no_data_date": old.data_date is None or new.data_date is None,
        "data_date_not_later": (new.data_date or "9") <= (old.data_date or ""),
        "report_gap": _gap(old, new) > LONGEST_USUAL_GAP,
        "constraints_on_talk_pages": "" < _time(old) < CONSTRAINTS_ARE_STATEMENTS,
        "page_edited_by_person": transition.edited_by_person,
        "report_collapsed": not any(new.lists) and new.characters * COLLAPSE < old.characters,
    }
    return (flag for flag, holds in found.items() if holds)


def _candidate(
    subject: str,
    entries: Sequence[EntryRow],
    constraints: tuple[ConstraintRecord, ...],
    flags: frozenset[str],
    transition: Transition,
    property_id: str | None,
    title: str | None,
) -> Candidate:
    old, new = transition.old, transition.new
    families = tuple(dict.fromkeys(entry.family for entry in entries if entry.family is not None))
    others = {other for entry in entries for other in entry.subjects if other != subject}
    return Candidate(
        qid=subject,
        property_id=property_id,
        violation_type=families[0],
        violation_types=families,
        fix_date=new.published,
        report_revision_old=old.revision_id,
        report_revision_new=new.revision_id,
        report_page_title=title,
        published_old=old.published,
        published_new=new.published,
        data_date_old=old.data_date,
        data_date_new=new.data_date,
        constraints=constraints,
        report_bot=new.bot,
        values=tuple(dict.fromkeys(value for entry in entries for value in entry.values)),
        companions=tuple(sorted(others, key=sort_key)),
        flags=tuple(sorted(flags)),
    )


def _in_stable_order(entries: Iterable[EntryRow]) -> list[EntryRow]:
    """By family, heading, group and line: where a section stands on the page must not change a record."""

    def place(entry: EntryRow) -> tuple[str, str, str, str]:
        return (entry.family or "", entry.heading, entry.group or "", entry.raw)

    return sorted(entries, key=place)


def _key(section: SectionRow) -> SectionKey:
    """What stays of a section when its constraint is edited: family, required property, language.

    Classes and allowed items are left out on purpose: they are what such edits change.
    """
    constraint = section.constraint
    if constraint is None:
        return (section.violation_type or "", (), None)
    return (constraint.family, constraint.properties, constraint.language)


def _says_the_same(old: SectionRow, new: Iterable[SectionRow]) -> bool:
    return any(_items(section) == _items(old) for section in new)


def _items(section: SectionRow) -> frozenset[str]:
    return frozenset(section.constraint.items) if section.constraint else frozenset()


def _by_heading(sections: Iterable[SectionRow]) -> dict[tuple[str | None, str], list[SectionRow]]:
    found: dict[tuple[str | None, str], list[SectionRow]] = {}
    for section in sections:
        found.setdefault((section.violation_type, section.heading), []).append(section)
    return found


def _by_key(sections: Iterable[SectionRow]) -> dict[SectionKey, list[SectionRow]]:
    found: dict[SectionKey, list[SectionRow]] = {}
    for section in sections:
        found.setdefault(_key(section), []).append(section)
    return found


def _by_family(sections: Iterable[SectionRow]) -> dict[str, list[SectionRow]]:
    found: dict[str, list[SectionRow]] = {}
    for section in sections:
        found.setdefault(_key(section)[0], []).append(section)
    return found


def _time(snapshot: Snapshot) -> str:
    return snapshot.published or snapshot.data_date or ""


def _gap(old: Snapshot, new: Snapshot) -> timedelta:
    if not _time(old) or not _time(new):
        return timedelta(0)
    return moment(_time(new)) - moment(_time(old))
