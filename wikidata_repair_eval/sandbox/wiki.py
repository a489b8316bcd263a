"""The pen of the world: pages are planned as dated edits and settled into histories, oldest edit first.

Which edits a story needs is decided in `scenarios/`; what an edit does to an entity stands in `changes`.
"""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from wikidata_repair_eval.sandbox import changes
from wikidata_repair_eval.sandbox.changes import Change, State
from wikidata_repair_eval.sandbox.contents import EntityHistory, Operation, RenderedPages, TextHistory
from wikidata_repair_eval.sandbox.model import (
    ITEM_NAMESPACE,
    LEXEME_NAMESPACE,
    PROPERTY_NAMESPACE,
    LogEvent,
    Page,
    Revision,
    User,
    World,
    page_title,
)
from wikidata_repair_eval.sandbox.shelf import Shelf
from wikidata_repair_eval.sandbox.timeline import at, iso

_NAMESPACES = {"Q": ITEM_NAMESPACE, "P": PROPERTY_NAMESPACE, "L": LEXEME_NAMESPACE}
_MODELS = {"Q": "wikibase-item", "P": "wikibase-property", "L": "wikibase-lexeme"}
_FIRST_EDIT = at("2012-10-29")
_EDITS_PER_SECOND = 6  # Wikidata's own long-run pace: ids then look like those of the year


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the truth remembers of an edit: entity (or title), revision id, time."""

    entity: str
    revision_id: int
    seconds: int

    @property
    def timestamp(self) -> str:
        return iso(self.seconds)


@dataclass(slots=True)
class PlannedEdit:
    stamp: Stamp
    change: list[Change]
    user: User
    comment: str
    tags: tuple[str, ...] = ()
    minor: bool = False
    hidden: frozenset[str] = frozenset()
    restores: int | None = None  # the revision id whose content comes back
    skips_parent: bool = False  # its parent is not the line before it (imports, undeletion)


@dataclass(slots=True)
class Draft:
    """An entity page that is still being planned."""

    wiki: "Wiki"
    id: str
    page_id: int
    edits: list[PlannedEdit] = field(default_factory=list)
    redirect_to: str | None = None
    _latest_in: dict[int, int] = field(default_factory=dict)  # second -> highest id this page has in it

    def edit(self, seconds: int, user: User, comment: str, *change: Change, **more: Any) -> Stamp:
        """Plan one edit. `more` are the further fields of `PlannedEdit`."""
        number = self.wiki.take_revision_id(seconds, above=self._latest_in.get(seconds, 0))
        self._latest_in[seconds] = number
        stamp = Stamp(self.id, number, seconds)
        self.edits.append(PlannedEdit(stamp, list(change), user, comment, **more))
        return stamp

    def restore(self, seconds: int, user: User, to: Stamp, comment: str, tags: tuple[str, ...] = ()) -> Stamp:
        """Bring the content of an earlier revision back (undo, rollback, restore)."""
        return self.edit(seconds, user, comment, restores=to.revision_id, tags=tags)

    def redirect(self, seconds: int, user: User, target: str) -> Stamp:
        self.redirect_to = page_title(target)
        content = {"entity": self.id, "redirect": target}
        comment = f"/* wbcreateredirect:0||{self.id}|{target} */"
        return self.edit(seconds, user, comment, changes.become(content), tags=("mw-new-redirect",))


class Wiki:
    """Hands out ids and turns drafts into pages of the world; with a shelf, they are kept there."""

    def __init__(self, world: World, rng: Random, shelf: Shelf | None = None) -> None:
        self.world = world
        self.rng = rng
        self._shelf = shelf
        self._rendered = RenderedPages()
        self._used: set[int] = set()
        self._page_ids = 15_000_000
        self._log_ids = 900_000_000
        self._deleted: set[int] = set()

    # --- ids -----------------------------------------------------------------------------------------

    def take_revision_id(self, seconds: int, above: int = 0) -> int:
        """Ids grow with time, roughly; a few are from another server's batch and are out of order."""
        skew = self.rng.randrange(600, 3000) if not above and self.rng.random() < 0.03 else 0
        wanted = (seconds - _FIRST_EDIT) * _EDITS_PER_SECOND - skew + self.rng.randrange(_EDITS_PER_SECOND)
        wanted = max(wanted, above + 1)
        while wanted in self._used:
            wanted += 1
        self._used.add(wanted)
        return wanted

    def take_page_id(self) -> int:
        self._page_ids += self.rng.randrange(1, 40)
        return self._page_ids

    def draft(self, entity_id: str) -> Draft:
        return Draft(self, entity_id, self.take_page_id())

    # --- settling ------------------------------------------------------------------------------------

    def settle(self, draft: Draft) -> Page:
        """Apply the planned edits in the order of time and add the page to the world."""
        history = EntityHistory(self._rendered)
        kind = draft.id[0]
        page = Page(draft.page_id, _NAMESPACES[kind], page_title(draft.id), _MODELS[kind], history)
        page.redirect_to = draft.redirect_to
        states = _States(draft.edits)
        revisions: list[Revision] = []
        for planned in sorted(draft.edits, key=lambda e: (e.stamp.seconds, e.stamp.revision_id)):
            history.append(states.apply(planned, len(history)))
            revisions.append(_revision(planned, page.title, revisions))
        self._add(page, revisions)
        if self._shelf is not None:
            history.put_away(self._shelf.keep_edits)
            page.revisions = self._shelf.keep_revisions(revisions)
        return page

    def settle_text(self, title: str, namespace: int, edits: list[tuple[PlannedEdit, str]]) -> Page:
        """A wikitext page from its edits and their texts, oldest first."""
        history = TextHistory()
        page = Page(self.take_page_id(), namespace, title, "wikitext", history)
        revisions: list[Revision] = []
        for planned, text in sorted(edits, key=lambda e: (e[0].stamp.seconds, e[0].stamp.revision_id)):
            history.append(text)
            revisions.append(_revision(planned, title, revisions))
        self._add(page, revisions)
        return page

    def _add(self, page: Page, revisions: list[Revision]) -> None:
        page.revisions = revisions
        self.world.pages[page.title] = page
        self.world.revisions.update((revision.id, revision) for revision in revisions)

    # --- what leaves only a log line -----------------------------------------------------------------

    def delete(self, page: Page, seconds: int, user: User, comment: str) -> None:
        """Take a settled page away from readers: its history is gone, the log stays."""
        del self.world.pages[page.title]
        self.world.deleted_pages[page.title] = page
        for revision in page.revisions:
            del self.world.revisions[revision.id]
        self._deleted.update(revision.id for revision in page.revisions)
        self.world.deleted_revision_ids = frozenset(self._deleted)
        self.log(page, seconds, user, comment, "delete", "delete")

    def log(self, page: Page, seconds: int, user: User, comment: str, kind: str, action: str) -> None:
        self._log_ids += self.rng.randrange(1, 9)
        self.world.log_events.append(
            LogEvent(
                self._log_ids, kind, action, page.namespace, page.title, page.id, iso(seconds), user, comment
            )
        )

    def finish(self) -> None:
        """Log ids in the order of time, whatever the order of planting."""
        events = sorted(self.world.log_events, key=lambda event: (event.timestamp, event.title))
        ids = sorted(event.logid for event in events)
        self.world.log_events = [
            replace(event, logid=logid) for event, logid in zip(events, ids, strict=True)
        ]


def _revision(planned: PlannedEdit, title: str, before: list[Revision]) -> Revision:
    back = 2 if planned.skips_parent else 1
    parent = before[-back].id if len(before) >= back else 0
    return Revision(
        id=planned.stamp.revision_id,
        parent_id=parent,
        title=title,
        timestamp=planned.stamp.timestamp,
        user=planned.user,
        comment=planned.comment,
        ordinal=len(before),
        tags=planned.tags,
        minor=planned.minor,
        hidden=planned.hidden,
    )


class _States:
    """The state of one entity while its edits are applied, with what a later restore may ask for."""

    def __init__(self, edits: list[PlannedEdit]) -> None:
        self._wanted = {edit.restores for edit in edits}
        self._state: State = {}
        self._before: dict[int, tuple[int, State]] = {}

    def apply(self, planned: PlannedEdit, ordinal: int) -> list[Operation]:
        if planned.restores is not None:
            target, state = self._before[planned.restores]
            self._state = _copy(state)
            operations: list[Operation] = [["restore", target]]
        else:
            operations = []
            for change in planned.change:
                produced = change(self._state)
                operations += produced
                self._take(produced)
        if planned.stamp.revision_id in self._wanted:
            self._before[planned.stamp.revision_id] = (ordinal, _copy(self._state))
        return operations

    def _take(self, operations: list[Operation]) -> None:
        for operation in operations:
            if operation[0] == "replace":
                self._state = _copy(operation[1])
                continue
            section, key, value = operation
            entries = self._state[section] = self._state.get(section) or {}
            entries.pop(key, None)
            if value is not None:
                entries[key] = value


def _copy(state: State) -> State:
    """Statement lists are never changed in place, so copying the maps is enough."""
    return {key: dict(value) if isinstance(value, dict) else value for key, value in state.items()}
