"""Small repairs, states, worlds and classes in the shape of the stages before: one format repair, by default.

`parts()` fits together: the state shows the violation, and the repair's one operation ends it.
"""

from copy import deepcopy
from typing import Any

from wikidata_repair_eval.benchmark.cases import Parts, benchmark_case
from wikidata_repair_eval.wikibase import constraint_signature
from wikidata_repair_eval_tests.build import claims, entity, item, statement, text

Raw = dict[str, Any]
EDITOR = "Quillfeather of Umbria"
COMMENT = "/* wbsetclaimvalue:1| */ [[Property:P1]]: 12345, fixed by [[User:Quillfeather of Umbria]]"
FORMAT, REGEX = "Q21502404", "P1793"


def shown(content: str) -> Raw:
    return {"snaktype": "value", "datatype": "string", "value": content, "rank": "normal", "text": content}


def rule(property_id: str = "P1") -> Raw:
    """A format constraint: digits only."""
    made = statement("P2302", item(FORMAT), id=f"{property_id}$RULE", qualifiers={REGEX: [text(r"\d+")]})
    return claims(property_id, [made])["P2302"][0]


def repair(
    qid: str = "Q1",
    property_id: str = "P1",
    revision: int = 100,
    *,
    moment: str = "2025-06-01T00:00:00Z",
    types: tuple[str, ...] = (FORMAT,),
    family: str = "Format",
    **more: Any,
) -> Raw:
    before, after = _statement(qid, property_id, "x12345"), _statement(qid, property_id, "12345")
    context = {
        "report_violation_type": family,
        "report_violation_types": [family],
        "value": [shown("x12345")],
        "report_fix_date": "2025-06-05T00:00:00Z",
        "report_revision_old": 1,
        "report_revision_new": 2,
        "report_page_title": f"Reports/{property_id}",
    }
    target = {
        "kind": "A_BOX",
        "action": "UPDATE",
        "entity": qid,
        "property": property_id,
        "term": None,
        "old_value": [shown("x12345")],
        "new_value": [shown("12345")],
        "value": [shown("12345")],
        "statement_ops": [
            {"op": "change_value", "statement_id": before["id"], "before": before, "after": after}
        ],
        "revision_id": revision,
        "parent_id": revision - 1,
        "session_revision_ids": [revision],
        "timestamp": moment,
        "author": EDITOR,
        "comment": COMMENT,
    }
    made = {
        "id": f"repair_{qid}_{revision}",
        "qid": qid,
        "property": property_id,
        "track": "A_BOX",
        "violation_context": context,
        "repair_target": target,
        "persistence_check": {"live": {"status": "persists", "current_value": None, "checked_at": None}},
        "ambiguous": False,
        "ambiguous_reasons": [],
        "proof": _proof(qid, property_id, revision, moment, types),
        "protocol_attribution": None,
        "provenance": {"source": "test", "tool_version": "0", "history_api": "action"},
        "schema_version": 1,
    }
    return made | more


def reform(qid: str, property_id: str = "P1", revision: int = 900, **more: Any) -> Raw:
    """The constraint was dropped."""
    made = repair(qid, property_id, revision, **more)
    target = {
        "kind": "T_BOX",
        "property_revision_id": revision,
        "property_revision_prev": revision - 1,
        "timestamp": made["repair_target"]["timestamp"],
        "author": EDITOR,
        "comment": COMMENT,
        "constraint_delta": {
            "hash_before": constraint_signature([rule(property_id)]),
            "hash_after": constraint_signature([]),
            "statements_before": [rule(property_id)],
            "statements_after": [],
            "direction": "relaxation",
        },
    }
    name = f"reform_{qid}_{property_id}_{revision}"
    return made | {"id": name, "track": "T_BOX", "repair_target": target}


def state(of: Raw) -> Raw:
    qid, property_id = of["qid"], of["property"]
    held = entity(
        qid,
        _statement(qid, property_id, "x12345"),
        labels={"en": f"Subject {qid}"},
        descriptions={"en": "an example"},
    )
    return {
        "id": of["id"],
        "entity": held,
        "neighbours": {},
        "class_edges": [],
        "constraints": [rule(property_id)],
        "as_of": of["repair_target"]["timestamp"],
        "companions": [],
        "schema_version": 1,
    }


def world(of: Raw, *, persists: str = "persists", sitelinks: dict[str, str] | None = None) -> Raw:
    qid, property_id = of["qid"], of["property"]
    labels = {qid: f"Subject {qid}", property_id: "shelf mark"}
    return {
        "status": "frozen",
        "L1_ego_node": {
            "qid": qid,
            "label": f"Subject {qid}",
            "description": "an example",
            "properties": {property_id: ["12345"]},
            "statements": {property_id: [_statement(qid, property_id, "12345")]},
            "sitelinks": sitelinks or {},
        },
        "L2_labels": {"entities": {k: {"label": v, "description": None} for k, v in labels.items()}},
        "L3_neighborhood": {"outgoing_edges": [], "nodes": {}},
        "L4_constraints": {"property_id": property_id, "constraints": []},
        "persistence": {"status": persists, "current_value": None, "checked_at": "2026-01-01T00:00:00Z"},
        "schema_version": 1,
    }


def classified(of: Raw, kind: str = "TypeA", *, main_score: bool = True) -> Raw:
    return {
        "id": of["id"],
        "class": kind,
        "subtype": "format_rule",
        "confidence": 0.9,
        "main_score": main_score,
        "trace": [{"step": "format", "finding": "the rule mends it", "evidence": None}],
        "evidence_as_of": "pre_repair",
        "schema_version": 1,
    }


def parts(of: Raw | None = None, **more: Any) -> Parts:
    one = of or repair()
    given: dict[str, Any] = {
        "repair": one,
        "pre_repair_state": state(one),
        "world_state": world(one),
        "classified": classified(one, "T_BOX" if one["track"] == "T_BOX" else "TypeA"),
        "retrieval": None,
        "popularity": None,
        "definition_times": {},
    }
    return Parts(**(given | more))


def case(of: Raw | None = None, **more: Any) -> Raw:
    """A case as its page has it."""
    return deepcopy(benchmark_case(parts(of, **more)))


def _statement(qid: str, property_id: str, content: str) -> Raw:
    return claims(qid, [statement(property_id, text(content), id=f"{qid}$S")])[property_id][0]


def _proof(qid: str, property_id: str, revision: int, moment: str, types: tuple[str, ...]) -> Raw:
    used = [
        {"type_qid": one, "statement_id": f"{property_id}$RULE", "property_revision_id": 7} for one in types
    ]
    return {
        "verdict": "proven",
        "locus": "A_BOX",
        "through": "same_property",
        "constraints": used,
        "event": {"entity": qid, "revision_id": revision, "timestamp": moment},
        "before": "violated",
        "after": "clean",
        "cells": None,
        "violating_statements": [f"{qid}$S"],
        "partial_repairs": [],
        "class_tree": None,
        "reason": "The value does not match the format.",
        "retracted": False,
        "window_widened": False,
    }
