"""The two tables of a page's history, as a walk leaves them and a later walk takes them up."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from wikidata_repair_eval.reports.records import EntryRow, RevisionRow


class HistoryChanged(ValueError):
    """What was kept does not fit the history any more: forget it and walk the page from its beginning."""


@dataclass(frozen=True, slots=True)
class SnapshotTables:
    """All that is known of a page's history: rows of `revisions.parquet` and of `entries.parquet`.

    Entries that ended come first, in the order of their end; then those that still stand, bot by bot in
    page order. So a walk in two parts leaves the same rows in the same order as one in a single part.
    """

    revisions: tuple[RevisionRow, ...] = ()
    entries: tuple[EntryRow, ...] = ()

    def counts(self) -> dict[str, int]:
        """How many revisions were good, and how many were stepped over for which reason."""
        return dict(sorted(Counter(map(reason_word, self.revisions)).items()))

    def refuse_halves(self) -> None:
        """Both tables must be of the same walk; a kill between two files could leave one of an older walk."""
        snapshots = {row.revision_id for row in self.revisions if row.status == "ok"}
        known = all({entry.first_revision, entry.last_revision} <= snapshots for entry in self.entries)
        listed = {(entry.bot, entry.last_revision) for entry in self.entries}
        last = last_good_of_each(self.revisions)
        if not known or any(((bot, row.revision_id) in listed) != _lists(row) for bot, row in last.items()):
            raise HistoryChanged(
                "the kept entries are of other revisions than the kept ones; walk the page from its beginning"
            )


def reason_word(row: RevisionRow) -> str:
    """The fixed word at the start of the reason, or `ok`."""
    return "ok" if row.reason is None else row.reason.partition(":")[0]


def last_good_of_each(revisions: Iterable[RevisionRow]) -> dict[str, RevisionRow]:
    """Each bot's last report; rows stand in the order of time."""
    return {row.bot: row for row in revisions if row.status == "ok" and row.bot is not None}


def standing(tables: SnapshotTables) -> list[EntryRow]:
    """The entries of the bots' last reports: their stays have not ended."""
    last = {bot: row.revision_id for bot, row in last_good_of_each(tables.revisions).items()}
    return [entry for entry in tables.entries if last.get(entry.bot) == entry.last_revision]


def _lists(row: RevisionRow) -> bool:
    return any(section.entries for section in row.sections if section.kind != "statistics")
