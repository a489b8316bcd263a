"""Blameless persons, settlements and other items, to which a story then does one wrong thing."""

from collections.abc import Collection, Sequence

from wikidata_repair_eval.sandbox.facts import table
from wikidata_repair_eval.sandbox.ground import Ground, Place, created, item_content, place_claims, terms
from wikidata_repair_eval.sandbox.life import padding_claims, padding_terms
from wikidata_repair_eval.sandbox.names import Name, languages, person_name, place_name
from wikidata_repair_eval.sandbox.snaks import JsonObject, day
from wikidata_repair_eval.sandbox.subject import Subject

OCCUPATIONS = ("Q1028181", "Q36180", "Q36834", "Q33999", "Q42973", "Q169470", "Q39631", "Q82955")


def plain_item(
    ground: Ground, name: Name, labels: dict[str, str], description: str, claims: Sequence[JsonObject]
) -> Subject:
    """Any item with labels, one English description and these statements, as heavy as the scale wants."""
    return _raise_item(ground, ground.take_item_id(), name, labels, description, claims)


def _raise_item(
    ground: Ground,
    item_id: str,
    name: Name,
    labels: dict[str, str],
    description: str,
    claims: Sequence[JsonObject],
) -> Subject:
    text = terms(labels, {"en": description} if description else {})
    padding_terms(ground, item_id, text, name)
    content = item_content(item_id, text, [*claims, *padding_claims(ground, item_id)])
    draft, moment = ground.wiki.draft(item_id), created(ground.rng)
    ground.create(draft, moment, content)
    subject = Subject(draft, name, ground.rng, ground.editors, created=moment)
    for claim in claims:
        subject.claims.setdefault(claim["mainsnak"]["property"], []).append(claim)
    return subject


def labels_of(ground: Ground, name: Name) -> dict[str, str]:
    """English and the own language; one in six has `mul` instead of English, as names have since 2024."""
    first = "mul" if ground.rng.random() < 0.17 else "en"
    return {first: name.latin, name.language: name.native}


def describe(ground: Ground, name: Name, occupation: str, years: str = "") -> str:
    nation = table("names")["nationalities"][name.language]
    trade = table("vocabulary")["things"][occupation]["label"]
    return f"{nation} {trade} ({years})" if years else f"{nation} {trade}"


def person(
    ground: Ground,
    born: int | None = None,
    died: int | None = None,
    years: str = "",
    omit: Collection[str] = (),
    labels: dict[str, str] | None = None,
    name: Name | None = None,
) -> Subject:
    """A person with class, gender, birth, citizenship, occupation; `years` go into the description."""
    rng = ground.rng
    item_id, name = ground.take_item_id(), name or person_name(rng, rng.choice(languages()))
    occupation = rng.choice(OCCUPATIONS)
    city = rng.choice([place for place in ground.cities if place.name.language == name.language])
    dates = {"P569": born or rng.randrange(1890, 1990), "P570": died}
    claims = [
        ground.link(item_id, "P31", "Q5"),
        ground.link(item_id, "P21", "Q6581072" if name.gender == "f" else "Q6581097"),
        ground.link(item_id, "P27", city.country["id"]),
        ground.link(item_id, "P106", occupation),
        ground.link(item_id, "P19", city.id),
        *(
            ground.claim(item_id, property_id, some_day(ground, number))
            for property_id, number in dates.items()
            if number is not None
        ),
    ]
    kept = [claim for claim in claims if claim["mainsnak"]["property"] not in omit]
    description = describe(ground, name, occupation, years)
    return _raise_item(ground, item_id, name, labels or labels_of(ground, name), description, kept)


def some_day(ground: Ground, number: int) -> JsonObject:
    return day(number, ground.rng.randrange(1, 13), ground.rng.randrange(1, 29))


def settlement(
    ground: Ground, place_class: str = "Q515", omit: Collection[str] = (), more: Sequence[JsonObject] = ()
) -> tuple[Subject, Place]:
    """A settlement and the region it lies in. `more` are statements made for another id: use its helper."""
    region = ground.rng.choice(ground.regions)
    item_id, name = ground.take_item_id(), place_name(ground.rng, region.country["language"])
    claims = [
        claim
        for claim in place_claims(ground, item_id, region, place_class)
        if claim["mainsnak"]["property"] not in omit
    ]
    noun = table("vocabulary")["classes"].get(place_class, {"label": "place"})["label"]
    description = f"{noun} in {region.country['label']}"
    subject = _raise_item(ground, item_id, name, labels_of(ground, name), description, [*claims, *more])
    return subject, region
