"""What must hold of classified cases, read back from their file."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from wikidata_repair_eval.benchmark.taxonomy.records import ClassifiedCase
from wikidata_repair_eval.benchmark.taxonomy.reforms import DIRECTIONS

Record = Mapping[str, Any]


def without_one_class(repairs: Iterable[Record], cases: Iterable[Record]) -> list[str]:
    """Repairs that have no class or several, and classes of no repair."""
    wanted, found = (Counter(record["id"] for record in records) for records in (repairs, cases))
    return sorted(name for name in {*wanted, *found} if wanted[name] != 1 or found[name] != 1)


def misfits(repairs: Iterable[Record], cases: Iterable[Record]) -> list[str]:
    """Cases whose record contradicts itself or its repair."""
    targets = {repair["id"]: repair for repair in repairs}
    found = ((case["id"], _problem(targets.get(case["id"]), case)) for case in cases)
    return [f"{name}: {problem}" for name, problem in found if problem]


def _problem(repair: Record | None, case: Record) -> str | None:
    try:
        ClassifiedCase.model_validate(case)
    except ValidationError as error:
        return f"the record is not valid ({error.error_count()} problems)"
    return next(_contradictions(repair, case), None) if repair else None


def _contradictions(repair: Record, case: Record) -> Iterator[str]:
    target = repair["repair_target"]
    if (case["class"] == "T_BOX") != (target["kind"] == "T_BOX"):
        yield "the class does not fit the track"
    if case["class"] == "T_BOX" and case["subtype"] not in DIRECTIONS:
        yield f"{case['subtype']} is no direction"
    nothing_to_find = target.get("action") == "DELETE" or repair["proof"].get("retracted")
    if case["main_score"] and nothing_to_find:
        yield "in the main score although there is no answer to find"
    if not case["trace"]:
        yield "no trace"
