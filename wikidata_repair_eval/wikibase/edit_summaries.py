"""Edit summaries read for what they can tell about *where* to look first. They prove nothing.

Grammar: `/* key:count|language|argument|... */ text`. The text is the automatic one and the editor's own, run
together; values in it are formatted for people and cut, so none is ever read. A hidden summary (None) is not
an empty one. What each key can touch is a table (summary_keys); comparing contents is the job of diffs.
"""

import re
from dataclasses import dataclass

from wikidata_repair_eval.wikibase.ids import is_entity_id
from wikidata_repair_eval.wikibase.summary_keys import TOUCHES, Touches, touches

_AUTOCOMMENT = re.compile(r"\s*/\*\s*(.*?)\s*\*/\s?(.*)", re.DOTALL)
_KEY = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
_LINK = r"\[\[[Pp]roperty:([Pp][1-9][0-9]*)(?:\|[^\]]*)?\]\]"
_LEADING = re.compile(rf"\s*(?:,\s*)?{_LINK}", re.ASCII)
_FURTHER_PAIR = re.compile(rf", {_LINK}: ", re.ASCII)
# English only: the wiki writes this in its own language, so the other way round it tells nothing.
_ROLLBACK = re.compile(r"Reverted edits by \[\[Special:Contributions/")
_UNDO_TEXT = re.compile(r"Und(?:id|o) revision ([0-9]+)", re.ASCII)
_TOOLS = {
    "editgroups": re.compile(r"\[\[:toollabs:editgroups/(?:b/)?([A-Za-z]+/[0-9a-f]+)", re.ASCII),
    "quickstatements": re.compile(r"#quickstatements|:toollabs:quickstatements/#/batch/([0-9]+)", re.ASCII),
    "temporary_batch": re.compile(r"#temporary_batch_([0-9]+)", re.ASCII),
    "distributed-game": re.compile(r"#distributed-game"),
    "gadget": re.compile(r"\[\[MediaWiki:Gadget-([^|\]]+)"),
}
NAMES_IT, MAY_TOUCH_IT, NAMES_ANOTHER, TOUCHES_NO_STATEMENT = range(4)


@dataclass(frozen=True, slots=True)
class EditSummary:
    """One summary taken apart; every field is empty where the summary does not say it."""

    hidden: bool = False
    key: str | None = None
    action: str | None = None
    scount: int | None = None  # of arguments of the call, not of statements
    language: str | None = None
    args: tuple[str, ...] = ()
    text: str = ""
    touches: Touches = "anything"
    main_properties: tuple[str, ...] = ()
    qualifier_properties: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    restored_revision: int | None = None  # restored *to* this one
    undone_revision: int | None = None
    merged_from: str | None = None
    merged_to: str | None = None

    @property
    def names_no_property(self) -> bool:
        return not self.main_properties and not self.qualifier_properties

    @property
    def may_touch_statements(self) -> bool:
        return self.touches not in ("terms", "sitelinks")

    def search_order(self, property_id: str) -> int:
        """0 names the property, 1 may touch it unsaid, 2 names another, 3 touches no statement.

        For sorting only: a later place never excludes a revision.
        """
        if not self.may_touch_statements:
            return TOUCHES_NO_STATEMENT
        if property_id in self.main_properties:
            return NAMES_IT
        return NAMES_ANOTHER if self.main_properties else MAY_TOUCH_IT


def parse_summary(comment: str | None) -> EditSummary:
    """Takes any comment; one without an automatic part may have touched anything."""
    if comment is None:
        return EditSummary(hidden=True)
    match = _AUTOCOMMENT.fullmatch(comment)
    header, text = (match[1], match[2]) if match else ("", comment)
    key, fields = _key_and_fields(header)
    if key is None:
        return _free_text(text, comment)
    return _with_key(key, fields, text, comment)


def _key_and_fields(header: str) -> tuple[str | None, list[str]]:
    """`/* interwiki */` is a section name of some page, not a key: a key has a colon or is known."""
    key, colon, rest = header.partition(":")
    if not _KEY.fullmatch(key) or not (colon or key in TOUCHES):
        return None, []
    return key, rest.split("|")


def _free_text(text: str, comment: str) -> EditSummary:
    undone = _UNDO_TEXT.match(text)
    action = "rollback" if _ROLLBACK.match(text) else "undo" if undone else None
    return EditSummary(
        action=action, text=text, tools=_tools(comment), undone_revision=int(undone[1]) if undone else None
    )


def _with_key(key: str, fields: list[str], text: str, comment: str) -> EditSummary:
    count, language, *args = *fields, *[""] * (2 - len(fields))
    module, _, action = key.partition("-")
    kind = touches(key)
    merged_from, merged_to = _merge(key, args)
    properties = _properties(text, key, count) if kind in ("main", "qualifier") else ()
    return EditSummary(
        key=key,
        action=action or module,
        scount=int(count) if count.isascii() and count.isdigit() else None,
        language=language or None,
        args=tuple(args),
        text=text,
        touches=kind,
        main_properties=properties if kind == "main" else (),
        qualifier_properties=properties if kind == "qualifier" else (),
        tools=_tools(comment),
        restored_revision=_revision(args) if key == "restore" else None,
        undone_revision=_revision(args) if key == "undo" else None,
        merged_from=merged_from,
        merged_to=merged_to,
    )


def _properties(text: str, key: str, count: str) -> tuple[str, ...]:
    """Property links up to the first value. A property link after that is a value (P1647) or an editor's."""
    found, position = [], 0
    while match := _LEADING.match(text, position):
        found.append(match[1].upper())
        position = match.end()
    if key.startswith("wbremoveclaims") and count != "1":  # old removals list `property: value` pairs
        found += [match[1].upper() for match in _FURTHER_PAIR.finditer(text, position)]
    return tuple(dict.fromkeys(found))


def _revision(args: list[str]) -> int | None:
    return int(args[0]) if args and args[0].isascii() and args[0].isdigit() else None


def _merge(key: str, args: list[str]) -> tuple[str | None, str | None]:
    """(from, to): the target's edit names its source, the source's edit its target, a redirect both."""
    ids = [arg if is_entity_id(arg) else None for arg in args] + [None, None]
    match key:
        case "wbmergeitems-from" | "wblmergelexemes-from":
            return ids[0], None
        case "wbmergeitems-to" | "wblmergelexemes-to":
            return None, ids[0]
        case "wbcreateredirect":
            return ids[0], ids[1]
        case _:
            return None, None


def _tools(comment: str) -> tuple[str, ...]:
    """`name` or `name:batch` of each tool that signed the summary."""
    found = []
    for name, pattern in _TOOLS.items():
        for match in pattern.finditer(comment):
            batch = match[1] if pattern.groups else None
            found.append(f"{name}:{batch}" if batch else name)
    return tuple(dict.fromkeys(found))
