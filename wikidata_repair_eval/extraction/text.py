"""Text made comparable: Unicode forms, case, accents of Latin letters, punctuation, tokens.

Nothing here may turn different texts of a non-Latin script into the same one, or any text into nothing: marks
of other scripts are letters' parts, not ornaments. What two names have in common is decided in `names`.
"""

import unicodedata
from functools import lru_cache

_APOSTROPHES = frozenset("'\u2019\u2018\u02bc\u02bb\u0060\u00b4\u2032")
_KEPT = frozenset("#+%*@\u2033")  # C, C# and C++ are three languages
_NUMBER_MARKS = frozenset(".,:/")
_MINUS = frozenset("-\u2212")
_WITHOUT_DECOMPOSITION = {
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "\u0131": "i",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ŋ": "ng",
}


@lru_cache(maxsize=65_536)
def folded(text: str) -> str:
    """One spelling per text: compatibility forms, case, and accents of Latin letters do not count."""
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept: list[str] = []
    base_is_latin = False
    for character in decomposed:
        if unicodedata.combining(character):
            if not base_is_latin:
                kept.append(character)
            continue
        base_is_latin = is_latin(character)
        kept.append(_WITHOUT_DECOMPOSITION.get(character, character))
    return unicodedata.normalize("NFC", "".join(kept))


@lru_cache(maxsize=65_536)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text. A text of punctuation alone is one word, so that it still equals only itself."""
    plain = folded(text)
    words = _joined_initials(_spaced(plain).split())
    if words:
        return tuple(words)
    bare = "".join(plain.split())
    return (bare,) if bare else ()


def has_digit(word: str) -> bool:
    return any(character.isdigit() for character in word)


@lru_cache(maxsize=4_096)
def is_latin(character: str) -> bool:
    return "LATIN" in unicodedata.name(character, "")


def _spaced(text: str) -> str:
    if text.isascii() and text.replace(" ", "").isalnum():
        return text  # most names: nothing to spell out
    return "".join(_spelt(text, place) for place in range(len(text)))


def _spelt(text: str, place: int) -> str:
    character = text[place]
    if character in _APOSTROPHES:
        return ""
    if character == "&":
        return " and "
    if character in _KEPT or _belongs_to_number(text, place):
        return character
    category = unicodedata.category(character)
    if category == "Cf":  # direction marks, soft hyphens, joiners: invisible
        return ""
    return " " if category[0] in "PZC" else character


def _belongs_to_number(text: str, place: int) -> bool:
    """A decimal point between digits, or a minus before them: 2.0 is not 20 and -5 is not 5."""
    before = text[place - 1] if place else " "
    after = text[place + 1] if place + 1 < len(text) else " "
    if text[place] in _NUMBER_MARKS:
        return before.isdigit() and after.isdigit()
    return text[place] in _MINUS and before.isspace() and after.isdigit()


def _joined_initials(words: list[str]) -> list[str]:
    """`j r r tolkien` is `jrr tolkien`: initials are written with and without dots and spaces."""
    joined: list[str] = []
    run = ""
    for word in [*words, ""]:
        if len(word) == 1 and word.isalpha() and is_latin(word):
            run += word
            continue
        joined += [run] if run else []
        run = ""
        joined += [word] if word else []
    return joined
