"""Who edits: people, bots, temporary accounts, IPs. Names are invented, but for the report bots' own."""

from dataclasses import dataclass
from random import Random

from wikidata_repair_eval.sandbox.facts import table
from wikidata_repair_eval.sandbox.model import User

VANDALS = (
    User("203.0.113.77", 0),
    User("2001:DB8:4B1:0:0:0:0:1F", 0),
    User("~2026-44710-20", 7_100_001, temp=True),
    User("~2025-81904-3", 7_100_002, temp=True),
)
KRBOT2 = User("KrBot2", 3_025_221, bot=True)
KRBOT = User("KrBot", 21_001, bot=True)
DELTABOT = User("DeltaBot", 1_602_340, bot=True)
ADMINISTRATOR = User("Stellvertreter (adm)", 31_337)


@dataclass(frozen=True)
class Editors:
    """The accounts of one world."""

    people: tuple[User, ...]
    bots: tuple[User, ...]

    def person(self, rng: Random) -> User:
        return self.people[rng.randrange(len(self.people))]

    def bot(self, rng: Random) -> User:
        return self.bots[rng.randrange(len(self.bots))]

    def vandal(self, rng: Random) -> User:
        return VANDALS[rng.randrange(len(VANDALS))]


def all_editors() -> Editors:
    names = table("names")
    people = tuple(User(name, 10_007 + 137 * number) for number, name in enumerate(names["people"]))
    bots = tuple(User(name, 900_001 + 11 * number, bot=True) for number, name in enumerate(names["bots"]))
    return Editors(people, bots)
