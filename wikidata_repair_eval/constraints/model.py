"""Constraints: P2302 statements read into what they demand, of whom, where, and how strictly.

A Constraint reads its parameters when first asked and remembers the result, malformed or not, so one object
serves a whole history. What each type demands is in the checkers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from wikidata_repair_eval.constraints.errors import BadParameters
from wikidata_repair_eval.constraints.parameters import (
    Qualifiers,
    read_clarification,
    read_exceptions,
    read_separators,
    read_status,
)
from wikidata_repair_eval.constraints.snaks import entity_id_of
from wikidata_repair_eval.constraints.vocabulary import CONSTRAINT, GROUP_BY
from wikidata_repair_eval.wikibase.ranks import rank_of
from wikidata_repair_eval.wikibase.shapes import as_map
from wikidata_repair_eval.wikibase.signatures import constraint_signature

T = TypeVar("T")
Reader = Callable[[Qualifiers], T]
_UNREAD = object()


class Constraint:
    """One P2302 statement of `property`."""

    __slots__ = ("_readings", "property", "qualifiers", "raw", "type")

    def __init__(self, raw: Mapping[str, Any], property_id: str) -> None:
        self.raw, self.property = raw, property_id
        self.type = entity_id_of(raw["mainsnak"])
        self.qualifiers: Qualifiers = as_map(raw.get("qualifiers") or {}, "qualifiers")
        self._readings: dict[Any, Any] = {}

    @property
    def id(self) -> str | None:
        return self.raw.get("id")

    @property
    def deprecated(self) -> bool:
        """Deprecated constraints are not checked."""
        return rank_of(self.raw) == "deprecated"

    @property
    def exceptions(self) -> frozenset[str]:
        return self.reading(read_exceptions)

    @property
    def status(self) -> str | None:
        return self.reading(read_status)

    @property
    def clarification(self) -> dict[str, str]:
        return self.reading(read_clarification)

    @property
    def separators(self) -> tuple[str, ...]:
        return self.reading(read_separators)

    @property
    def group_by(self) -> tuple[str, ...]:
        """P2304, which only divides the lists of a report; unreadable ones are left out."""
        targets = (entity_id_of(snak) for snak in self.qualifiers.get(GROUP_BY) or ())
        return tuple(target for target in targets if target is not None)

    @property
    def hash(self) -> str:
        """Equal for definitions that say the same, whatever their ids, references and order."""
        return constraint_signature([self.raw])

    def reading(self, reader: Reader[T]) -> T:
        """What a reader makes of the parameters; read once; BadParameters each time it is asked for."""
        found = self._readings.get(reader, _UNREAD)
        if found is _UNREAD:
            found = self._readings[reader] = self._attempt(reader)
        if type(found) is BadParameters:
            # A new object, or each raising would lengthen the traceback of the remembered one.
            raise BadParameters(found.parameter, found.problem)
        return cast(T, found)

    def _attempt(self, reader: Reader[T]) -> T | BadParameters:
        try:
            return reader(self.qualifiers)
        except BadParameters as problem:
            return problem
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            return BadParameters("a qualifier", f"is not shaped as a snak ({type(error).__name__}: {error})")


def parse_constraints(
    statements: Sequence[Mapping[str, Any]], property_id: str, *, deprecated: bool = False
) -> list[Constraint]:
    """The constraints of a property; deprecated ones only where asked for, typeless ones never."""
    constraints = [Constraint(raw, property_id) for raw in statements]
    return [c for c in constraints if c.type is not None and (deprecated or not c.deprecated)]


def constraints_of(property_entity: Mapping[str, Any]) -> list[Constraint]:
    """The constraints on the page of a property, given as raw entity JSON."""
    claims = as_map(property_entity.get("claims") or {}, "claims")
    return parse_constraints(claims.get(CONSTRAINT, []), str(property_entity["id"]))
