"""People of the past: Julian days, years BCE, unknown places, childlessness, and dates held to be wrong."""

from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw, year
from wikidata_repair_eval.sandbox.second_half.articles.model import (
    Draft,
    Fact,
    Moment,
    Nothing,
    Plain,
    Unknown,
)


def draft(draw: Draw, index: int) -> Draft:
    female = draw.rng.random() < 0.4
    name = draw.person_name(female)
    city = draw.pick("cities")
    profession = draw.pick("professions")
    born, died = _life_span(draw, index)
    facts = [
        Fact("P31", draw.thing("Q5")),
        Fact("P21", draw.thing("Q6581072" if female else "Q6581097")),
        Fact("P569", born, "Born", rank="preferred"),
        # The disproved year is kept in Wikidata at a lower rank; a reader of truthy values never sees it.
        Fact("P569", _moved(born, 3), rank="deprecated"),
        Fact("P19", city, "Born", f"{name} was born in {{}} to a family of millers.", "Life"),
        Fact("P570", died, "Died"),
        *_death_place(draw, name, index),
        Fact("P106", profession, "Occupation", f"Contemporaries knew {name} as a {{}}.", "Life"),
        Fact("P40", Nothing() if index % 3 == 0 else Unknown()),
        Fact("P69", draw.pick("universities"), None, "Letters mention studies at {}.", "Life"),
        Fact("P26", Plain(draw.person_name(not female)), None, f"{name} married {{}}.", "Life", stated=False),
        Fact("P214", Plain(str(draw.rng.randrange(10**7, 10**9)))),
    ]
    return Draft(
        title=name,
        description=f"{profession.label} of the {_century(born)}",
        infobox="Infobox person",
        facts=tuple(facts),
        opening=f"was a {profession.label} from {city.label}.",
        aliases=(f"{name} the Elder",),
        redirects=(f"{name} the Elder",),
        filler=(("Legacy", "No portrait has survived."),),
    )


def _life_span(draw: Draw, index: int) -> tuple[Moment, Moment]:
    if index == 0:
        return year(-draw.rng.randint(95, 105)), year(-draw.rng.randint(35, 44))
    if index == 1:
        return draw.day(1470, 1510, julian=True), draw.day(1530, 1570, julian=True)
    first = draw.rng.randint(1780, 1880)
    return draw.day(first, first + 5), draw.day(first + 40, first + 60)


def _death_place(draw: Draw, name: str, index: int) -> list[Fact]:
    if index % 2 == 1:
        return [Fact("P20", Unknown(), None)]
    return [Fact("P20", draw.pick("cities"), "Died", f"{name} died in {{}}.", "Life")]


def _moved(moment: Moment, years: int) -> Moment:
    sign, number = moment.time[0], int(moment.time[1:5]) + years
    return Moment(f"{sign}{number:04}{moment.time[5:]}", moment.precision, moment.julian)


def _century(born: Moment) -> str:
    number = (int(born.time[1:5]) - 1) // 100 + 1
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number not in (11, 12, 13) else 0, "th")
    return f"{number}{ending} century" + (" BC" if born.time[0] == "-" else "")
