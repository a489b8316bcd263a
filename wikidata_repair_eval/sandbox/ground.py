"""The ground that stories stand on: classes, things, countries, regions, cities, and the padding of items.

Everything here is blameless: no constraint of the world is violated by it, at any time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.editors import Editors
from wikidata_repair_eval.sandbox.facts import table
from wikidata_repair_eval.sandbox.names import Name, place_name
from wikidata_repair_eval.sandbox.scales import Scale
from wikidata_repair_eval.sandbox.snaks import (
    JsonObject,
    coordinate,
    day,
    entity,
    guid,
    quantity,
    reference,
    snak,
    statement,
    string,
    year,
)
from wikidata_repair_eval.sandbox.timeline import DAY, HOUR, at
from wikidata_repair_eval.sandbox.wiki import Draft, Stamp, Wiki

Claim = JsonObject
FIRST_ITEMS = at("2012-11-05")
CLOCK = at("2026-06-01")


@dataclass(frozen=True, slots=True)
class Place:
    """A region or city: its item, name and country."""

    id: str
    name: Name
    country: JsonObject


@dataclass(slots=True)
class Ground:
    """What scenarios share. Ids are handed out here so that no two stories meet."""

    wiki: Wiki
    rng: Random
    editors: Editors
    scale: Scale
    regions: list[Place] = field(default_factory=list)
    cities: list[Place] = field(default_factory=list)
    drafts: dict[str, Draft] = field(default_factory=dict)  # shared pages, settled at the very end
    next_item: int = 100_000_000
    next_lexeme: int = 4000
    namesakes: dict[str, int] = field(default_factory=dict)  # name -> items that have it
    title_of: dict[str, str] = field(default_factory=dict)  # item -> the title of its articles

    def take_item_id(self) -> str:
        self.next_item += self.rng.randrange(1, 90)
        return f"Q{self.next_item}"

    def take_lexeme_id(self) -> str:
        self.next_lexeme += self.rng.randrange(1, 9)
        return f"L{self.next_lexeme}"

    def article_title(self, item_id: str, name: str) -> str:
        """What articles about the item are called: its name, with a number if another item took it first."""
        if item_id not in self.title_of:
            number = self.namesakes[name] = self.namesakes.get(name, 0) + 1
            self.title_of[item_id] = name if number == 1 else f"{name} ({number})"
        return self.title_of[item_id]

    # --- statements ----------------------------------------------------------------------------------

    def claim(
        self, entity_id: str, property_id: str, datavalue: JsonObject, *qualifiers: JsonObject
    ) -> JsonObject:
        """A statement with a reference, as most of Wikidata's have."""
        main = snak(property_id, datavalue)
        return statement(guid(self.rng, entity_id), main, qualifiers, [self.any_reference()])

    def link(self, entity_id: str, property_id: str, target: str, *qualifiers: JsonObject) -> JsonObject:
        return self.claim(entity_id, property_id, entity(target), *qualifiers)

    def any_reference(self) -> JsonObject:
        if self.rng.random() < 0.5:
            return reference(snak("P143", entity("Q328")))
        retrieved = day(2019, self.rng.randrange(1, 13), self.rng.randrange(1, 29))
        return reference(snak("P248", entity("Q36578")), snak("P813", retrieved))

    # --- entities ------------------------------------------------------------------------------------

    def create(self, draft: Draft, seconds: int, content: JsonObject) -> Stamp:
        label = next(iter((content.get("labels") or {}).values()), {"value": ""})["value"]
        key = self.rng.choice(("wbeditentity-create-item:0|", "wbeditentity-create:2|en"))
        return draft.edit(
            seconds, self.editors.person(self.rng), f"/* {key} */ {label}", changes.become(content)
        )

    def item(self, item_id: str, seconds: int, terms: JsonObject, claims: Sequence[JsonObject]) -> Draft:
        """A new item page with its first revision."""
        draft = self.wiki.draft(item_id)
        self.create(draft, seconds, item_content(item_id, terms, claims))
        return draft


def item_content(item_id: str, terms: JsonObject, claims: Sequence[JsonObject]) -> JsonObject:
    grouped: dict[str, list[JsonObject]] = {}
    for claim in claims:
        grouped.setdefault(claim["mainsnak"]["property"], []).append(claim)
    empty: JsonObject = {"labels": {}, "descriptions": {}, "aliases": {}, "claims": grouped, "sitelinks": {}}
    return {"type": "item", "id": item_id, **empty, **terms}


def terms(labels: dict[str, str], descriptions: dict[str, str] | None = None, **more: Any) -> JsonObject:
    """Labels and descriptions in Wikibase's form; `more` may hold aliases and sitelinks."""
    built: JsonObject = {"labels": _terms(labels), "descriptions": _terms(descriptions or {})}
    return built | more


def _terms(texts: dict[str, str]) -> JsonObject:
    return {language: {"language": language, "value": text} for language, text in texts.items()}


# --- the shared items ----------------------------------------


def lay(ground: Ground) -> None:
    """Plant classes, things, countries, regions and cities."""
    vocabulary = table("vocabulary")
    for class_id, entry in vocabulary["classes"].items():
        parents = [ground.link(class_id, "P279", parent) for parent in entry["parents"]]
        _plant(ground, class_id, entry, parents)
    for thing_id, entry in vocabulary["things"].items():
        _plant(ground, thing_id, entry, [ground.link(thing_id, "P31", entry["class"])])
    for type_id, label in vocabulary["constraint_types"].items():
        _plant(ground, type_id, {"label": label}, [ground.link(type_id, "P31", "Q21502402")])
    for country in vocabulary["countries"]:
        _plant_country(ground, country)


def _plant(ground: Ground, item_id: str, entry: JsonObject, claims: list[JsonObject]) -> None:
    description = {"en": entry["description"]} if "description" in entry else {}
    born = FIRST_ITEMS + ground.rng.randrange(200 * DAY)
    ground.drafts[item_id] = ground.item(item_id, born, terms({"en": entry["label"]}, description), claims)


def _plant_country(ground: Ground, country: JsonObject) -> None:
    country_id, language = country["id"], country["language"]
    labels = {"en": country["label"], language: country["native"]}
    claims = [ground.link(country_id, "P31", "Q3624078"), ground.link(country_id, "P17", country_id)]
    born = FIRST_ITEMS + ground.rng.randrange(HOUR, 30 * DAY)
    ground.drafts[country_id] = ground.item(country_id, born, terms(labels), claims)
    for number in range(ground.scale.regions_per_country):
        region = plant_region(ground, country, number)
        ground.regions.append(region)
        for _ in range(ground.scale.cities_per_region):
            ground.cities.append(plant_city(ground, region))


def plant_region(ground: Ground, country: JsonObject, number: int, shared: bool = True) -> Place:
    """A first-level division with everything that the world asks of an administrative entity."""
    region_id, name = ground.take_item_id(), place_name(ground.rng, country["language"])
    claims = [
        ground.link(region_id, "P31", "Q10864048"),
        ground.link(region_id, "P17", country["id"]),
        ground.claim(region_id, "P300", string(f"{country['code']}-{10 + number}")),
    ]
    labels = {"en": f"{name.latin} County", name.language: name.native}
    text = terms(labels, {"en": f"first-level division of {country['label']}"})
    draft = ground.item(region_id, created(ground.rng), text, claims)
    if shared:
        ground.drafts[region_id] = draft
    else:
        ground.wiki.settle(draft)
    return Place(region_id, name, country)


def plant_city(ground: Ground, region: Place) -> Place:
    city_id, name = ground.take_item_id(), place_name(ground.rng, region.country["language"])
    claims = place_claims(ground, city_id, region, "Q515")
    text = terms({"en": name.latin, name.language: name.native}, {"en": f"city in {region.country['label']}"})
    ground.drafts[city_id] = ground.item(city_id, created(ground.rng), text, claims)
    return Place(city_id, name, region.country)


def place_claims(ground: Ground, item_id: str, region: Place, place_class: str) -> list[JsonObject]:
    """A settlement that violates nothing: class, country, division, coordinates, dated population."""
    rng = ground.rng
    people = quantity(f"+{rng.randrange(900, 90_000)}")
    point = coordinate(round(rng.uniform(-60, 70), 4), round(rng.uniform(-170, 170), 4))
    return [
        ground.link(item_id, "P31", place_class),
        ground.link(item_id, "P17", region.country["id"]),
        ground.link(item_id, "P131", region.id),
        ground.claim(item_id, "P625", point),
        ground.claim(item_id, "P1082", people, snak("P585", year(rng.randrange(2011, 2024)))),
    ]


def created(rng: Random) -> int:
    """When an ordinary item was created: between 2013 and 2018."""
    return at("2013-02-01") + rng.randrange(5 * 365 * DAY)
