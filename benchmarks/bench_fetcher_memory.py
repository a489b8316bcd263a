"""Stage 2 on one huge report page: the peak of memory from the candidates' file to the four files.

The wiki is endless: each candidate is a copy of a small sandbox world's, under an id and revisions of its
own, made up when asked for. `WRE_BENCH_CANDIDATES` sets their number (200000 is what the limit is about).
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

from wikidata_repair_eval import definitions
from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.forensics import Limits, Past
from wikidata_repair_eval.forensics.past import Wires
from wikidata_repair_eval.net.cache import Entry
from wikidata_repair_eval.net.counters import Counters
from wikidata_repair_eval.net.entities import EntityAnswer
from wikidata_repair_eval.net.histories import Window
from wikidata_repair_eval.net.history import NotYetCreated
from wikidata_repair_eval.net.pages import LogEvent, SiteInfo
from wikidata_repair_eval.net.revision import Content, Revision
from wikidata_repair_eval.net.revisions import Latest
from wikidata_repair_eval.net.titles import PageMissing
from wikidata_repair_eval.orchestration.contracts.reports import REPAIR_CANDIDATES
from wikidata_repair_eval.orchestration.repair_partition import make_repairs
from wikidata_repair_eval.reports import Candidate
from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.serve import serve
from wikidata_repair_eval_tests.forensics.runs import candidates_of

CANDIDATES = 4_000
PAGE = "P569"
FIRST_COPY = 1_000_000_000
SPAN = 10_000_000_000  # more than any revision id of the sandbox


class EndlessWiki:
    """Answers as the clients of `net` do; `Q1000000007` is a copy of the template of candidate 7."""

    def __init__(self, world: World, templates: list[str]) -> None:
        self._world, self._templates = world, templates
        self.counters = Counters()

    def past(self) -> Past:
        parts: Any = self
        return Past(Wires(parts, parts, parts, parts, parts, self.counters, parts), source="endless")

    def window(self, title: str, start: str, end: str, *, content: bool = False) -> Window:
        self.counters.add("requests")
        revisions = self._revisions(title)
        times = [revision.timestamp for revision in revisions]
        first, last = bisect_left(times, start), bisect_right(times, end)
        carried = revisions[first - 1] if first else NotYetCreated(title, start)
        return Window(title, start, end, tuple(revisions[first:last]), carried)

    def contents(self, revids: Iterable[int]) -> dict[int, Content]:
        self.counters.add("requests")
        return {revid: self._content(revid) for revid in revids}

    def entities(self, ids: Iterable[str]) -> dict[str, EntityAnswer]:
        self.counters.add("requests")
        return {entity: self._entity(entity) for entity in ids}

    def latest(self, titles: list[str]) -> dict[str, Latest]:
        self.counters.add("requests")
        return {title: self._latest(title) for title in titles}

    def siteinfo(self) -> SiteInfo:
        return SiteInfo("endless", "endless", {}, self._world.clock)

    def log_events(self, title: str, type: str | None = None) -> list[LogEvent]:
        return []

    def get_many(self, keys: Iterable[str]) -> dict[str, Entry]:
        return {}

    def put_many(self, bodies: Mapping[str, bytes], *, ttl_s: float | None = None) -> None:
        pass

    def put(self, key: str, body: bytes, *, ttl_s: float | None = None) -> None:
        pass

    def _revisions(self, title: str) -> list[Revision]:
        number, name = self._original(title)
        if name not in self._world.pages:
            raise PageMissing("endless", title, f"there is no page {title!r}", "none")
        return [replace(r, revid=r.revid + number * SPAN) for r in self._history(name)]

    @lru_cache(maxsize=500)  # noqa: B019 - one wiki per process
    def _history(self, title: str) -> list[Revision]:
        page = self._world.pages[title]
        return [
            Revision(r.id, r.timestamp, r.parent_id, user=r.user.name, comment=r.comment, size=5_000)
            for r in page.revisions
        ]

    def _content(self, revid: int) -> Content:
        number, original = divmod(revid, SPAN)
        revision = self._world.revisions[original]
        if "text" in revision.hidden:
            return Content(revid, "hidden")
        return Content(revid, "text", text=self._renamed(self._world.content(revision).decode(), number))

    def _entity(self, entity: str) -> EntityAnswer:
        try:
            newest = self._revisions(entity if entity[0] == "Q" else f"Property:{entity}")[-1]
        except PageMissing:
            return EntityAnswer(entity, "missing")
        raw = orjson.loads(self._content(newest.revid).text or "{}")
        if "redirect" in raw:
            return self._entity(raw["redirect"])
        return EntityAnswer(entity, "here", entity, raw)

    def _latest(self, title: str) -> Latest:
        try:
            return Latest(title, title, "here", self._revisions(title)[-1])
        except PageMissing:
            return Latest(title, title, "missing")

    def _original(self, title: str) -> tuple[int, str]:
        number = int(title[1:]) - FIRST_COPY if title[:1] == "Q" else -1
        return (0, title) if number < 0 else (number + 1, self._templates[number % len(self._templates)])

    def _renamed(self, text: str, number: int) -> str:
        if not number:
            return text
        template = self._templates[(number - 1) % len(self._templates)]
        return text.replace(template, f"Q{FIRST_COPY + number - 1}")


def copies(candidates: list[Candidate], number: int) -> Iterator[dict[str, Any]]:
    for place in range(number):
        original = candidates[place % len(candidates)].model_dump(mode="json")
        yield {**original, "qid": f"Q{FIRST_COPY + place}"}


def measure(number: int, folder: Path) -> dict[str, float]:
    """Make the partition in this process; the peak is the whole process's, Dagster included."""
    world = build_world(1, "small")
    with serve(world) as served:
        candidates = [c for c in candidates_of(world, served.url, folder) if c.property_id == PAGE]
    store = ArtifactStore(str(folder / "data"), "endless")
    store.save_stream(REPAIR_CANDIDATES, PAGE, {"": copies(candidates, number)})
    past = EndlessWiki(world, [candidate.qid for candidate in candidates]).past()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    cpu = time.process_time()
    batch = make_repairs(store, PAGE, past, Limits(), folder / "journal.sqlite", "bench")
    _save(store, batch.made)
    batch.when_saved()
    return {
        "candidates": number,
        "cpu_s": time.process_time() - cpu,
        "before_mib": before / 1024,
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "checks": len(definitions.CHECKS),
    }


def _save(store: ArtifactStore, made: Mapping[str, Any]) -> None:
    from wikidata_repair_eval.orchestration.assets.repairs import OUTPUTS

    for artifact in OUTPUTS:
        one = made[artifact.name]
        if one.stream:
            store.save_stream(artifact, PAGE, {"": one.value})
        else:
            store.save(artifact, PAGE, one.value)


def main() -> list[dict[str, Any]]:
    """In a process of its own, so that what ran before does not count."""
    number = os.environ.get("WRE_BENCH_CANDIDATES", str(CANDIDATES))
    command = [sys.executable, "-m", "benchmarks.bench_fetcher_memory", number]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    told = orjson.loads(said.splitlines()[-1])
    note = f"{told['candidates']:,} candidates of one page; limit 1,024 MiB for 200,000"
    rows = [
        ("fetcher: peak memory of a partition", round(told["peak_mib"]), "MiB", note),
        ("fetcher: memory before it", round(told["before_mib"]), "MiB", "the process with everything loaded"),
        ("fetcher: whole partition", round(told["candidates"] / told["cpu_s"]), "candidates/s", "CPU time"),
    ]
    return [dict(zip(("name", "value", "unit", "note"), row, strict=True)) for row in rows]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        found = measure(int(sys.argv[1]), Path(name))
    sys.stdout.write(orjson.dumps(found).decode() + "\n")
