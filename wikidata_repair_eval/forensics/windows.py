"""The windows of a candidate: two clocks for the proof, seven days for the protocol's own rule.

The bot reads items at the data date and constraints later, roughly at publication (DESIGN section 4).
"""

from dataclasses import dataclass
from functools import lru_cache

from wikidata_repair_eval.net.times import shifted
from wikidata_repair_eval.reports.records import CONSTRAINTS_ARE_STATEMENTS, Candidate

DAY = 86_400


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to look. `slack_days`: before the old data date, if nothing is wrong at it."""

    slack_days: float = 3.0
    protocol_days: float = 7.0
    max_classes: int = 1000
    max_neighbours: int = 400
    max_revisions: int = 1000  # of one entity within one window
    coincidence_scan: int = 25  # revisions of the property that are looked at for coincident edits
    batch: int = 100  # candidates that share their requests


@dataclass(frozen=True, slots=True)
class Window:
    """Events count if `start < time <= end`; what was current at `start` is carried in."""

    start: str
    end: str

    def holds(self, moment: str) -> bool:
        return self.start < moment <= self.end


@dataclass(frozen=True, slots=True)
class Windows:
    """`wide_*` are looked at only if nothing is wrong at the beginning of the plain ones."""

    items: Window
    definition: Window
    wide_items: Window
    wide_definition: Window
    protocol: Window

    @property
    def reach(self) -> Window:
        """All that may have to be read of the entity itself."""
        starts = (self.wide_items.start, self.wide_definition.start, self.protocol.start)
        return Window(min(starts), max(self.items.end, self.definition.end))


def windows_of(candidate: Candidate, limits: Limits, floor: str | None = None) -> Windows | None:
    """None where the candidate does not say when its reports were published.

    `floor`: the data date at which an earlier disappearance of the same entity ended; edits before it
    belong to that one, so widening stops there.
    """
    old, new = candidate.published_old, candidate.published_new
    if old is None or new is None or old >= new:
        return None
    return _windows(old, new, *_data_dates(candidate, old, new), limits, floor)


@lru_cache(maxsize=4096)  # thousands of candidates leave between the same two reports
def _windows(old: str, new: str, data_old: str, data_new: str, limits: Limits, floor: str | None) -> Windows:
    back = shifted(data_old, -int(limits.slack_days * DAY))
    protocol = Window(shifted(new, -int(limits.protocol_days * DAY)), new)
    return Windows(
        items=Window(data_old, data_new),
        definition=Window(old, new),
        wide_items=Window(max(back, min(floor or back, data_old)), data_new),
        # The bot reads the property between its data date and the publication, nobody knows when.
        wide_definition=Window(min(old, data_old), new),
        protocol=protocol,
    )


def _data_dates(candidate: Candidate, old: str, new: str) -> tuple[str, str]:
    """The dates in the headers; publication times where there are none, or where they make no sense."""
    dates = (candidate.data_date_old or old, candidate.data_date_new or new)
    return dates if dates[0] < dates[1] <= new else (old, new)


class Agenda:
    """What the candidates of a run have in common: when each entity's disappearances ended, and for each
    property the time over which its constraints matter to anybody (one walk through its history serves all).
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._ends: dict[tuple[str, str | None], tuple[str, ...]] = {}
        self.spans: dict[str, Window] = {}

    def note(self, candidate: Candidate) -> None:
        windows = None if constraints_were_templates(candidate) else windows_of(candidate, self._limits)
        if windows is None or candidate.property_id is None:
            return
        key = (candidate.qid, candidate.property_id)
        self._ends[key] = (*self._ends.get(key, ()), windows.items.end)
        reach, known = windows.reach, self.spans.get(candidate.property_id, windows.reach)
        span = Window(min(known.start, reach.start), max(known.end, reach.end))
        self.spans[candidate.property_id] = span

    def windows(self, candidate: Candidate) -> Windows | None:
        return windows_of(candidate, self._limits, self._floor(candidate))

    def _floor(self, candidate: Candidate) -> str | None:
        """The end of the last disappearance of the same entity before this one."""
        begin = candidate.data_date_old or candidate.published_old or ""
        ends = self._ends.get((candidate.qid, candidate.property_id), ())
        return max((end for end in ends if end <= begin), default=None)


def constraints_were_templates(candidate: Candidate) -> bool:
    return (candidate.published_old or "9") < CONSTRAINTS_ARE_STATEMENTS
