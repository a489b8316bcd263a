"""Cities, mountains and lakes: coordinates, quantities with units, populations that changed with time."""

from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw, year
from wikidata_repair_eval.sandbox.second_half.articles.model import Amount, Draft, Fact, Place, Plain

KINDS = ("Q515", "Q8502", "Q23397")


def draft(draw: Draw, index: int) -> Draft:
    kind = draw.thing(KINDS[index % 3])
    title = _title(draw, index)
    city = draw.pick("cities")
    country = draw.vocabulary.country_of(city)
    facts = [
        Fact("P31", kind),
        Fact("P17", country, "Country", f"{title} lies in {{}}."),
        Fact("P131", city, None, "It is administered from {}.", "Geography"),
        Fact("P625", _somewhere(draw), "Coordinates"),
        Fact("P2044", _metres(draw), "Elevation"),
        Fact("P2046", _area(draw), "Area", "Its area is {}.", "Geography"),
        *(_population(draw) if kind.id == draw.thing("Q515").id else ()),
        Fact("P3896", Plain(f"Data:{title}.map")),
        Fact("P18", Plain(f"{title} in winter.jpg")),
        Fact("P138", draw.person(), None, f"{title} was named after {{}}.", "Name", stated=False),
    ]
    return Draft(
        title=title,
        description=f"{kind.label} in {country.label}",
        infobox="Infobox settlement" if kind.label == "city" else f"Infobox {kind.label}",
        facts=tuple(facts),
        opening=f"is a {kind.label} in {country.label}.",
        aliases=(f"{title} ({country.label})",),
        redirects=(f"{title} ({country.label})",),
        filler=(("Geography", "Storks nest on most of its chimneys."),),
    )


def _title(draw: Draw, index: int) -> str:
    name = draw.place_name()
    return f"Saint-Élier-d'{name}" if index == 0 else name


def _somewhere(draw: Draw) -> Place:
    return Place(round(draw.rng.uniform(-60, 60), 4), round(draw.rng.uniform(-170, 170), 4))


def _metres(draw: Draw) -> Amount:
    return Amount(f"+{draw.rng.randrange(12, 3900)}", draw.thing("Q11573").id, "m")


def _area(draw: Draw) -> Amount:
    return Amount(f"+{draw.rng.randrange(300, 90_000) / 100:.2f}", draw.thing("Q712226").id, "km2")


def _population(draw: Draw) -> list[Fact]:
    """Two censuses in Wikidata, the newer one preferred; a third, which it lacks, in the article."""
    old = draw.rng.randrange(8_000, 900_000)
    newer, newest = old + draw.rng.randrange(100, 5000), old + draw.rng.randrange(6000, 9000)
    return [
        Fact("P1082", Amount(f"+{old}"), qualifiers={"P585": year(2001)}),
        Fact("P1082", Amount(f"+{newer}"), "Population", rank="preferred", qualifiers={"P585": year(2011)}),
        Fact("P1082", Amount(f"+{newest}"), None, "An estimate of 2024 gives {} inhabitants.", stated=False),
    ]
