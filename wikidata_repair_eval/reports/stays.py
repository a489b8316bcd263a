"""Stays: for each list line of one bot's snapshots, from which to which snapshot it stood without a break.

Memory holds the lines of the last snapshot alone: the stay of a line that is gone leaves as a row.
"""

from collections.abc import Iterable, Iterator

from wikidata_repair_eval.reports.page import ReportPage, Section
from wikidata_repair_eval.reports.records import EntryRow

_LineKey = tuple[str | None, str, str | None, str]  # family, heading, group, line


class OpenStays:
    """The lines of a bot's last snapshot, in page order, each with the snapshot where its stay began.

    A line that stands twice in one group is one line. Its values are read when its stay begins, and not
    again while it lasts.
    """

    def __init__(self, bot: str, last_revision: int = 0, rows: Iterable[EntryRow] = ()) -> None:
        self._bot = bot
        self._last = last_revision
        self._open = {_key(row): row for row in rows}

    def advance(self, page: ReportPage, revision_id: int) -> list[EntryRow]:
        """Go on to the bot's next good page; returned are the stays that ended before it."""
        before, now = self._open, dict[_LineKey, EntryRow]()
        for section in page.sections:
            for key, place in _lines(section):
                row = before.pop(key, None) or now.get(key)
                now[key] = self._begin(key, section, place, revision_id) if row is None else row
        ended = [row._replace(last_revision=self._last) for row in before.values()]
        self._open, self._last = now, revision_id
        return ended

    def rows(self) -> list[EntryRow]:
        """The stays that last to this day."""
        return [row._replace(last_revision=self._last) for row in self._open.values()]

    def _begin(self, key: _LineKey, section: Section, place: int, revision_id: int) -> EntryRow:
        family, heading, group, raw = key
        subjects, values = section.entries.read(place)
        return EntryRow(self._bot, family, heading, group, subjects, values, raw, revision_id, revision_id)


def _lines(section: Section) -> Iterator[tuple[_LineKey, int]]:
    family, heading, lines = section.row.violation_type, section.row.heading, section.entries.lines
    for start, end, group in section.entries.spans():
        for place in range(start, end):
            yield (family, heading, group, lines[place]), place


def _key(row: EntryRow) -> _LineKey:
    return (row.family, row.heading, row.group, row.raw)
