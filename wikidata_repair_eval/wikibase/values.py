"""Values of snaks, one frozen class per value type of Wikibase.

Exact: amounts are decimals, years have any number of digits, calendars, units and globes are entity ids.
Not here: reading and writing them as JSON (datavalues), how they look to people (rendering), when two are
the same to a signature (canonical).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

GREGORIAN, JULIAN = "Q1985727", "Q1985786"


@dataclass(frozen=True, slots=True)
class EntityIdValue:
    id: str
    entity_type: str


@dataclass(frozen=True, slots=True)
class StringValue:
    text: str


@dataclass(frozen=True, slots=True)
class TimeValue:
    """A date as the wiki counts: 1 BCE is year -1, there is no year 0; month and day 0 are not given.

    `before` and `after` count units of `precision`; `calendar` is Q1985727 (Gregorian) or Q1985786 (Julian).
    """

    year: int
    month: int
    day: int
    precision: int
    calendar: str = GREGORIAN
    clock: str = "00:00:00"
    timezone: int = 0
    before: int = 0
    after: int = 0

    @property
    def sign(self) -> str:
        return "-" if self.year < 0 else "+"

    @property
    def astronomical_year(self) -> int:
        """The year as RDF and ISO 8601 count it, where 1 BCE is 0."""
        return self.year + 1 if self.year < 0 else self.year


@dataclass(frozen=True, slots=True)
class QuantityValue:
    """An exact amount; bounds are None where none are given; `unit` is an entity id or "1"."""

    amount: Decimal
    unit: str = "1"
    lower: Decimal | None = None
    upper: Decimal | None = None


@dataclass(frozen=True, slots=True)
class GlobeCoordinateValue:
    latitude: float
    longitude: float
    precision: float | None = None
    altitude: float | None = None
    globe: str = "Q2"


@dataclass(frozen=True, slots=True)
class MonolingualTextValue:
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class UnsupportedValue:
    """A datavalue of a type we do not know, or one the wiki itself calls bad; `raw` is all of it."""

    type: str
    raw: Mapping[str, Any] = field(hash=False)

    @property
    def error(self) -> str | None:
        """What the wiki says is wrong with it, if it says so."""
        error = self.raw.get("error")
        return error if isinstance(error, str) else None


Value = (
    EntityIdValue
    | StringValue
    | TimeValue
    | QuantityValue
    | GlobeCoordinateValue
    | MonolingualTextValue
    | UnsupportedValue
)
