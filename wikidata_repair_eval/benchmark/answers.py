"""What a repair put there, and whether a text says so, by meaning: dates by precision, numbers by value.

For `answer_found_in` of frozen searches, and to keep answers out of queries. Not here: classes of cases.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from wikidata_repair_eval.wikibase import (
    EntityIdValue,
    GlobeCoordinateValue,
    MalformedValue,
    MonolingualTextValue,
    QuantityValue,
    StringValue,
    TimeValue,
    parse_datavalue,
)

Raw = Mapping[str, Any]
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
YEAR_PRECISION, MONTH_PRECISION, DAY_PRECISION = 9, 10, 11
# Scripts from here on (Thai, CJK, ...) are written without spaces, so a word has no visible edge.
_UNSPACED = 0x0E00
_NUMBER = re.compile(r"[-+\u2212]?\d(?:[\d.,'\u00a0\u202f ]*\d)?")


@dataclass(frozen=True, slots=True)
class Answer:
    """One added value: spellings any of which says it, or a number to be found as such."""

    spellings: tuple[str, ...] = ()
    numbers: tuple[Decimal, ...] = ()

    def stands_in(self, text: str) -> bool:
        """Does the text say this value?"""
        plain = plain_text(text)
        if any(_has_words(plain, spelling) for spelling in self.spellings):
            return True
        if not self.numbers:
            return False
        found = set(_numbers_in(plain))
        return all(number in found for number in self.numbers)


def answers(repair: Raw, names: Mapping[str, Sequence[str]]) -> list[Answer]:
    """What the repair added; `names` gives labels and aliases of entities. Empty where it only took away."""
    target = repair["repair_target"]
    if target["kind"] != "A_BOX":
        return []
    raw = [*_added_snaks(target["statement_ops"])]
    found = [_answer(snak.get("datavalue"), names) for snak in raw]
    if target.get("term") is not None:
        found += [Answer((plain_text(value["text"]),)) for value in target["new_value"]]
    return [answer for answer in found if answer.spellings or answer.numbers]


def said_by(text: str, wanted: Iterable[Answer]) -> bool:
    """Does the text say any of the answers?"""
    return any(answer.stands_in(text) for answer in wanted)


def plain_text(text: str) -> str:
    """One spelling of a text for comparison; nothing is dropped, in whatever script."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _added_snaks(operations: Iterable[Raw]) -> Iterator[Raw]:
    for operation in operations:
        before, after = operation["before"] or {}, operation["after"] or {}
        if operation["op"] in ("add", "change_value") and after:
            yield after["mainsnak"]
        if operation["op"] == "change_qualifiers":
            known = list(_qualifiers(before))
            yield from (snak for snak in _qualifiers(after) if snak not in known)


def _qualifiers(statement: Raw) -> Iterator[Raw]:
    for snaks in (statement.get("qualifiers") or {}).values():
        for snak in snaks:
            yield {key: value for key, value in snak.items() if key not in ("hash", "datatype")}


def _answer(datavalue: Any, names: Mapping[str, Sequence[str]]) -> Answer:
    try:
        value = parse_datavalue(datavalue)
    except MalformedValue:
        return Answer()
    match value:
        case EntityIdValue():
            return Answer(tuple(map(plain_text, (value.id, *names.get(value.id, ())))))
        case StringValue() | MonolingualTextValue():
            return Answer((plain_text(value.text),)) if value.text.strip() else Answer()
        case TimeValue():
            return Answer(tuple(_dates(value)))
        case QuantityValue():
            return Answer(numbers=(value.amount,))
        case GlobeCoordinateValue():
            return Answer(numbers=(_degrees(value.latitude), _degrees(value.longitude)))
    return Answer()


def _degrees(number: float) -> Decimal:
    return Decimal(repr(number)).normalize()


def _dates(value: TimeValue) -> Iterator[str]:
    year = str(abs(value.year)) + (" bce" if value.year < 0 else "")
    if value.precision <= YEAR_PRECISION or not value.month:
        yield year
        return
    month = MONTHS[value.month - 1]
    if value.precision == MONTH_PRECISION or not value.day:
        yield from (f"{month} {year}", f"{month}, {year}", f"{year}-{value.month:02}")
        return
    day = value.day
    yield from (f"{year}-{value.month:02}-{day:02}", f"{day} {month} {year}", f"{month} {day}, {year}")
    yield from (f"{month} {day} {year}", f"{day}. {month} {year}", f"{day}.{value.month}.{year}")
    yield f"{day:02}.{value.month:02}.{year}"


def _has_words(text: str, words: str) -> bool:
    """Do the words stand in the text, and not merely as part of longer ones?"""
    at = text.find(words) if words else -1
    while at >= 0:
        end = at + len(words)
        if not (_joined(text[at - 1 : at], words[0]) or _joined(text[end : end + 1], words[-1])):
            return True
        at = text.find(words, at + 1)
    return False


def _joined(neighbour: str, edge: str) -> bool:
    return bool(neighbour) and neighbour.isalnum() and edge.isalnum() and ord(edge) < _UNSPACED


def _numbers_in(text: str) -> Iterator[Decimal]:
    """Every number of the text in each of its readings: 1,234 is 1234 in one country and 1.234 in another."""
    for match in _NUMBER.finditer(text):
        written = match.group().replace("\u2212", "-")
        for reading in (written, *written.split()):
            for mark, grouping in ((".", ",' \u00a0\u202f"), (",", ".' \u00a0\u202f")):
                bare = reading.translate({ord(sign): None for sign in grouping}).replace(mark, ".")
                try:
                    yield Decimal(bare)
                except InvalidOperation:
                    continue
