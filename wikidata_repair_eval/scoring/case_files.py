"""A cases file, cut into ranges of whole lines that can be read and scored independently."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson

from wikidata_repair_eval.errors import InputError

RANGE = 16 * 1024 * 1024
_NEEDED = (
    "id",
    "qid",
    "property",
    "track",
    "violation_context",
    "proof",
    "repair_target",
    "pre_repair_state",
)


def ranges_of(path: Path, size: int = RANGE) -> list[tuple[int, int]]:
    """(start, end) of ranges that begin and end at line ends."""
    end = path.stat().st_size
    cuts = [0]
    with path.open("rb") as file:
        while cuts[-1] + size < end:
            file.seek(cuts[-1] + size)
            file.readline()
            cuts.append(min(file.tell(), end))
    bounds = [*cuts, end] if cuts[-1] < end else cuts
    return list(pairwise(bounds))


def cases_in(path: Path, start: int, end: int) -> Iterator[dict[str, Any]]:
    """The cases of a range; InputError for a line that is no case."""
    with path.open("rb") as file:
        file.seek(start)
        while file.tell() < end:
            place = file.tell()
            line = file.readline()
            if line.strip():
                yield checked(_decoded(line, path, place), str(path), f"byte {place}")


def _decoded(line: bytes, path: Path, place: int) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError as error:
        problem = f"this line is not JSON ({error})"
        raise InputError(str(path), f"byte {place}", problem, "fetch the cases again") from None


def checked(case: Any, file: str, place: str) -> dict[str, Any]:
    """The case itself; InputError if something is missing that scoring needs."""
    fix = "give benchmark cases, as a release has them in cases.jsonl"
    if not isinstance(case, dict):
        raise InputError(file, place, f"this is a {type(case).__name__}, not a case", fix)
    lacking = [name for name in _NEEDED if not case.get(name)]
    if lacking:
        who = case.get("id") or "a case"
        raise InputError(file, place, f"{who} has no {', '.join(lacking)}", fix)
    return case
