"""The fold: from verdicts on single statements to "this entity violates this constraint of this property"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.decisions import UNREADABLE, check, scope_of
from wikidata_repair_eval.constraints.errors import BadParameters
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.registry import CONSTRAINT_TYPES
from wikidata_repair_eval.constraints.subjects import USES, Subject, Use
from wikidata_repair_eval.constraints.verdicts import UNDECIDED, VIOLATED, Status, Verdict, todo
from wikidata_repair_eval.constraints.vocabulary import PLACES, Place

ItemStatus = Literal["violated", "undecidable", "clean", "retracted"]


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one use of the property; `use` is None if the entity itself could not be read."""

    use: Use | None
    verdict: Verdict

    @property
    def statement_id(self) -> str | None:
        return None if self.use is None else self.use.statement.get("id")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one constraint says of one entity."""

    status: ItemStatus
    results: Sequence[Result]

    @property
    def violating(self) -> list[Result]:
        return [result for result in self.results if result.verdict.status in VIOLATED]

    @property
    def violating_statements(self) -> list[str]:
        """The ids of the statements that violate, or that hold a violating qualifier or reference."""
        ids = (result.statement_id for result in self.violating)
        return list(dict.fromkeys(statement_id for statement_id in ids if statement_id))


def judge(
    subject: Subject, constraint: Constraint, context: Context, *, checker_only: bool = False
) -> Judgement:
    """All uses of the constraint's property that its scope covers, and what they add up to."""
    try:
        results = [
            Result(use, check(use, constraint, context, checker_only=checker_only))
            for use in covered_uses(subject, constraint)
        ]
    except UNREADABLE as error:
        reason = str(error).replace("{", "(").replace("}", ")")
        results = [Result(None, todo(f"The entity cannot be read ({reason})."))]
    return Judgement(fold(result.verdict.status for result in results), results)


def check_entity(
    entity: Mapping[str, Any], constraints: Iterable[Constraint], context: Context
) -> list[tuple[Constraint, Judgement]]:
    """Raw entity JSON under any number of constraints, in their order; deprecated ones are left out."""
    subject = Subject(entity)
    return [(rule, judge(subject, rule, context)) for rule in constraints if not rule.deprecated]


def covered_uses(subject: Subject, constraint: Constraint) -> Iterator[Use]:
    """Main values always, so that none goes unmentioned; qualifiers and references if they are in scope."""
    for place in PLACES:
        if place == "statement" or place in _places(constraint):
            yield from USES[place](subject, constraint.property)


def _places(constraint: Constraint) -> frozenset[Place]:
    kind = CONSTRAINT_TYPES.get(constraint.type or "")
    if kind is None:
        return frozenset()
    try:
        asked = scope_of(kind, constraint).places
    except BadParameters:
        asked = None
    return kind.places if asked is None else asked


def fold(statuses: Iterable[Status]) -> ItemStatus:
    """Violated before undecidable before clean before retracted; nothing to check is clean."""
    seen = set(statuses)
    if seen & VIOLATED:
        return "violated"
    if seen & UNDECIDED:
        return "undecidable"
    return "retracted" if seen == {"deprecated"} else "clean"


def fold_judgements(judgements: Iterable[Judgement]) -> ItemStatus:
    """Several constraints at once: violated if any is; retracted only if all that is left is retracted."""
    seen = {judgement.status for judgement in judgements}
    for status in ("violated", "undecidable", "clean"):
        if status in seen:
            return status
    return "retracted" if seen else "clean"
