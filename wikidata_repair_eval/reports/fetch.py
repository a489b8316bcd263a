"""Read a report page's history from a wiki: what is listed, and the texts, several to a request.

The only module of this room that knows the network, through the clients of `net`. What a text means is for
`page`, which of them are read for `walk`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.mediawiki import BATCH
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.net.revisions import Revisions
from wikidata_repair_eval.reports.revision import ReportRevision
from wikidata_repair_eval.reports.tables import HistoryChanged, SnapshotTables
from wikidata_repair_eval.reports.walk import walk_history

# Later than every revision: a history is asked for from its newest end.
END_OF_TIME = "9999-12-31T23:59:59Z"
BEGINNING = "2001-01-15T00:00:00Z"
# About what one answer holds; asking for more only makes the wiki cut it.
BATCH_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reach:
    """How far back to look: nothing saved before `since`, and at most the newest `max_revisions`."""

    since: str | None = None
    max_revisions: int | None = None


class ReportWiki:
    """The report pages of one wiki."""

    def __init__(self, revisions: Revisions, contents: Contents, bots: Iterable[str]) -> None:
        self._revisions, self._contents, self.bots = revisions, contents, frozenset(bots)

    def walk(self, title: str, property_id: str, reach: Reach, known: SnapshotTables) -> SnapshotTables:
        """What is known of this page's history, brought up to date; only new revisions are listed and read.

        Where the kept part no longer fits (an undeleted revision, another set of bots) it is walked anew.
        """
        if known.revisions:
            try:
                return self._walk(title, property_id, self._list(title, reach, known), known)
            except HistoryChanged:
                pass
        nothing = SnapshotTables()
        return self._walk(title, property_id, self._list(title, reach, nothing), nothing)

    def _walk(
        self, title: str, property_id: str, listed: Sequence[Revision], known: SnapshotTables
    ) -> SnapshotTables:
        reader = _Reader(self._contents, self._worth_reading(listed, known))
        revisions = [_report_revision(revision) for revision in listed]
        return walk_history(revisions, reader, bots=self.bots, property_id=property_id, known=known)

    def _list(self, title: str, reach: Reach, known: SnapshotTables) -> list[Revision]:
        """Metadata, oldest first: from the last known revision on, or as far as the reach goes."""
        start = max(row.saved for row in known.revisions) if known.revisions else reach.since
        found: list[Revision] = []
        for page in self._revisions.older(title, END_OF_TIME, start or BEGINNING):
            found += page.revisions
            if reach.max_revisions is not None and len(found) >= reach.max_revisions:
                break
        return found[: reach.max_revisions][::-1]

    def _worth_reading(self, listed: Iterable[Revision], known: SnapshotTables) -> list[Revision]:
        """What the walk will most likely ask for, so that texts come many to a request."""
        walked = {row.revision_id for row in known.revisions}
        seen = {row.sha1 for row in known.revisions if row.status == "ok"}
        worth = []
        for revision in listed:
            told = _report_revision(revision)
            known_text = revision.sha1 is not None and revision.sha1 in seen
            if revision.user not in self.bots or revision.revid in walked or known_text:
                continue
            if not told.says_it_failed and not told.is_marked_revert:
                worth.append(revision)
                seen.add(revision.sha1)
        return worth


class _Reader:
    """Texts by id; each miss brings the next ones along, as many as one answer holds."""

    def __init__(self, contents: Contents, planned: Sequence[Revision]) -> None:
        self._contents, self._planned = contents, planned
        self._place = {revision.revid: number for number, revision in enumerate(planned)}
        self._texts: dict[int, str | None] = {}

    def __call__(self, revid: int) -> str | None:
        if revid not in self._texts:
            found = self._contents.contents(self._batch(revid))
            self._texts = {content.revid: content.text for content in found.values()}
        return self._texts.pop(revid)

    def _batch(self, revid: int) -> list[int]:
        if revid not in self._place:
            return [revid]
        batch, size = [revid], 0
        for revision in self._planned[self._place[revid] + 1 :][: BATCH - 1]:
            size += revision.size or 0
            if size > BATCH_BYTES:
                break
            batch.append(revision.revid)
        return batch


def _report_revision(revision: Revision) -> ReportRevision:
    return ReportRevision(
        revision_id=revision.revid,
        timestamp=revision.timestamp,
        user=revision.user,
        comment=revision.comment,
        sha1=revision.sha1,
        tags=revision.tags or (),
    )
