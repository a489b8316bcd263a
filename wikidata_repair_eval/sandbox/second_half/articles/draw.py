"""Chance for the domain modules: seeded draws of names, days and numbers, and people to write about."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from wikidata_repair_eval.sandbox.second_half.articles.model import Moment, Thing
from wikidata_repair_eval.sandbox.second_half.articles.vocabulary import Vocabulary, tables


@dataclass(slots=True)
class Draw:
    """`people` are the living ones so far: later articles name them as founders, authors, directors."""

    rng: Random
    vocabulary: Vocabulary
    people: list[Thing] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def thing(self, key: str) -> Thing:
        return self.vocabulary.things[key]

    def pick(self, group: str) -> Thing:
        return self.vocabulary.pick(self.rng, group)

    def several(self, group: str, count: int) -> list[Thing]:
        return self.vocabulary.pick_several(self.rng, group, count)

    def word(self, table: str) -> str:
        return str(self.rng.choice(tables()[table]))

    def words(self, table: str, count: int) -> list[str]:
        """Different ones."""
        return self.rng.sample(tables()[table], count)

    def person_name(self, female: bool) -> str:
        given = tables()["given_names"]["female" if female else "male"]
        return self.unused(lambda: f"{self.rng.choice(given)} {self.word('surnames')}")

    def place_name(self) -> str:
        return self.unused(lambda: self.word("place_stems") + self.word("place_ends"))

    def person(self) -> Thing:
        return self.rng.choice(self.people)

    def day(self, first_year: int, last_year: int, *, julian: bool = False) -> Moment:
        year, month, day = (
            self.rng.randint(*bounds) for bounds in ((first_year, last_year), (1, 12), (1, 28))
        )
        return Moment(f"+{year:04}-{month:02}-{day:02}T00:00:00Z", 11, julian)

    def year(self, first_year: int, last_year: int) -> Moment:
        return year(self.rng.randint(first_year, last_year))

    def unused(self, make: Callable[[], str]) -> str:
        """A name that no article has yet; a second name is added where the table is used up."""
        for _attempt in range(200):
            name = make()
            if name not in self.taken:
                self.taken.add(name)
                return name
        name = f"{make()} {len(self.taken)}"
        self.taken.add(name)
        return name


def year(number: int) -> Moment:
    """Negative for BCE, without a year 0."""
    return Moment(f"{'-' if number < 0 else '+'}{abs(number):04}-00-00T00:00:00Z", 9)
