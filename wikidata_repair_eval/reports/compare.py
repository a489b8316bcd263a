"""Two pages of one bot: who was a subject on the old one and is a subject nowhere on the new one.

The rule is about whole pages, so moving between sections or groups is no disappearance. For whole
histories, where pages are long gone, `history` finds the same from the tables of a walk.
"""

from wikidata_repair_eval.reports.links import links
from wikidata_repair_eval.reports.page import ReportPage
from wikidata_repair_eval.reports.records import Candidate, EntryRow
from wikidata_repair_eval.reports.revision import ReportRevision
from wikidata_repair_eval.reports.transition import Snapshot, Transition, candidates_of


class NotAReport(ValueError):
    """One of the two pages is no report, so nothing can be said of who left it: step over it."""


def compare(
    old: ReportPage,
    new: ReportPage,
    old_revision: ReportRevision | None = None,
    new_revision: ReportRevision | None = None,
    *,
    title: str | None = None,
    edited_by_person: bool = False,
    include_truncated: bool = False,
) -> list[Candidate]:
    """The candidates between two consecutive reports of one bot, ordered by id.

    With `include_truncated` those are told too whose disappearance a cut list of the new report could
    explain; the flag `section_truncated_new` marks them.
    """
    for name, page in (("old", old), ("new", new)):
        if page.status != "ok":
            raise NotAReport(f"the {name} page is no report: {page.status} ({page.reason})")
    transition = Transition(
        old=_snapshot(old, old_revision),
        new=_snapshot(new, new_revision),
        gone=_gone(old, new),
        named_elsewhere=_named_in_unknown_sections(new),
        edited_by_person=edited_by_person,
    )
    property_id = new.property_id or old.property_id
    return list(candidates_of(transition, property_id, title, include_truncated=include_truncated))


def _gone(old: ReportPage, new: ReportPage) -> dict[str, list[EntryRow]]:
    gone: dict[str, list[EntryRow]] = {subject: [] for subject in old.subjects() - new.subjects()}
    for section in old.sections if gone else ():
        family, heading = section.row.violation_type, section.row.heading
        for subjects, values, group, raw in section.entries:
            for subject in gone.keys() & set(subjects):
                gone[subject].append(EntryRow("", family, heading, group, subjects, values, raw, 0, 0))
    return gone


def _named_in_unknown_sections(page: ReportPage) -> frozenset[str]:
    unknown = (section.entries.lines for section in page.sections if section.row.kind == "unknown")
    found = (link.entity for lines in unknown for line in lines for link in links(line))
    return frozenset(entity for entity in found if entity is not None)


def _snapshot(page: ReportPage, revision: ReportRevision | None) -> Snapshot:
    return Snapshot(
        revision_id=revision.revision_id if revision else None,
        published=revision.timestamp if revision else None,
        bot=revision.user if revision else None,
        data_date=page.data_date,
        characters=page.characters,
        sections=tuple(section.row for section in page.sections),
    )
