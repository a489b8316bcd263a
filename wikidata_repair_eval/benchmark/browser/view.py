"""One case as a person reads it: short texts, bounded lists, nothing that the page would have to work out."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from wikidata_repair_eval.benchmark.browser.change import Labels, change_view, value_texts
from wikidata_repair_eval.wikibase import render_id

MOST_ROWS = 300  # of a layer; the rest is counted
LONGEST = 600  # characters of one text


def case_view(case: Mapping[str, Any]) -> dict[str, Any]:
    """What the page shows of a benchmark case."""
    labels = labels_of(case)
    return {
        "id": case["id"],
        "name": name_of(case),
        "about": (case.get("world_state") or {}).get("L1_ego_node", {}).get("description"),
        "subject": render_id(case["qid"], labels),
        "property": render_id(case["property"], labels),
        "facts": _facts(case),
        "violations": [_violation(one, labels) for one in case.get("violations") or [_own_violation(case)]],
        "change": change_view(case, labels),
        "proof": _proof(case["proof"], labels),
        "layers": _layers(case.get("world_state") or {}, labels),
        "retrieval": _retrieval(case.get("retrieval_context")),
        "trace": [
            {key: _text(one.get(key)) for key in ("step", "finding", "evidence")} for one in _trace(case)
        ],
    }


def labels_of(case: Mapping[str, Any]) -> Labels:
    """Labels of everything that the case's frozen layers name."""
    named = (case.get("world_state") or {}).get("L2_labels", {}).get("entities", {})
    return {key: about["label"] for key, about in named.items() if about.get("label")}


def name_of(case: Mapping[str, Any]) -> str:
    """The subject's label, frozen with the case; its id where it has none."""
    node = (case.get("world_state") or {}).get("L1_ego_node", {})
    return str(node.get("label") or case["qid"])


def family_of(case: Mapping[str, Any]) -> str:
    """The kind of violation by which the case was found."""
    return str(case["violation_context"]["report_violation_type"])


def _facts(case: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The small print, in the order in which it is read."""
    persistence = (case.get("world_state") or {}).get("persistence") or {}
    splits = sorted((case.get("splits") or {}).items())
    return [
        ("class", case.get("class")),
        ("subtype", case.get("subtype")),
        ("confidence", case.get("confidence")),
        ("track", case["track"]),
        ("main score", "yes" if case.get("main_score") else "no"),
        ("repaired", (case.get("timestamps") or {}).get("repair") or case["repair_target"]["timestamp"]),
        ("splits", ", ".join(f"{name.replace('_', ' ')}: {part}" for name, part in splits)),
        ("popularity", (case.get("popularity") or {}).get("tier")),
        ("still there", persistence.get("status")),
        ("ambiguous", "; ".join(case.get("ambiguous_reasons") or ()) or None),
        ("kept apart because", case.get("diagnostic_reason")),
        ("cluster", case.get("cluster_id")),
    ]


def _own_violation(case: Mapping[str, Any]) -> dict[str, Any]:
    return {"property": case["property"], **case["violation_context"]}


def _violation(one: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    return {
        "page": one["report_page_title"],
        "types": ", ".join(one.get("report_violation_types") or [one["report_violation_type"]]),
        "values": value_texts(one.get("value"), labels),
        "listed": one["report_revision_old"],
        "gone": one["report_revision_new"],
        "date": one["report_fix_date"],
    }


def _proof(proof: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    return {
        "locus": proof["locus"],
        "through": str(proof["through"]).replace("_", " "),
        "cells": proof["cells"],
        "constraints": [
            render_id(one["type_qid"], labels) for one in proof["constraints"] if one["type_qid"]
        ],
        "event": f"revision {proof['event']['revision_id']} of {render_id(proof['event']['entity'], labels)}",
        "timestamp": proof["event"]["timestamp"],
        "reason": _text(proof.get("reason")),
        "partial": len(proof.get("partial_repairs") or ()),
    }


def _layers(world: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    ego, edges = world.get("L1_ego_node", {}), world.get("L3_neighborhood", {}).get("outgoing_edges", [])
    names = world.get("L2_labels", {}).get("entities", {})
    rules = world.get("L4_constraints", {}).get("constraints", [])
    return {
        "L1": _bounded(
            [
                render_id(key, labels),
                ", ".join(_text(render_id(str(value), labels)) or "" for value in values),
            ]
            for key, values in sorted(ego.get("properties", {}).items(), key=lambda pair: _number(pair[0]))
        ),
        "L2": _bounded(
            [key, about.get("label"), about.get("description")] for key, about in sorted(names.items())
        ),
        "L3": _bounded(
            [
                render_id(edge["property_id"], labels),
                render_id(edge["target_qid"], labels),
                edge.get("target_description"),
            ]
            for edge in edges
        ),
        "L4": _bounded(
            [
                rule["constraint_type"].get("label") or rule["constraint_type"]["qid"],
                _text(rule["rule_summary"]),
            ]
            for rule in rules
        ),
    }


def _bounded(rows: Iterable[list[Any]]) -> dict[str, Any]:
    """The first rows, and how many more there are."""
    coming = iter(rows)
    first = list(islice(coming, MOST_ROWS))
    return {"rows": first, "more": sum(1 for _ in coming)}


def _retrieval(context: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if not context:
        return None
    if context.get("response") is None:
        return {"missing": str(context.get("reason") or "nothing was found yet")}
    found = set(context.get("answer_found_in") or ())
    return {
        "query": context["query"],
        "asked": context.get("requested_at"),
        "results": [
            {
                "title": _text(one.get("title")),
                "url": one.get("url"),
                "text": _text(one.get("content")),
                "has_answer": one.get("url") in found,
            }
            for one in context["response"].get("results", [])
        ],
    }


def _trace(case: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(case.get("trace") or ())


def _text(value: Any) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else _flat(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."


def _flat(value: Any) -> str:
    """Structured evidence on one line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_flat(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_flat, value))
    return str(value)


def _number(entity_id: str) -> tuple[int, str]:
    digits = entity_id[1:]
    return (int(digits) if digits.isdigit() else 0, entity_id)
