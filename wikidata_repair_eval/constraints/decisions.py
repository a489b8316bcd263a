"""The order of decisions around every checker: exception, scope, entity type, the checker itself, status.

This is the one place where malformed definitions, unknown facts and unreadable entity JSON become verdicts,
so that no checker ever raises.
"""

from functools import partial
from typing import NamedTuple

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import BadParameters, Unknown
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import (
    Qualifiers,
    mapped_items,
    read_clarification,
    read_exceptions,
    read_status,
)
from wikidata_repair_eval.constraints.registry import CONSTRAINT_TYPES, ConstraintType, problem_of
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import DEPRECATED, Status, Verdict, not_in_scope, todo
from wikidata_repair_eval.constraints.vocabulary import (
    ENTITY_TYPES,
    PLACE_NAMES,
    PLACES,
    SCOPE,
    SCOPE_PLACES,
    Place,
)

# What raw JSON of the wrong shape raises when it is read; MalformedEntity and its kin are ValueErrors.
UNREADABLE = (ArithmeticError, AttributeError, KeyError, IndexError, TypeError, ValueError, RecursionError)
_SEVERITY: dict[str | None, Status] = {None: "warning", "suggestion": "suggestion", "mandatory": "violation"}


class Scope(NamedTuple):
    """Where P4680 wants the constraint checked; None where it does not say."""

    places: frozenset[Place] | None
    entity_types: frozenset[str] | None


def check(use: Use, constraint: Constraint, context: Context, *, checker_only: bool = False) -> Verdict:
    """The verdict on one use; `checker_only` leaves out exceptions, scope and status."""
    kind = CONSTRAINT_TYPES.get(constraint.type or "")
    try:
        if checker_only:
            return _unimplemented(constraint) if kind is None else _ask(kind, use, constraint, context)
        return _excused(use, constraint) or _in_order(kind, use, constraint, context)
    except BadParameters as problem:
        return problem.verdict()


def _excused(use: Use, constraint: Constraint) -> Verdict | None:
    """Exceptions count for main values only, and so does a malformed list of them."""
    if use.place == "statement" and use.subject.id in constraint.exceptions:
        return Verdict("exception", "{0} is an exception to this constraint.", (use.subject.id,))
    return None


def _in_order(kind: ConstraintType | None, use: Use, constraint: Constraint, context: Context) -> Verdict:
    if kind is None:
        return _unimplemented(constraint)
    return _out_of_scope(kind, use, constraint) or _graded(_ask(kind, use, constraint, context), constraint)


def _unimplemented(constraint: Constraint) -> Verdict:
    return todo("Nobody has implemented the constraint type {0}.", constraint.type or "unknown")


def _out_of_scope(kind: ConstraintType, use: Use, constraint: Constraint) -> Verdict | None:
    scope = scope_of(kind, constraint)
    if use.place not in (kind.places if scope.places is None else scope.places):
        return not_in_scope("The constraint is not checked on a {0}.", PLACE_NAMES[use.place])
    if use.place in kind.unfinished:
        return todo("Checking this constraint on a {0} is not implemented.", PLACE_NAMES[use.place])
    if use.subject.type not in (kind.entity_types if scope.entity_types is None else scope.entity_types):
        return not_in_scope("The constraint is not checked on entities of type {0}.", use.subject.type)
    return None


def scope_of(kind: ConstraintType, constraint: Constraint) -> Scope:
    """P4680 as far as the type supports what it names; BadParameters otherwise."""
    return constraint.reading(_SCOPE_READERS[kind.qid])


def _supported_scope(kind: ConstraintType, qualifiers: Qualifiers) -> Scope:
    scope = read_scope(qualifiers)
    _refuse(kind, scope.places, kind.possible)
    _refuse(kind, scope.entity_types, kind.entity_types)
    return scope


# One reader object per type, since a constraint remembers what it read by the reader.
_SCOPE_READERS = {qid: partial(_supported_scope, kind) for qid, kind in CONSTRAINT_TYPES.items()}


def _refuse(kind: ConstraintType, wanted: frozenset[str] | None, possible: frozenset[str]) -> None:
    foreign = sorted((wanted or frozenset()) - possible)
    if foreign:
        raise BadParameters(SCOPE, f"names {', '.join(foreign)}, where a {kind.label} cannot be checked")


def read_scope(qualifiers: Qualifiers) -> Scope:
    """P4680 names places and entity types in one list."""
    named: list[str] = mapped_items(qualifiers.get(SCOPE) or (), SCOPE, {**SCOPE_PLACES, **ENTITY_TYPES})
    places = frozenset(place for place in PLACES if place in named)
    types = frozenset(name for name in named if name not in PLACES)
    return Scope(places or None, types or None)


def _ask(kind: ConstraintType, use: Use, constraint: Constraint, context: Context) -> Verdict:
    if kind.skips_deprecated and use.rank == "deprecated":
        return DEPRECATED
    try:
        return kind.check(use, constraint, context)
    except BadParameters as problem:
        return problem.verdict()
    except Unknown as gap:
        return gap.verdict()
    except UNREADABLE as error:
        reason = f"{type(error).__name__}: {error}".replace("{", "(").replace("}", ")")
        return todo(f"What the entity says cannot be read ({reason}).")


def _graded(verdict: Verdict, constraint: Constraint) -> Verdict:
    """A malformed clarification or status spoils whatever the checker said."""
    severity = constraint.reading(_read_severity)
    return verdict.with_status(severity) if verdict.status == "violation" else verdict


def _read_severity(qualifiers: Qualifiers) -> Status:
    read_clarification(qualifiers)
    return _SEVERITY[read_status(qualifiers)]


def problems_of(constraint: Constraint, datatype: str | None = None) -> list[BadParameters]:
    """All that is wrong with a definition; `datatype` is that of the constrained property."""
    common = [problem_of(constraint, reader) for reader in (read_exceptions, read_status, read_clarification)]
    kind = CONSTRAINT_TYPES.get(constraint.type or "")
    if kind is None:
        return [problem for problem in common if problem]
    try:
        scope_of(kind, constraint)
    except BadParameters as problem:
        common.append(problem)
    return [problem for problem in common if problem] + kind.problems(constraint, datatype)
