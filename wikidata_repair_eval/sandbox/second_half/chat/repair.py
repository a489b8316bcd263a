"""The rule for repair prompts: take away the value that is at fault, or abstain where there is none.

A prompt is about a repair when it holds a JSON object with a case (`case_id`, or `id` such as
`repair_Q1_22`), in a code fence or not; the last such object counts. The entity is `qid` (or that of
`L1_ego_node`), the property is `property` (or that of `L4_constraints`), the offending value is
`violation_context.value`, else `value`, else the first value of the property in `L1_ego_node.properties`.
A prompt without such an object that still names a case id is answered with an abstention.
"""

import json
import re
from typing import Any

JsonObject = dict[str, Any]

CASE_ID = re.compile(r"\b(?:repair_[QPL]\d+_\d+|reform_[QPL]\d+_P\d+_\d+)\b")


def propose(prompt: str) -> JsonObject | None:
    """A proposal in the form of CONTRACTS, or None where the prompt is about something else."""
    case = find_case(prompt)
    if case is not None:
        return _proposal(case)
    named = CASE_ID.search(prompt)
    return None if named is None else _abstention(named.group(), "no case was given")


def find_case(prompt: str) -> JsonObject | None:
    cases = [found for found in json_objects(prompt) if _case_id(found) is not None]
    return cases[-1] if cases else None


def json_objects(text: str) -> list[JsonObject]:
    """Every JSON object that starts somewhere in the text and is not inside another one."""
    decoder = json.JSONDecoder()
    found: list[JsonObject] = []
    position = text.find("{")
    while position != -1:
        try:
            value, end = decoder.raw_decode(text, position)
        except ValueError:
            end = position + 1
        else:
            found.append(value)
        position = text.find("{", end)
    return found


def _case_id(case: JsonObject) -> str | None:
    for name in ("case_id", "id"):
        value = case.get(name)
        if isinstance(value, str) and (name == "case_id" or CASE_ID.fullmatch(value)):
            return value
    return None


def _proposal(case: JsonObject) -> JsonObject:
    case_id = _case_id(case) or ""
    entity = _first(case.get("qid"), _within(case, "L1_ego_node", "qid"))
    property_id = _first(
        case.get("property"), case.get("property_id"), _within(case, "L4_constraints", "property_id")
    )
    value = _offending_value(case, property_id)
    if entity is None or property_id is None or value is None:
        return _abstention(case_id, "nothing to remove was named")
    operation = {"op": "remove", "entity": entity, "property": property_id, "old": value, "new": None}
    return {
        "case_id": case_id,
        "track": "A_BOX",
        "operations": [operation],
        "abstain": False,
        "confidence": 0.6,
        "rationale": "The rule of the sandbox: remove the value that violates the constraint.",
    }


def _abstention(case_id: str, reason: str) -> JsonObject:
    return {
        "case_id": case_id,
        "track": "A_BOX",
        "operations": [],
        "abstain": True,
        "confidence": 0.1,
        "rationale": f"The rule of the sandbox: abstain, since {reason}.",
    }


def _offending_value(case: JsonObject, property_id: Any) -> Any:
    held = _within(case, "L1_ego_node", "properties")
    values = held.get(property_id) if isinstance(held, dict) else None
    first = values[0] if isinstance(values, list) and values else None
    return _first(_within(case, "violation_context", "value"), case.get("value"), first)


def _within(case: JsonObject, section: str, name: str) -> Any:
    """The section may stand in the case itself or in its `world_state`."""
    for home in (case, case.get("world_state")):
        part = home.get(section) if isinstance(home, dict) else None
        if isinstance(part, dict) and part.get(name) is not None:
            return part[name]
    return None


def _first(*candidates: Any) -> Any:
    return next((candidate for candidate in candidates if candidate is not None), None)
