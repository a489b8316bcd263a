"""Look-ups that the endpoints need and the world does not keep: each is made on the first question."""

from dataclasses import dataclass
from functools import cached_property

from wikidata_repair_eval.sandbox.model import LogEvent, Page, Revision, World
from wikidata_repair_eval.sandbox.server.times import days_before

RECENT_DAYS = 30  # recent changes are a short memory: on Wikimedia's wikis about a month


@dataclass(frozen=True, slots=True)
class Change:
    """One line of recent changes: an edit or a log event, with the number that only this list has."""

    rcid: int
    timestamp: str
    revision: Revision | None
    event: LogEvent | None


class Catalogue:
    """The world and its indexes."""

    def __init__(self, world: World) -> None:
        self.world = world

    @cached_property
    def page_by_id(self) -> dict[int, Page]:
        return {page.id: page for page in self.world.pages.values()}

    @cached_property
    def pages_by_namespace(self) -> dict[int, list[tuple[str, Page]]]:
        """(key without namespace, page) in the order of keys, as `allpages` lists them."""
        found: dict[int, list[tuple[str, Page]]] = {}
        for page in self.world.pages.values():
            found.setdefault(page.namespace, []).append((local_key(page), page))
        for entries in found.values():
            entries.sort(key=lambda entry: entry[0])
        return found

    @cached_property
    def log(self) -> list[LogEvent]:
        """Oldest first, like every list of this server before a direction is asked for."""
        return sorted(self.world.log_events, key=lambda event: (event.timestamp, event.logid))

    @cached_property
    def changes(self) -> list[Change]:
        """Recent changes, oldest first. Their numbers count on from all that is forgotten."""
        since = days_before(self.world.clock, RECENT_DAYS)
        everything = (revision for page in self.world.pages.values() for revision in page.revisions)
        revisions = [revision for revision in everything if revision.timestamp >= since]
        events = [event for event in self.world.log_events if event.timestamp >= since]
        # A log event and a revision may share second and number: the middle member keeps the order total.
        rows: list[tuple[str, int, int, Revision | None, LogEvent | None]] = [
            *((revision.timestamp, 0, revision.id, revision, None) for revision in revisions),
            *((event.timestamp, 1, event.logid, None, event) for event in events),
        ]
        rows.sort(key=lambda row: row[:3])
        forgotten = len(self.world.revisions) + len(self.world.log_events) - len(rows)
        return [
            Change(number, row[0], row[3], row[4]) for number, row in enumerate(rows, start=forgotten + 1)
        ]

    @cached_property
    def sitelinks(self) -> dict[tuple[str, str], str]:
        """(site, title) -> item id."""
        return {(site, title): entity_id for entity_id, site, title in self.world.sitelinks()}

    def page_of(self, revision: Revision) -> Page:
        return self.world.pages[revision.title]


def local_key(page: Page) -> str:
    """The title without its namespace, with underscores."""
    local = page.title.partition(":")[2] if page.namespace else page.title
    return local.replace(" ", "_")
