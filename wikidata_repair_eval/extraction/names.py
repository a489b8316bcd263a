"""How alike two names are. A misspelling is forgiven, another thing's name is not.

1 says the same text; from `MATCH` on it is the same name; below it is only a likeness for people's eyes.
One slip of the pen in one word is forgiven; which ones are slips is decided in `slips`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from wikidata_repair_eval.extraction.numerals import canonical
from wikidata_repair_eval.extraction.slips import is_slip
from wikidata_repair_eval.extraction.text import has_digit, is_latin, tokens

MATCH = 0.85
SAME_WORDS, SAME_NUMBERS, OTHER_ORDER, NO_ARTICLE, OTHER_SPACES = 1.0, 0.98, 0.95, 0.95, 0.95
LIKENESS_AT_MOST = 0.84
SHORTEST_JOINED = 5  # letters of a name that is also known when written as one word


@dataclass(frozen=True, slots=True)
class Name:
    """A name's words, and the same with numerals in one spelling."""

    words: tuple[str, ...]
    canonical: tuple[str, ...]
    ordered: tuple[str, ...]
    length: int
    latin: bool
    letters: str  # without spaces, for Latin names without digits; else empty


@lru_cache(maxsize=131_072)
def name_of(text: str) -> Name:
    words = tokens(text)
    plain = canonical(words)
    letters = [character for word in words for character in word if character.isalpha()]
    latin = bool(letters) and all(is_latin(letter) for letter in letters)
    joined = "".join(words)
    spelt = joined if latin and joined.isalpha() and len(joined) >= SHORTEST_JOINED else ""
    return Name(words, plain, tuple(sorted(words)), len(joined), latin, spelt)


def similarity(left: Name, right: Name) -> float:
    """From 0 to 1; the same name from `MATCH` on. Below that nothing is measured: see `likeness`."""
    if not left.words or not right.words:
        return 0.0
    if left.words == right.words:
        return SAME_WORDS
    if left.canonical == right.canonical:
        return SAME_NUMBERS
    if left.ordered == right.ordered:
        return OTHER_ORDER if _order_is_free(left) else 0.0
    if left.letters and left.letters == right.letters:
        return OTHER_SPACES  # Spider-Man and Spiderman
    apart = abs(left.length - right.length)  # decides most pairs before anything dearer is looked at
    if apart <= 1:
        return _misspelt(left, right)
    if apart == len("the") and without_article(left) == without_article(right):
        return NO_ARTICLE
    return 0.0


def likeness(name: Name, others: Iterable[Name]) -> float:
    """How near a miss was, for reports; never enough for a match. Only Latin letters are compared so."""
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import extractOne

    spelt = [" ".join(other.words) for other in others if other.latin]
    best = extractOne(" ".join(name.words), spelt, scorer=ratio) if name.latin and spelt else None
    return min(LIKENESS_AT_MOST, round(best[1] / 100, 4)) if best else 0.0


def _order_is_free(name: Name) -> bool:
    """`Curie, Marie` is Marie Curie, but 1 Samuel 2 is not 2 Samuel 1."""
    return sum(map(has_digit, name.canonical)) <= 1


def without_article(name: Name) -> tuple[str, ...]:
    bare = name.canonical[1:] if name.canonical[0] == "the" else name.canonical
    # The Who is not the WHO: what is left must be long enough to be a name of its own.
    return bare if sum(map(len, bare)) > 3 else name.canonical


def _misspelt(left: Name, right: Name) -> float:
    if len(left.words) != len(right.words) or not (left.latin and right.latin):
        return 0.0
    pair = _only_difference(left.words, right.words)
    if pair is None:
        return 0.0
    one, other = pair
    others = left.length - len(one)
    if not is_slip(one, other, alone=others <= 3):
        return 0.0
    score = 1 - 1 / max(left.length, right.length)
    return round(score, 4) if score >= MATCH else 0.0


def _only_difference(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, str] | None:
    """The one pair of words that differs; None as soon as there is a second one."""
    found = None
    for one, other in zip(left, right, strict=True):
        if one != other:
            if found is not None:
                return None
            found = (one, other)
    return found
