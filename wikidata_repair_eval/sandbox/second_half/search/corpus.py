"""The web that can be found: articles, pages about planted repairs, and mirrors of Wikidata.

Of the repairs that need the outside world (TypeC) about two in three have a page that holds the answer, all
have one that speaks of the subject and does not, and Wikidata's own page always gives it away: a client
that forgets to exclude Wikidata and its mirrors is leaking.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from wikidata_repair_eval.sandbox.model import JsonObject, World
from wikidata_repair_eval.sandbox.second_half.articles.model import Article, Stub
from wikidata_repair_eval.sandbox.second_half.articles.vocabulary import label_of
from wikidata_repair_eval.sandbox.second_half.wikipedia.library import Library
from wikidata_repair_eval.sandbox.second_half.wikipedia.pages import extract, prose
from wikidata_repair_eval.sandbox.second_half.wikipedia.parsoid import encoded


@dataclass(frozen=True, slots=True)
class WebPage:
    url: str
    title: str
    text: str

    @property
    def domain(self) -> str:
        return urlsplit(self.url).hostname or ""


def web_of(world: World, library: Library) -> list[WebPage]:
    pages = [*_encyclopedia(library), *_about_repairs(world)]
    return sorted({page.url: page for page in pages}.values(), key=lambda page: page.url)


def _encyclopedia(library: Library) -> Iterator[WebPage]:
    for page in library.pages().values():
        if not isinstance(page, Article | Stub):
            continue
        title = page.page.title
        text = prose(page) if isinstance(page, Article) else extract(page)
        yield WebPage(f"https://en.wikipedia.org/wiki/{encoded(title)}", f"{title} - Wikipedia", text)
        if isinstance(page, Article):
            yield WebPage(
                f"https://www.wikiwand.com/en/articles/{encoded(title)}", f"{title} - Wikiwand", text
            )
            yield WebPage(
                f"https://almanac.example/topics/{encoded(title)}",
                f"{title} | The Almanac",
                f"{title}, {page.draft.description}. A longer entry is in preparation.",
            )


def _about_repairs(world: World) -> Iterator[WebPage]:
    for repair in world.truth.repairs:
        entity_id = world.resolve(repair["qid"]) if repair.get("class") == "TypeC" else None
        entity = world.current_entity(entity_id) if entity_id is not None else None
        if entity is not None:
            yield from _pages_about(world, entity, repair["property"])


def _pages_about(world: World, entity: JsonObject, property_id: str) -> Iterator[WebPage]:
    name = label_of(entity) or entity["id"]
    relation = _name_of(world, property_id)
    answers = [_answer_text(world, found) for found in entity["claims"].get(property_id, [])]
    known = [answer for answer in answers if answer]
    told = f"{name}: {relation} {', '.join(known)}." if known else f"{name} is on record."
    identity = f"{entity['id']}-{property_id}"
    yield WebPage(f"https://www.wikidata.org/wiki/{entity['id']}", f"{name} - Wikidata", told)
    yield WebPage(
        f"https://gazette.example/notes/{identity}",
        f"A note on {name}",
        f"Readers asked about {name} and the {relation} of it. Our archive has no answer.",
    )
    if known and _two_in_three(identity):
        yield WebPage(
            f"https://records.example/register/{identity}",
            f"{name} in the register",
            f"According to the register of {relation}, the entry for {name} reads: {', '.join(known)}.",
        )


def _two_in_three(identity: str) -> bool:
    return hashlib.sha1(identity.encode(), usedforsecurity=False).digest()[0] % 3 != 0


def _name_of(world: World, entity_id: str) -> str:
    entity = world.current_entity(entity_id)
    return entity_id if entity is None else label_of(entity) or entity_id


def _answer_text(world: World, statement: JsonObject) -> str:
    """A value as people write it on the web; empty for unknown and none, and for what was retracted."""
    snak = statement["mainsnak"]
    if snak["snaktype"] != "value" or statement["rank"] == "deprecated":
        return ""
    value: Any = snak["datavalue"]["value"]
    match snak["datavalue"]["type"]:
        case "wikibase-entityid":
            target = world.resolve(value["id"])
            return "" if target is None else _name_of(world, target)
        case "time":
            return str(value["time"]).lstrip("+")[:10].replace("-00", "")
        case "quantity":
            return str(value["amount"]).lstrip("+")
        case "globecoordinate":
            return f"{value['latitude']}, {value['longitude']}"
        case "monolingualtext":
            return str(value["text"])
    return str(value)
