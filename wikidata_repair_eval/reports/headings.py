"""Heading lines: their text, and whether it names a constraint, a group of one, statistics or nothing known.

The lines below a heading are read elsewhere (`lines`); the families come from the table (`families`).
"""

import re
from dataclasses import dataclass

from wikidata_repair_eval.reports.families import LineShape, NamedFamily, is_statistics, named_family
from wikidata_repair_eval.reports.links import entity_of_target, entity_of_template
from wikidata_repair_eval.reports.records import ConstraintRecord

# Whether the live pages also say `matches` is not known; a reader of them takes it off, so it may occur.
_SUFFIX = re.compile(r"\s+(?:violations?|matches)$", re.IGNORECASE)
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»"}
_REFERENCE = re.compile(
    r"\{\{\s*+(property|item|[QP])\s*+\|\s*+([QP]?[1-9][0-9]*+)\s*+(?:\|[^{}]*+)?\}\}"
    r"|\[\[([^\[\]|]++)(?:\|[^\[\]]*+)?\]\]"
    r"|([QP][1-9][0-9]*+)(?!\w)",
    re.IGNORECASE | re.ASCII,
)
_COMMA = re.compile(r"\s*+,\s*+")
_ITEMS_FOLLOW = re.compile(r"\s*+(?:one of\b|=)\s*+", re.IGNORECASE)
_QUOTE = r"['\"\u2018\u2019]?"
_LANGUAGE = re.compile(rf"{_QUOTE}([a-z][a-z0-9-]*+){_QUOTE}\s+language", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class ConstraintHeading:
    """The list below it belongs to a constraint of a known family."""

    constraint: ConstraintRecord
    line: LineShape
    plain_list: bool


@dataclass(frozen=True, slots=True)
class GroupHeading:
    """Part of the enclosing section: the violations whose items share these values (P2304), or none."""

    label: str


@dataclass(frozen=True, slots=True)
class OtherHeading:
    """Statistics, or a heading that no family of the table explains; its ids are never counted."""

    heading: str
    statistics: bool


Heading = ConstraintHeading | GroupHeading | OtherHeading


def heading_text(line: str) -> str:
    """The text between the `=`: the same number, at most six, is taken from both ends.

    So a `=` inside the text stays. A line that opens a heading and never closes it keeps all of its text:
    no family has such a name, and its lines must not fall to the section before it.
    """
    text = _without_comments_at_end(line.strip())
    left = len(text) - len(text.lstrip("="))
    right = len(text) - len(text.rstrip("="))
    level = min(left, right, 6, (len(text) - 1) // 2)
    return text[level : len(text) - level].strip()


def read_heading(line: str) -> Heading:
    """What the heading line stands for."""
    text = heading_text(line)
    inner = _inside_quotes(text)
    group = _group_label(inner)
    if group is not None:
        return GroupHeading(group)
    if is_statistics(inner):
        return OtherHeading(text, statistics=True)
    named = named_family(inner)
    constraint = _constraint(named, inner) if named is not None else None
    if named is None or constraint is None:
        return OtherHeading(text, statistics=False)
    return ConstraintHeading(constraint, named.family.line, named.family.plain_list)


def read_references(text: str, start: int = 0) -> tuple[tuple[str, ...], int]:
    """The ids of a comma-separated list, in any of their spellings, and where the list ends."""
    found: list[str] = []
    end = position = start
    while (match := _REFERENCE.match(text, position)) is not None:
        entity = _referenced(match)
        if entity is None:
            break
        found.append(entity)
        end = match.end()
        comma = _COMMA.match(text, end)
        if comma is None:
            break
        position = comma.end()
    return tuple(found), end


def _without_comments_at_end(text: str) -> str:
    end = len(text)
    while text.endswith("-->", 0, end) and (start := text.rfind("<!--", 0, end)) >= 0:
        end = start
        while end and text[end - 1].isspace():
            end -= 1
    return text[:end]


def _inside_quotes(text: str) -> str:
    inner = _SUFFIX.sub("", text.replace("&quot;", '"')).strip()
    if len(inner) >= 2 and _QUOTES.get(inner[0]) == inner[-1]:
        inner = inner[1:-1].strip()
    return inner


def _group_label(text: str) -> str | None:
    """`empty`, or the ids of a heading that consists of ids alone, whatever its level."""
    if text.casefold() == "empty":
        return "empty"
    ids, end = read_references(text)
    return ", ".join(ids) if ids and end == len(text) else None


def _constraint(named: NamedFamily, heading: str) -> ConstraintRecord | None:
    """The record of the heading; None where what follows the family's name is not what belongs there."""
    parameters = _PARAMETERS[named.family.parameters](named.rest)
    if parameters is None:
        return None
    properties, items, language = parameters
    return ConstraintRecord(
        family=named.family.family,
        type_qids=named.type_qids,
        properties=properties,
        items=items,
        language=language,
        heading=heading,
    )


_Read = tuple[tuple[str, ...], tuple[str, ...], str | None]  # properties, items, language


def _no_parameters(rest: str) -> _Read | None:
    return None if rest else ((), (), None)


def _items(rest: str) -> _Read | None:
    ids, end = read_references(rest)
    return ((), ids, None) if end == len(rest) and _all_of("Q", ids) else None


def _property_items(rest: str) -> _Read | None:
    properties, end = read_references(rest)
    items: tuple[str, ...] = ()
    follow = _ITEMS_FOLLOW.match(rest, end)
    if follow is not None:
        items, end = read_references(rest, follow.end())
        if not properties or not items:
            return None
    fits = end == len(rest) and _all_of("P", properties) and _all_of("Q", items)
    return (properties, items, None) if fits else None


def _language(rest: str) -> _Read | None:
    match = _LANGUAGE.fullmatch(rest)
    return None if match is None else ((), (), match[1])


_PARAMETERS = {
    "none": _no_parameters,
    "items": _items,
    "property_items": _property_items,
    "language": _language,
}


def _all_of(letter: str, ids: tuple[str, ...]) -> bool:
    return all(entity[0] == letter for entity in ids)


def _referenced(match: re.Match[str]) -> str | None:
    template, number, target, bare = match.groups()
    if template is not None:
        letter = {"property": "P", "item": "Q"}.get(template.lower(), template)
        return entity_of_template(letter, number)
    return entity_of_target(target) if target is not None else bare.upper()
