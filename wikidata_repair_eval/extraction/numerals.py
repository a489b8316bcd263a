"""Words that count or point: numerals, ordinals, Roman numbers, directions. None is misspelt as another."""

import re

from wikidata_repair_eval.extraction.tables import shipped_table
from wikidata_repair_eval.extraction.text import has_digit

_WORDS = shipped_table("words-v1.yaml")
CARDINALS: dict[str, int] = _WORDS["cardinals"]
ORDINALS: dict[str, int] = _WORDS["ordinals"]
MONTHS: list[str] = _WORDS["months"]
_POINTERS: frozenset[str] = frozenset(_WORDS["pointers"])
_ABBREVIATIONS: dict[str, str] = _WORDS["abbreviations"]
_ROMAN = re.compile(r"x{0,3}(ix|iv|v?i{0,3})")
_ANY_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)")


def roman_value(word: str) -> int | None:
    """The number that a Roman numeral up to 39 stands for."""
    if not word or not _ROMAN.fullmatch(word):
        return None
    values = [_ROMAN_VALUES[letter] for letter in word]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)


def ordinal_value(word: str) -> int | None:
    found = _ORDINAL.fullmatch(word)
    return int(found[1]) if found else ORDINALS.get(word)


def canonical(words: tuple[str, ...]) -> tuple[str, ...]:
    """Second is 2nd, St is Saint, World War II is World War 2; a first word (Xi) is never Roman."""
    return tuple(_canonical(word, place) for place, word in enumerate(words))


def is_guarded(word: str) -> bool:
    """Does this word count or point, so that another word in its place means another thing?"""
    return (
        has_digit(word)
        or word in _POINTERS
        or word in CARDINALS
        or ordinal_value(word) is not None
        or (bool(word) and _ANY_ROMAN.fullmatch(word) is not None)
    )


def _canonical(word: str, place: int) -> str:
    if word in _ABBREVIATIONS:
        return _ABBREVIATIONS[word]
    ordinal = ORDINALS.get(word)
    if ordinal is not None:
        return f"{ordinal}{_suffix(ordinal)}"
    roman = roman_value(word) if place else None
    return word if roman is None else str(roman)


def _suffix(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
