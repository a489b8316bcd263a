"""A violation report page as a plan: runs of the bot, sections, and which line stands on which runs.

Lines are planted by scenarios, never computed. How a plan becomes wikitext is in `report_text`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from wikidata_repair_eval.sandbox.model import User
from wikidata_repair_eval.sandbox.wiki import PlannedEdit, Stamp

FOREVER = 1 << 40
EMPTY_GROUP = "empty"


@dataclass(slots=True)
class Run:
    """One report of a bot: items as of `data`, constraints as of `published`.

    `date_form` is `iso`, `old` (`2016-03-01 07:42 (UTC)`) or `none`; `item_count` may be empty.
    """

    index: int
    bot: User
    data: int
    published: int
    stamp: Stamp
    date_form: str = "iso"
    item_count: str = ""


@dataclass(slots=True)
class Parameter:
    """One id in a heading, from the constraint edit that added it to the one that took it away."""

    text: str
    since: int = 0
    until: int = FOREVER


@dataclass(slots=True)
class Section:
    """The violations of one constraint. `head` is the heading without its list of parameters."""

    key: str
    family: str
    head: str
    parameters: list[Parameter] = field(default_factory=list)
    until: int = FOREVER  # when the constraint was removed
    grouped: bool = False
    subjects_last: bool = False  # Unique value: the shared value comes first
    truncated: dict[int, int] = field(default_factory=dict)  # run -> lines kept
    miscounted: dict[int, int] = field(default_factory=dict)  # run -> violations claimed beyond the lines
    exceptions: int = 0

    def heading(self, seconds: int) -> str:
        alive = [entry.text for entry in self.parameters if entry.since <= seconds < entry.until]
        return self.head + ", ".join(alive)


@dataclass(slots=True)
class Line:
    """One line of a section on the runs where `listed` holds; `group` may differ between runs."""

    section: str
    subjects: tuple[str, ...]
    values: str
    listed: Callable[[int], bool]
    group: Callable[[int], str] = lambda _run: EMPTY_GROUP


@dataclass(frozen=True, slots=True)
class Transition:
    """Two reports of one bot that are compared with each other."""

    old: Run
    new: Run


@dataclass(slots=True)
class Report:
    """Everything that will be on one report page."""

    property_id: str
    title: str
    runs: list[Run] = field(default_factory=list)
    sections: dict[str, Section] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    extras: list[tuple[PlannedEdit, str]] = field(default_factory=list)  # revisions that are no run
    # (seconds, user, run, rewriting): somebody saves a changed copy of that run's text
    edited_copies: list[tuple[int, User, Run, Callable[[str], str]]] = field(default_factory=list)
    reserved: set[int] = field(default_factory=set)  # indexes of old runs whose transition stays quiet
    statistics: dict[int, list[str]] = field(default_factory=dict)  # run -> ids under "Types statistics"
    spellings: dict[str, str] = field(default_factory=dict)  # subjects that are not spelled [[Q1]]
    shows_empty_sections: bool = True

    def transitions(self) -> list[Transition]:
        """Neighbouring runs by the same bot."""
        pairs = zip(self.runs, self.runs[1:], strict=False)
        return [Transition(old, new) for old, new in pairs if old.bot is new.bot]

    def open_transitions(self) -> list[Transition]:
        return [pair for pair in self.transitions() if pair.old.index not in self.reserved]

    def pick(self, rng: Random) -> Transition:
        return rng.choice(self.open_transitions())

    def list_line(
        self,
        section: str,
        subjects: Sequence[str],
        values: str,
        first: int,
        last: int,
        group: Callable[[int], str] | None = None,
    ) -> None:
        """Put a line on the runs `first` to `last`, both included."""
        line = Line(section, tuple(subjects), values, lambda run: first <= run <= last)
        if group is not None:
            line.group = group
        self.lines.append(line)
