"""One list line: who violates (subjects) and what is shown of it (values).

A line that has none of the known shapes gives no subjects; the caller keeps it as it stands. The common
shapes have a fast way through; whatever it does not match goes the long way, with the same result.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from wikidata_repair_eval.reports.links import Link, links

# The subjects of one line, divided by blanks; empty where there are none. A page has 100,000 of these, and
# strings, unlike tuples, cost the garbage collector nothing: that halves the time to read it.
Ids = str

_ITEM = r"\[\[Q[1-9][0-9]*+\]\]"
_OUTSIDE = r"\[(?:[a-z]{1,10}:)?//[^\s\[\]]++ [^\s\[\]]++\]"
_ITEM_SUBJECT = re.compile(r"\*++[ \t]*+\[\[(Q[1-9][0-9]*+)\]\]", re.ASCII)
_ITEM_LINKS = re.compile(rf"{_ITEM}(?:, {_ITEM})*+", re.ASCII)
_ITEM_VALUES = re.compile(rf"\*++[ \t]*+{_ITEM}: ({_ITEM}(?:, {_ITEM})*+)", re.ASCII)
_OUTSIDE_VALUES = re.compile(rf"\*++[ \t]*+{_ITEM}: ({_OUTSIDE}(?:, {_OUTSIDE})*+)", re.ASCII)
_SHARED_OUTSIDE = re.compile(
    rf"\*++[ \t]*+\[(?:[a-z]{{1,10}}:)?//[^\s\[\]]++ ([^\s\[\]]++)\]: {_ITEM}(?:, {_ITEM})*+", re.ASCII
)
_BETWEEN_SUBJECTS = re.compile(r"\s*,\s*")
_NOTHING_SAID = re.compile(r"[\W_]*")


class LineShape(NamedTuple):
    """How the lines of a family are read: the subjects of many lines at once, the values of one."""

    subjects: Callable[[Sequence[str]], tuple[Ids, ...]]
    values: Callable[[str], tuple[str, ...]]


def first_subjects(lines: Sequence[str]) -> tuple[Ids, ...]:
    """`* [[Q42]]: VALUE, VALUE`: the first link to an entity is the subject."""
    matches = zip(map(_ITEM_SUBJECT.match, lines), lines, strict=True)
    return tuple([match[1] if match is not None else first_subject(line) for match, line in matches])


def first_subject(line: str) -> Ids:
    """The same for one line, the long way."""
    link = _first_entity(line)
    return "" if link is None or link.entity is None else link.entity


def following_values(line: str) -> tuple[str, ...]:
    """What follows the subject of such a line: links one by one, the plain text between them undivided."""
    linked = _only_links(line)
    return linked if linked is not None else read_values(_after_subject(line))


def following_list(line: str) -> tuple[str, ...]:
    """The same where the values are known to be several, so that plain text may be divided."""
    linked = _only_links(line)
    if linked is not None:
        return linked
    rest = _after_subject(line)
    return _plain_list(rest) if rest and _is_plain(rest) else read_values(rest)


def subjects_at_end(lines: Sequence[str]) -> tuple[Ids, ...]:
    """`* VALUE: [[Q1]], [[Q2]]`: the longest tail of links after a colon."""
    return tuple(map(_tail, lines))


def shared_value(line: str) -> tuple[str, ...]:
    """The value before that tail. It may hold colons, commas and links, so it is found from the right."""
    match = _SHARED_OUTSIDE.fullmatch(line)
    if match is not None:
        return (match[1],)
    head, colon, tail = line.rpartition(": ")
    if not colon or not _ITEM_LINKS.fullmatch(tail):
        head, subjects = _value_and_tail(line)
        if not subjects:
            return ()
    text = head.lstrip("*").strip()
    values = read_values(text)
    # Several links or words beside one are one value still: this property has it, spelled like that.
    return values if len(values) == 1 and _is_one_link(text) else (text,)


def nobody(lines: Sequence[str]) -> tuple[Ids, ...]:
    """For lines whose meaning is not known: no subjects."""
    return ("",) * len(lines)


def nothing(_line: str) -> tuple[str, ...]:
    """For lines whose meaning is not known: no values."""
    return ()


SHAPES: dict[tuple[str, bool], LineShape] = {
    ("subject_first", False): LineShape(first_subjects, following_values),
    ("subject_first", True): LineShape(first_subjects, following_list),
    ("value_first", False): LineShape(subjects_at_end, shared_value),
}
UNKNOWN_SHAPE = LineShape(nobody, nothing)


def read_values(text: str) -> tuple[str, ...]:
    """Links one by one, as ids where they lead to entities; plain text between them undivided.

    A comma does not divide plain text: `Adams, Douglas` may be one value, and nothing on the line tells.
    """
    if _is_plain(text):
        return (text,) if text else ()
    return tuple(_linked_and_plain(text)) or (text,)


def _first_entity(line: str) -> Link | None:
    return next((link for link in links(line) if link.entity is not None), None)


def _only_links(line: str) -> tuple[str, ...] | None:
    """The fast way: an item and links to items alone, or to outside pages under a word each."""
    match = _ITEM_VALUES.fullmatch(line)
    if match is not None:
        return tuple(match[1][2:-2].split("]], [["))
    match = _OUTSIDE_VALUES.fullmatch(line)
    if match is not None:
        return tuple([link.partition(" ")[2] for link in match[1][1:-1].split("], [")])
    return None


def _after_subject(line: str) -> str:
    match = _ITEM_SUBJECT.match(line)
    if match is not None:
        end = match.end()
    else:
        link = _first_entity(line)
        end = len(line) if link is None else link.end
    return line[end:].lstrip().removeprefix(":").strip()


def _tail(line: str) -> Ids:
    _, colon, tail = line.rpartition(": ")
    if not colon or not _ITEM_LINKS.fullmatch(tail):
        return _value_and_tail(line)[1]
    return tail[2:-2].replace("]], [[", " ")


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
