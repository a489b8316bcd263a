"""Battles, festivals and disasters. One title has a percent sign, one an en dash."""

from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw
from wikidata_repair_eval.sandbox.second_half.articles.model import Amount, Draft, Fact, Moment, Plain

KINDS = (("Q178561", "military conflict"), ("Q132241", "festival"), ("Q8065", "natural disaster"))


def draft(draw: Draw, index: int) -> Draft:
    key, template = KINDS[index % 3]
    city = draw.pick("cities")
    country = draw.vocabulary.country_of(city)
    start = draw.day(2004, 2022)
    year = start.time[1:5]
    title = draw.unused(lambda: _title(draw, index, int(year)))
    facts = [
        Fact("P31", draw.thing(key)),
        *_when(start, index),
        Fact("P276", city, "Location", f"{title} took place in {{}}."),
        Fact("P17", country, None, "Newspapers all over {} wrote about it.", "Aftermath"),
        Fact("P710", draw.person(), "Participants"),
        Fact("P710", draw.person(), None, "Among those present was {}.", "Course"),
        *_losses(draw, key),
        Fact("P18", Plain(f"Map of {title.replace('%', ' per cent')}.svg")),
        Fact("P361", Plain("the troubles of the decade"), "Part of", stated=False),
    ]
    kind = draw.thing(key)
    return Draft(
        title=title,
        description=f"{year} {kind.label} in {country.label}",
        infobox=f"Infobox {template}",
        facts=tuple(facts),
        opening=f"was a {kind.label} in {country.label}.",
        redirects=(f"{kind.label.capitalize()} in {city.label}, {year}",),
        filler=(("Course", "It rained on the second day."),),
    )


def _title(draw: Draw, index: int, year: int) -> str:
    place = draw.word("place_stems") + draw.word("place_ends")
    if index == 0:
        return f"Siege of {place} ({year}\N{EN DASH}{year + 1})"
    if index == 1:
        return f"100% {place}"
    return f"{year} {place} {('battle', 'festival', 'flood')[index % 3]}"


def _when(start: Moment, index: int) -> list[Fact]:
    if index % 3 == 2:
        return [Fact("P585", start, "Date")]
    end = Moment(f"{start.time[0]}{int(start.time[1:5]) + 1:04}{start.time[5:]}")
    return [
        Fact("P580", start, "Date", "It began on {}.", "Course"),
        Fact("P582", end, None, "It was over by {}.", "Course"),
    ]


def _losses(draw: Draw, key: str) -> list[Fact]:
    if key == "Q132241":
        return []
    return [Fact("P1120", Amount(f"+{draw.rng.randrange(3, 4000)}"), "Deaths")]
