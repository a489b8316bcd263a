"""What a piece of report wikitext links to: entities, outside pages, or nothing.

Only a link is an entity: the letters `Q5` in plain text, in a URL or inside `<nowiki>` are just letters.
Each pattern stops at the next bracket and never backtracks, so that a broken line costs its length, once.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_LETTER_OF_NAMESPACE = {"property": "P", "lexeme": "L", "item": "Q"}
_TARGET = re.compile(
    r"\s*+:?\s*+(?:d:)?(?:(property|lexeme|item)\s*+:)?\s*+"
    r"([QPL][1-9][0-9]*+)(?:[#-]([FS][1-9][0-9]*+))?(?:#.*)?\s*",
    re.IGNORECASE | re.ASCII,
)
_LINK = re.compile(
    r"\[\[([^\[\]|{}<>]++)(?:\|[^\[\]]*+)?\]\]"  # 1: wiki link
    r"|\[((?:[a-z]{1,10}:)?//[^\s\[\]]++)(?:\s++([^\[\]]*+))?\]"  # 2, 3: outside link and its text
    r"|\{\{\s*+([QPL])\s*+\|\s*+([QPL]?[1-9][0-9]*+)\s*+(?:\|[^{}]*+)?\}\}"  # 4, 5: {{Q|42}}
    r"|<nowiki>((?:[^<]++|<(?!/?nowiki>))*+)</nowiki>",  # 6: text that only looks like wikitext
    re.IGNORECASE | re.ASCII,
)


class Link(NamedTuple):
    """A link of a line: where it stands, what it shows, and the entity it leads to (None: no entity)."""

    start: int
    end: int
    text: str
    entity: str | None


def links(text: str) -> Iterator[Link]:
    """All links of the text, from left to right."""
    for match in _LINK.finditer(text):
        start, end = match.span()
        target, url, label, letter, number, literal = match.groups()
        if url is not None:
            yield Link(start, end, (label or url).strip(), None)
        elif target is not None:
            entity = entity_of_target(target)
            yield Link(start, end, entity or target.strip().removeprefix(":"), entity)
        elif letter is not None:
            entity = entity_of_template(letter, number)
            yield Link(start, end, entity or match[0], entity)
        else:
            yield Link(start, end, literal.strip(), None)


def entity_of_target(target: str) -> str | None:
    """The id behind the target of a wiki link (`q42`, `Property:P31`, `Lexeme:L1#F1`), or None."""
    match = _TARGET.fullmatch(target)
    if match is None:
        return None
    namespace, entity, part = match.groups()
    entity = entity.upper()
    if namespace is not None and _LETTER_OF_NAMESPACE[namespace.lower()] != entity[0]:
        return None
    return f"{entity}-{part.upper()}" if part and entity[0] == "L" else entity


def entity_of_template(letter: str, number: str) -> str | None:
    """`{{P|31}}` and `{{P|P31}}` are P31; `{{P|Q31}}` is nothing."""
    letter, number = letter.upper(), number.upper()
    if number[0].isdigit():
        return letter + number
    return number if number[0] == letter else None
