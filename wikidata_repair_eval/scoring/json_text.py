"""JSON out of what a model said: whole, fenced, or somewhere in prose; bounded in size, depth and time.

Refused: not-a-number, numbers out of all bounds, an object that names a key twice (nobody knows which one
was meant), nesting that only an attacker writes. What the JSON says is read in `reading`.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from wikidata_repair_eval.scoring.errors import InvalidProposal

LONGEST_ANSWER = 2 * 1024 * 1024
DEEPEST, MOST_NODES, MOST_DIGITS, MOST_ATTEMPTS = 40, 100_000, 60, 24
_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_START = re.compile(r"[{\[]")


def json_in(text: str) -> Any:
    """The first JSON object or array in the text that looks like an answer; InvalidProposal if none does."""
    if len(text) > LONGEST_ANSWER:
        raise InvalidProposal(f"the answer is longer than {LONGEST_ANSWER} characters")
    found = None
    for value in _candidates(text):
        if _looks_like_an_answer(value):
            return bounded(value)
        found = value if found is None else found
    if found is None:
        raise InvalidProposal("there is no JSON in the answer")
    return bounded(found)


def _looks_like_an_answer(value: Any) -> bool:
    members = value[0] if isinstance(value, list) and value else value
    return isinstance(members, dict) and bool(members.keys() & _TELLING)


_TELLING = frozenset(
    {"operations", "ops", "edits", "op", "operation", "action", "abstain", "track", "case_id"}
)


def _candidates(text: str) -> Iterator[Any]:
    stripped = text.strip()
    if stripped[:1] in ("{", "["):
        whole = _decoded(stripped)
        if whole is not None:
            yield whole[0]
            return
    for fence in list(_FENCE.finditer(text))[:MOST_ATTEMPTS]:
        inside = _decoded(fence[1].strip())
        if inside is not None:
            yield inside[0]
    yield from _in_prose(text)


def _in_prose(text: str) -> Iterator[Any]:
    """Values that begin at a bracket somewhere; after so many brackets that begin none, nobody looks on."""
    position = 0
    for _ in range(MOST_ATTEMPTS):
        start = _START.search(text, position)
        if start is None:
            return
        found = _decoded(text, start.start(), whole=False)
        position = found[1] if found else start.start() + 1
        if found:
            yield found[0]


def _decoded(text: str, start: int = 0, *, whole: bool = True) -> tuple[Any, int] | None:
    try:
        value, end = _DECODER.raw_decode(text, start)
    except RecursionError:
        raise InvalidProposal("the JSON is nested too deeply") from None
    except ValueError:
        return None
    if whole and text[end:].strip():
        return None
    return value, end


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise InvalidProposal("an object of the JSON names a key twice")
    return members


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise InvalidProposal("a number of the JSON has too many digits")
    return int(text)


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise InvalidProposal("a number of the JSON is out of all bounds")
    return number


def _no_constant(text: str) -> Any:
    raise InvalidProposal(f"{text} is no JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_no_constant
)


def bounded(value: Any) -> Any:
    """The value itself, if it is neither too deep nor too large; walks without recursion."""
    level, nodes, depth = [value], 1, 0
    while level:
        depth += 1
        nodes += len(level)
        if depth > DEEPEST:
            raise InvalidProposal("the JSON is nested too deeply")
        if nodes > MOST_NODES:
            raise InvalidProposal("the JSON has too many members")
        level = [member for node in level for member in _members(node)]
    return value


def _members(node: Any) -> Iterator[Any]:
    if isinstance(node, Mapping):
        yield from node.values()
    elif isinstance(node, list | tuple):
        yield from node
    elif isinstance(node, str) and len(node) > LONGEST_ANSWER:
        raise InvalidProposal("a text of the JSON is too long")
    elif isinstance(node, float) and not math.isfinite(node):
        raise InvalidProposal("a number of the JSON is out of all bounds")
