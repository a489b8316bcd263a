"""The encyclopedia's shelves: which titles exist, how titles are spelt, where redirects lead."""

import threading
import unicodedata
from random import Random

from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.second_half.articles.model import AnyPage, Articles, Redirect, Stub
from wikidata_repair_eval.sandbox.second_half.articles.pen import WikipediaPen
from wikidata_repair_eval.sandbox.second_half.articles.vocabulary import label_of

ILLEGAL = frozenset("#<>[]{}|")
MAX_REDIRECTS = 5


class Library:
    """Planted pages, and a stub for every other English sitelink of the world, made on the first question."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lock = threading.Lock()
        self._pages: dict[str, AnyPage] | None = None

    @property
    def clock(self) -> str:
        return self._world.clock

    def pages(self) -> dict[str, AnyPage]:
        with self._lock:
            if self._pages is None:
                self._pages = self._collect()
            return self._pages

    def get(self, title: str) -> AnyPage | None:
        return self.pages().get(title)

    def follow(self, page: AnyPage) -> AnyPage | None:
        """Where a chain of redirects ends; None where it leads nowhere."""
        found: AnyPage | None = page
        for _step in range(MAX_REDIRECTS):
            if not isinstance(found, Redirect):
                return found
            found = self.get(found.target)
        return None

    def _collect(self) -> dict[str, AnyPage]:
        planted: Articles = self._world.articles or Articles()
        pages = dict(planted.pages)
        pen = WikipediaPen(self._world.clock, Random(f"stubs of {self._world.seed}"))
        for entity in self._world.entities():
            title = entity.get("sitelinks", {}).get("enwiki", {}).get("title")
            if title is not None and title not in pages:
                description = entity["descriptions"].get("en", {}).get("value", "topic")
                label = label_of(entity) or title
                pages[title] = Stub(pen.page(title), entity["id"], label, description)
        return pages


def normalised(text: str) -> str:
    """The wiki's spelling of a title: spaces, NFC, a capital first letter."""
    words = unicodedata.normalize("NFC", text).replace("_", " ").split()
    title = " ".join(words)
    return title[:1].upper() + title[1:]


def is_valid(title: str) -> bool:
    return bool(title) and not ILLEGAL.intersection(title)
