"""`list=allpages` and `list=logevents`. Recent changes have a module of their own."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from wikidata_repair_eval.sandbox.model import LogEvent, Page
from wikidata_repair_eval.sandbox.server.call import Call, Continuation, JsonObject
from wikidata_repair_eval.sandbox.server.parameters import ModuleParameters, position_text
from wikidata_repair_eval.sandbox.server.revision_fields import user_fields
from wikidata_repair_eval.sandbox.server.titles import InvalidTitle, parse_title

Listing = tuple[list[JsonObject], Continuation | None]
Row = TypeVar("Row")

LOG_PROPS = ("ids", "title", "type", "user", "userid", "timestamp", "comment", "details", "tags")
DEFAULT_LOG_PROPS = ("ids", "title", "type", "user", "timestamp", "comment", "details")


def list_all_pages(call: Call) -> Listing:
    ap = call.parameters.of("allpages", "ap")
    namespace, limit = ap.integer("namespace") or 0, ap.limit()
    prefix, since = _key(ap.text("prefix")), _key(ap.text("from"))
    until, continued = _key(ap.text("to")), ap.text("continue")
    ap.choice("filterlanglinks", ("all",), "all")  # no page of this wiki has any, so nothing else is known
    which = ap.choice("filterredir", ("all", "redirects", "nonredirects"), "all")
    descending = ap.choice("dir", ("ascending", "descending"), "ascending") == "descending"
    rows = [
        (key, page)
        for key, page in call.catalogue.pages_by_namespace.get(namespace, [])
        if key.startswith(prefix) and since <= key and (not until or key <= until) and _kind(page, which)
    ]
    if descending:
        rows.reverse()
    if continued is not None:
        rows = [row for row in rows if (row[0] <= continued if descending else row[0] >= continued)]
    shown = [{"pageid": page.id, "ns": page.namespace, "title": page.title} for _, page in rows[:limit]]
    return shown, {"apcontinue": rows[limit][0]} if len(rows) > limit else None


def _key(text: str | None) -> str:
    """As the wiki spells a prefix: underscores, first letter large."""
    key = (text or "").replace(" ", "_")
    return key[:1].upper() + key[1:]


def _kind(page: Page, which: str) -> bool:
    return which == "all" or (page.redirect_to is not None) == (which == "redirects")


def list_log_events(call: Call) -> Listing:
    le = call.parameters.of("logevents", "le")
    props = le.choices("prop", LOG_PROPS, DEFAULT_LOG_PROPS)
    limit, newer = le.limit(), le.choice("dir", ("older", "newer"), "older") == "newer"
    title, user, kind = le.text("title"), le.text("user"), le.text("type")
    action, namespace = le.text("action"), le.integer("namespace")
    bounds = read_bounds(le, newer)
    rows = [
        event
        for event in call.catalogue.log
        if (title is None or event.title == _wiki_spelling(title))
        and (user is None or event.user.name == user)
        and (kind is None or event.type == kind)
        and (action is None or f"{event.type}/{event.action}" == action)
        and (namespace is None or event.namespace == namespace)
    ]
    shown, rest = cut_window(rows, lambda event: (event.timestamp, event.logid), bounds, newer, limit)
    lines = [_log_fields(call, event, props) for event in shown]
    return lines, {"lecontinue": position_text(rest.timestamp, rest.logid)} if rest else None


def _wiki_spelling(title: str) -> str:
    try:
        return parse_title(title).text
    except InvalidTitle:
        return title


def _log_fields(call: Call, event: LogEvent, props: Collection[str]) -> JsonObject:
    page = call.catalogue.world.pages.get(event.title)
    title = {"ns": event.namespace, "title": event.title}
    places = {"pageid": page.id if page else 0, "logpage": event.page_id}
    parts: list[tuple[bool, JsonObject]] = [
        ("ids" in props, {"logid": event.logid}),
        ("title" in props, title),
        ("ids" in props, places),
        ("details" in props, {"params": event.params}),
        ("type" in props, {"type": event.type, "action": event.action}),
        ("user" in props or "userid" in props, user_fields(event.user, props)),
        ("timestamp" in props, {"timestamp": event.timestamp}),
        ("comment" in props, {"comment": event.comment}),
        ("tags" in props, {"tags": []}),
    ]
    return {key: value for wanted, part in parts if wanted for key, value in part.items()}


Bounds = tuple[tuple[str, float], tuple[str, float]]


def read_bounds(parameters: ModuleParameters, newer: bool) -> Bounds:
    """Lowest and highest (timestamp, number), both included, from start, end and continue."""
    start, end, place = parameters.timestamp("start"), parameters.timestamp("end"), parameters.position()
    first, last = (start, end) if newer else (end, start)
    low: tuple[str, float] = (first or "", 0)
    high: tuple[str, float] = (last or "~", float("inf"))
    if place is not None:
        return (max(low, place), high) if newer else (low, min(high, place))
    return low, high


def cut_window(
    rows: Sequence[Row], position: Callable[[Row], tuple[str, float]], bounds: Bounds, newer: bool, limit: int
) -> tuple[list[Row], Row | None]:
    """At most `limit` rows inside the bounds, in the asked direction, and the first one left out."""
    inside = [row for row in rows if bounds[0] <= position(row) <= bounds[1]]
    if not newer:
        inside.reverse()
    return inside[:limit], inside[limit] if len(inside) > limit else None
