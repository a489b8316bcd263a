"""Histories with memory: asks the wiki only for what the store does not cover, and stores it at once.

The same code serves the action API (`revisions`) and the REST history (`rest_history`): both answer
newest first, one page at a time. Give each its own store name, since REST knows no parents and no tags.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from wikidata_repair_eval.net.counters import Counters
from wikidata_repair_eval.net.history import HistoryStore, NotYetCreated, Unknown
from wikidata_repair_eval.net.revision import Revision, in_order
from wikidata_repair_eval.net.revisions import RevisionPage
from wikidata_repair_eval.net.times import BEGINNING, Interval, checked_moment, shifted
from wikidata_repair_eval.net.titles import PageMissing

# The database that answers may lag behind the clock that it shows (we send maxlag=5), and an edit can
# still fall into the running second: coverage is claimed only up to this many seconds before.
SETTLE_S = 10
METADATA_FIRST = 50
SHORT = 5


class HistorySource(Protocol):
    """Where histories come from: pages of revisions going back from a moment."""

    def older(
        self,
        title: str,
        newest: str,
        oldest: str | None = None,
        *,
        first: int = ...,
        content: bool = ...,
        below: int | None = ...,
    ) -> Iterator[RevisionPage]: ...


@dataclass(frozen=True, slots=True)
class Window:
    """The revisions of `[start, end]`, oldest first, and what was current just before `start`."""

    title: str
    start: str
    end: str
    revisions: tuple[Revision, ...]
    carry_in: Revision | NotYetCreated | Unknown


@dataclass(frozen=True, slots=True)
class _Fetched:
    """What one walk back through a history has shown so far, newest first."""

    revisions: tuple[Revision, ...] = ()
    server_time: str | None = None  # of the first answer, which has shown the newest revisions
    complete: bool = False

    def plus(self, page: RevisionPage) -> "_Fetched":
        clock = self.server_time or page.server_time
        return _Fetched(self.revisions + page.revisions, clock, page.complete)

    @property
    def oldest(self) -> str | None:
        return min((revision.timestamp for revision in self.revisions), default=None)

    def settles(self, gap: Interval, back_to: str | None) -> bool:
        """Whether the gap is filled and, with `back_to`, what was current then is certain.

        The oldest second shown may go on in the next answer, so only what lies above it is certain.
        """
        if self.complete or self.oldest is None:
            return self.complete
        if back_to is None:
            return self.oldest < gap.start
        return any(self.oldest < revision.timestamp <= back_to for revision in self.revisions)


class Histories:
    """What the store knows, completed from the wiki where needed."""

    def __init__(
        self,
        source: HistorySource,
        store: HistoryStore,
        *,
        settle_s: int = SETTLE_S,
        counters: Counters | None = None,
    ) -> None:
        self._source, self.store, self._settle = source, store, settle_s
        self.counters = counters or Counters()

    def window(self, title: str, start: str, end: str, *, content: bool = False) -> Window:
        """All of `[start, end]` with its carry-in, usually in one request; PageMissing if there is no page.

        With `content`, texts come along where the window is short (they go to the snapshot cache).
        """
        before = shifted(checked_moment(start), -1)
        missing = self.store.missing(title, start, end)
        self.counters.add("history_misses" if missing else "history_hits")
        for gap in reversed(missing):
            # The gap at the beginning of the window brings the carry-in along, unless it is known.
            wanted = gap.start == start and isinstance(self.store.as_of(title, before), Unknown)
            self._fill(title, gap, before if wanted else None, content)
        carry_in = self.as_of(title, before)
        return Window(title, start, end, tuple(self.store.between(title, start, end)), carry_in)

    def as_of(self, title: str, moment: str) -> Revision | NotYetCreated | Unknown:
        """What was current at `moment`; Unknown only for a moment that the server has not seen yet."""
        known = self.store.as_of(title, moment)
        if not isinstance(known, Unknown):
            return known
        fetched = self._fill(title, Interval(moment, moment), moment, content=False)
        known = self.store.as_of(title, moment)
        if not isinstance(known, Unknown) or fetched.server_time is None or fetched.server_time < moment:
            return known
        # Not settled yet, so not claimed; but this is what the server said just now.
        current = [revision for revision in in_order(fetched.revisions) if revision.timestamp <= moment]
        return current[-1] if current else NotYetCreated(title, moment)

    def _fill(self, title: str, gap: Interval, back_to: str | None, content: bool) -> _Fetched:
        """Ask for the gap; with `back_to`, also for what was current at that moment."""
        self._refuse_missing(title)
        fetched = _Fetched()
        try:
            for page in self._pages(title, gap, back_to, content):
                fetched = fetched.plus(page)
                self._store(title, gap, back_to, fetched, page)
                if fetched.settles(gap, back_to):
                    break
        except PageMissing:
            self.store.note_missing(title)
            raise
        return fetched

    def _pages(self, title: str, gap: Interval, back_to: str | None, content: bool) -> Iterator[RevisionPage]:
        oldest = gap.start if back_to is None and gap.start != BEGINNING else None
        above = self.store.first_after(title, gap.end)
        below = above.revid if above else None
        first = SHORT if content else METADATA_FIRST
        return self._source.older(title, gap.end, oldest, first=first, content=content, below=below)

    def _store(
        self, title: str, gap: Interval, back_to: str | None, fetched: _Fetched, page: RevisionPage
    ) -> None:
        """Store this answer, and claim what the answers so far have shown completely."""
        start = shifted(fetched.oldest or gap.end, 1)
        if fetched.complete:
            start = gap.start if back_to is None else BEGINNING
        end = self._settled(fetched, page.asked_until)
        self.store.add(title, page.revisions, Interval(start, end) if end is not None else None)

    def _settled(self, fetched: _Fetched, asked_until: str | None) -> str | None:
        """Up to when these answers speak for good, by the server's clock and never by ours."""
        if fetched.server_time is not None:
            now = shifted(fetched.server_time, -self._settle)
        elif fetched.revisions:
            # No clock at all: only what lies behind the newest edit is sure.
            now = shifted(max(revision.timestamp for revision in fetched.revisions), -1)
        else:
            return None
        return now if asked_until is None else min(now, asked_until)

    def _refuse_missing(self, title: str) -> None:
        if self.store.is_missing(title):
            problem = f"there is no readable page {title!r} (the wiki said so a short while ago)"
            raise PageMissing("the history store", title, problem, "check the title and the deletion log")
