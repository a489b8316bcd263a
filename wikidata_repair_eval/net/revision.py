"""Revisions as the APIs tell them: metadata, text, and what is hidden. No requests, no storage."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

import orjson

_WIKITEXT_REDIRECT = re.compile(r"\s*#REDIRECT\s*:?\s*\[\[([^\]|#]+)", re.IGNORECASE)
_LONGEST_REDIRECT = 1_000

ContentState = Literal["text", "hidden", "bad", "missing"]


@dataclass(frozen=True, slots=True)
class Content:
    """The text of one revision, or why there is none.

    `hidden`: an administrator hid it. `bad`: no such revision, or its page was deleted. `missing`: the
    revision exists and the wiki has lost its text. Only with `text` is `text` not None; it may be empty.
    """

    revid: int
    state: ContentState
    title: str = ""
    model: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """One line of a history. None means: hidden (see `hidden`), or not told by this API."""

    revid: int
    timestamp: str
    parentid: int | None = None  # 0: this edit created the page. Not always the line before (imports).
    user: str | None = None
    userid: int | None = None
    anon: bool = False
    temp: bool = False
    comment: str | None = None
    tags: tuple[str, ...] | None = None
    size: int | None = None
    sha1: str | None = None
    minor: bool = False
    model: str | None = None
    hidden: tuple[str, ...] = ()  # of comment, text, user; `suppressed` in addition if oversighted
    content: Content | None = None  # None: not asked for


def flag(raw: Mapping[str, Any], name: str) -> bool:
    """A boolean of either format version: present as `true` or `""`, absent or `false` otherwise."""
    value = raw.get(name, False)
    return value is not False and value is not None


def parse_revision(raw: Mapping[str, Any], title: str, *, with_content: bool) -> Revision:
    """One entry of `revisions`. KeyError, TypeError or ValueError: it is not the form we know."""
    slot = _main_slot(raw) or {}
    return Revision(
        revid=int(raw["revid"]),
        timestamp=str(raw["timestamp"]),
        parentid=raw.get("parentid"),
        user=None if flag(raw, "userhidden") else raw.get("user"),
        userid=None if flag(raw, "userhidden") else raw.get("userid"),
        anon=flag(raw, "anon"),
        temp=flag(raw, "temp"),
        comment=None if flag(raw, "commenthidden") else raw.get("comment"),
        tags=tuple(raw["tags"]) if "tags" in raw else None,
        size=raw.get("size"),
        sha1=None if flag(raw, "sha1hidden") else raw.get("sha1"),
        minor=flag(raw, "minor"),
        model=slot.get("contentmodel"),
        hidden=_hidden(raw, slot),
        content=parse_content(raw, title) if with_content else None,
    )


def parse_content(raw: Mapping[str, Any], title: str) -> Content:
    """The text of an entry of `revisions` that was asked for with its content."""
    revid, slot = int(raw["revid"]), _main_slot(raw) or {}
    text = slot.get("content", slot.get("*"))
    if isinstance(text, str):
        return Content(revid, "text", title, slot.get("contentmodel"), text)
    if flag(slot, "texthidden") or flag(raw, "texthidden"):
        return Content(revid, "hidden", title)
    lost = ("missing", "textmissing", "nosuchslot", "badcontentformat", "slotsmissing")
    if any(flag(slot, name) or flag(raw, name) for name in lost):
        return Content(revid, "missing", title)
    raise ValueError(f"revision {revid} has neither text nor a reason for having none")


def _main_slot(raw: Mapping[str, Any]) -> Mapping[str, Any] | None:
    slots = raw.get("slots")
    if isinstance(slots, Mapping) and isinstance(slots.get("main"), Mapping):
        main: Mapping[str, Any] = slots["main"]
        return main
    return raw if "*" in raw or "content" in raw else None  # the old flat form


def _hidden(raw: Mapping[str, Any], slot: Mapping[str, Any]) -> tuple[str, ...]:
    # The wiki hides the hash exactly when it hides the text, so metadata alone tells it too.
    text = flag(slot, "texthidden") or flag(raw, "texthidden") or flag(raw, "sha1hidden")
    found = {
        "comment": flag(raw, "commenthidden"),
        "suppressed": flag(raw, "suppressed"),
        "text": text,
        "user": flag(raw, "userhidden"),
    }
    return tuple(name for name, is_so in found.items() if is_so)


def redirect_target(content: Content) -> str | None:
    """Where this text redirects to (a merged entity, a moved page), or None if it is a page of its own."""
    text = content.text or ""
    if text.startswith("{"):
        return _entity_redirect(text)
    found = _WIKITEXT_REDIRECT.match(text)
    return found[1].strip().replace("_", " ") if found else None


def _entity_redirect(text: str) -> str | None:
    if len(text) > _LONGEST_REDIRECT:
        return None  # not worth parsing: an entity of its own
    try:
        entity = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return str(entity["redirect"]) if "redirect" in entity else None


def in_order(revisions: Iterable[Revision]) -> list[Revision]:
    """Oldest first: by time; within one second parents before children; then by id.

    Ids alone do not sort by time (imports, undeletions), and a parent need not be the line before.
    """
    by_time = sorted({r.revid: r for r in revisions}.values(), key=lambda r: (r.timestamp, r.revid))
    ordered: list[Revision] = []
    for _, same_second in groupby(by_time, key=lambda revision: revision.timestamp):
        ordered += _parents_first(list(same_second))
    return ordered


def _parents_first(same_second: list[Revision]) -> list[Revision]:
    """`same_second` comes sorted by id; each revision is put right behind its parent."""
    if len(same_second) == 1:
        return same_second
    ids = {revision.revid for revision in same_second}
    children: dict[int | None, list[Revision]] = {}
    for revision in same_second:
        children.setdefault(revision.parentid if revision.parentid in ids else None, []).append(revision)
    ordered: list[Revision] = []
    waiting = children.pop(None, [])[::-1]
    while waiting:
        revision = waiting.pop()
        ordered.append(revision)
        waiting += children.pop(revision.revid, [])[::-1]
    # Parents in a circle cannot happen on a wiki, but losing a revision would be worse than its place.
    return ordered + [revision for loop in children.values() for revision in loop]
