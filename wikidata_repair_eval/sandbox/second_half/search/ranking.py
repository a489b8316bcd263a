"""Which pages answer a query, and how well: words in common, rare ones counting more. Ties go by address."""

import math
import re
from collections.abc import Callable, Sequence

from wikidata_repair_eval.sandbox.second_half.search.corpus import WebPage

_WORD = re.compile(r"\w+")
MIN_SCORE = 0.05


def words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


class Ranking:
    def __init__(self, pages: Sequence[WebPage]) -> None:
        self._pages = pages
        self._places: dict[str, list[int]] = {}
        for place, page in enumerate(pages):
            for word in sorted(words(f"{page.title} {page.text}")):
                self._places.setdefault(word, []).append(place)

    def best(self, query: str, count: int, allowed: Callable[[WebPage], bool]) -> list[tuple[WebPage, float]]:
        weights = {word: self._weight(word) for word in sorted(words(query))}
        total = sum(weights.values()) or 1.0
        scores: dict[int, float] = {}
        for word, weight in weights.items():
            for place in self._places.get(word, ()):
                scores[place] = scores.get(place, 0.0) + weight / total
        found = [
            (self._pages[place], round(score, 6))
            for place, score in scores.items()
            if score >= MIN_SCORE and allowed(self._pages[place])
        ]
        found.sort(key=lambda entry: (-entry[1], entry[0].url))
        return found[:count]

    def _weight(self, word: str) -> float:
        return math.log(1 + len(self._pages) / (1 + len(self._places.get(word, ()))))
