"""Repairs of the constraint itself: class T_BOX, with the direction of the edit as subtype."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import orjson

from wikidata_repair_eval.benchmark.taxonomy.demands import types_of
from wikidata_repair_eval.benchmark.taxonomy.records import ClassifiedCase, Step
from wikidata_repair_eval.constraints import Difference, differences, direction_of

Raw = Mapping[str, Any]
DIRECTIONS = ("relaxation", "restriction", "exception", "scope", "update")
_MOST_SHOWN = 10


def classify_reform(repair: Raw) -> ClassifiedCase:
    """The direction as recorded, else as the statements before and after show it."""
    delta = _delta(repair)
    found = _differences(delta, str(repair["property"]))
    types = _types(repair)
    relevant = [one for one in found or () if one.type in types] or list(found or ())
    direction = delta.get("direction") or direction_of(relevant)
    proven = _proven(repair)
    about = proven if proven is not None else bool(types & {one.type for one in found or ()})
    return ClassifiedCase(
        id=repair["id"],
        class_="T_BOX",
        subtype=direction if direction in DIRECTIONS else "update",
        confidence=_confidence(direction, about),
        main_score=about,
        trace=tuple(_trace(direction, found, about, proven)),
        evidence_as_of=repair["repair_target"].get("timestamp"),
    )


def _delta(repair: Raw) -> Raw:
    found = repair["repair_target"].get("constraint_delta")
    return found if isinstance(found, Mapping) else {}


def _differences(delta: Raw, property_id: str) -> list[Difference] | None:
    """None if the statements are not in the record."""
    sides = [delta.get("statements_before"), delta.get("statements_after")]
    return None if None in sides else _remembered(orjson.dumps(sides), property_id)


@lru_cache(maxsize=256)
def _remembered(sides: bytes, property_id: str) -> list[Difference]:
    """One edit of a property can free thousands of items."""
    before, after = orjson.loads(sides)
    return differences(before, after, property_id)


def _types(repair: Raw) -> set[str]:
    used = (repair.get("proof") or {}).get("constraints") or ()
    types = {str(one["type_qid"]) for one in used if one.get("type_qid")}
    if types:
        return types
    context = repair.get("violation_context") or {}
    names = [context.get("report_violation_type"), *(context.get("report_violation_types") or ())]
    return types_of(frozenset(str(name).casefold() for name in names))


def _proven(repair: Raw) -> bool | None:
    """None if the record has no proof at all."""
    proof = repair.get("proof")
    return None if not proof else proof.get("verdict", "proven") == "proven"


def _confidence(direction: str | None, about: bool) -> float:
    return (0.95 if direction in DIRECTIONS else 0.6) - (0 if about else 0.3)


def _trace(
    direction: str | None, found: Sequence[Difference] | None, about: bool, proven: bool | None
) -> list[Step]:
    steps = [Step(step="track", finding="The constraint was edited, not the item.")]
    if found is None:
        steps.append(Step(step="unknown", finding="The statements before and after are not in the record."))
    else:
        shown = [difference.sentence() for difference in found[:_MOST_SHOWN]]
        words = f"{len(found)} differences between the definitions before and after."
        steps.append(Step(step="differences", finding=words, evidence={"differences": shown}))
    if not about:
        words = "No proof, and the edit did not touch a constraint of the reported type."
        words = words if proven is None else "The proof does not name this edit as the repair."
        steps.append(Step(step="diagnostic", finding=words))
    words = f"The direction of the edit is {direction}." if direction else "The edit has no clear direction."
    return [*steps, Step(step="direction", finding=words)]
