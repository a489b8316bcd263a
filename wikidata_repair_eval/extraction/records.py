"""What is scored: an item's statements and an extractor's triples, read from JSON and checked.

Deprecated, unknown and absent values and the excluded datatypes are read, but they are not ground truth.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.alignment import EXCLUDED_DATATYPES, datatype_key
from wikidata_repair_eval.extraction.dates import Years

RANKS = frozenset({"preferred", "normal", "deprecated"})
SNAKTYPES = frozenset({"value", "somevalue", "novalue"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement; `value_type` in the spelling of `datatype_key`."""

    property_id: str
    value: str
    value_type: str
    value_label: str | None = None
    value_aliases: tuple[str, ...] = ()
    rank: str = "normal"
    snaktype: str = "value"
    precision: float | None = None
    calendar: str | None = None
    unit: str | None = None
    language: str | None = None
    years: Years | None = None  # how years before 1 are spelt, where the source is known
    qualifiers: tuple[tuple[str, str], ...] = ()

    @property
    def is_ground_truth(self) -> bool:
        """Deprecated is known to be wrong; an unknown value is nothing to find in a text."""
        return (
            self.rank != "deprecated"
            and self.snaktype == "value"
            and self.value_type not in EXCLUDED_DATATYPES
        )


@dataclass(frozen=True, slots=True)
class Item:
    """The item of an article."""

    qid: str | None
    label: str | None
    aliases: tuple[str, ...]
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Triple:
    """What an extractor says. A confidence of None was not given, which is not 0."""

    subject: str
    predicate: str
    object: str
    confidence: float | None = None


def read_item(raw: Any, file: str) -> Item:
    """An item with its statements."""
    content = _mapping(raw, file, "item")
    statements = content.get("statements")
    if not isinstance(statements, list):
        raise InputError(file, "item.statements", "it is not a list", "give a list, empty if there are none")
    read = [read_statement(one, file, f"item.statements[{n}]") for n, one in enumerate(statements)]
    label, qid = content.get("label"), content.get("qid")
    return Item(_text(qid), _text(label), _texts(content.get("aliases")), tuple(read))


def read_statement(raw: Any, file: str, place: str) -> Statement:
    content = _mapping(raw, file, place)
    rank, snaktype = content.get("rank") or "normal", content.get("snaktype") or "value"
    property_id = content.get("property_id")
    if not isinstance(property_id, str):
        raise InputError(file, f"{place}.property_id", "it is missing", "name the property, like P569")
    if rank not in RANKS or snaktype not in SNAKTYPES:
        problem = f"rank {rank!r} or snaktype {snaktype!r} is unknown"
        raise InputError(file, place, problem, "use Wikibase's names, like normal and value")
    value = content.get("value")
    if snaktype == "value" and not isinstance(value, str | int | float):
        raise InputError(file, f"{place}.value", "it is missing", "write the value as text")
    return Statement(
        property_id=property_id,
        value="" if value is None else str(value),
        value_type=datatype_key(str(content.get("value_type") or "string")),
        value_label=_text(content.get("value_label")),
        value_aliases=_texts(content.get("value_aliases")),
        rank=rank,
        snaktype=snaktype,
        precision=_number(content.get("precision"), file, f"{place}.precision"),
        calendar=_text(content.get("calendar")),
        unit=_text(content.get("unit")),
        language=_text(content.get("language")),
        qualifiers=_pairs(content.get("qualifiers"), file, f"{place}.qualifiers"),
    )


def read_triple(raw: Any, file: str, place: str) -> Triple:
    """`[subject, predicate, object, confidence]`, or an object with these keys."""
    if isinstance(raw, list | tuple) and len(raw) > 2 and raw[2] is None:
        raw = [*raw[:2], "", *raw[3:]]  # says nothing, which is never right
    if isinstance(raw, Mapping):
        raw = [raw.get("subject"), raw.get("predicate"), raw.get("object"), raw.get("confidence")]
    if not isinstance(raw, list | tuple) or len(raw) not in (3, 4):
        problem, fix = "it is not a triple", "write [subject, predicate, object, confidence]"
        raise InputError(file, place, problem, fix)
    parts = [_term(part, file, place) for part in raw[:3]]
    return Triple(parts[0], parts[1], parts[2], _confidence(raw[3] if len(raw) == 4 else None))


def confidence_problem(raw: Any) -> str | None:
    """What is wrong with a triple's confidence. Such a triple is scored all the same: it is only not sure."""
    given = raw.get("confidence") if isinstance(raw, Mapping) else next(iter(raw[3:]), None)
    if given in (None, "") or _confidence(given) is not None:
        return None
    return f"the confidence {given!r} is not a number from 0 to 1, so it counts as unknown"


def _term(part: Any, file: str, place: str) -> str:
    if isinstance(part, bool) or not isinstance(part, str | int | float):
        problem = f"{part!r} is neither text nor a number"
        raise InputError(file, place, problem, "write subject, predicate and object as text")
    return str(part)


def _confidence(raw: Any) -> float | None:
    """None where none was given, and where what was given is no confidence."""
    try:
        number = math.nan if isinstance(raw, bool) else float(raw)
    except (TypeError, ValueError):
        return None
    return number if 0 <= number <= 1 else None


def _number(raw: Any, file: str, place: str) -> float | None:
    if raw is None or raw == "":
        return None
    try:
        number = float(raw)
    except (TypeError, ValueError):
        number = math.nan
    if isinstance(raw, bool) or not math.isfinite(number):
        raise InputError(file, place, f"{raw!r} is not a number", "write a number or null")
    return number


def _pairs(raw: Any, file: str, place: str) -> tuple[tuple[str, str], ...]:
    """`{P: value or [values]}` as pairs; they are provenance, nothing is matched with them."""
    if not raw:
        return ()
    listed = {
        pid: values if isinstance(values, list) else [values]
        for pid, values in _mapping(raw, file, place).items()
    }
    return tuple((str(pid), str(value)) for pid in sorted(listed) for value in listed[pid])


def _mapping(raw: Any, file: str, place: str) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise InputError(file, place, "it is not an object", "see the example in --help")
    return raw


def _text(raw: Any) -> str | None:
    return None if raw is None or raw == "" else str(raw)


def _texts(raw: Any) -> tuple[str, ...]:
    return tuple(str(one) for one in raw or () if one)
