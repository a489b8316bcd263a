"""Texts compared by what people read: any script, any spelling of the same characters. No dates, no values.

A name is found in a text as a whole: between word boundaries where the script has spaces, anywhere where it
has none (Han, Kana, Thai, ...).
"""

import re
import unicodedata
from functools import lru_cache

# First and last character of scripts that are written without spaces between words.
_SPACELESS = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u0f00", "\u109f"),  # Tibetan, Myanmar
    ("\u1780", "\u17ff"),  # Khmer
    ("\u3040", "\u30ff"),  # Kana
    ("\u3400", "\u9fff"),  # Han
    ("\uac00", "\ud7af"),  # Hangul has spaces, but particles follow without one
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
_DASHES = re.compile("[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]")
_BRACKETS = re.compile("\\s*[(\uff08][^()\uff08\uff09]*[)\uff09]\\s*$")
_SPACES = re.compile(r"\s+")
# Shorter words are in too many texts to say anything.
_SHORTEST_NAME, _SHORTEST_SPACELESS, _SHORTEST_CODE = 4, 2, 5


@lru_cache(maxsize=65536)
def folded(text: str) -> str:
    """One spelling for all that read alike: composed, lower case, plain digits, dashes and spaces."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = unicodedata.normalize("NFKC", plain)  # folding can leave what composes again
    plain = "".join(_digit(char) for char in plain if unicodedata.category(char) != "Cf")
    return _SPACES.sub(" ", _DASHES.sub("-", plain)).strip()


def _digit(char: str) -> str:
    if "0" <= char <= "9" or not char.isdecimal():
        return char
    return str(unicodedata.decimal(char))


def is_name(text: str) -> bool:
    """Long enough that finding it says something."""
    plain = folded(text)
    if sum(map(_spaceless, plain)) >= _SHORTEST_SPACELESS:
        return True
    signs = [char for char in plain if char.isalnum()]
    if all(char.isdecimal() for char in signs):
        return len(signs) >= _SHORTEST_CODE  # a short number is a year or a count as easily as a code
    return len(signs) >= _SHORTEST_NAME


def same_text(one: str, other: str) -> bool:
    """Equal to a reader; empty texts equal nothing."""
    left = folded(one)
    return bool(left) and left == folded(other)


def mentions(text: str, name: str) -> bool:
    """The text has the name in it, as a whole."""
    where, what = folded(text), folded(name)
    if not what:
        return False
    start = where.find(what)
    while start >= 0:
        if _stands_alone(where, start, start + len(what)):
            return True
        start = where.find(what, start + 1)
    return False


def without_brackets(title: str) -> str:
    """A page title without what only tells it from others of the same name: `Paris (Texas)` is `Paris`."""
    return _BRACKETS.sub("", title)


def words(text: str) -> list[str]:
    """The runs of letters and digits, letters and digits apart."""
    return re.findall(r"[^\W\d_]+|\d+", folded(text))


def _stands_alone(text: str, start: int, end: int) -> bool:
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    return _boundary(before, text[start]) and _boundary(text[end - 1], after)


def _boundary(left: str, right: str) -> bool:
    if _spaceless(left) or _spaceless(right):
        return True
    return not (_in_word(left) and _in_word(right))


def _in_word(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char).startswith("M")


def _spaceless(char: str) -> bool:
    return any(first <= char <= last for first, last in _SPACELESS)
