"""`prop=revisions`: a page's history by window, revisions by id, or the latest of several pages.

The three ways have three continuations; all of them include the revision that they name.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from wikidata_repair_eval.sandbox.model import Page, Revision
from wikidata_repair_eval.sandbox.server.api_errors import ApiError
from wikidata_repair_eval.sandbox.server.call import Call, Continuation, JsonObject
from wikidata_repair_eval.sandbox.server.page_set import PageSet
from wikidata_repair_eval.sandbox.server.parameters import (
    MAX_LIMIT,
    ModuleParameters,
    bad_continue,
    position_text,
)
from wikidata_repair_eval.sandbox.server.revision_fields import (
    DEFAULT_PROPS,
    PROPS,
    SLOT_PROPS,
    revision_writer,
)

CONTENT_LIMIT = 50
Position = tuple[str, float]
FIRST: Position = ("", 0)
LAST: Position = ("~", 0)

_LISTING = "rvlimit, rvstart, rvend, rvstartid, rvendid, rvdir=newer, rvuser and rvexcludeuser"
_NO_SLOTS = (
    'Because "rvslots" was not specified, a legacy format has been used for the output.'
    " This format is deprecated."
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the client asked of this module."""

    props: set[str]
    slots: set[str] | None
    listing: bool
    newer: bool
    limit: int
    start: str | None
    end: str | None
    start_id: int | None
    end_id: int | None
    user: str | None
    not_user: str | None
    tag: str | None
    continued: str | None


def add_revisions(call: Call, pages: PageSet) -> Continuation | None:
    """Fill `revisions` into the entries of `pages`; the return value is where to go on, if anywhere."""
    rv = call.parameters.of("revisions", "rv")
    wish = _read(rv)
    _refuse_mixtures(wish, pages)
    if wish.props & SLOT_PROPS and wish.slots is None:
        rv.warn(_NO_SLOTS)
    if wish.listing and rv.text("limit") == "max":
        call.limits["revisions"] = wish.limit
    rows, place = _rows(call, rv, wish, pages)
    return _write(call, wish, pages, rows, place)


def _read(rv: ModuleParameters) -> Wish:
    props = rv.choices("prop", PROPS, DEFAULT_PROPS)
    slots = None if rv.text("slots") is None else rv.choices("slots", ("main",))
    maximum = CONTENT_LIMIT if "content" in props else MAX_LIMIT
    newer = rv.choice("dir", ("older", "newer"), "older") == "newer"
    singles = ("limit", "start", "end", "startid", "endid", "user", "excludeuser")
    given = [name for name in singles if rv.text(name) is not None]
    for one, other in (("start", "startid"), ("end", "endid"), ("user", "excludeuser")):
        if one in given and other in given:
            text = f"The parameters {rv.name(one)} and {rv.name(other)} can not be used together."
            raise ApiError("invalidparammix", text)
    return Wish(
        props=props,
        slots=slots,
        listing=bool(given) or newer,
        newer=newer,
        limit=rv.limit(10, maximum) if given or newer else maximum,
        start=rv.timestamp("start"),
        end=rv.timestamp("end"),
        start_id=rv.integer("startid"),
        end_id=rv.integer("endid"),
        user=rv.text("user"),
        not_user=rv.text("excludeuser"),
        tag=rv.text("tag"),
        continued=rv.text("continue"),
    )


def _refuse_mixtures(wish: Wish, pages: PageSet) -> None:
    if not wish.listing:
        return
    if pages.revisions:
        text = f'The "revids" parameter may not be used with the list options ({_LISTING}).'
        raise ApiError("invalidparammix", text)
    if len(pages.pages) > 1:
        text = f"Several pages were named, but {_LISTING} may only be used on a single page."
        raise ApiError("invalidparammix", text)


def _rows(
    call: Call, rv: ModuleParameters, wish: Wish, pages: PageSet
) -> tuple[Iterable[Revision], Callable[[Revision], str | int]]:
    """The revisions asked for, in order, and how a continuation names one of them."""
    if pages.revisions is not None:
        return _by_id(wish, pages.revisions), lambda revision: revision.id
    if wish.listing:
        place = rv.position()
        rows = (row for page in pages.pages.values() for row in _window(call, wish, page, place))
        return rows, lambda revision: position_text(revision.timestamp, revision.id)
    return _latest(wish, pages), lambda revision: f"{call.catalogue.page_of(revision).id}|{revision.id}"


def _by_id(wish: Wish, revisions: list[Revision]) -> list[Revision]:
    if wish.continued is None:
        return revisions
    if not wish.continued.isdecimal():
        raise bad_continue()
    return [revision for revision in revisions if revision.id >= int(wish.continued)]


def _latest(wish: Wish, pages: PageSet) -> list[Revision]:
    first = 0
    if wish.continued is not None:
        page_id, _, revision_id = wish.continued.partition("|")
        if not (page_id.isdecimal() and revision_id.isdecimal()):
            raise bad_continue()
        first = int(page_id)
    return [pages.pages[number].latest for number in sorted(pages.pages) if number >= first]


def _window(call: Call, wish: Wish, page: Page, place: tuple[str, int] | None) -> Iterator[Revision]:
    """Revisions between two moments, both included; order is by (timestamp, id), never by id alone."""
    start = _bound(call, wish.start, wish.start_id, low=wish.newer, name="rvstartid")
    end = _bound(call, wish.end, wish.end_id, low=not wish.newer, name="rvendid")
    low, high = (start, end) if wish.newer else (end, start)
    if place is not None:
        low, high = (max(low, place), high) if wish.newer else (low, min(high, place))
    first = bisect_left(page.revisions, low, key=_position)
    after = bisect_right(page.revisions, high, key=_position)
    order = range(first, after) if wish.newer else range(after - 1, first - 1, -1)
    return (page.revisions[index] for index in order if _wanted(wish, page.revisions[index]))


def _bound(call: Call, timestamp: str | None, revision_id: int | None, low: bool, name: str) -> Position:
    if revision_id is not None:
        named = call.catalogue.world.revisions.get(revision_id)
        if named is None:
            raise ApiError(f"badid_{name}", f"No revision was found for parameter {name}.")
        return named.timestamp, named.id
    if timestamp is None:
        return FIRST if low else LAST
    return timestamp, 0 if low else float("inf")


def _position(revision: Revision) -> Position:
    return revision.timestamp, revision.id


def _wanted(wish: Wish, revision: Revision) -> bool:
    # Asking by user must not reveal who made an edit whose user is hidden.
    if (wish.user or wish.not_user) and "user" in revision.hidden:
        return False
    if wish.user is not None and revision.user.name != wish.user:
        return False
    if wish.not_user is not None and revision.user.name == wish.not_user:
        return False
    return wish.tag is None or wish.tag in revision.tags


def _write(
    call: Call,
    wish: Wish,
    pages: PageSet,
    rows: Iterable[Revision],
    place: Callable[[Revision], str | int],
) -> Continuation | None:
    write = revision_writer(call.catalogue.world, wish.props, wish.slots)
    for count, revision in enumerate(rows):
        if count == wish.limit:
            return {"rvcontinue": place(revision)}
        page = call.catalogue.page_of(revision)
        fields = write(page, revision)
        if not call.fits(_weight(fields)):
            return {"rvcontinue": place(revision)}
        pages.entries[page.id].setdefault("revisions", []).append(fields)
    return None


def _weight(fields: JsonObject) -> int:
    """Roughly what the revision adds to the answer: its text, and a little for the rest."""
    holder = fields["slots"].get("main", {}) if "slots" in fields else fields
    return 200 + len(holder.get("content", ""))
