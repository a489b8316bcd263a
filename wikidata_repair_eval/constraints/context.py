"""The Context protocol: all that a check may ask of the world beyond the entity itself.

Every answer may be "unknown" (None), and then the check says `todo`. Unknown is not missing: an entity that
does not exist is MISSING, and that often is a violation. `NoContext` knows nothing; history, dump, sandbox
and proposals each bring their own context and run the same checkers. A context is one state of the world: it
must not change its answers, since subjects remember what was found out with it. `World`, next door, answers
from entities and facts that are at hand.
"""

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Protocol

from wikidata_repair_eval.constraints.moments import Moment
from wikidata_repair_eval.constraints.quantities import UnitTable
from wikidata_repair_eval.constraints.subjects import Subject, Use

DEFAULT_BUDGET = 1000


class Absence(Enum):
    """The wiki says that there is no such entity."""

    MISSING = "missing"


MISSING = Absence.MISSING
Found = Subject | Absence | None


class Context(Protocol):
    """What is known of the world at the time of the check; None always means unknown."""

    @property
    def class_budget(self) -> int:
        """How many classes one walk up the class tree may load, revisits included."""

    @property
    def units(self) -> UnitTable | None:
        """The table of unit conversions."""

    @property
    def now(self) -> Moment | None:
        """What "now" means in a date range."""

    def entity(self, entity_id: str) -> Found:
        """Another entity, redirects followed; MISSING if it does not exist."""

    def parents(self, class_id: str) -> Sequence[str] | None:
        """The best-rank P279 values of a class; empty if the class does not exist."""

    def is_subclass(self, class_id: str, classes: Collection[str]) -> bool | None:
        """Asked when the walk gives up: does any chain of P279 lead from the class to one of these?"""

    def holders(self, use: Use, separators: Sequence[str]) -> Sequence[str | None] | None:
        """Other entities that use the same value in the same place (a few are enough)."""

    def commons_title(self, title: str) -> str | bool | None:
        """The normalised title of a page on Commons, False if there is no such page."""

    def datatype(self, property_id: str) -> str | None:
        """The datatype of a property."""


class NoContext:
    """Knows nothing beyond the entity; the base of contexts that know some things."""

    class_budget = DEFAULT_BUDGET
    units: UnitTable | None = None
    now: Moment | None = None

    def entity(self, entity_id: str) -> Found:
        return None

    def parents(self, class_id: str) -> Sequence[str] | None:
        found = self.entity(class_id)
        if found is None:
            return None
        return () if isinstance(found, Absence) else found.best_targets("P279")

    def is_subclass(self, class_id: str, classes: Collection[str]) -> bool | None:
        return None

    def holders(self, use: Use, separators: Sequence[str]) -> Sequence[str | None] | None:
        return None

    def commons_title(self, title: str) -> str | bool | None:
        return None

    def datatype(self, property_id: str) -> str | None:
        return None
