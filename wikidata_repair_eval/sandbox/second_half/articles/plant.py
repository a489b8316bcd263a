"""Plants the articles and their items into a world: `plant_articles(world)` is all the world's builder calls.

Deterministic by the world's seed; the pages that are there already stay as they are.
"""

from dataclasses import replace
from random import Random

import yaml

from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.second_half.articles.domains import WRITERS
from wikidata_repair_eval.sandbox.second_half.articles.draw import Draw
from wikidata_repair_eval.sandbox.second_half.articles.model import (
    Article,
    Articles,
    Disambiguation,
    Draft,
    Fact,
    Redirect,
    Stub,
    Thing,
)
from wikidata_repair_eval.sandbox.second_half.articles.pen import WikidataPen, WikipediaPen
from wikidata_repair_eval.sandbox.second_half.articles.statements import (
    claims,
    item,
    property_entity,
    terms,
)
from wikidata_repair_eval.sandbox.second_half.articles.vocabulary import (
    CLASS_OF_GROUP,
    ItemIds,
    NewThing,
    tables,
    vocabulary_of,
)

PER_DOMAIN = {"small": 6, "medium": 20, "large": 40}


def plant_articles(world: World, per_domain: int | None = None) -> Articles:
    """Add items, properties and articles to the world and leave them in `world.articles`; only once."""
    if isinstance(world.articles, Articles):
        return world.articles
    count = PER_DOMAIN.get(world.scale, 6) if per_domain is None else per_domain
    planter = _Planter(world)
    planter.plant_properties()
    planter.plant_vocabulary()
    for domain, writer in WRITERS.items():
        for index in range(count):
            planter.plant_article(domain, index, writer(planter.draw, index))
    planter.plant_odd_pages()
    world.articles = planter.articles
    return planter.articles


def article_list(world: World) -> bytes:
    """The article list of this world, in the form of the list that ships: `articles: [{title, qid, domain}]`.

    Two rows are as such lists are: one Q-id has since been merged away, one title is a redirect now.
    """
    rows = [{"title": title, "qid": qid, "domain": domain} for title, qid, domain in world.articles.listed]
    return yaml.safe_dump({"articles": rows}, allow_unicode=True, sort_keys=False, width=1000).encode()


class _Planter:
    def __init__(self, world: World) -> None:
        rng = Random(f"articles of {world.seed}")
        self._world = world
        self._rng = rng
        self._ids = ItemIds(world)
        self._wikidata = WikidataPen(world, rng)
        self._wikipedia = WikipediaPen(world.clock, rng)
        self._vocabulary = vocabulary_of(world, self._ids)
        titles = {thing.title for thing in self._vocabulary.things.values() if thing.title}
        self.draw = Draw(rng, self._vocabulary, taken=titles)
        self.articles = Articles()

    # --- what articles speak of ---------------------------------------------------------------------

    def plant_properties(self) -> None:
        for property_id, (datatype, label) in tables()["properties"].items():
            known = self._world.datatypes.get(property_id)
            if known is None:
                self._world.datatypes[property_id] = datatype
                self._wikidata.create(property_entity(property_id, datatype, label))
            elif known != datatype:
                raise ValueError(
                    f"sandbox articles, vocabulary.yaml, {property_id}: the world's datatype is {known}, not "
                    f"{datatype}. Fix: let both say the same"
                )

    def plant_vocabulary(self) -> None:
        for new in self._vocabulary.new:
            named = terms(new.thing.label, new.description, [])
            stated = claims(new.thing.id, self._facts_of(new), self._rng, self._imported_from)
            self._wikidata.create(item(new.thing.id, named, stated, new.thing.title))
            self._add_stub(new.thing, new.description)

    def _facts_of(self, new: NewThing) -> list[Fact]:
        kind = CLASS_OF_GROUP[new.group]
        facts = [] if kind is None else [Fact("P31", self._vocabulary.things[kind])]
        if new.country is not None:
            facts.append(Fact("P17", Thing(new.country, "")))
        return facts

    def _add_stub(self, thing: Thing, description: str) -> None:
        if thing.title is not None and thing.title not in self.articles.pages:
            page = self._wikipedia.page(thing.title)
            self.articles.pages[thing.title] = Stub(page, thing.id, thing.label, description)

    @property
    def _imported_from(self) -> Thing:
        return self._vocabulary.things["Q328"]

    # --- articles -----------------------------------------------------------------------------------

    def plant_article(self, domain: str, index: int, draft: Draft) -> None:
        item_id = self._ids.take()
        # One item of each world has no English label: `mul` speaks for all languages.
        language = "mul" if (domain, index) == ("geographic", 1) else "en"
        named = terms(draft.name, draft.description, draft.aliases, language)
        stated = claims(item_id, draft.facts, self._rng, self._imported_from)
        self._wikidata.create(item(item_id, named, stated, draft.title))
        self.articles.pages[draft.title] = Article(self._wikipedia.page(draft.title), domain, item_id, draft)
        self.draw.taken.add(draft.title)
        if domain == "biography_living":
            self.draw.people.append(Thing(item_id, draft.name, draft.title))
        for title in draft.redirects:
            self._add_redirect(title, draft.title)
        self.articles.listed.append((*self._as_listed(domain, index, draft, item_id), domain))

    def _as_listed(self, domain: str, index: int, draft: Draft, item_id: str) -> tuple[str, str]:
        if (domain, index) == ("organization", 1):
            return draft.title, self._merged_into(item_id, draft)
        if (domain, index) == ("geographic", 1):
            return draft.redirects[0], item_id
        return draft.title, item_id

    def _merged_into(self, target: str, draft: Draft) -> str:
        duplicate = self._ids.take()
        page = self._wikidata.create(item(duplicate, terms(draft.name, "", []), {}, None))
        self._wikidata.merge(page, target)
        return duplicate

    def _add_redirect(self, title: str, target: str, fragment: str = "") -> None:
        if title not in self.articles.pages and title not in self.draw.taken:
            self.articles.pages[title] = Redirect(self._wikipedia.page(title), target, fragment)
            self.draw.taken.add(title)

    # --- pages that are no articles -----------------------------------------------------------------

    def plant_odd_pages(self) -> None:
        found = list(self.articles.articles())
        namesakes = [article for article in found if article.domain == "biography_living"][:2]
        self._add_disambiguation(namesakes)
        company = next(article for article in found if article.domain == "organization")
        self._add_redirect(f"Old {company.page.title}", company.draft.redirects[0])  # a double redirect
        person = next(article for article in found if article.domain == "biography_historical")
        self._add_redirect(f"Legacy of {person.page.title}", person.page.title, "Legacy")
        self._add_article_without_item(person)

    def _add_disambiguation(self, namesakes: list[Article]) -> None:
        name = namesakes[0].draft.name
        item_id = self._ids.take()
        kind = Fact("P31", self._vocabulary.things["Q4167410"])
        stated = claims(item_id, [kind], self._rng, self._imported_from)
        named = terms(name, "Wikimedia disambiguation page", [])
        self._wikidata.create(item(item_id, named, stated, name))
        choices = tuple((article.page.title, article.draft.description) for article in namesakes)
        self.articles.pages[name] = Disambiguation(self._wikipedia.page(name), item_id, choices)

    def _add_article_without_item(self, model: Article) -> None:
        """Somebody wrote it yesterday: it has text and no item."""
        title = self.draw.place_name() + " dialect"
        draft = replace(model.draft, title=title, label=None, redirects=(), opening="is a dialect.", facts=())
        self.articles.pages[title] = Article(self._wikipedia.page(title), "scientific", None, draft)
