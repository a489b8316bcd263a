"""The things articles talk about, as the world at hand knows them.

Ids are Wikidata's; where the world already has such an item under the same name it is used, where it has
something else under that id the thing gets an id of its own.
"""

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import yaml

from wikidata_repair_eval.sandbox.model import JsonObject, World
from wikidata_repair_eval.sandbox.second_half.articles.model import Thing

FIRST_FREE_ITEM = 131_000_000

# Which class an entry of each group is an instance of. Classes themselves are left without P31.
CLASS_OF_GROUP = {
    "classes": None,
    "countries": "Q6256",
    "cities": "Q515",
    "professions": "Q28640",
    "awards": "Q618779",
    "universities": "Q3918",
    "languages": "Q34770",
    "industries": "Q268592",
    "genres": "Q483394",
    "units": "Q47574",
}


@cache
def tables() -> dict[str, Any]:
    """The YAML table, read once; callers must not change it."""
    text = files(__package__).joinpath("vocabulary.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


@dataclass(frozen=True, slots=True)
class NewThing:
    """An entry that the world does not have yet."""

    thing: Thing
    description: str
    group: str
    country: str | None = None


@dataclass(slots=True)
class Vocabulary:
    """Ids of the table -> things of this world; `new` are those that have to be planted."""

    things: dict[str, Thing] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    new: list[NewThing] = field(default_factory=list)

    def pick(self, rng: Random, group: str) -> Thing:
        return self.things[rng.choice(self.groups[group])]

    def pick_several(self, rng: Random, group: str, count: int) -> list[Thing]:
        return [self.things[key] for key in rng.sample(self.groups[group], count)]

    def country_of(self, city: Thing) -> Thing:
        return self.things[self._row_of("cities", city)[2]]

    def demonym(self, country: Thing) -> str:
        return str(self._row_of("countries", country)[2])

    def _row_of(self, group: str, thing: Thing) -> list[str]:
        key = next(key for key in self.groups[group] if self.things[key] == thing)
        row: list[str] = tables()[group][key]
        return row


class ItemIds:
    """Free item ids, in order."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._last = FIRST_FREE_ITEM

    def take(self) -> str:
        self._last += 1
        while self.is_taken(f"Q{self._last}"):
            self._last += 1
        return f"Q{self._last}"

    def is_taken(self, item_id: str) -> bool:
        return item_id in self._world.pages or item_id in self._world.deleted_pages


def vocabulary_of(world: World, ids: ItemIds) -> Vocabulary:
    vocabulary = Vocabulary()
    for group in CLASS_OF_GROUP:
        vocabulary.groups[group] = sorted(tables()[group], key=lambda key: int(key[1:]))
        for key in vocabulary.groups[group]:
            _settle(vocabulary, world, ids, group, key)
    return vocabulary


def _settle(vocabulary: Vocabulary, world: World, ids: ItemIds, group: str, key: str) -> None:
    label, description, *rest = tables()[group][key]
    existing = world.current_entity(key) if ids.is_taken(key) else None
    if existing is not None and label_of(existing) == label:
        title = existing.get("sitelinks", {}).get("enwiki", {}).get("title")
        vocabulary.things[key] = Thing(key, label, title)
        return
    thing = Thing(ids.take() if ids.is_taken(key) else key, label, _title_of(group, label))
    country = vocabulary.things[rest[0]].id if group == "cities" else None
    vocabulary.things[key] = thing
    vocabulary.new.append(NewThing(thing, description, group, country))


def _title_of(group: str, label: str) -> str:
    """Languages and their peoples share names: English Wikipedia tells them apart in the title."""
    title = f"{label} language" if group == "languages" else label
    return title[:1].upper() + title[1:]


def label_of(entity: JsonObject) -> str | None:
    labels = entity.get("labels", {})
    term = labels.get("en") or labels.get("mul")
    return None if term is None else str(term["value"])
