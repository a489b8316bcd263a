"""Which statements can match a name at all: found by key, so that most pairs are never compared.

Complete by construction: `names.similarity` is above 0 only for names that share one of these keys. A test
compares both ways.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from wikidata_repair_eval.extraction.literals import entity_id
from wikidata_repair_eval.extraction.names import Name, without_article
from wikidata_repair_eval.extraction.slips import may_be_misspelt
from wikidata_repair_eval.extraction.values import Said, Truth

Key = tuple[object, ...]


class StatementIndex:
    """The statements of one property. Dates, amounts and places are always compared: they have no keys."""

    def __init__(self, truths: Mapping[int, Truth]) -> None:
        self._always = [number for number, truth in truths.items() if not truth.by_name]
        self._by_key: dict[Key, set[int]] = defaultdict(set)
        for number, truth in truths.items():
            if truth.by_name:
                for key in _keys_of(truth):
                    self._by_key[key].add(number)

    def candidates(self, what: Said) -> list[int]:
        """Every statement whose comparison with this object can give more than 0."""
        found = set(self._always)
        keys: Iterable[Key] = (key for name in (*what.names, *what.qualified) for key in _name_keys(name))
        for key in (("id", what.entity), ("id", what.class_id), *keys):
            found |= self._by_key.get(key, set())
        return sorted(found)


def _keys_of(truth: Truth) -> Iterator[Key]:
    identity = entity_id(truth.statement.value)
    if identity is not None:
        yield "id", identity
    for name in truth.names:
        yield from _name_keys(name)


def _name_keys(name: Name) -> Iterator[Key]:
    if not name.words:
        return
    yield "numbers", name.canonical
    yield "order", name.ordered
    yield "article", without_article(name)
    if name.letters:
        yield "letters", name.letters
    if name.latin:  # a misspelling leaves all words but one as they are
        for place in range(len(name.words)):
            if not may_be_misspelt(name.words[place]):
                continue
            yield "slip", place, name.words[:place], name.words[place + 1 :]
