"""Benchmark cases built from two states, of an entity or of a definition: what people had and left."""

from collections.abc import Sequence
from typing import Any

from wikidata_repair_eval.constraints import differences, direction_of
from wikidata_repair_eval.wikibase import action, constraint_signature, statement_ops, values_of
from wikidata_repair_eval_tests.build import Raw, entity, item, quantity, statement, text

SINGLE_VALUE, ONE_OF, NONE_OF, FORMAT = "Q19474404", "Q21510859", "Q52558054", "Q21502404"
SUBJECT_TYPE, CONFLICTS, REQUIRED_QUALIFIER = "Q21503250", "Q21502838", "Q21510856"
INTEGER, ALLOWED_QUALIFIERS, DISTINCT, LABEL = "Q52848401", "Q21510851", "Q21502410", "Q108139345"
ITEM_REQUIRES, CITATION, SYMMETRIC, RANGE = "Q21503247", "Q54554025", "Q21510862", "Q21510860"


def rule(kind: str, name: str = "1", rank: str = "normal", **parameters: list[Raw]) -> Raw:
    """A P2302 statement with an id of its own."""
    return statement("P2302", item(kind), id=f"P1${kind}-{name}", rank=rank, qualifiers=parameters or None)


def case(
    before: Raw,
    rules: Sequence[Raw],
    *,
    after: Raw | None = None,
    rules_after: Sequence[Raw] | None = None,
    edited: tuple[Raw, Raw] | None = None,
    edited_property: str | None = "P1",
    term: str | None = None,
    reported: Sequence[Raw] | None = None,
    neighbours: Sequence[Raw] = (),
    family: str = "Format",
    **more: Any,
) -> Raw:
    """A case about P1 of `before`; `edited` is another entity that people edited, before and after."""
    meant = list(rules[:1]) if reported is None else list(reported)
    made: Raw = {
        "id": f"repair_{before['id']}_7" if rules_after is None else f"reform_{before['id']}_P1_7",
        "qid": before["id"],
        "property": "P1",
        "track": "A_BOX" if rules_after is None else "T_BOX",
        "violation_context": {
            "report_violation_type": family,
            "report_violation_types": [family],
            "value": None,
        },
        "proof": {
            "through": "same_property",
            "constraints": [
                {"type_qid": raw["mainsnak"]["datavalue"]["value"]["id"], "statement_id": raw["id"]}
                for raw in meant
            ],
            "violating_statements": [],
        },
        "pre_repair_state": {
            "entity": before,
            "neighbours": {raw["id"]: raw for raw in neighbours},
            "class_edges": more.pop("class_edges", []),
            "constraints": list(rules),
            "companions": more.pop("companions", []),
            "as_of": "2026-01-01T00:00:00Z",
        },
    }
    if rules_after is not None:
        made["repair_target"] = definition_target(rules, rules_after)
    else:
        old, new = edited or (before, after or before)
        made["repair_target"] = item_target(old, new, edited_property, term)
    return made | more


def item_target(before: Raw, after: Raw, property_id: str | None, term: str | None = None) -> Raw:
    target: Raw = {"kind": "A_BOX", "entity": before["id"], "property": property_id, "term": term}
    target |= {"revision_id": 7, "timestamp": "2026-01-02T00:00:00Z"}
    if property_id is None:
        old, new = (_term(raw, str(term)) for raw in (before, after))
        return target | {"old_value": old, "new_value": new, "statement_ops": [], "action": action(old, new)}
    old, new = (values_of(raw, property_id) for raw in (before, after))
    statements = [raw["claims"].get(property_id, []) for raw in (before, after)]
    ops = statement_ops(before, after, [property_id])
    return target | {
        "old_value": old,
        "new_value": new,
        "statement_ops": ops,
        "action": action(*statements) or "UPDATE",
    }


def _term(raw: Raw, term: str) -> list[Raw]:
    part, _, language = term.partition("/")
    entry = raw[part].get(language)
    if entry is None:
        return []
    content = {"language": language, "text": entry["value"]}
    return [
        {
            "snaktype": "value",
            "datatype": "monolingualtext",
            "value": content,
            "rank": "normal",
            "text": entry["value"],
        }
    ]


def definition_target(before: Sequence[Raw], after: Sequence[Raw]) -> Raw:
    delta = {
        "hash_before": constraint_signature(before),
        "hash_after": constraint_signature(after),
        "statements_before": list(before),
        "statements_after": list(after),
        "direction": direction_of(differences(before, after, "P1")),
    }
    return {
        "kind": "T_BOX",
        "property_revision_id": 7,
        "timestamp": "2026-01-02T00:00:00Z",
        "constraint_delta": delta,
    }


def guid(number: int, entity_id: str = "Q1") -> str:
    return f"{entity_id}$00000000-0000-4000-8000-{number:012d}"


def p1(content: Raw, number: int = 1, entity_id: str = "Q1", **more: Any) -> Raw:
    """A statement of P1 with a known id."""
    return statement("P1", content, id=guid(number, entity_id), **more)


def other(content: Raw, number: int, property_id: str = "P2", entity_id: str = "Q1", **more: Any) -> Raw:
    """A statement of another property with a known id."""
    return statement(property_id, content, id=guid(number, entity_id), **more)


def format_case(**more: Any) -> Raw:
    """`abc` breaks the format `[0-9]+`; people wrote 123. Q1 also says P2 = Q9 and P3 = 5."""
    rest = (other(item("Q9"), 2), other(quantity("+5"), 3, "P3"))
    before = entity("Q1", p1(text("abc")), *rest, labels={"en": "first"})
    after = entity("Q1", p1(text("123")), *rest, labels={"en": "first"})
    return case(before, [rule(FORMAT, P1793=[text("[0-9]+")])], after=after, **more)


def exception_case(**more: Any) -> Raw:
    """Q1 has two values where one is allowed; people made Q1 an exception."""
    before = entity("Q1", p1(text("a")), p1(text("b"), 2), other(item("Q9"), 3))
    rules = [rule(SINGLE_VALUE), rule(NONE_OF, P2305=[item("Q666")])]
    freed = [rule(SINGLE_VALUE, P2303=[item("Q1")]), rules[1]]
    return case(before, rules, rules_after=freed, family="Single value", **more)


def proposal(*operations: Raw, track: str = "A_BOX", **more: Any) -> Raw:
    return {"track": track, "operations": list(operations), **more}


def edit(op: str, **members: Any) -> Raw:
    return {"op": op, "entity": "Q1", "property": "P1", **members}


def change(kind: str, **members: Any) -> Raw:
    return {"op": "change_constraint", "property": "P1", "constraint_type": kind, "change": members}
