"""Asteroids, theorems, compounds, and one scholarly article, which only the scholarly graph knows."""

from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw
from wikidata_repair_eval.sandbox.second_half.articles.model import Amount, Draft, Fact, Plain, Thing


def draft(draw: Draw, index: int) -> Draft:
    return (_asteroid, _theorem, _compound, _paper)[index % 4](draw)


def _asteroid(draw: Draw) -> Draft:
    namesake = draw.person()
    title = draw.unused(lambda: f"{draw.rng.randrange(1000, 90_000)} {namesake.label.split()[-1]}")
    mass = Amount(f"+{draw.rng.randrange(10**14, 10**16)}", draw.thing("Q11570").id, "kg")
    facts = [
        Fact("P31", draw.thing("Q3863")),
        Fact("P138", namesake, "Named after"),
        Fact("P2067", mass, None, "Its mass is put at {}.", "Physical characteristics"),
        *_found(draw, title),
    ]
    return _draft(title, "asteroid", "Infobox planet", facts)


def _theorem(draw: Draw) -> Draft:
    title = draw.unused(lambda: f"{draw.word('surnames')}'s {draw.word('nouns').lower()} theorem")
    formula = r"\sum_{k=1}^{n} k = \frac{n(n+1)}{2}"
    facts = [
        Fact("P31", draw.thing("Q65943")),
        Fact("P2534", Plain(formula), "Statement"),
        Fact("P138", draw.person(), None, "It bears the name of {}.", "History"),
        *_found(draw, title),
    ]
    return _draft(title, "theorem", "Infobox mathematical statement", facts)


def _compound(draw: Draw) -> Draft:
    title = draw.unused(lambda: f"{draw.word('place_stems')}ite-{draw.rng.randrange(2, 99)}")
    facts = [Fact("P31", draw.thing("Q11173")), *_found(draw, title)]
    return _draft(title, "chemical compound", "Chembox", facts)


def _paper(draw: Draw) -> Draft:
    title = draw.unused(lambda: "On the {} Problem, with {} Data".format(*draw.words("nouns", 2)))
    journal = Plain("Annals of Small Results")
    facts = [
        Fact("P31", draw.thing("Q13442814")),
        Fact("P50", draw.person(), "Author"),
        Fact("P577", draw.day(2005, 2022), "Published", "It was printed on {}.", "Publication"),
        Fact("P921", draw.pick("professions"), None, "Its subject is the work of a {}.", "Publication"),
        Fact("P356", Plain(f"10.5555/{draw.rng.randrange(10**6, 10**7)}"), "DOI"),
        Fact("P1433", journal, "Journal", stated=False),
    ]
    return _draft(title, "scholarly article", "Infobox academic paper", facts)


def _found(draw: Draw, title: str) -> list[Fact]:
    discoverer: Thing = draw.person()
    return [
        Fact("P61", discoverer, "Discovered by", f"{title} was found by {{}}.", "History"),
        Fact("P575", draw.year(2002, 2021), "Discovery date"),
        Fact("P276", draw.pick("cities"), None, "The work was done in {}.", "History", stated=False),
    ]


def _draft(title: str, kind: str, infobox: str, facts: list[Fact]) -> Draft:
    article = "an" if kind[0] in "aeiou" else "a"
    return Draft(
        title=title,
        description=kind,
        infobox=infobox,
        facts=tuple(facts),
        opening=f"is {article} {kind}.",
        redirects=(f"{title} ({kind})",),
        filler=(("History", "Two earlier claims were withdrawn."),),
    )
