"""Walk the history of one report page, from its oldest revision to its newest, reading as little as it can.

Read are the report bots' own revisions with a text not seen before; everything else is stepped over and
its reason kept. Each bot has a chain of its own. The two tables that come out are all a later walk needs
to go on where this one ended; who left the reports is found from them in `history`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from wikidata_repair_eval.reports.page import ReportPage, parse_report
from wikidata_repair_eval.reports.records import EntryRow, RevisionRow, RevisionStatus
from wikidata_repair_eval.reports.revision import ReportRevision
from wikidata_repair_eval.reports.stays import OpenStays
from wikidata_repair_eval.reports.tables import (
    HistoryChanged,
    SnapshotTables,
    last_good_of_each,
    reason_word,
    standing,
)

# The text of a revision, or None where the wiki hides it. It raises when the wiki cannot be asked.
ReadText = Callable[[int], str | None]


class Step(NamedTuple):
    """One revision of the walk: its row, and the stays that ended before it."""

    row: RevisionRow
    ended: list[EntryRow]


def walk_history(
    revisions: Iterable[ReportRevision],
    read: ReadText,
    *,
    bots: Iterable[str],
    property_id: str | None = None,
    known: SnapshotTables | None = None,
) -> SnapshotTables:
    """Tables of the whole history: what is `known` already, and what the revisions not yet in it add."""
    known = known or SnapshotTables()
    walk = HistoryWalk(bots, property_id, known)
    steps = list(walk.steps(revisions, read))
    still = set(map(id, standing(known)))
    ended = [entry for entry in known.entries if id(entry) not in still]
    ended += [entry for step in steps for entry in step.ended]
    return SnapshotTables((*known.revisions, *(step.row for step in steps)), (*ended, *walk.standing()))


class HistoryWalk:
    """A walk that may stop after any step. It keeps the bots' last reports in memory, and no older line.

    Who stores its steps can hand them back later as `known` (see `SnapshotTables` for their order).
    """

    def __init__(
        self, bots: Iterable[str], property_id: str | None = None, known: SnapshotTables | None = None
    ) -> None:
        self._bots = frozenset(bots)
        self._property_id = property_id
        self._walked: set[int] = set()
        self._latest = ("", 0)
        self._stays: dict[str, OpenStays] = {}
        self._last_good: dict[str, RevisionRow] = {}
        self._texts: dict[tuple[str | None, str], tuple[RevisionStatus, str | None]] = {}
        if known is not None:
            self._take_up(known)

    def steps(self, revisions: Iterable[ReportRevision], read: ReadText) -> Iterator[Step]:
        """Take the revisions that were not walked yet, oldest first."""
        for revision in sorted(revisions, key=lambda revision: revision.order):
            if revision.revision_id not in self._walked:
                self._refuse_the_past(revision)
                step = self._step(revision, read)
                self._note(step.row)
                yield step

    def standing(self) -> list[EntryRow]:
        """The stays that have not ended, bot by bot in page order."""
        return [row for bot in sorted(self._stays) for row in self._stays[bot].rows()]

    def _step(self, revision: ReportRevision, read: ReadText) -> Step:
        bot = revision.user if revision.user in self._bots else None
        if bot is None:
            return Step(_row(revision, None, "stepped_over", _why_not_a_bots(revision)), [])
        told = self._told_without_reading(revision, bot)
        if told is not None:
            return Step(_row(revision, bot, *told), [])
        text = read(revision.revision_id)
        if text is None:
            return Step(_row(revision, bot, "unparseable", "hidden_text"), [])
        page = parse_report(text, self._property_id)
        if page.status != "ok":
            return Step(_row(revision, bot, page.status, page.reason), [])
        return self._go_on(revision, bot, page)

    def _told_without_reading(
        self, revision: ReportRevision, bot: str
    ) -> tuple[RevisionStatus, str | None] | None:
        """What the list of revisions tells: a failed run, or a text that this bot saved before."""
        if revision.says_it_failed:
            return "failed", "error_comment"
        last = self._last_good.get(bot)
        if last is not None and revision.sha1 is not None and last.sha1 == revision.sha1:
            return "unchanged", "same_sha1"
        same = self._texts.get((bot, revision.sha1)) if revision.sha1 is not None else None
        if same is not None and same[0] != "ok":
            return same
        return ("stepped_over", "revert") if same is not None or revision.is_marked_revert else None

    def _go_on(self, revision: ReportRevision, bot: str, page: ReportPage) -> Step:
        ended = self._stays.setdefault(bot, OpenStays(bot)).advance(page, revision.revision_id)
        before = self._last_good.get(bot)
        seen = {
            "data_date": page.data_date,
            "items_processed": page.items_processed,
            "sections": tuple(section.row for section in page.sections),
            "characters": page.characters,
            "compared_with": before.revision_id if before else None,
        }
        return Step(_row(revision, bot, "ok", None).model_copy(update=seen), ended)

    def _note(self, row: RevisionRow) -> None:
        self._walked.add(row.revision_id)
        self._latest = max(self._latest, (row.saved, row.revision_id))
        if row.status == "ok" and row.bot is not None:
            self._last_good[row.bot] = row
        # A failure that only the comment told, or a text that was hidden, says nothing about the text.
        read = row.status in _READ and reason_word(row) not in _NOT_OF_THE_TEXT
        if read and row.sha1 is not None:
            self._texts.setdefault((row.bot, row.sha1), (row.status, row.reason))

    def _refuse_the_past(self, revision: ReportRevision) -> None:
        if revision.order < self._latest:
            raise HistoryChanged(
                f"revision {revision.revision_id} of {revision.timestamp} is older than the last one walked "
                f"({self._latest[1]}) and was not there then; walk the page from its beginning"
            )

    def _take_up(self, known: SnapshotTables) -> None:
        strangers = {row.bot for row in known.revisions if row.bot is not None} - self._bots
        if strangers:
            raise HistoryChanged(
                f"{', '.join(sorted(strangers))} is no report bot any more; walk the page from its beginning"
            )
        known.refuse_halves()
        for row in known.revisions:
            self._note(row)
        entries = standing(known)
        for bot, row in last_good_of_each(known.revisions).items():
            own = [entry for entry in entries if entry.bot == bot]
            self._stays[bot] = OpenStays(bot, row.revision_id, own)


_READ = frozenset({"ok", "failed", "blank", "unparseable"})
_NOT_OF_THE_TEXT = frozenset({"error_comment", "hidden_text"})


def _why_not_a_bots(revision: ReportRevision) -> str:
    if revision.is_marked_revert:
        return "revert"
    return "hidden_user" if revision.user is None else "other_editor"


def _row(
    revision: ReportRevision, bot: str | None, status: RevisionStatus, reason: str | None
) -> RevisionRow:
    return RevisionRow(
        revision_id=revision.revision_id,
        saved=revision.timestamp,
        bot=bot,
        sha1=revision.sha1,
        status=status,
        reason=reason,
        data_date=None,
        items_processed=None,
        sections=(),
        characters=None,
        compared_with=None,
    )
