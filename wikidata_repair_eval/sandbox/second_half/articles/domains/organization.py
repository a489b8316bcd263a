"""Organizations. One title has an ampersand, one a slash, one a plus sign: all three must be encoded."""

from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw
from wikidata_repair_eval.sandbox.second_half.articles.model import Amount, Draft, Fact, Plain


def draft(draw: Draw, index: int) -> Draft:
    title = draw.unused(lambda: _title(draw, index))
    city = draw.pick("cities")
    country = draw.vocabulary.country_of(city)
    industry = draw.pick("industries")
    founded = draw.year(2003, 2012)
    staff = draw.rng.randrange(120, 9000, 10)
    facts = [
        Fact("P31", draw.thing("Q4830453")),
        Fact("P571", founded, "Founded", f"{title} opened its doors in {{}}.", "History"),
        Fact("P112", draw.person(), "Founder", "The first director was its founder, {}.", "History"),
        Fact("P159", city, "Headquarters", "The head office is in {}."),
        Fact("P17", country, None, "It pays its taxes in {}.", "History"),
        Fact("P452", industry, "Industry"),
        # The article is a year ahead of the item.
        Fact("P1128", Amount(f"+{staff}"), "Number of employees", shown=Amount(f"+{staff + 37}")),
        Fact("P856", Plain(f"https://www.{_slug(title)}.example/"), "Website"),
        Fact("P18", Plain(f"{title.replace('/', ' ')} building.jpg")),
        Fact(None, draw.pick("cities"), None, "A second office was opened in {}.", "History", stated=False),
    ]
    if index % 3 == 0:
        closed = draw.year(2013, 2024)
        facts.append(Fact("P576", closed, "Defunct", "It was wound up in {}.", "History"))
    return Draft(
        title=title,
        description=f"{industry.label} company based in {city.label}",
        infobox="Infobox company",
        facts=tuple(facts),
        opening=f"is a company in {country.label}.",
        redirects=(_slug(title).upper(),),
        filler=(("History", "The archive burned twice and was twice restored."),),
    )


def _title(draw: Draw, index: int) -> str:
    first, second = draw.words("surnames", 2)
    forms = [f"{first} & {second}", f"{first}/{second}", f"{first}++", f"{first} Works", f"{first} and Sons"]
    return forms[index] if index < len(forms) else f"{first} {draw.word('nouns')} Company"


def _slug(title: str) -> str:
    return "".join(letter for letter in title.lower() if letter.isascii() and letter.isalnum())
