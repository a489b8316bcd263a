"""How alike two names are. A misspelling is forgiven, another thing's name is not.

1 says the same text; from `MATCH` on it is the same name; below it is only a likeness for people's eyes.
A slip of the pen is one swapped pair, one doubled, missing or added letter, or one letter for another that
sounds alike, inside one long enough Latin word. Numerals, ordinals and directions are never misspelt, and the
table of confusable names lists the near-namesakes that a slip would join.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from wikidata_repair_eval.extraction.numerals import canonical, is_guarded
from wikidata_repair_eval.extraction.tables import shipped_table
from wikidata_repair_eval.extraction.text import has_digit, is_latin, tokens

MATCH = 0.85
SAME_WORDS, SAME_NUMBERS, OTHER_ORDER, NO_ARTICLE = 1.0, 0.98, 0.95, 0.95
LIKENESS_AT_MOST = 0.84
SHORTEST, SHORTEST_ALONE = 5, 7  # letters of a word that may hold a slip, in a longer name and by itself
_VOWELS = frozenset("aeiouy")
_SOUND_ALIKE = frozenset(
    frozenset(pair) for pair in ("ck", "cs", "sz", "cz", "gj", "vw", "fv", "kq", "iy", "ij")
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name's words, and the same with numerals in one spelling."""

    words: tuple[str, ...]
    canonical: tuple[str, ...]
    ordered: tuple[str, ...]
    length: int
    latin: bool


@lru_cache(maxsize=131_072)
def name_of(text: str) -> Name:
    words = tokens(text)
    plain = canonical(words)
    letters = [character for word in words for character in word if character.isalpha()]
    latin = bool(letters) and all(is_latin(letter) for letter in letters)
    return Name(words, plain, tuple(sorted(words)), sum(map(len, words)), latin)


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
    if not is_slip(one, other, shortest=SHORTEST if others > 3 else SHORTEST_ALONE):
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


@lru_cache(maxsize=65_536)
def is_slip(one: str, other: str, shortest: int = SHORTEST_ALONE) -> bool:
    """Is one word the other with a single slip of the pen?"""
    short, long = sorted((one, other), key=len)
    if len(short) < shortest or not _begin_alike(short, long) or _are_confusable(short, long):
        return False
    if not (may_be_misspelt(short) and may_be_misspelt(long)):
        return False
    if len(short) == len(long):
        return _is_swap_or_sound(short, long)
    return _is_extra_letter(short, long)


@lru_cache(maxsize=65_536)
def may_be_misspelt(word: str) -> bool:
    """Long enough, letters only, and neither a number nor a direction."""
    return len(word) >= SHORTEST and word.isalpha() and not is_guarded(word)


def _begin_alike(short: str, long: str) -> bool:
    """The first letter is hardly ever wrong; Catherine and Katherine are the exception."""
    return short[0] == long[0] or (len(short) >= 7 and {short[0], long[0]} == {"c", "k"})


def _is_swap_or_sound(one: str, other: str) -> bool:
    places = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if places[-1] == len(one) - 1:  # endings tell Maria from Marie and Christian from Christina
        return len(places) == 1 and {one[-1], other[-1]} == {"i", "y"}
    if len(places) == 1:
        pair = {one[places[0]], other[places[0]]}
        return pair <= _VOWELS or frozenset(pair) in _SOUND_ALIKE
    return _is_moved_letter(one, other, places[0], places[-1])


def _is_moved_letter(one: str, other: str, first: int, last: int) -> bool:
    """Two letters swapped, or one that slipped further: Einstien, Ghandi."""
    left, right = one[first : last + 1], other[first : last + 1]
    return right in (left[1:] + left[0], left[-1] + left[:-1])


def _is_extra_letter(short: str, long: str) -> bool:
    if len(long) != len(short) + 1:
        return False
    place = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if short[place:] != long[place + 1 :]:
        return False
    if place == len(short):  # Daniel and Daniela are two people; Shakespear is a slip
        return len(short) >= 7 and long[-1] in "esh"
    return True


def _are_confusable(one: str, other: str) -> bool:
    return any(one in group and other in group for group in _confusable())


@cache
def _confusable() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group) for group in shipped_table("confusable-names-v1.yaml")["groups"])
