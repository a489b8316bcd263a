"""Writes planted entities into the world as pages with histories, and numbers the encyclopedia's pages."""

from datetime import datetime, timedelta
from random import Random

from wikidata_repair_eval.sandbox.contents import EntityHistory, Operation, RenderedPages
from wikidata_repair_eval.sandbox.model import (
    ITEM_NAMESPACE,
    PROPERTY_NAMESPACE,
    JsonObject,
    Page,
    Revision,
    User,
    World,
    page_title,
)
from wikidata_repair_eval.sandbox.second_half.articles.model import PageData

GARDENER = User("Hedgerow gardener", 2_518_843)
RENDERED_BYTES = 8_000_000
EDITS_PER_DAY = 500_000  # revision ids then look like those of their day


class WikidataPen:
    """Adds entity pages after everything that the world already has; never touches a page that is there."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng
        self._rendered = RenderedPages(RENDERED_BYTES)
        self._page_id = max((page.id for page in world.pages.values()), default=0)
        self._clock = instant(world.clock)

    def create(self, entity: JsonObject) -> Page:
        """Two edits, as most items have more than one: the terms first, the statements later."""
        self._page_id += self._rng.randrange(1, 9)
        is_property = entity["type"] == "property"
        namespace = PROPERTY_NAMESPACE if is_property else ITEM_NAMESPACE
        model = f"wikibase-{entity['type']}"
        history = EntityHistory(self._rendered)
        page = Page(self._page_id, namespace, page_title(entity["id"]), model, history)
        created = self._clock - timedelta(
            days=self._rng.randrange(400, 900), seconds=self._rng.randrange(86_400)
        )
        kind = "property" if is_property else "item"
        self._save(
            page,
            history,
            created,
            [["replace", {**entity, "claims": {}}]],
            f"/* wbeditentity-create-{kind}:0| */",
        )
        if entity["claims"]:
            added: list[Operation] = [["claims", key, value] for key, value in entity["claims"].items()]
            later = created + timedelta(days=self._rng.randrange(1, 90), seconds=self._rng.randrange(86_400))
            self._save(page, history, later, added, "/* wbeditentity-update:0| */")
        self._world.pages[page.title] = page
        return page

    def merge(self, page: Page, target: str) -> None:
        """Make the page of a merged item what it is on Wikidata: a redirect."""
        assert isinstance(page.history, EntityHistory)
        content = {"entity": page.entity_id, "redirect": target}
        when = self._clock - timedelta(days=self._rng.randrange(100, 200))
        comment = f"/* wbcreateredirect:0||{page.entity_id}|{target} */"
        self._save(page, page.history, when, [["replace", content]], comment)
        page.redirect_to = page_title(target)

    def _save(
        self, page: Page, history: EntityHistory, when: datetime, operations: list[Operation], comment: str
    ) -> None:
        revision = Revision(
            id=self._free_revision_id(when),
            parent_id=page.revisions[-1].id if page.revisions else 0,
            title=page.title,
            timestamp=timestamp(when),
            user=GARDENER,
            comment=comment,
            ordinal=history.append(operations),
        )
        page.revisions = [*page.revisions, revision]
        self._world.revisions[revision.id] = revision

    def _free_revision_id(self, when: datetime) -> int:
        wanted = (when - datetime(2012, 10, 29, tzinfo=when.tzinfo)).days * EDITS_PER_DAY
        wanted += self._rng.randrange(EDITS_PER_DAY)
        while wanted in self._world.revisions or wanted in self._world.deleted_revision_ids:
            wanted += 1
        return wanted


class WikipediaPen:
    """Page and revision numbers of the encyclopedia, which is another wiki with numbers of its own."""

    def __init__(self, clock: str, rng: Random) -> None:
        self._clock = instant(clock)
        self._rng = rng
        self._page_id = 60_000_000
        self._revision_id = 1_100_000_000

    def page(self, title: str) -> PageData:
        self._page_id += self._rng.randrange(1, 4000)
        parent = self._revision_id + self._rng.randrange(1, 4000)
        self._revision_id = parent + self._rng.randrange(1, 4000)
        saved = self._clock - timedelta(days=self._rng.randrange(1, 300), seconds=self._rng.randrange(86_400))
        return PageData(title, self._page_id, self._revision_id, parent, timestamp(saved))


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def timestamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
