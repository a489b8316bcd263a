"""One revision as the action API writes it: keys in MediaWiki's order, hidden parts left out.

Which fields are wanted is decided once per request; writing them is the server's hot path.
"""

from collections.abc import Callable, Collection
from functools import partial

from wikidata_repair_eval.sandbox.model import Page, Revision, User, World
from wikidata_repair_eval.sandbox.server.call import JsonObject

PROPS = (
    *("ids", "flags", "timestamp", "user", "userid", "size", "sha1", "comment", "parsedcomment", "tags"),
    *("roles", "content", "contentmodel", "slotsize", "slotsha1"),
)
DEFAULT_PROPS = ("ids", "timestamp", "flags", "comment", "user")
SLOT_PROPS = frozenset({"content", "contentmodel", "slotsize", "slotsha1"})

RevisionWriter = Callable[[Page, Revision], JsonObject]
_FieldWriter = Callable[[JsonObject, Page, Revision], None]


def revision_writer(world: World, props: Collection[str], slots: Collection[str] | None) -> RevisionWriter:
    """`slots` is None where the client did not say `rvslots`: then the old flat form is used."""
    writers = _field_writers(world, props, slots)

    def write(page: Page, revision: Revision) -> JsonObject:
        found: JsonObject = {}
        for write_field in writers:
            write_field(found, page, revision)
        if "suppressed" in revision.hidden:
            found["suppressed"] = True
        return found

    return write


def user_fields(user: User, props: Collection[str]) -> JsonObject:
    found: JsonObject = {"user": user.name} if "user" in props else {}
    if user.temp:
        found["temp"] = True
    if user.anonymous:
        found["anon"] = True
    if "userid" in props:
        found["userid"] = user.id
    return found


def _field_writers(world: World, props: Collection[str], slots: Collection[str] | None) -> list[_FieldWriter]:
    """In the order of the wire."""
    table: list[tuple[frozenset[str], _FieldWriter]] = [
        (frozenset({"ids"}), _ids),
        (frozenset({"flags"}), _flags),
        (frozenset({"user", "userid"}), partial(_user, props)),
        (frozenset({"timestamp"}), _timestamp),
        (frozenset({"size"}), partial(_size, world)),
        (frozenset({"sha1"}), partial(_sha1, world)),
        (frozenset({"roles"}), _roles),
        (SLOT_PROPS, _slot_writer(world, props, slots)),
        (frozenset({"comment", "parsedcomment"}), partial(_comment, props)),
        (frozenset({"tags"}), _tags),
    ]
    return [writer for names, writer in table if names.intersection(props)]


def _ids(found: JsonObject, page: Page, revision: Revision) -> None:
    found["revid"] = revision.id
    found["parentid"] = revision.parent_id


def _flags(found: JsonObject, page: Page, revision: Revision) -> None:
    found["minor"] = revision.minor


def _timestamp(found: JsonObject, page: Page, revision: Revision) -> None:
    found["timestamp"] = revision.timestamp


def _roles(found: JsonObject, page: Page, revision: Revision) -> None:
    found["roles"] = ["main"]


def _tags(found: JsonObject, page: Page, revision: Revision) -> None:
    found["tags"] = list(revision.tags)


def _user(props: Collection[str], found: JsonObject, page: Page, revision: Revision) -> None:
    if "user" in revision.hidden:
        found["userhidden"] = True
    else:
        found.update(user_fields(revision.user, props))


def _size(world: World, found: JsonObject, page: Page, revision: Revision) -> None:
    found["size"] = world.size_and_sha1(revision)[0]


def _sha1(world: World, found: JsonObject, page: Page, revision: Revision) -> None:
    if "text" in revision.hidden:
        found["sha1hidden"] = True
    else:
        found["sha1"] = world.size_and_sha1(revision)[1]


def _comment(props: Collection[str], found: JsonObject, page: Page, revision: Revision) -> None:
    if "comment" in revision.hidden:
        found["commenthidden"] = True
        return
    if "comment" in props:
        found["comment"] = revision.comment
    if "parsedcomment" in props:
        found["parsedcomment"] = revision.comment


def _slot_writer(world: World, props: Collection[str], slots: Collection[str] | None) -> _FieldWriter:
    def flat(found: JsonObject, page: Page, revision: Revision) -> None:
        found.update(_slot(world, props, page, revision))

    def nested(found: JsonObject, page: Page, revision: Revision) -> None:
        found["slots"] = {"main": _slot(world, props, page, revision)}

    def empty(found: JsonObject, page: Page, revision: Revision) -> None:
        found["slots"] = {}

    if slots is None:
        return flat
    return nested if "main" in slots else empty


def _slot(world: World, props: Collection[str], page: Page, revision: Revision) -> JsonObject:
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
