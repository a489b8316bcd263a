"""One line of `check-constraints`: a constraint, an entity, a context; judged and told as plain JSON.

Lines that cannot be used raise InputError with the place and the fix; the command decides what that means for
the run.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from wikidata_repair_eval.constraints.context import DEFAULT_BUDGET
from wikidata_repair_eval.constraints.decisions import UNREADABLE, check, problems_of
from wikidata_repair_eval.constraints.fold import Result, judge
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.moments import now_from
from wikidata_repair_eval.constraints.quantities import UnitTable
from wikidata_repair_eval.constraints.subjects import (
    Subject,
    Use,
    all_statements,
    qualifiers_of,
    references_of,
)
from wikidata_repair_eval.constraints.world import World
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.wikibase import Missing, Redirect, parse_entity

Json = dict[str, Any]


class Unusable(Exception):
    """A part of the line that cannot be used: field, problem, fix."""


def check_case(line: bytes | str, *, file: str, place: str, checker_only: bool = False) -> Json:
    """The answer to one line; InputError if the line cannot be used."""
    case: Json = {}
    try:
        case = _decoded(line)
        return {"id": case.get("id")} | answer(case, checker_only=checker_only)
    except Unusable as error:
        field, problem, fix = error.args
        raise CaseError(case.get("id"), file, f"{place}, {field}", problem, fix) from error


class CaseError(InputError):
    """A case that cannot be used, with its id if that could be read."""

    def __init__(self, case_id: Any, file: str, place: str, problem: str, fix: str) -> None:
        super().__init__(file, place, problem, fix)
        self.case_id = case_id

    def __reduce__(self) -> tuple[type["CaseError"], tuple[Any, ...]]:
        return CaseError, (self.case_id, *self.args)


def _decoded(line: bytes | str) -> Json:
    try:
        case = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise Unusable("the line", f"is not JSON ({error})", "write one JSON object per line") from error
    if not isinstance(case, dict):
        raise Unusable("the line", f"is a {type(case).__name__}", "write one JSON object per line")
    return case


def answer(case: Json, *, checker_only: bool = False) -> Json:
    """The answer without the id: of one use, of all uses, or of the definition alone."""
    constraint = _constraint(case)
    facts = _optional_map(case, "facts")
    if case.get("entity") is None:
        return _definition(constraint, facts)
    subject = _subject(case["entity"])
    world = _world(_optional_map(case, "neighbours"), facts)
    if case.get("context") is None:
        judgement = judge(subject, constraint, world, checker_only=checker_only)
        return {"item_status": judgement.status, "results": [_told(result) for result in judgement.results]}
    verdict = check(
        _use(subject, case["context"], constraint.property), constraint, world, checker_only=checker_only
    )
    return {"status": verdict.status, "message": verdict.message()}


def _constraint(case: Json) -> Constraint:
    property_id = case.get("property")
    if not isinstance(property_id, str):
        raise Unusable(
            "property", f"is {property_id!r}", "name the property that is constrained, such as P31"
        )
    try:
        constraint = Constraint(case["constraint"], property_id)
    except UNREADABLE as error:
        raise Unusable(
            "constraint", f"is no statement ({error})", "give a P2302 statement as JSON"
        ) from error
    if constraint.type is None:
        raise Unusable("constraint", "has no type item as its value", "give a P2302 statement as JSON")
    return constraint


def _optional_map(case: Json, field: str) -> Mapping[str, Any]:
    part = case.get(field)
    if part is None or part == []:
        return {}
    if not isinstance(part, Mapping):
        raise Unusable(field, f"is a {type(part).__name__}", "give a JSON object or leave it out")
    return part


def _subject(raw: Any) -> Subject:
    try:
        parsed = parse_entity(raw)
    except UNREADABLE as error:
        raise Unusable(
            "entity", f"cannot be read ({error})", "give entity JSON as the wiki writes it"
        ) from error
    if isinstance(parsed, Missing | Redirect):
        raise Unusable(
            "entity", f"is a {type(parsed).__name__.lower()}", "give the entity that is to be checked"
        )
    return Subject(parsed.raw)


def _world(neighbours: Mapping[str, Any], facts: Mapping[str, Any]) -> World:
    try:
        return World(
            neighbours,
            units=None if facts.get("units") is None else UnitTable.from_json(facts["units"] or {}),
            now=None if facts.get("now") is None else now_from(facts["now"]),
            datatypes=facts.get("property_datatypes"),
            commons_titles=facts.get("commons_titles"),
            same_value_entities=facts.get("same_value_entities"),
            subclass_answer=facts.get("subclass_answer"),
            class_budget=int(facts.get("max_entities") or DEFAULT_BUDGET),
        )
    except UNREADABLE as error:
        raise Unusable("facts", f"cannot be read ({error})", "see the facts of check-constraints") from error


def _definition(constraint: Constraint, facts: Mapping[str, Any]) -> Json:
    datatype = (facts.get("property_datatypes") or {}).get(constraint.property)
    problems = [str(problem) for problem in problems_of(constraint, datatype)]
    return {"status": "bad_parameters" if problems else "ok", "problems": problems}


def _told(result: Result) -> Json:
    told: Json = {"statement": result.statement_id, "status": result.verdict.status}
    told["message"] = result.verdict.message()
    use = result.use
    if use is not None and use.place != "statement":
        told |= {"place": use.place, "property": use.property, "index": use.index}
        told |= {} if use.reference is None else {"reference": use.reference}
    return told


def _use(subject: Subject, context: Any, property_id: str) -> Use:
    """The use a context names: a statement's main value, one of its qualifiers, or a snak of a reference."""
    try:
        statement = _statement(subject, context["statement"])
        if context.get("type") == "statement":
            return Use(subject, "statement", statement, statement["mainsnak"])
        index, name = int(context.get("index") or 0), context.get("property") or property_id
        if context.get("type") == "qualifier":
            snak = qualifiers_of(statement)[name][index]
            return Use(subject, "qualifier", statement, snak, index)
        if context.get("type") == "reference":
            number = _reference(references_of(statement), context.get("reference"))
            snak = references_of(statement)[number]["snaks"][name][index]
            return Use(subject, "reference", statement, snak, index, number)
    except UNREADABLE as error:
        raise Unusable(
            "context", f"names nothing in the entity ({error})", "name an existing snak"
        ) from error
    raise Unusable("context", "has no known type", "use statement, qualifier or reference")


def _statement(subject: Subject, guid: str) -> Mapping[str, Any]:
    """Statement ids differ in the case of their entity part; comparing all of it as small letters is safe."""
    for statement in all_statements(subject):
        if str(statement.get("id")).lower() == guid.lower():
            return statement
    raise KeyError(guid)


def _reference(references: Sequence[Mapping[str, Any]], wanted: Any) -> int:
    """By index, or by hash; the only one if nothing is said."""
    if wanted is None:
        wanted = 0
    if isinstance(wanted, int):
        return range(len(references))[wanted]
    return [reference.get("hash") for reference in references].index(wanted)
