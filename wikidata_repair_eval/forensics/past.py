"""The wiki's past, as cheaply as it can be had: tracks of entities, texts of revisions, today's entities.

An entity's own window costs one request. Neighbours and classes are first asked for their newest revision,
50 to a request: most have not been edited since the window, and then that is all. `open_past` puts it
together from the settings. What the past means is not decided here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import orjson

from wikidata_repair_eval.forensics.rest_texts import RestTexts
from wikidata_repair_eval.forensics.texts import Texts, TextSource
from wikidata_repair_eval.forensics.tracks import Track
from wikidata_repair_eval.forensics.windows import Window
from wikidata_repair_eval.net.cache import Cache
from wikidata_repair_eval.net.client import HttpClient
from wikidata_repair_eval.net.contents import Contents
from wikidata_repair_eval.net.counters import Counters
from wikidata_repair_eval.net.entities import Entities, EntityAnswer
from wikidata_repair_eval.net.entity_data import EntityData
from wikidata_repair_eval.net.errors import BodyTooLarge, PermanentError
from wikidata_repair_eval.net.histories import SETTLE_S, Histories
from wikidata_repair_eval.net.history import HistoryStore, NotYetCreated
from wikidata_repair_eval.net.mediawiki import MediaWiki
from wikidata_repair_eval.net.pages import Pages
from wikidata_repair_eval.net.rest_history import HistoryTooDeep, RestHistory
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.net.revisions import Latest, Revisions
from wikidata_repair_eval.net.snapshots import Snapshots
from wikidata_repair_eval.net.times import shifted
from wikidata_repair_eval.net.titles import PageMissing
from wikidata_repair_eval.settings import Settings, Source
from wikidata_repair_eval.wikibase import MalformedId, normalise_id, title_of

LIVE_TTL_S = 24 * 3600.0
LOG_TTL_S = 24 * 3600.0


class LatestSource(Protocol):
    """Who tells the newest revision of many pages at once (the REST history cannot)."""

    def latest(self, titles: list[str]) -> dict[str, Latest]: ...


@dataclass(frozen=True, slots=True)
class LiveEntity:
    """An entity today; `json` is None where it is gone, `id` differs from `asked` where it was merged.

    `unread`: it is there, but more than we are ready to read, so nothing is known of it.
    """

    asked: str
    id: str | None
    json: dict[str, Any] | None
    checked_at: str | None
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Wires:
    """The clients that the past is read through. No `latest`: every entity costs a window of its own."""

    histories: Histories
    contents: TextSource
    entities: Entities
    pages: Pages
    memo: Cache
    counters: Counters
    latest: LatestSource | None = None
    rest_texts: RestTexts | None = None  # if `contents` is one, it must be told whose revisions there are


class Past:
    """What was when, for one source."""

    def __init__(self, wires: Wires, *, source: str, history_api: str = "action", workers: int = 1) -> None:
        self._wires, self.source, self.history_api, self._workers = wires, source, history_api, workers
        self.texts = Texts(wires.contents)
        self._tracks: dict[tuple[str, Window], Track] = {}
        self._clock: str | None = None

    @property
    def counters(self) -> Counters:
        return self._wires.counters

    def clock(self) -> str | None:
        """The server's own time, asked once."""
        if self._clock is None:
            self._clock = self._wires.pages.siteinfo().server_time
        return self._clock

    def forget(self) -> None:
        """Let go of the tracks of a finished batch; the stores keep what was read."""
        self._tracks.clear()
        if self._wires.rest_texts is not None:
            self._wires.rest_texts.forget()

    def track(self, entity: str, window: Window) -> Track:
        """One request at most, none if it was prepared or read before."""
        self.prepare([(entity, window)])
        return self._tracks[entity, window]

    def prepare(self, wanted: Iterable[tuple[str, Window]], *, often_still: bool = False) -> None:
        """Have these tracks at hand. `often_still`: most of these entities were not edited since."""
        rest = [key for key in dict.fromkeys(wanted) if key not in self._tracks]
        if not rest:
            return
        gone = self._wires.memo.get_many(f"deletion/{entity}" for entity, _ in rest)
        for entity, window in rest:
            if (known := gone.get(f"deletion/{entity}")) is not None:
                self._tracks[entity, window] = _gone(entity, known.body.decode())
        rest = [key for key in rest if key not in self._tracks]
        if often_still and self._wires.latest is not None and rest:
            still = self._still(rest)
            self._tracks |= still
            rest = [key for key in rest if key not in still]
        read = dict(zip(rest, self._map(lambda key: self._read(*key), rest), strict=True))
        self._tracks |= read
        if self._wires.rest_texts is not None:
            for track in read.values():
                self._wires.rest_texts.note(track)

    def live(self, ids: Iterable[str]) -> dict[str, LiveEntity]:
        """Entities as they are today, 50 to a request, remembered for a day."""
        asked = list(dict.fromkeys(ids))
        known = self._wires.memo.get_many(f"live/{entity}" for entity in asked)
        found = {
            entity: _live(entity, known[f"live/{entity}"].body)
            for entity in asked
            if f"live/{entity}" in known
        }
        rest = [entity for entity in asked if entity not in found]
        if rest:
            now = self.clock()
            fresh = {entity: self._live_of(entity, answer, now) for entity, answer in self._today(rest)}
            bodies = {f"live/{e}": _packed_live(entity) for e, entity in fresh.items() if not entity.unread}
            self._wires.memo.put_many(bodies, ttl_s=LIVE_TTL_S)
            found |= fresh
        return found

    def _today(self, ids: list[str]) -> Iterator[tuple[str, EntityAnswer | None]]:
        """Each with its answer; None where the entity alone is too large for one."""
        try:
            yield from self._wires.entities.entities(ids).items()
        except BodyTooLarge:
            if len(ids) == 1:
                yield ids[0], None
                return
            middle = len(ids) // 2  # one giant must not cost the others their answer
            yield from self._today(ids[:middle])
            yield from self._today(ids[middle:])

    @staticmethod
    def _live_of(asked: str, answer: EntityAnswer | None, now: str | None) -> LiveEntity:
        if answer is None:
            return LiveEntity(asked, None, None, now, unread=True)
        return LiveEntity(asked, answer.id, answer.json, now)

    def _map(
        self, work: Callable[[tuple[str, Window]], Track], keys: list[tuple[str, Window]]
    ) -> list[Track]:
        if self._workers < 2 or len(keys) < 2:
            return [work(key) for key in keys]
        with ThreadPoolExecutor(self._workers) as pool:
            return list(pool.map(work, keys))

    def _read(self, entity: str, window: Window) -> Track:
        try:
            title = title_of(entity)
            found = self._wires.histories.window(title, shifted(window.start, 1), window.end)
        except PageMissing:
            return self._missing(entity)
        except HistoryTooDeep as error:
            return Track(entity, trouble="history_too_deep", why=error.problem)
        except (PermanentError, MalformedId) as error:
            return Track(entity, trouble="error", why=str(error))
        carried = (found.carry_in,) if isinstance(found.carry_in, Revision) else ()
        created = isinstance(found.carry_in, NotYetCreated)
        return Track(entity, (*carried, *found.revisions), "absent" if created else "unknown")

    def _missing(self, entity: str) -> Track:
        """No page: deleted, and then its past is gone with it, or there never was one."""
        events = self._wires.pages.log_events(title_of(entity), "delete")
        when = next((event.timestamp for event in events if event.action == "delete"), "")
        self._wires.memo.put(f"deletion/{entity}", when.encode(), ttl_s=LOG_TTL_S)
        return _gone(entity, when)

    def _still(self, wanted: list[tuple[str, Window]]) -> dict[tuple[str, Window], Track]:
        """Those whose newest revision is older than their window: it was current all the time."""
        newest = self._newest({entity: window.end for entity, window in wanted})
        found: dict[tuple[str, Window], Track] = {}
        for entity, window in wanted:
            revision, seen = newest.get(entity, (None, ""))
            if revision is None and window.end <= seen:
                found[entity, window] = self._missing(entity)
            elif revision is not None and revision.timestamp <= window.start and window.end <= seen:
                found[entity, window] = Track(entity, (revision,))
        return found

    def _newest(self, until: Mapping[str, str]) -> dict[str, tuple[Revision | None, str]]:
        """The newest revision of each entity and up to when that is sure; asked again if it is too early."""
        known = self._wires.memo.get_many(f"newest/{entity}" for entity in until)
        found = {key.removeprefix("newest/"): _newest(entry.body) for key, entry in known.items()}
        rest = [entity for entity, end in until.items() if entity not in found or found[entity][1] < end]
        titles = {title_of(entity): entity for entity in rest if _has_title(entity)}
        clock = self.clock() if titles else None
        if titles and clock is not None and self._wires.latest is not None:
            sure = shifted(clock, -SETTLE_S)
            answers = self._wires.latest.latest(list(titles))
            fresh = {titles[title]: (answer.revision, sure) for title, answer in answers.items()}
            here = {e: pair for e, pair in fresh.items() if pair[0] is not None}
            gone = {e: pair for e, pair in fresh.items() if pair[0] is None}  # it may be restored
            self._wires.memo.put_many({f"newest/{e}": _packed_newest(*pair) for e, pair in here.items()})
            bodies = {f"newest/{e}": _packed_newest(*pair) for e, pair in gone.items()}
            self._wires.memo.put_many(bodies, ttl_s=LOG_TTL_S)
            found |= fresh
        return found


def _gone(entity: str, when: str) -> Track:
    """An entity without a page: deleted at a time, or never there."""
    if not when:
        return Track(entity, begins="absent")
    return Track(entity, deleted=when, trouble="deleted", why=f"{entity} was deleted on {when[:10]}")


def _has_title(entity: str) -> bool:
    try:
        return bool(title_of(entity))
    except MalformedId:
        return False


def _packed_newest(revision: Revision | None, sure: str) -> bytes:
    if revision is None:
        return orjson.dumps({"revision": None, "sure": sure})
    kept = {"revid": revision.revid, "timestamp": revision.timestamp, "parentid": revision.parentid}
    kept |= {"user": revision.user, "size": revision.size, "sha1": revision.sha1, "comment": revision.comment}
    return orjson.dumps({"revision": kept, "sure": sure}, option=orjson.OPT_SORT_KEYS)


def _newest(body: bytes) -> tuple[Revision | None, str]:
    known = orjson.loads(body)
    return Revision(**known["revision"]) if known["revision"] else None, known["sure"]


def _packed_live(entity: LiveEntity) -> bytes:
    kept = {"id": entity.id, "json": entity.json, "checked_at": entity.checked_at}
    return orjson.dumps(kept, option=orjson.OPT_SORT_KEYS)


def _live(asked: str, body: bytes) -> LiveEntity:
    known = orjson.loads(body)
    found = known["id"] and normalise_id(known["id"])
    return LiveEntity(asked, found, known["json"], known["checked_at"])


def _snapshot_cache(folder: Path, source: str, counters: Counters) -> Cache:
    """Hidden texts are remembered for a day and not ten minutes, so that a rerun asks nothing."""
    path = folder / "entity_snapshots.sqlite"
    return Cache(path, source, negative_ttl_s=LOG_TTL_S, counters=counters)


@contextmanager
def open_past(settings: Settings, client: HttpClient, *, history_api: str = "action") -> Iterator[Past]:
    """The past of the configured source, with its caches under the local folder's `cache/`."""
    source, folder = settings.source, settings.cache_dir
    with (
        closing(_snapshot_cache(folder, source.name, client.counters)) as texts,
        closing(Cache(folder / "http.sqlite", source.name, counters=client.counters)) as memo,
        # Each API has a store of its own: REST knows no parents and no tags.
        closing(HistoryStore(folder / "histories.sqlite", f"{source.name} {history_api}")) as store,
    ):
        build = _rest_wires if history_api == "rest" else _action_wires
        wires = build(source, client, store, Snapshots(texts), memo)
        yield Past(wires, source=source.name, history_api=history_api, workers=source.concurrency)


def _action_wires(
    source: Source, client: HttpClient, store: HistoryStore, snapshots: Snapshots, memo: Cache
) -> Wires:
    api = MediaWiki(client, source.api_url, maxlag=source.maxlag)
    revisions = Revisions(api, snapshots)
    return Wires(
        histories=Histories(revisions, store, counters=client.counters),
        contents=Contents(api, snapshots),
        entities=Entities(api),
        pages=Pages(api),
        memo=memo,
        counters=client.counters,
        latest=revisions,
    )


def _rest_wires(
    source: Source, client: HttpClient, store: HistoryStore, snapshots: Snapshots, memo: Cache
) -> Wires:
    """Histories by REST, texts by Special:EntityData; only the log and today's entities are the API's."""
    history = RestHistory(client, source.require("rest_url"))
    documents = EntityData(client, source.require("entity_data_url"), snapshots)
    texts = RestTexts(documents, memo, source.concurrency)
    return replace(
        _action_wires(source, client, store, snapshots, memo),
        histories=Histories(history, store, counters=client.counters),
        contents=texts,
        latest=None,
        rest_texts=texts,
    )
