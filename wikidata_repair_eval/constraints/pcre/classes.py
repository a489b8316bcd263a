"""Character classes: `[a-z\\d_]`, `[^[:space:]]`, and the ways in which PCRE reads a hyphen."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wikidata_repair_eval.constraints.pcre.errors import InvalidPattern
from wikidata_repair_eval.constraints.pcre.escapes import (
    KINDS,
    WORD,
    character_escape,
    code_point,
    kind_members,
    literal,
    property_members,
)
from wikidata_repair_eval.constraints.pcre.scanner import Scanner

_POSIX: Mapping[str, str] = {
    "alpha": r"\p{L}",
    "lower": r"\p{Ll}",
    "upper": r"\p{Lu}",
    "alnum": r"\p{L}\p{N}",
    "space": KINDS["s"],
    "blank": KINDS["h"],
    "digit": r"\p{Nd}",
    "word": WORD,
    "cntrl": r"\p{Cc}",
    "punct": r"\p{P}$+<=>\^`\|\~",
    "xdigit": "0-9A-Fa-f",
    "ascii": r"\x00-\x7f",
    "graph": r"\p{L}\p{M}\p{N}\p{P}\p{S}",
    "print": r"\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}",
}


@dataclass
class _Members:
    """What was read so far; `last` is a single character that may still begin a range."""

    written: list[str] = field(default_factory=list)
    last: str | None = None
    after_kind: bool = False

    def add_character(self, character: str) -> None:
        self.written.append(literal(character))
        self.last, self.after_kind = character, False

    def add_kind(self, members: str) -> None:
        self.written.append(members)
        self.last, self.after_kind = None, True

    def close_range(self, end: str) -> None:
        if self.last is None or ord(self.last) > ord(end):
            raise InvalidPattern("a range in a character class runs backwards")
        self.written[-1] = f"{literal(self.last)}-{literal(end)}"
        self.last, self.after_kind = None, False


def translate_class(scanner: Scanner) -> str:
    """From behind the opening bracket to behind the closing one."""
    opening = "[^" if scanner.accept("^") else "["
    members = _Members()
    if scanner.accept("]"):  # a bracket in first place stands for itself
        members.add_character("]")
    while not scanner.accept("]"):
        _member(scanner, members)
    return f"{opening}{''.join(members.written)}]"


def _member(scanner: Scanner, members: _Members) -> None:
    if scanner.peek() == "-" and scanner.peek(1) != "]":
        _hyphen(scanner, members)
        return
    item = _item(scanner)
    if isinstance(item, _Kind):
        members.add_kind(item.members)
    else:
        for character in item:
            members.add_character(character)


def _hyphen(scanner: Scanner, members: _Members) -> None:
    """Between two characters it makes a range; next to a kind of characters PCRE takes it for a mistake."""
    scanner.take()
    if members.after_kind:
        raise InvalidPattern("a range in a character class begins with a kind of characters")
    if members.last is None:
        members.add_character("-")
        return
    end = _item(scanner)
    if isinstance(end, _Kind):
        raise InvalidPattern("a range in a character class ends with a kind of characters")
    members.close_range(end[0])
    for character in end[1:]:
        members.add_character(character)


@dataclass(frozen=True)
class _Kind:
    members: str


def _item(scanner: Scanner) -> str | _Kind:
    """One character (or several, quoted), or a kind of characters."""
    character = scanner.take()
    if character == "\\":
        return _escaped(scanner)
    if character == "[" and scanner.peek() and scanner.peek() in ":.=":
        return _posix(scanner)
    return character


def _escaped(scanner: Scanner) -> str | _Kind:
    letter = scanner.take()
    if letter == "Q":
        return _quoted(scanner)
    if letter == "b":
        return "\b"
    if letter in "pP":
        return _Kind(property_members(letter == "P", scanner))
    kind = kind_members(letter)
    if kind is not None:
        return _Kind(kind)
    if letter in "1234567":
        return _octal(letter, scanner)
    character = character_escape(letter, scanner)
    if character is None:
        raise InvalidPattern(f"\\{letter} has no meaning in a character class")
    return character


def _quoted(scanner: Scanner) -> str:
    text = scanner.until("\\E", "\\Q")
    return text or _item_text(scanner)


def _item_text(scanner: Scanner) -> str:
    item = _item(scanner)
    if isinstance(item, _Kind):
        raise InvalidPattern("an empty quotation stands before a kind of characters")
    return item


def _octal(first: str, scanner: Scanner) -> str:
    digits = first
    while len(digits) < 3 and scanner.peek() and scanner.peek() in "01234567":
        digits += scanner.take()
    return code_point(int(digits, 8))


def _posix(scanner: Scanner) -> str | _Kind:
    """`[:alpha:]` inside a class; a bracket that only looks like it stands for itself."""
    mark, end = scanner.peek(), scanner.text.find(f"{scanner.peek()}]", scanner.at + 1)
    name = scanner.text[scanner.at + 1 : end] if end > 0 else ""
    if not name.lstrip("^").isalpha():
        return "["
    if mark != ":" or name.lstrip("^") not in _POSIX:
        raise InvalidPattern(f"[{mark}{name}{mark}] is no known kind of characters")
    scanner.at = end + 2
    members = _POSIX[name.lstrip("^")]
    return _Kind(f"[^{members}]" if name.startswith("^") else members)
