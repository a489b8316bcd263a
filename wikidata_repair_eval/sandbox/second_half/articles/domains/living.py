"""Living people. The first two share a name, so that Wikipedia needs a disambiguation page for them."""

from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw, year
from wikidata_repair_eval.sandbox.second_half.articles.model import Draft, Fact, Moment, Phrase, Plain, Thing
from wikidata_repair_eval.sandbox.second_half.articles.vocabulary import tables


def draft(draw: Draw, index: int) -> Draft:
    female = draw.rng.random() < 0.5
    city = draw.pick("cities")
    country = draw.vocabulary.country_of(city)
    shared = index < 2
    name = _shared_name(draw) if shared else draw.person_name(female)
    profession, second = _professions(draw, name)
    born = draw.day(1945, 1990)
    demonym = draw.vocabulary.demonym(country)
    facts = [
        Fact("P31", draw.thing("Q5")),
        Fact("P21", draw.thing("Q6581072" if female else "Q6581097")),
        # Every third article is coarser than its item: the year alone.
        Fact("P569", born, "Born", shown=_year_of(born) if index % 3 == 2 else None),
        Fact("P19", city, "Born", f"{name} was born in {{}}.", "Early life"),
        Fact("P27", country),
        Fact("P106", profession, "Occupation"),
        Fact("P106", second, "Occupation"),
        *_life(draw, name, index),
        *_only_in_wikidata(draw, name),
    ]
    title = f"{name} ({profession.label})" if shared else name
    return Draft(
        title=title,
        label=name,
        description=f"{demonym} {profession.label} (born {born.time[1:5]})",
        infobox="Infobox person",
        facts=(*facts, *_native_name(country, index)),
        opening=f"is a {demonym} {profession.label} and {second.label}.",
        aliases=(f"{name.split()[0][0]}. {name.split(maxsplit=1)[1]}",),
        redirects=(f"{name.split(maxsplit=1)[1]}, {name.split()[0]}",) if not shared else (),
        filler=(("Early life", f"{name} grew up near the river and kept a diary from an early age."),),
    )


def _shared_name(draw: Draw) -> str:
    """The name of the first two, whoever asks second gets what the first got."""
    known = [person.label for person in draw.people]
    return known[0] if known else draw.person_name(female=True)


def _professions(draw: Draw, name: str) -> list[Thing]:
    """Two; the first tells namesakes apart, so it must be another one for each of them."""
    while True:
        chosen = draw.several("professions", 2)
        if f"{name} ({chosen[0].label})" not in draw.taken:
            draw.taken.add(f"{name} ({chosen[0].label})")
            return chosen


def _year_of(day: Moment) -> Moment:
    return year(int(day.time[:5]))


def _life(draw: Draw, name: str, index: int) -> list[Fact]:
    university, employer = draw.several("universities", 2)
    award_year = draw.year(2001, 2020)
    home = draw.pick("cities")
    return [
        Fact("P69", university, "Alma mater", f"{name} studied at {{}}.", "Early life"),
        Fact("P108", employer, None, "The later years were spent at {}.", "Career"),
        Fact("P166", draw.pick("awards"), "Awards", qualifiers={"P585": award_year}),
        Fact("P1412", draw.pick("languages"), None, f"{name} publishes in {{}}.", "Career"),
        Fact("P26", Plain(draw.person_name(female=index % 2 == 0)), "Spouse(s)", stated=False),
        Fact(None, home, None, f"{name} lives in {{}} with two dogs.", "Career", stated=False),
    ]


def _only_in_wikidata(draw: Draw, name: str) -> list[Fact]:
    slug = name.lower().replace(" ", "").replace("'", "")
    return [
        Fact("P18", Plain(f"{name} at the lectern, 2016 (cropped).jpg")),
        Fact("P214", Plain(str(draw.rng.randrange(10**7, 10**9)))),
        Fact("P856", Plain(f"https://www.{slug}.example/?lang=en&v=1"), "Website"),
    ]


def _native_name(country: Thing, index: int) -> list[Fact]:
    native = tables()["native_names"].get(country.id)
    return [Fact("P1559", Phrase(*native), "Native name")] if native and index >= 2 else []
