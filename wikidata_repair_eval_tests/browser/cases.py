"""Benchmark cases for the browser's tests: small, in the shape of CONTRACTS, with awkward texts in them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from wikidata_repair_eval.files import write_json_lines

AWKWARD = "</script><img src=x onerror=alert(1)> & \u2028 end"


def value(text: str, rank: str = "normal") -> dict[str, Any]:
    return {"snaktype": "value", "datatype": "string", "value": text, "rank": rank, "text": text}


def statement(text: str) -> dict[str, Any]:
    snak = {"snaktype": "value", "property": "P214", "datavalue": {"type": "string", "value": text}}
    return {"id": "Q1$1", "type": "statement", "rank": "normal", "mainsnak": snak}


def rule(type_qid: str, **qualifiers: Any) -> dict[str, Any]:
    target = {"type": "wikibase-entityid", "value": {"entity-type": "item", "id": type_qid}}
    snak = {"snaktype": "value", "property": "P2302", "datavalue": target}
    return {"id": "P214$1", "rank": "normal", "mainsnak": snak, "qualifiers": qualifiers}


def world(qid: str, label: str | None) -> dict[str, Any]:
    named = {
        "P214": {"label": "VIAF ID", "description": None},
        "Q5": {"label": "human", "description": AWKWARD},
    }
    return {
        "L1_ego_node": {"qid": qid, "label": label, "description": AWKWARD, "properties": {"P31": ["Q5"]}},
        "L2_labels": {"entities": named},
        "L3_neighborhood": {
            "outgoing_edges": [{"property_id": "P31", "target_qid": "Q5", "target_description": "a person"}]
        },
        "L4_constraints": {
            "property_id": "P214",
            "constraints": [
                {
                    "constraint_type": {"qid": "Q21502404", "label": "format constraint"},
                    "rank": "normal",
                    "qualifiers": {},
                    "rule_summary": "It should be that every value of VIAF ID (P214) has the format [0-9]+.",
                }
            ],
        },
        "persistence": {"status": "persists"},
    }


def case(number: int = 1, label: str | None = "Ada", **changes: Any) -> dict[str, Any]:
    """An A-box case whose wrong value is replaced."""
    qid, revision = f"Q{number}", 1_000 + number
    context = {
        "report_violation_type": "Format",
        "report_violation_types": ["Format"],
        "value": [value("VIAF 12")],
        "report_fix_date": "2025-02-01T00:00:00Z",
        "report_revision_old": 10,
        "report_revision_new": 20,
        "report_page_title": "Wikidata:Database reports/Constraint violations/P214",
    }
    target = {
        "kind": "A_BOX",
        "action": "UPDATE",
        "entity": qid,
        "property": "P214",
        "old_value": [value("VIAF 12")],
        "new_value": [value("12", "preferred")],
        "statement_ops": [
            {
                "op": "change_value",
                "before": statement("VIAF 12"),
                "after": statement("12"),
                "statement_id": "Q1$1",
            }
        ],
        "timestamp": "2025-01-15T00:00:00Z",
    }
    proof = {
        "locus": "A_BOX",
        "through": "same_property",
        "cells": {
            "old_item_old_def": "violated",
            "new_item_old_def": "clean",
            "old_item_new_def": "violated",
            "new_item_new_def": "clean",
        },
        "constraints": [{"type_qid": "Q21502404", "statement_id": "P214$1", "property_revision_id": 5}],
        "event": {"entity": qid, "revision_id": revision, "timestamp": "2025-01-15T00:00:00Z"},
        "partial_repairs": [],
        "reason": "VIAF 12 has not the format [0-9]+.",
    }
    return {
        "id": f"repair_{qid}_{revision}",
        "qid": qid,
        "property": "P214",
        "track": "A_BOX",
        "class": "TypeA",
        "subtype": "format",
        "main_score": True,
        "violation_context": context,
        "violations": [{"property": "P214", **context}],
        "repair_target": target,
        "proof": proof,
        "ambiguous_reasons": [],
        "splits": {"temporal": "train", "definition_disjoint": "test", "entity_disjoint": "dev"},
        "trace": [
            {"step": "format", "finding": "digits are kept", "evidence": {"rule": "strip", "kept": ["12"]}}
        ],
        "world_state": world(qid, label),
        **changes,
    }


def reform(number: int) -> dict[str, Any]:
    """A T-box case: the format rule went, another came."""
    base = case(number)
    delta = {
        "direction": "update",
        "statements_before": [rule("Q21502404"), rule("Q19474404")],
        "statements_after": [rule("Q19474404"), rule("Q21502410")],
    }
    target = {"kind": "T_BOX", "timestamp": "2025-01-15T00:00:00Z", "constraint_delta": delta}
    return {
        **base,
        "id": f"reform_Q{number}_P214_7",
        "track": "T_BOX",
        "class": "T_BOX",
        "repair_target": target,
    }


def write_release(folder: Path, cases: Iterable[Any], diagnostic: Iterable[Any] = ()) -> Path:
    write_json_lines(folder / "cases.jsonl", cases)
    write_json_lines(folder / "diagnostic.jsonl", diagnostic)
    return folder


def many(count: int) -> Iterator[dict[str, Any]]:
    return (case(number, label=f"Person {number}") for number in range(1, count + 1))
