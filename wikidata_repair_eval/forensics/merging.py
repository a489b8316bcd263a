"""One record per repair id: several disappearances can end in one and the same edit of the same entity.

Two bots list the item and both drop it, or it stands on two report pages. The first record is kept and
carries the violations of all. Works on what is noted, in two passes, so that no record has to be held.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

Violation = Mapping[str, Any]


class OnePerId:
    """Which record of each id is kept, and what the others add. Note every repair, in order; then ask.

    A place tells records apart: a candidate's key, or a page and an id.
    """

    def __init__(self) -> None:
        self._first: dict[str, Hashable] = {}
        self._left_out: set[Hashable] = set()
        self._more: defaultdict[Hashable, list[Violation]] = defaultdict(list)

    def note(self, place: Hashable, repair_id: str, violations: Iterable[Violation]) -> None:
        first = self._first.setdefault(repair_id, place)
        if first != place:
            self._left_out.add(place)
            self._more[first] += violations

    @property
    def ids(self) -> int:
        return len(self._first)

    @property
    def repeated(self) -> int:
        """How many ids came more than once."""
        return len(self._more)

    def keeps(self, place: Hashable) -> bool:
        return place not in self._left_out

    def more(self, place: Hashable) -> list[Violation]:
        """The violations of the records that the one kept here stands for as well."""
        return self._more.get(place, [])


def violations_of(repair: Mapping[str, Any]) -> list[Violation]:
    """What the reports said of it; a record without such a list has only its own context."""
    own = {"property": repair["property"], **repair["violation_context"]}
    return list(repair.get("violations") or [own])
