"""The two graphs of the query service, loaded from the world when somebody first asks.

Since the split of May 2025 the main graph has everything but the scholarly items, the scholarly graph has
those alone; property declarations are in both, since no query works without them.
"""

import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain

import pyoxigraph

from wikidata_repair_eval.sandbox.model import JsonObject, World
from wikidata_repair_eval.sandbox.second_half.rdf.entities import entity_lines, redirect_line

SCHOLARLY_CLASSES = frozenset(
    {
        "Q13442814",  # scholarly article
        "Q580922",  # preprint
        "Q23927052",  # conference paper
        "Q7318358",  # review article
        "Q1266946",  # thesis
        "Q187685",  # doctoral thesis
    }
)
PUBLICATION_TYPE = "P13046"

# A triple costs about half a kilobyte in memory: worlds above this many pages are kept on disk.
PAGES_IN_MEMORY = 4_000
BATCH_LINES = 50_000


class Graphs:
    """The stores behind the two endpoints. Building takes a pass over the world, so it happens once."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lock = threading.Lock()
        self._stores: tuple[pyoxigraph.Store, pyoxigraph.Store] | None = None

    def main(self) -> pyoxigraph.Store:
        return self._built()[0]

    def scholarly(self) -> pyoxigraph.Store:
        return self._built()[1]

    def _built(self) -> tuple[pyoxigraph.Store, pyoxigraph.Store]:
        with self._lock:
            if self._stores is None:
                self._stores = self._build()
            return self._stores

    def _build(self) -> tuple[pyoxigraph.Store, pyoxigraph.Store]:
        main, scholarly = _Loader(self._new_store()), _Loader(self._new_store())
        for entity in self._world.entities():
            loaders = [main, scholarly] if entity["type"] == "property" else [main]
            loaders = [scholarly] if is_scholarly(entity) else loaders
            for loader in loaders:
                loader.add(entity_lines(entity, loader.told))
        main.add(redirects(self._world))
        return main.finish(), scholarly.finish()

    def _new_store(self) -> pyoxigraph.Store:
        if len(self._world.pages) <= PAGES_IN_MEMORY:
            return pyoxigraph.Store()
        folder = tempfile.mkdtemp(prefix="sandbox-graph-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return pyoxigraph.Store(folder)


class _Loader:
    """Collects lines and hands them to the store in pieces: memory stays flat, and the engine reads one piece
    while the next is written. `told` are the nodes that many statements share and that need telling once."""

    def __init__(self, store: pyoxigraph.Store) -> None:
        self._store = store
        self._lines: list[str] = []
        self.told: set[str] = set()
        self._reader = ThreadPoolExecutor(max_workers=1)
        self._reading: Future[None] | None = None

    def add(self, lines: Iterable[str]) -> None:
        self._lines.extend(lines)
        if len(self._lines) >= BATCH_LINES:
            self._flush()

    def finish(self) -> pyoxigraph.Store:
        self._flush()
        self._wait()
        self._reader.shutdown()
        return self._store

    def _flush(self) -> None:
        self._wait()
        data = "".join(self._lines).encode()
        self._lines = []
        self._reading = self._reader.submit(self._read, data)

    def _read(self, data: bytes) -> None:
        # Lenient: language codes such as "be-tarask" are the wiki's business, not the engine's.
        self._store.bulk_load(data, format=pyoxigraph.RdfFormat.N_TRIPLES, lenient=True)

    def _wait(self) -> None:
        if self._reading is not None:
            self._reading.result()


def is_scholarly(entity: JsonObject) -> bool:
    """By a non-deprecated P31 of a listed kind, or by having a publication type at all."""
    claims = entity["claims"]
    kinds = chain(claims.get("P31", []), claims.get(PUBLICATION_TYPE, []))
    return any(statement["rank"] != "deprecated" and _says_scholarly(statement) for statement in kinds)


def _says_scholarly(statement: JsonObject) -> bool:
    snak = statement["mainsnak"]
    if snak["property"] == PUBLICATION_TYPE:
        return True
    return snak["snaktype"] == "value" and snak["datavalue"]["value"].get("id") in SCHOLARLY_CLASSES


def redirects(world: World) -> Iterator[str]:
    for page in sorted(world.pages.values(), key=lambda page: page.id):
        if page.entity_id is not None and page.redirect_to is not None:
            yield redirect_line(page.entity_id, page.redirect_to.rpartition(":")[2])
