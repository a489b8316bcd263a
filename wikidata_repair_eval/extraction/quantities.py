"""Quantities: a number and a unit, compared after conversion and to the digits that were stated."""

import re
from dataclasses import dataclass, replace
from decimal import Context, Decimal, localcontext
from functools import cache, lru_cache

from wikidata_repair_eval.extraction.numbers import (
    LETTER_SCALES,
    Number,
    clean_number_text,
    leading_number,
    times_ten_to,
)
from wikidata_repair_eval.extraction.tables import shipped_table

SAME, ROUNDED, UNIT_UNKNOWN = 1.0, 0.95, 0.9
DIGITS_OF_A_ROUNDED_NUMBER = (3, 4)  # fewer say too little, more are meant as they stand
NO_UNIT = frozenset({"", "1", "Q199"})
_CONTEXT = Context(prec=60)
_HEDGE = re.compile(
    r"^(?:approximately|approx\.?|about|around|circa|ca\.?|c\.|some|nearly|almost|over|more than|at least"
    r"|up to|roughly|estimated|est\.?|~|≈|>|<|≥|≤)\s*",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*")
_TOLERANCE = re.compile(r"\s*(?:±|\+/-)\s*[\d.,]+")
_CURRENCY = re.compile(
    r"^(?P<sign>[+-]?)(?P<unit>(?:us|a|c|nz)?\$|€|£|¥|₹|usd|eur|gbp|jpy|inr|chf|cny)\s?(?=\d)", re.IGNORECASE
)
_DURATION = re.compile(
    r"P(?=.)(?:(?P<day>\d+)D)?(?:T(?=.)(?:(?P<hour>\d+)H)?(?:(?P<minute>\d+)M)?(?:(?P<second>\d+)S)?)?"
)
_RANGE = re.compile(r"^\s*(?:-|\u2013|\u2014|to\b|and\b)\s*\d")
_WORD_END = re.compile(r"(?![A-Za-z])")
_BELOW = re.compile(r"\bbelow (?:mean )?sea[ -]level\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """How a unit leads to its dimension's base unit."""

    qid: str
    dimension: str
    factor: Decimal
    offset: Decimal


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says: a number, a known unit or None, and whether some other word stood in its place."""

    number: Number
    unit: Unit | None
    other_word: bool


@dataclass(frozen=True, slots=True)
class Stated:
    """What a statement says; `unit_id` is None for a mere number."""

    number: Number
    unit_id: str | None


@lru_cache(maxsize=65_536)
def quantities_in(text: str) -> tuple[Said, ...]:
    """The readings of a text that is a quantity; `5m` may be metres or millions."""
    if duration := _DURATION.fullmatch(text.strip()):
        return _duration(duration)
    clean = clean_number_text(text)
    plain = _TOLERANCE.sub("", _ASIDE.sub(" ", _HEDGE.sub("", clean))).strip()
    plain = _HEDGE.sub("", plain)
    before, plain = _leading_currency(plain)
    found = leading_number(plain)
    if found is None or _RANGE.match(found[1]):
        return ()
    number, rest = found
    if _HEDGE.match(clean):
        number = replace(number, last_digit=max(number.last_digit, _hedged_digit(number)))
    if _BELOW.search(rest):
        number = replace(number, value=-abs(number.value))
    readings = [_said(number, rest, before)]
    letter = re.fullmatch(r"\s?([KkMmBb])", rest)
    if letter:
        readings.append(Said(times_ten_to(number, LETTER_SCALES[letter[1].casefold()]), before, False))
    return tuple(reading for reading in readings if reading is not None)


def compare(truth: Stated, said: Said) -> float:
    """1 for the same amount, a little less for a rounded one; 0 for another amount or another unit."""
    stated_unit = units_by_id().get(truth.unit_id) if truth.unit_id else None
    if said.unit is None or (truth.unit_id and stated_unit is None):
        return _compare_unknown_unit(truth, said, stated_unit)
    if stated_unit is None or stated_unit.dimension != said.unit.dimension:
        return 0.0
    if stated_unit == said.unit:
        return _compare_numbers(truth.number, said.number)
    there = _converted(truth.number.value, stated_unit, said.unit)
    back = _converted(said.number.value, said.unit, stated_unit)
    if _rounds_to(there, said.number) or _rounds_to(back, truth.number):
        return ROUNDED
    return 0.0


def unit_id_of(unit: str | None) -> str | None:
    """The item of a statement's unit, written as an id or an address; None for a mere number."""
    last = (unit or "").rstrip("/").rsplit("/", 1)[-1].rsplit(":", 1)[-1]
    return None if last in NO_UNIT else last


@cache
def units_by_id() -> dict[str, Unit]:
    return {unit.qid: unit for unit in _units().values()}


def _compare_unknown_unit(truth: Stated, said: Said, stated_unit: Unit | None) -> float:
    """A mere number says nothing against a unit; a word that is no unit does, where a unit is stated."""
    if said.other_word and stated_unit is not None:
        return 0.0
    score = _compare_numbers(truth.number, said.number)
    return min(score, UNIT_UNKNOWN) if truth.unit_id and (said.unit or said.other_word) else score


def _compare_numbers(truth: Number, said: Number) -> float:
    if truth.value == said.value:
        return SAME
    return ROUNDED if _rounds_to(truth.value, said) or _rounds_to(said.value, truth) else 0.0


def _rounds_to(exact: Decimal, rounded: Number) -> bool:
    """Is `rounded` what is left of `exact` when it is written with as many digits?"""
    place = max(rounded.last_digit, _last_rounded_digit(rounded))
    return abs(exact - rounded.value) * 2 <= Decimal(1).scaleb(place)


def _hedged_digit(number: Number) -> int:
    """Whoever says `about 2,100,000` says that its zeros are round; one digit alone says too little."""
    digits = str(abs(int(number.value)))
    significant = len(digits.rstrip("0"))
    return len(digits) - significant if significant > 1 else number.last_digit


def _last_rounded_digit(number: Number) -> int:
    """Zeros at the end of a whole number may come from rounding: 8,850 for 8,848.86."""
    digits = str(abs(int(number.value))) if number.last_digit >= 0 else ""
    zeros = len(digits) - len(digits.rstrip("0"))
    significant = len(digits) - zeros
    return zeros if significant in DIGITS_OF_A_ROUNDED_NUMBER else number.last_digit


def _converted(value: Decimal, source: Unit, target: Unit) -> Decimal:
    with localcontext(_CONTEXT):
        return (value * source.factor + source.offset - target.offset) / target.factor


def _duration(found: re.Match[str]) -> tuple[Said, ...]:
    """ISO 8601, as schema.org writes durations: PT1H30M."""
    told = {name: Decimal(digits) for name, digits in found.groupdict().items() if digits}
    smallest = _units()[list(told)[-1]]
    whole = sum(_converted(value, _units()[name], smallest) for name, value in told.items())
    return (Said(Number(Decimal(whole), 0), smallest, False),)


def _leading_currency(text: str) -> tuple[Unit | None, str]:
    found = _CURRENCY.match(text)
    if found is None:
        return None, text
    return _units().get(found["unit"].casefold()), found["sign"] + text[found.end() :]


def _said(number: Number, rest: str, before: Unit | None) -> Said | None:
    words = " ".join(rest.replace("²", "2").replace("³", "3").replace("^", "").casefold().split()).lstrip("-")
    if not words:
        return Said(number, before, False)
    unit, following = _leading_unit(words)
    if unit is not None:
        return _with_smaller_unit(Said(number, unit, False), following)
    return None if words[0].isdigit() or words[0] in "/:" else Said(number, before, before is None)


def _leading_unit(words: str) -> tuple[Unit | None, str]:
    """The longest unit at the beginning, and what follows; `in` is an inch only where nothing follows."""
    if words.rstrip(".") == "in":
        return _units()["inch"], ""
    for length in range(len(words), 0, -1):
        unit = _units().get(words[:length].rstrip(".").strip())
        if unit is not None and _WORD_END.match(words[length:]):
            return unit, words[length:].strip(" .,")
    return None, words


def _with_smaller_unit(said: Said, following: str) -> Said | None:
    """`5 ft 11 in` and `1 h 30 min` are one amount, told in the smaller unit."""
    found = leading_number(following) if following[:1].isdigit() else None
    if found is None:
        return said
    unit, more = _leading_unit(found[1].strip())
    if unit == _units()["m"] and said.unit == _units()["h"]:
        unit = _units()["min"]  # the m of 1h 30m
    if unit is None or more or said.unit is None or unit.dimension != said.unit.dimension:
        return None
    whole = _converted(said.number.value, said.unit, unit) + found[0].value
    return Said(Number(whole, found[0].last_digit), unit, False)


@cache
def _units() -> dict[str, Unit]:
    """By the words that name them."""
    rows = shipped_table("units-v1.yaml")["units"]
    return {
        str(word): Unit(row["qid"], row["dimension"], Decimal(row["factor"]), Decimal(row.get("offset", "0")))
        for row in rows
        for word in row["words"]
    }
