"""One list line: who violates (subjects) and what is shown of it (values).

A line that has none of the known shapes gives no subjects; the caller keeps it as it stands. This is the long
way, which understands every spelling; `columns` has a short one for the lines that are all alike.
"""

import re

from wikidata_repair_eval.reports.links import Link, links

# The subjects of one line, divided by blanks; empty where there are none. A page has 100,000 of these, and
# strings, unlike tuples, cost the garbage collector nothing: that halves the time to read it.
Ids = str

_BETWEEN_SUBJECTS = re.compile(r"\s*,\s*")
_NOTHING_SAID = re.compile(r"[\W_]*")


def first_subject(line: str) -> Ids:
    """`* [[Q42]]: VALUE, VALUE`: the first link to an entity is the subject."""
    link = _first_entity(line)
    return "" if link is None or link.entity is None else link.entity


def following_values(line: str) -> tuple[str, ...]:
    """What follows the subject of such a line: links one by one, the plain text between them undivided."""
    return read_values(_after_subject(line))


def following_list(line: str) -> tuple[str, ...]:
    """The same where the values are known to be several, so that plain text may be divided."""
    return read_list(_after_subject(line))


def subjects_at_end(line: str) -> Ids:
    """`* VALUE: [[Q1]], [[Q2]]`: the longest tail of links after a colon."""
    return _value_and_tail(line)[1]


def shared_value(line: str) -> tuple[str, ...]:
    """The value before that tail. It may hold colons, commas and links, so it is found from the right."""
    head, subjects = _value_and_tail(line)
    if not subjects:
        return ()
    text = head.lstrip("*").strip()
    values = read_values(text)
    # Several links or words beside one are one value still: this property has it, spelled like that.
    return values if len(values) == 1 and _is_one_link(text) else (text,)


def read_values(text: str) -> tuple[str, ...]:
    """Links one by one, as ids where they lead to entities; plain text between them undivided.

    A comma does not divide plain text: `Adams, Douglas` may be one value, and nothing on the line tells.
    """
    if _is_plain(text):
        return (text,) if text else ()
    return tuple(_linked_and_plain(text)) or (text,)


def read_list(text: str) -> tuple[str, ...]:
    """The same where there are several values by definition: plain text is divided where that is certain."""
    return _plain_list(text) if text and _is_plain(text) else read_values(text)


def _first_entity(line: str) -> Link | None:
    return next((link for link in links(line) if link.entity is not None), None)


def _after_subject(line: str) -> str:
    link = _first_entity(line)
    end = len(line) if link is None else link.end
    return line[end:].lstrip().removeprefix(":").strip()


def _linked_and_plain(text: str) -> list[str]:
    found: list[str] = []
    end = 0
    for link in links(text):
        if text[end : link.start] != ", ":
            found.extend(_between(text[end : link.start]))
        found.append(link.text)
        end = link.end
    found.extend(_between(text[end:]))
    return found


def _between(text: str) -> list[str]:
    """Plain text beside a link, without the commas that divide the two; punctuation alone says nothing."""
    if _NOTHING_SAID.fullmatch(text):
        return []
    return [text.strip().removeprefix(",").removesuffix(",").strip()]


def _is_one_link(text: str) -> bool:
    if text.startswith("["):
        return text.endswith("]") and text.count("[") == text.count("]") == (2 if text[1:2] == "[" else 1)
    return text.startswith(("{{", "<nowiki>")) and text.endswith(("}}", "</nowiki>"))


def _is_plain(text: str) -> bool:
    return "[" not in text and "{" not in text and "<" not in text


def _plain_list(text: str) -> tuple[str, ...]:
    """Divide plain text at its commas where that cannot be wrong.

    With one comma it can only be the one between two values; with more it is done for words without
    blanks (ids, dates, numbers) alone: `Adams, Douglas, Smith, John` could be cut in several ways.
    """
    parts = text.split(", ")
    if len(parts) == 2 or all(part and " " not in part for part in parts):
        return tuple(part.strip() for part in parts)
    return (text,)


def _value_and_tail(line: str) -> tuple[str, Ids]:
    """Bullets and value as they stand, and the subjects after them; no subjects in any other line."""
    content = line.rstrip().removesuffix(",")
    subjects: list[str] = []
    start = len(content)
    for link in reversed(list(links(content))):
        if link.entity is None or not _joins(content[link.end : start], bool(subjects)):
            break
        subjects.append(link.entity)
        start = link.start
    head = content[:start].rstrip()
    if not subjects or not head.endswith(":"):
        return line, ""
    return head[:-1], " ".join(reversed(subjects))


def _joins(between: str, more: bool) -> bool:
    """The link belongs to the tail: it ends the line, or a comma alone stands between it and the tail."""
    return _BETWEEN_SUBJECTS.fullmatch(between) is not None if more else not between.strip()
