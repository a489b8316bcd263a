r"""What follows a backslash: characters by number, kinds of characters, properties.

In UTF mode PCRE reads `\w`, `\d`, `\s` and `\b` by Unicode properties, and by its own choice of them: marks
are no word characters. So each is spelled out instead of trusting that both engines mean the same.
"""

import re
from collections.abc import Mapping

from wikidata_repair_eval.constraints.pcre.errors import InvalidPattern
from wikidata_repair_eval.constraints.pcre.scanner import Scanner

WORD = r"\p{L}\p{N}_"
_HORIZONTAL = r"\t \u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000"
_VERTICAL = r"\n\x0b\f\r\u0085\u2028\u2029"
_SPACE = r"\p{Z}\t\n\x0b\f\r\u0085\u180e"
# Members of a class, for use inside [...]; the capital letter is the complement.
KINDS: Mapping[str, str] = {
    "d": r"\p{Nd}",
    "w": WORD,
    "s": _SPACE,
    "h": _HORIZONTAL,
    "v": _VERTICAL,
}
_CONTROLS: Mapping[str, int] = {"a": 7, "e": 27, "f": 12, "n": 10, "r": 13, "t": 9}
_OCTAL = re.compile(r"[0-7]{1,3}", re.ASCII)
_BRACED = re.compile(r"\{([^{}]*)\}")
_HEX = re.compile(r"[0-9A-Fa-f]{0,2}", re.ASCII)
_PROPERTY = re.compile(r"\{\s*(\^?)([^{}]*)\}|([A-Za-z])")
_SPECIAL_PROPERTIES: Mapping[str, str] = {
    "any": r"\x00-\U0010ffff",
    "l&": r"\p{Lu}\p{Ll}\p{Lt}",
    "lc": r"\p{Lu}\p{Ll}\p{Lt}",
    "xan": r"\p{L}\p{N}",
    "xwd": WORD,
    "xps": _SPACE,
    "xsp": _SPACE,
}
_LARGEST = 0x10FFFF


def literal(character: str) -> str:
    """The character as itself, in and outside a class."""
    return character if character.isalnum() or character == "_" or ord(character) > 127 else f"\\{character}"


def code_point(number: int) -> str:
    if number > _LARGEST or 0xD800 <= number <= 0xDFFF:
        raise InvalidPattern(f"{number:#x} is no character")
    return chr(number)


def character_escape(letter: str, scanner: Scanner) -> str | None:
    """The one character that `\\letter...` stands for; None if it is something else."""
    if letter in _CONTROLS:
        return chr(_CONTROLS[letter])
    if letter == "x":
        return _hexadecimal(scanner)
    if letter == "o":
        return code_point(_number(scanner, 8))
    if letter == "0":
        scanner.at -= 1
        return code_point(int(_matched(scanner, _OCTAL), 8))
    if letter == "c":
        return chr(ord(scanner.take().upper()) ^ 64)
    return None if letter.isascii() and letter.isalnum() else letter


def _matched(scanner: Scanner, pattern: re.Pattern[str]) -> str:
    found = scanner.match(pattern)
    return found[0] if found else ""


def _hexadecimal(scanner: Scanner) -> str:
    if scanner.peek() == "{":
        return code_point(_number(scanner, 16))
    return code_point(int(_matched(scanner, _HEX) or "0", 16))


def _number(scanner: Scanner, base: int) -> int:
    found = scanner.match(_BRACED)
    try:
        return int(found[1].strip() if found else "", base)
    except ValueError:
        raise InvalidPattern("a character number is malformed") from None


def property_members(negated: bool, scanner: Scanner) -> str:
    r"""`\p{...}` or `\P{...}` as something that may stand inside a class."""
    found = scanner.match(_PROPERTY)
    if found is None:
        raise InvalidPattern(r"\p needs the name of a property")
    name = (found[2] if found[3] is None else found[3]).strip()
    negated ^= bool(found[1])
    if name.lower().startswith(("is", "in")) and name.lower() not in ("inherited", "inscriptionalpahlavi"):
        raise InvalidPattern(f"{name} is no Unicode property (Java spells it so, PCRE does not)")
    special = _SPECIAL_PROPERTIES.get(name.lower().replace(" ", "").replace("_", ""))
    if special is not None:
        return f"[^{special}]" if negated else special
    return rf"\P{{{name}}}" if negated else rf"\p{{{name}}}"


def kind_members(letter: str) -> str | None:
    """`d`, `W` and the like as something that may stand inside a class."""
    members = KINDS.get(letter.lower())
    return members if members is None or letter.islower() else f"[^{members}]"
