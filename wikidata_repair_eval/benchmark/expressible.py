"""Can a repair be said with the operations of a proposal, and does its record show that it repairs?

Both must hold of a main case: people's own repair, turned into a proposal, then scores 1.0. A case that
fails is diagnostic, with the reason. `repaired` is the state that people left behind, straight from the
record; turning the record into operations is `scoring.replay`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.pre_repair import State, state_of
from wikidata_repair_eval.benchmark.verdicts import CLEAN, judge_reported, reported_of, status_of
from wikidata_repair_eval.constraints.vocabulary import CONSTRAINT
from wikidata_repair_eval.wikibase import (
    MalformedValue,
    UnsupportedValue,
    constraint_signature,
    normalise_guid,
    parse_datavalue,
)
from wikidata_repair_eval.wikibase.canonical import canonical_statement
from wikidata_repair_eval.wikibase.shapes import claims_of

Raw = Mapping[str, Any]
_LABELS = "labels/"
# What a proposal may hold at most: bounds against hostile ones, far beyond what an edit session does.
MOST_STATEMENTS, LONGEST_TEXT = 500, 5_000  # Wikibase itself refuses strings of more than 2,500 characters


class NotInRecord(Exception):
    """The repair changes something that the state before it does not show."""


def expressible(case: Raw) -> str | None:
    """None if the repair can be said and is seen to repair; else why not, in one sentence."""
    reason = _unsayable(case)
    if reason:
        return reason
    state = state_of(case)
    reported = reported_of(case, state)
    if not reported.statements and not reported.self_link:
        return "The reported constraint is not among the stored P2302 statements."
    if status_of(judge_reported(reported, state)) != "violated":
        return "The stored state before the repair does not show the violation."
    try:
        after = repaired(case, state)
    except NotInRecord as error:
        return str(error)
    if status_of(judge_reported(reported, after)) not in CLEAN:
        return "The edit by itself does not make the stored state clean."
    return None


def _unsayable(case: Raw) -> str | None:
    target, record = case["repair_target"], case.get("pre_repair_state") or {}
    if not record.get("entity"):
        return "There is no stored state of the entity before the repair."
    if target["kind"] == "T_BOX":
        return _unsayable_definition(case)
    if target.get("property") is None and not str(target.get("term")).startswith(_LABELS):
        return f"No operation edits the term {target.get('term')}."
    if target.get("property") and not target["statement_ops"]:
        return "The record names no changed statement."
    if len(target["statement_ops"]) > MOST_STATEMENTS:
        return f"The edit changed more than {MOST_STATEMENTS} statements."
    return _unreadable(op["after"] for op in target["statement_ops"] if op["after"])


def _unsayable_definition(case: Raw) -> str | None:
    delta = case["repair_target"]["constraint_delta"]
    before = case["pre_repair_state"].get("constraints") or ()
    if constraint_signature(before) != delta["hash_before"]:
        return "The stored constraints are not those that the edit began with."
    for raw in delta["statements_after"]:
        if raw["mainsnak"].get("snaktype") != "value":
            return "A constraint without a type (unknown or no value) cannot be written by an operation."
    if max(len(before), len(delta["statements_after"])) > MOST_STATEMENTS:
        return f"The definition has more than {MOST_STATEMENTS} constraints."
    return _unreadable(delta["statements_after"], references=False)


def _unreadable(statements: Iterable[Raw], *, references: bool = True) -> str | None:
    """A proposal may only say what Wikibase can read, and no text that is longer than it takes."""
    for statement in statements:
        for snak in _snaks(statement, references):
            if snak.get("snaktype") == "value" and not _is_readable(snak.get("datavalue")):
                return f"A value of {snak.get('property')} cannot be read or is too long."
    return None


def _snaks(statement: Raw, references: bool) -> Iterator[Raw]:
    yield statement["mainsnak"]
    groups = [statement.get("qualifiers") or {}]
    if references:
        groups += [reference.get("snaks") or {} for reference in statement.get("references") or ()]
    for group in groups:
        for snaks in group.values():
            yield from snaks


def _is_readable(datavalue: Any) -> bool:
    try:
        parsed = parse_datavalue(datavalue)
    except MalformedValue:
        return False
    return not isinstance(parsed, UnsupportedValue) and not too_long(datavalue["value"])


def too_long(content: Any) -> bool:
    """Is a text of this value's content longer than any that a proposal may hold?"""
    texts = content.values() if isinstance(content, Mapping) else [content]
    return any(isinstance(text, str) and len(text) > LONGEST_TEXT for text in texts)


def repaired(case: Raw, state: State) -> State:
    """The state with people's repair in it, and with nothing else."""
    target = case["repair_target"]
    if target["kind"] == "T_BOX":
        return state.with_constraints(tuple(target["constraint_delta"]["statements_after"]))
    entity_id = target["entity"]
    raw = state.entity(entity_id)
    if target.get("property") is None:
        return state.with_entity(entity_id, _with_term(raw, target))
    statements = claims_of(raw).get(target["property"]) or []
    changed = _with_ops(statements, target["statement_ops"])
    after = state.with_entity(entity_id, with_claims(raw, target["property"], changed))
    if target["property"] == CONSTRAINT and entity_id == state.property_id:
        return after.with_constraints(tuple(changed))
    return after


def with_claims(raw: Raw, property_id: str, statements: Sequence[Raw]) -> dict[str, Any]:
    """The entity with these statements of the property; the order of the others stays."""
    claims = {**claims_of(raw), property_id: list(statements)}
    if not statements:
        del claims[property_id]
    return {**raw, "claims": claims}


def _with_term(raw: Raw, target: Raw) -> dict[str, Any]:
    part, _, language = str(target["term"]).partition("/")
    texts = [value["value"]["text"] for value in target.get("new_value") or ()]
    return with_label(raw, language, texts[0] if texts else None, part)


def with_label(raw: Raw, language: str, text: str | None, part: str = "labels") -> dict[str, Any]:
    """The entity with this label; None takes it away."""
    terms = {key: term for key, term in dict(raw.get(part) or {}).items() if key != language}
    if text is not None:
        terms[language] = {"language": language, "value": text}
    return {**raw, part: terms}


def _with_ops(statements: Sequence[Raw], ops: Sequence[Raw]) -> list[Raw]:
    left = list(statements)
    for op in ops:
        if op["before"] is None:
            left.append(op["after"])
            continue
        place = _place(left, op)
        if op["after"] is None:
            if place is not None:
                del left[place]
            continue
        if place is None:
            raise NotInRecord("The changed statement is not in the stored state.")
        left[place] = op["after"]
    return left


def _place(statements: Sequence[Raw], op: Raw) -> int | None:
    """Where the statement stands: by its id, else by what it says. Several ops may be of one statement."""
    guid = op.get("statement_id")
    for place, raw in enumerate(statements):
        if guid and raw.get("id") and normalise_guid(raw["id"]) == guid:
            return place
    wanted = canonical_statement(op["before"])
    same = (place for place, raw in enumerate(statements) if canonical_statement(raw) == wanted)
    return next(same, None)
