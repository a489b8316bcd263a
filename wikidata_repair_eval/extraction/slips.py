"""Which words are one slip of the pen apart, and which are simply two words.

A slip is two letters swapped, a letter doubled or left single, a letter left out or added, or one letter for
another that sounds alike, inside a long enough Latin word. The beginning of a word and its ending tell names
apart (Kingston, Kingstown; nitrate, nitrite; Stephen, Stephan), so a slip leaves them alone. A word that
stands by itself must be longer: countries, towns and substances have near-namesakes. Numerals, ordinals and
directions are never misspelt, and the table of confusable names lists the names that the rules would join.
"""

from functools import cache, lru_cache

from wikidata_repair_eval.extraction.numerals import is_guarded
from wikidata_repair_eval.extraction.tables import shipped_table

SHORTEST, SHORTEST_ALONE = 5, 7  # letters of a word that may hold a slip, in a longer name and by itself
LONG = 9  # enough letters for a missing one to be seen in a word by itself
FIRST_WEAK_VOWEL, LONG_FOR_VOWELS = 4, 8  # Spielburg; but Brandon and Brendon are two
_VOWELS = frozenset("aeiouy")
_SOUND_ALIKE = frozenset(
    frozenset(pair) for pair in ("ck", "cs", "sz", "cz", "gj", "vw", "fv", "kq", "iy", "ij")
)


@lru_cache(maxsize=65_536)
def is_slip(one: str, other: str, alone: bool = True) -> bool:
    """Is one word the other with a single slip of the pen? `alone`: nothing else in the name supports it."""
    short, long = sorted((one, other), key=lambda word: (len(word), word))
    if len(short) < (SHORTEST_ALONE if alone else SHORTEST) or not _begin_alike(short, long):
        return False
    if not (may_be_misspelt(short) and may_be_misspelt(long)) or _are_confusable(short, long):
        return False
    if len(short) == len(long):
        return _is_swap_or_sound(short, long, alone)
    return len(long) == len(short) + 1 and _is_extra_letter(short, long, alone)


@lru_cache(maxsize=65_536)
def may_be_misspelt(word: str) -> bool:
    """Long enough, letters only, and neither a number nor a direction."""
    return len(word) >= SHORTEST and word.isalpha() and not is_guarded(word)


def _begin_alike(short: str, long: str) -> bool:
    """The first letter is hardly ever wrong; Catherine and Katherine are the exception."""
    return short[0] == long[0] or (len(short) >= 7 and {short[0], long[0]} == {"c", "k"})


def _is_swap_or_sound(one: str, other: str, alone: bool) -> bool:
    places = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if places[-1] == len(one) - 1:  # endings tell Maria from Marie and Christian from Christina
        return len(places) == 1 and {one[-1], other[-1]} == {"i", "y"}
    if len(places) > 1:
        return _is_moved_letter(one, other, places[0], places[-1])
    pair = frozenset((one[places[0]], other[places[0]]))
    if pair in _SOUND_ALIKE:
        return True
    return pair <= _VOWELS and not alone and _is_weak_vowel(places[0], one)


def _is_weak_vowel(place: int, word: str) -> bool:
    """Neither in the stem nor in the ending: -ate and -ite, -sen and -son mean something."""
    before_silent_e = word[-1] == "e" and place >= len(word) - 3
    in_the_middle = FIRST_WEAK_VOWEL <= place < len(word) - 2
    return len(word) >= LONG_FOR_VOWELS and in_the_middle and not before_silent_e


def _is_moved_letter(one: str, other: str, first: int, last: int) -> bool:
    """Two letters swapped, or one that slipped further: Einstien, Ghandi."""
    left, right = one[first : last + 1], other[first : last + 1]
    return right in (left[1:] + left[0], left[-1] + left[:-1])


def _is_extra_letter(short: str, long: str, alone: bool) -> bool:
    place = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if short[place:] != long[place + 1 :]:
        return False
    if long[place] == long[place - 1]:  # doubled, which is the commonest slip of all
        return True
    if place == len(short):  # Daniel and Daniela are two people; Shakespear is a slip
        return len(short) >= (LONG if long[-1] == "s" else SHORTEST_ALONE) and long[-1] in "esh"
    if long[place] == "h" and not alone:  # silent: Vinci, Vinchi
        return True
    return place < len(short) - 1 and (not alone or len(short) >= LONG)


def _are_confusable(one: str, other: str) -> bool:
    return any(one in group and other in group for group in _confusable())


@cache
def _confusable() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group) for group in shipped_table("confusable-names-v1.yaml")["groups"])
