"""What a baseline sees of a case, and what it answers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.constraints import Constraint, parse_constraints
from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.wikibase import values_of

Case = Mapping[str, Any]
Operation = dict[str, Any]
Value = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """A repair on one track; nothing to do and not knowing are different answers."""

    operations: list[Operation]
    rationale: str
    track: str = "A_BOX"
    abstain: bool = False


Propose = Callable[[Case], Answer]
Baseline = Callable[[Iterable[Case]], Propose]


def abstention(rationale: str) -> Answer:
    return Answer([], rationale, abstain=True)


@dataclass(frozen=True, slots=True)
class Sight:
    """The state before the repair, read where a rule asks for it."""

    case: Case

    @property
    def subject(self) -> str:
        return str(self.case["qid"])

    @property
    def property_id(self) -> str:
        return str(self.case["property"])

    @property
    def entity(self) -> Mapping[str, Any]:
        before: Mapping[str, Any] = self.case["pre_repair_state"]["entity"]
        return before

    @property
    def neighbours(self) -> Mapping[str, Mapping[str, Any]]:
        found: Mapping[str, Mapping[str, Any]] = self.case["pre_repair_state"]["neighbours"]
        return found

    def known(self, entity_id: str) -> Mapping[str, Any] | None:
        """The subject or a neighbour, as of then."""
        return self.entity if entity_id == self.entity.get("id") else self.neighbours.get(entity_id)

    def rules(self) -> list[Constraint]:
        """The constraints of the day that the report was about."""
        types = {one["type_qid"] for one in self.case["proof"]["constraints"]}
        every = parse_constraints(self.case["pre_repair_state"]["constraints"], self.property_id)
        return [rule for rule in every if rule.type in types]

    def offending(self) -> list[Value]:
        """The values that the report named, or all values of the property where it named none.

        A value in a qualifier or a reference is not among them: it is no statement of the property.
        """
        held = values_of(self.entity, self.property_id)
        named = {json_bytes(one.get("value")) for one in self.case["violation_context"].get("value") or ()}
        # One per value: an operation on a value means every statement that has it.
        by_value = {json_bytes(value["value"]): value for value in reversed(held)}
        return [value for key, value in reversed(by_value.items()) if not named or key in named]

    def operation(self, op: str, **fields: Any) -> Operation:
        return {"op": op, "entity": self.subject, "property": self.property_id, **fields}


def id_in(value: Value) -> str | None:
    """The entity that a value is."""
    held = value.get("value")
    return str(held["id"]) if isinstance(held, Mapping) and "id" in held else None
