"""`list=recentchanges`: edits and log events of the last days, by namespace and window."""

from collections.abc import Collection

from wikidata_repair_eval.sandbox.model import LogEvent, Revision
from wikidata_repair_eval.sandbox.server.call import Call, JsonObject
from wikidata_repair_eval.sandbox.server.catalogue import Change
from wikidata_repair_eval.sandbox.server.lists import Listing, cut_window, read_bounds
from wikidata_repair_eval.sandbox.server.parameters import ModuleParameters, position_text
from wikidata_repair_eval.sandbox.server.revision_fields import user_fields

PROPS = (
    "user",
    "userid",
    "comment",
    "timestamp",
    "title",
    "ids",
    "sizes",
    "flags",
    "loginfo",
    "tags",
    "sha1",
)
DEFAULT_PROPS = ("title", "timestamp", "ids")
TYPES = ("edit", "new", "log", "external", "categorize")
SHOWN = ("bot", "!bot", "anon", "!anon", "minor", "!minor", "redirect", "!redirect")


def list_recent_changes(call: Call) -> Listing:
    rc = call.parameters.of("recentchanges", "rc")
    props, limit = rc.choices("prop", PROPS, DEFAULT_PROPS), rc.limit()
    newer = rc.choice("dir", ("older", "newer"), "older") == "newer"
    bounds = read_bounds(rc, newer)
    wanted = _filter(rc)
    rows = [change for change in call.catalogue.changes if wanted.admits(call, change)]
    shown, rest = cut_window(rows, lambda change: (change.timestamp, change.rcid), bounds, newer, limit)
    lines = [_fields(call, change, props) for change in shown]
    return lines, {"rccontinue": position_text(rest.timestamp, rest.rcid)} if rest else None


class _Filter:
    def __init__(self, namespaces: set[int], types: set[str], shown: set[str], user: str | None, top: bool):
        self._namespaces = namespaces
        self._types = types
        self._shown = shown
        self._user = user
        self._top = top

    def admits(self, call: Call, change: Change) -> bool:
        subject = _subject(change)
        if self._namespaces and _namespace(call, change) not in self._namespaces:
            return False
        if _type(change) not in self._types or (self._user is not None and subject.user.name != self._user):
            return False
        if self._top and not _is_top(call, change):
            return False
        return all(self._shows(call, change, word) for word in self._shown)

    def _shows(self, call: Call, change: Change, word: str) -> bool:
        subject = _subject(change)
        page = call.catalogue.world.pages.get(subject.title)
        facts = {
            "bot": subject.user.bot,
            "anon": subject.user.anonymous,
            "minor": change.revision is not None and change.revision.minor,
            "redirect": page is not None and page.redirect_to is not None,
        }
        return facts[word.lstrip("!")] != word.startswith("!")


def _filter(rc: ModuleParameters) -> _Filter:
    return _Filter(
        namespaces=set(rc.integers("namespace") or ()),
        types=rc.choices("type", TYPES, ("edit", "new", "log")),
        shown=rc.choices("show", SHOWN),
        user=rc.text("user"),
        top=rc.flag("toponly"),
    )


def _subject(change: Change) -> Revision | LogEvent:
    subject = change.revision or change.event
    assert subject is not None  # a change is made of one of the two
    return subject


def _namespace(call: Call, change: Change) -> int:
    if change.revision is not None:
        return call.catalogue.page_of(change.revision).namespace
    return change.event.namespace if change.event is not None else 0


def _type(change: Change) -> str:
    if change.revision is None:
        return "log"
    return "edit" if change.revision.parent_id else "new"


def _is_top(call: Call, change: Change) -> bool:
    return change.revision is not None and call.catalogue.page_of(change.revision).latest is change.revision


def _fields(call: Call, change: Change, props: Collection[str]) -> JsonObject:
    subject = _subject(change)
    found: JsonObject = {"type": _type(change)}
    if "title" in props:
        found.update(ns=_namespace(call, change), title=subject.title)
    if "ids" in props:
        found.update(_ids(call, change), rcid=change.rcid)
    found.update(_people(change, props))
    if "flags" in props:
        minor = change.revision is not None and change.revision.minor
        found.update(bot=subject.user.bot, new=_type(change) == "new", minor=minor)
    if "sizes" in props:
        found.update(_sizes(call, change))
    if "timestamp" in props:
        found["timestamp"] = change.timestamp
    found.update(_last_fields(call, change, props))
    return found


def _ids(call: Call, change: Change) -> JsonObject:
    if change.revision is None:
        return {"pageid": 0, "revid": 0, "old_revid": 0}
    page = call.catalogue.page_of(change.revision)
    return {"pageid": page.id, "revid": change.revision.id, "old_revid": change.revision.parent_id}


def _people(change: Change, props: Collection[str]) -> JsonObject:
    if "user" not in props and "userid" not in props:
        return {}
    if change.revision is not None and "user" in change.revision.hidden:
        return {"userhidden": True}
    return user_fields(_subject(change).user, props)


def _sizes(call: Call, change: Change) -> JsonObject:
    world = call.catalogue.world
    if change.revision is None:
        return {"oldlen": 0, "newlen": 0}
    parent = world.revisions.get(change.revision.parent_id)
    before = world.size_and_sha1(parent)[0] if parent is not None else 0
    return {"oldlen": before, "newlen": world.size_and_sha1(change.revision)[0]}


def _last_fields(call: Call, change: Change, props: Collection[str]) -> JsonObject:
    found: JsonObject = {}
    revision, event = change.revision, change.event
    hidden = revision.hidden if revision is not None else frozenset()
    if "comment" in props:
        found.update(
            {"commenthidden": True} if "comment" in hidden else {"comment": _subject(change).comment}
        )
    if "sha1" in props and revision is not None:
        digest = call.catalogue.world.size_and_sha1(revision)[1]
        found.update({"sha1hidden": True} if "text" in hidden else {"sha1": digest})
    if "loginfo" in props and event is not None:
        found.update(logid=event.logid, logtype=event.type, logaction=event.action, logparams=event.params)
    if "tags" in props:
        found["tags"] = list(revision.tags) if revision is not None else []
    return found
