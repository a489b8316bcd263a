"""What a repair changed, in words: values before and after, statement by statement, or rule by rule."""

from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.constraints import parse_constraints, rule_summary
from wikidata_repair_eval.wikibase import render_id, render_snak

MOST_VALUES = 50
Labels = Mapping[str, str]


def change_view(repair: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    """The edit of a repair record."""
    target = repair["repair_target"]
    shown = {"revision": repair["proof"]["event"]["revision_id"], "timestamp": target["timestamp"]}
    if target["kind"] == "T_BOX":
        return {**shown, **_rules(repair["property"], target["constraint_delta"], labels)}
    return {
        **shown,
        "action": target["action"],
        "entity": target["entity"],
        "property": target["property"],
        "term": target.get("term"),
        "before": value_texts(target["old_value"], labels),
        "after": value_texts(target["new_value"], labels),
        "ops": [_op(one, labels) for one in target["statement_ops"][:MOST_VALUES]],
    }


def value_texts(values: Iterable[Mapping[str, Any]] | None, labels: Labels) -> list[str]:
    """Values of a record as a person reads them: items with their labels, ranks where they matter."""
    return [_with_rank(render_id(str(value["text"]), labels), value.get("rank")) for value in values or ()]


def _op(one: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    before, after = (_statement(one[side], labels) for side in ("before", "after"))
    return {"op": one["op"].replace("_", " "), "before": before, "after": after}


def _statement(statement: Mapping[str, Any] | None, labels: Labels) -> str | None:
    if statement is None:
        return None
    main = _with_rank(render_snak(statement["mainsnak"], labels), statement.get("rank"))
    main = f"{render_id(statement['mainsnak']['property'], labels)}: {main}"
    qualifiers = [
        f"{render_id(property_id, labels)}: {render_snak(snak, labels)}"
        for property_id, snaks in (statement.get("qualifiers") or {}).items()
        for snak in snaks
    ]
    references = len(statement.get("references") or ())
    return "; ".join([main, *qualifiers, *([f"{references} references"] if references else [])])


def _rules(property_id: str, delta: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    before = _sentences(property_id, delta["statements_before"], labels)
    after = _sentences(property_id, delta["statements_after"], labels)
    return {
        "action": delta["direction"],
        "entity": property_id,
        "property": "P2302",
        "before": [sentence for sentence in before if sentence not in after],
        "after": [sentence for sentence in after if sentence not in before],
        "kept": len([sentence for sentence in before if sentence in after]),
        "ops": [],
    }


def _sentences(property_id: str, statements: Any, labels: Labels) -> list[str]:
    rules = parse_constraints(statements or [], property_id, deprecated=True)
    return [rule_summary(rule, labels) for rule in rules]


def _with_rank(text: str, rank: str | None) -> str:
    return text if rank in (None, "normal") else f"{text} [{rank}]"
