"""When a value that stands somewhere holds the answer: by meaning, not by bytes.

Items by id or by a name in a text, dates by precision, quantities by unit, places by their precision, texts
as people read them. Whether a match says enough is decided in `specific`.
"""

import re
from collections.abc import Collection
from decimal import Decimal
from urllib.parse import unquote

from wikidata_repair_eval.benchmark.taxonomy.dates import mentioned, same_date
from wikidata_repair_eval.benchmark.taxonomy.texts import folded, is_name, mentions, same_text
from wikidata_repair_eval.wikibase import (
    EntityIdValue,
    GlobeCoordinateValue,
    MonolingualTextValue,
    QuantityValue,
    StringValue,
    TimeValue,
    Value,
)

_SHORTEST_EQUAL = 3
# So long a number is no count and no year, whatever letters stand around it.
_LONG_NUMBER = 6
# A point without a precision is taken to be as precise as an arc second.
_ARC_SECOND = 1 / 3600
Names = Collection[str]


def text_in(value: Value) -> str | None:
    """The text of a string or monolingual value."""
    if isinstance(value, StringValue | MonolingualTextValue):
        return value.text
    return None


def holds(evidence: Value, answer: Value, names: Names = ()) -> bool:
    """A value of some statement holds the answer; `names` are those of an answer that is an entity."""
    text = text_in(evidence)
    if text is not None:
        return tells(text, answer, names)
    match evidence, answer:
        case EntityIdValue(), EntityIdValue():
            return evidence.id == answer.id
        case TimeValue(), TimeValue():
            return same_date(answer, evidence)
        case QuantityValue(), QuantityValue():
            return evidence.amount == answer.amount and evidence.unit == answer.unit
        case GlobeCoordinateValue(), GlobeCoordinateValue():
            return _same_place(evidence, answer)
    return False


def tells(text: str, answer: Value, names: Names = ()) -> bool:
    """The text says the answer in words."""
    match answer:
        case EntityIdValue():
            return any(_named(text, name) for name in names)
        case TimeValue():
            return mentioned(answer, text)
        case QuantityValue():
            return _counted(text, answer.amount) and not _other_unit(text, answer.unit)
        case GlobeCoordinateValue():
            return _placed(text, answer)
        case StringValue() | MonolingualTextValue():
            return _spelled(text, answer.text)
    return False


def _named(text: str, name: str) -> bool:
    """A short name counts only as it is written, capital and all: Ulm is a city, "ulm" may be anything."""
    if is_name(name):
        return mentions(text, name)
    proper = len(name) >= _SHORTEST_EQUAL and name[:1].isupper() and name.isalpha()
    return proper and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _spelled(text: str, wanted: str) -> bool:
    if same_text(text, wanted) or same_text(_bare_url(text), _bare_url(wanted)):
        return len(folded(wanted)) >= _SHORTEST_EQUAL
    return is_name(wanted) and (mentions(text, wanted) or ("//" in text and _in_address(text, wanted)))


def _in_address(text: str, wanted: str) -> bool:
    """In a web address signs are spelled %7C, and letters may stand before a number: `/thes/p079263417`."""
    plain = unquote(text)
    if wanted.isdecimal() and len(wanted) >= _LONG_NUMBER:
        return re.search(rf"(?<!\d){wanted}(?!\d)", plain) is not None
    return mentions(plain, wanted)


def _bare_url(text: str) -> str:
    """A web address without what does not change where it leads."""
    plain = folded(text).replace("_", " ")
    return plain.removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")


def _counted(text: str, amount: Decimal) -> bool:
    """The number stands in the text, whatever sign groups its digits."""
    plain = folded(text)
    whole = f"{abs(amount):f}"
    return any(mentions(plain, spelling) for spelling in _spellings(whole))


def _other_unit(text: str, unit: str) -> bool:
    """The short form of a quantity ends with the id of its unit."""
    found = re.search(r"(?<=\d) (Q\d+)$", text)
    return found is not None and found[1] != unit


def _placed(text: str, answer: GlobeCoordinateValue) -> bool:
    """The short form of a place: latitude, longitude."""
    found = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?),\s*(-?\d+(?:\.\d+)?)\s*", text)
    return found is not None and _same_place(GlobeCoordinateValue(float(found[1]), float(found[2])), answer)


def _spellings(number: str) -> list[str]:
    digits, _, decimals = number.partition(".")
    grouped = [f"{int(digits):,}".replace(",", sign) for sign in ("", ",", ".", " ", "'", "\u2019")]
    if not decimals:
        return grouped
    return [f"{start}{point}{decimals}" for start in grouped for point in (".", ",")]


def _same_place(one: GlobeCoordinateValue, other: GlobeCoordinateValue) -> bool:
    if one.globe != other.globe:
        return False
    blur = max(one.precision or _ARC_SECOND, other.precision or _ARC_SECOND)
    apart = abs(one.longitude - other.longitude) % 360
    return abs(one.latitude - other.latitude) <= blur and min(apart, 360 - apart) <= blur
