"""Films and books. One title asks a question, one is not in Latin script."""

from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw
from wikidata_repair_eval.sandbox.second_half.articles.model import Amount, Draft, Fact, Phrase, Plain

FILM, BOOK = "Q11424", "Q7725634"
NON_LATIN_TITLES = ("東京の灯台", "大阪の灯台", "京都の灯台", "札幌の灯台")


def draft(draw: Draw, index: int) -> Draft:
    film = index % 2 == 0
    title = _title(draw, index)
    country = draw.pick("countries")
    language = draw.pick("languages")
    released = draw.day(2003, 2024)
    maker = draw.person()
    facts = [
        Fact("P31", draw.thing(FILM if film else BOOK)),
        Fact("P1476", Phrase(title, "ja" if index == 1 else "en")),
        Fact("P57" if film else "P50", maker, "Directed by" if film else "Author"),
        Fact("P577", released, "Release date" if film else "Published", "It came out on {}.", "Reception"),
        Fact("P136", draw.pick("genres"), "Genre"),
        Fact("P495", country, "Country"),
        Fact("P364", language, "Language", "All dialogue is in {}.", "Plot") if film else _subject(draw),
        Fact("P18", Plain(f"Poster of work {index}.png")),
        Fact(
            "P166",
            draw.pick("awards"),
            None,
            "It was praised and received the {}.",
            "Reception",
            stated=False,
        ),
    ]
    if film:
        minutes = Amount(f"+{draw.rng.randrange(70, 190)}", draw.thing("Q7727").id, "minutes")
        facts.append(Fact("P2047", minutes, "Running time"))
    kind = "film" if film else "book"
    return Draft(
        title=title,
        description=f"{released.time[1:5]} {kind} by {maker.label}",
        infobox=f"Infobox {kind}",
        facts=tuple(facts),
        opening=f"is a {released.time[1:5]} {kind} from {country.label}.",
        redirects=_redirects(draw, title, kind, index),
        filler=(("Plot", "A stranger arrives, and the tide does not."),),
    )


def _subject(draw: Draw) -> Fact:
    return Fact("P921", draw.pick("cities"), "Subject", "It is set in {}.", "Plot")


def _title(draw: Draw, index: int) -> str:
    if index == 0:
        return draw.unused(lambda: f"Who Painted the {draw.word('nouns')}?")
    if index == 1:
        return draw.unused(lambda: draw.rng.choice(NON_LATIN_TITLES))
    return draw.unused(lambda: "The {} and the {}".format(*draw.words("nouns", 2)))


def _redirects(draw: Draw, title: str, kind: str, index: int) -> tuple[str, ...]:
    if index == 1:
        return (draw.unused(lambda: f"Lighthouse of {draw.word('place_stems')} ({kind})"),)
    return (f"{title} ({kind})",)
