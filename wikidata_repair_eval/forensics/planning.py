"""What a run of Stages 1 and 2 would cost, from a few facts about the report pages. Arithmetic only.

Whatever is not known is a range, and what the range rests on is said beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil

LISTED = 500  # revisions, or pages, in one answer of a list
TEXTS = 50  # texts in one answer
ANSWER_BYTES = 8_000_000  # about what one answer of texts holds
PER_CANDIDATE = (1.0, 1.5)  # requests of Stage 2; 1.2 on the medium sandbox
SPREAD = (0.5, 2.0)  # how far a mean over a sample may be off
# Bytes that one candidate leaves on disk: texts in the cache, its records, the state before the repair.
BYTES_PER_CANDIDATE = (10_000, 200_000)
# Of a report's text: what the tables of its lines take on disk, since most lines stay for a long time.
TABLE_SHARE = (0.02, 0.3)
SECONDS_PER_REQUEST = (0.1, 1.0)


@dataclass(frozen=True, slots=True)
class Range:
    """From as little as `low` to as much as `high`."""

    low: float
    high: float

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.high + other.high)

    def times(self, factors: tuple[float, float]) -> "Range":
        return Range(self.low * factors[0], self.high * factors[1])


def exactly(value: float) -> Range:
    return Range(value, value)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A report page whose history was listed: its bot revisions, and how many left it in those looked at."""

    property_id: str
    sizes: tuple[int, ...]
    transitions_seen: int = 0
    candidates_seen: int = 0

    @property
    def transitions(self) -> int:
        return max(len(self.sizes) - 1, 0)

    @property
    def requests(self) -> int:
        """To list the history and to read the texts."""
        by_number, by_size = ceil(len(self.sizes) / TEXTS), ceil(sum(self.sizes) / ANSWER_BYTES)
        return ceil(max(len(self.sizes), 1) / LISTED) + max(by_number, by_size)


@dataclass(frozen=True, slots=True)
class Stored:
    """What is on disk already: candidates of finished pages count nothing, of others Stage 2 is left."""

    waiting: dict[str, int] = field(default_factory=dict)
    finished: frozenset[str] = frozenset()
    requests_per_candidate: float | None = None

    @property
    def pages(self) -> frozenset[str]:
        return self.finished | frozenset(self.waiting)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast requests may go: the source's limit (None: no limit), how many at once, seconds for one."""

    requests_per_minute: float | None
    concurrency: int
    seconds: Range = Range(*SECONDS_PER_REQUEST)

    def hours(self, requests: Range) -> Range:
        least = 60 / self.requests_per_minute if self.requests_per_minute else 0.0
        quick, slow = (max(one / self.concurrency, least) for one in (self.seconds.low, self.seconds.high))
        return Range(requests.low * quick / 3600, requests.high * slow / 3600)


@dataclass(frozen=True, slots=True)
class Plan:
    """The answer: what is to be done, what it costs, and what that rests on."""

    pages: int
    new_pages: int
    candidates: Range
    requests_reports: Range
    requests_repairs: Range
    hours: Range
    disk_bytes: Range
    assumptions: tuple[str, ...]

    @property
    def requests(self) -> Range:
        return self.requests_reports + self.requests_repairs


def plan_run(pages: Sequence[str], sample: Sequence[PageFacts], stored: Stored, pace: Pace) -> Plan:
    """The cost of these pages; `sample` are those of the new ones that were looked at."""
    new = [page for page in pages if page not in stored.pages]
    reports = _scaled((facts.requests for facts in sample), len(new), len(sample))
    found = _left(sample, len(new))
    waiting = sum(stored.waiting.get(page, 0) for page in pages)
    candidates = found + exactly(waiting)
    # The list of pages, one look at each known page, and the constraints' history of each unfinished one.
    unfinished = len(new) + sum(page in stored.waiting for page in pages)
    reports += exactly(ceil(len(pages) / LISTED) + len(pages) - len(new))
    repairs = candidates.times(_each(stored)) + exactly(2 * unfinished)
    text = _scaled((sum(facts.sizes) for facts in sample), len(new), len(sample))
    return Plan(
        pages=len(pages),
        new_pages=len(new),
        candidates=candidates,
        requests_reports=reports,
        requests_repairs=repairs,
        hours=pace.hours(reports + repairs),
        disk_bytes=text.times(TABLE_SHARE) + candidates.times(BYTES_PER_CANDIDATE),
        assumptions=tuple(_assumptions(len(new), sample, waiting, stored, pace)),
    )


def _scaled(values: Iterable[float], wanted: int, looked_at: int) -> Range:
    """A sum over all pages: exact for those looked at, within the spread for the others."""
    total = sum(values)
    others = total * (wanted - looked_at) / looked_at if looked_at else 0.0
    return exactly(total) + exactly(others).times(SPREAD)


def _left(sample: Sequence[PageFacts], wanted: int) -> Range:
    """How many candidates the new pages may have, by the rate at which items left those looked at."""
    seen = sum(facts.transitions_seen for facts in sample)
    left = sum(facts.candidates_seen for facts in sample)
    transitions = _scaled((facts.transitions for facts in sample), wanted, len(sample))
    if seen and seen == transitions.low == transitions.high:
        return exactly(left)
    return transitions.times((left / seen, left / seen)).times(SPREAD) if seen else exactly(0)


def _each(stored: Stored) -> tuple[float, float]:
    known = stored.requests_per_candidate
    return PER_CANDIDATE if known is None else (min(known, PER_CANDIDATE[0]), max(known, PER_CANDIDATE[1]))


def _assumptions(
    new: int, sample: Sequence[PageFacts], waiting: int, stored: Stored, pace: Pace
) -> Iterable[str]:
    seen = sum(facts.transitions_seen for facts in sample)
    if new:
        yield f"{len(sample)} of {new} new pages were looked at; the others are taken to be like them"
        yield f"items leave as often as in their {seen} newest changes, give or take a factor of 2"
    if stored.pages:
        told = f"{len(stored.finished)} pages are finished, {waiting} stored candidates wait for Stage 2"
        yield told + "; known pages cost one look each, and what is new on them is not counted"
    low, high = _each(stored)
    yield f"Stage 2 asks {low:g} to {high:g} times per candidate, with empty caches"
    if pace.requests_per_minute:
        yield f"the source allows {pace.requests_per_minute:g} requests a minute, {pace.concurrency} at once"
    else:
        yield f"the source sets no limit; {pace.concurrency} requests at once"
    yield f"a request takes {pace.seconds.low:.2g} to {pace.seconds.high:.2g} s"
    kilobytes = tuple(round(size / 1000) for size in BYTES_PER_CANDIDATE)
    yield f"a candidate leaves {kilobytes[0]} to {kilobytes[1]} kB on disk (cached texts and records)"
    yield "the dump, retrieval and model runs are not in it"
