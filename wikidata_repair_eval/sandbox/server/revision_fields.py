"""One revision as the action API writes it: keys in MediaWiki's order, hidden parts left out."""

from collections.abc import Collection

from wikidata_repair_eval.sandbox.model import Page, Revision, User, World
from wikidata_repair_eval.sandbox.server.call import JsonObject

PROPS = [
    "ids",
    "flags",
    "timestamp",
    "user",
    "userid",
    "size",
    "sha1",
    "comment",
    "parsedcomment",
    "tags",
    "roles",
    "content",
    "contentmodel",
    "slotsize",
    "slotsha1",
]
DEFAULT_PROPS = ("ids", "timestamp", "flags", "comment", "user")
SLOT_PROPS = frozenset({"content", "contentmodel", "slotsize", "slotsha1"})


def revision_fields(
    world: World, page: Page, revision: Revision, props: Collection[str], slots: Collection[str] | None
) -> JsonObject:
    """`slots` is None where the client did not say `rvslots`: then the old flat form is used."""
    found: JsonObject = {}
    if "ids" in props:
        found.update(revid=revision.id, parentid=revision.parent_id)
    if "flags" in props:
        found["minor"] = revision.minor
    _add_user(found, revision, props)
    if "timestamp" in props:
        found["timestamp"] = revision.timestamp
    _add_digest(found, world, revision, props)
    if SLOT_PROPS.intersection(props):
        _add_slots(found, world, page, revision, props, slots)
    _add_comment(found, revision, props)
    if "tags" in props:
        found["tags"] = list(revision.tags)
    if "suppressed" in revision.hidden:
        found["suppressed"] = True
    return found


def user_fields(user: User, props: Collection[str]) -> JsonObject:
    found: JsonObject = {"user": user.name} if "user" in props else {}
    if user.temp:
        found["temp"] = True
    if user.anonymous:
        found["anon"] = True
    if "userid" in props:
        found["userid"] = user.id
    return found


def _add_user(found: JsonObject, revision: Revision, props: Collection[str]) -> None:
    if "user" not in props and "userid" not in props:
        return
    if "user" in revision.hidden:
        found["userhidden"] = True
    else:
        found.update(user_fields(revision.user, props))


def _add_digest(found: JsonObject, world: World, revision: Revision, props: Collection[str]) -> None:
    if "size" in props:
        found["size"] = world.size_and_sha1(revision)[0]
    if "sha1" in props:
        if "text" in revision.hidden:
            found["sha1hidden"] = True
        else:
            found["sha1"] = world.size_and_sha1(revision)[1]


def _add_comment(found: JsonObject, revision: Revision, props: Collection[str]) -> None:
    if "comment" not in props and "parsedcomment" not in props:
        return
    if "comment" in revision.hidden:
        found["commenthidden"] = True
        return
    if "comment" in props:
        found["comment"] = revision.comment
    if "parsedcomment" in props:
        found["parsedcomment"] = revision.comment


def _add_slots(
    found: JsonObject,
    world: World,
    page: Page,
    revision: Revision,
    props: Collection[str],
    slots: Collection[str] | None,
) -> None:
    if "roles" in props:
        found["roles"] = ["main"]
    if slots is None:
        found.update(_slot(world, page, revision, props))
    else:
        found["slots"] = {role: _slot(world, page, revision, props) for role in slots if role == "main"}


def _slot(world: World, page: Page, revision: Revision, props: Collection[str]) -> JsonObject:
    if "text" in revision.hidden:
        return {"texthidden": True}
    found: JsonObject = {}
    if "slotsize" in props:
        found["size"] = world.size_and_sha1(revision)[0]
    if "slotsha1" in props:
        found["sha1"] = world.size_and_sha1(revision)[1]
    found["contentmodel"] = page.content_model
    if "content" in props:
        found["contentformat"] = page.content_format
        found["content"] = world.content(revision).decode()
    return found
