"""How far the pass is: numbers for whoever asked to be told, and one line for a terminal."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Bytes are those of the file as it lies on disk."""

    bytes_done: int
    bytes_total: int
    entities: int
    seconds: float

    @property
    def rate(self) -> float:
        """Bytes of the file per second."""
        return self.bytes_done / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """None while nothing is known."""
        return (self.bytes_total - self.bytes_done) / self.rate if self.rate > 0 else None

    def __str__(self) -> str:
        share = 100 * self.bytes_done / self.bytes_total if self.bytes_total else 100.0
        left = "unknown" if self.seconds_left is None else _clock(self.seconds_left)
        done = f"{self.bytes_done / 1e6:,.0f} of {self.bytes_total / 1e6:,.0f} MB"
        return f"{share:5.1f} %  {done}  {self.entities:,} entities  {self.rate / 1e6:,.1f} MB/s  {left} left"


class Reporter:
    """Tells at most every `every` seconds, by the clock that was handed in."""

    def __init__(
        self, tell: Callable[[Progress], None], clock: Callable[[], float], total: int, every: float = 0.5
    ) -> None:
        self._tell, self._clock, self._total, self._every = tell, clock, total, every
        self._start = self._last = clock()

    def at(self, bytes_done: int, entities: int, *, last: bool = False) -> None:
        now = self._clock()
        if last or now - self._last >= self._every:
            self._last = now
            self._tell(Progress(bytes_done, self._total, entities, now - self._start))


def now_and_then(say: Callable[[str], None], every_s: float) -> Callable[[Progress], None]:
    """For a log: says one line about every so many seconds of the pass."""
    told = 0.0

    def tell(progress: Progress) -> None:
        nonlocal told
        if progress.seconds - told >= every_s:
            told = progress.seconds
            say(str(progress))

    return tell


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"
