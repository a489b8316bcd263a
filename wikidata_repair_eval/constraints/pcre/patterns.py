"""Patterns as a whole: items, quantifiers, groups, and what PHP's delimiters make of unbalanced brackets."""

import re
from dataclasses import dataclass, field

from wikidata_repair_eval.constraints.pcre.classes import translate_class
from wikidata_repair_eval.constraints.pcre.errors import InvalidPattern, UnsupportedPattern
from wikidata_repair_eval.constraints.pcre.escapes import (
    KINDS,
    WORD,
    character_escape,
    kind_members,
    literal,
    property_members,
)
from wikidata_repair_eval.constraints.pcre.scanner import Scanner

_QUANTIFIER = re.compile(r"\{([0-9]+)(,([0-9]*))?\}", re.ASCII)
_OPTIONS = re.compile(r"\(\?([imsx]*)(?:-([imsx]*))?([:)])", re.ASCII)
_NAMED = re.compile(r"\(\?(?:P?<([^\W\d]\w*)>|'([^\W\d]\w*)')", re.ASCII)
_CALL = re.compile(r"\(\?(?:R|[0-9]+|&\w+|P[>=]\w+)\)", re.ASCII)
_CONDITION = re.compile(r"\(\?\((?:[0-9]+|<\w+>|'\w+'|\w+)\)", re.ASCII)
_REFERENCE = re.compile(r"\{(-?)(\w+)\}|(-?)([0-9]+)|<(\w+)>|'(\w+)'", re.ASCII)
_OPENINGS = ("(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?|")
_BOUNDARY = rf"(?:(?<=[{WORD}])(?![{WORD}])|(?<![{WORD}])(?=[{WORD}]))"
_INNER = rf"(?:(?<=[{WORD}])(?=[{WORD}])|(?<![{WORD}])(?![{WORD}]))"
# Places rather than characters: they cannot be repeated.
_PLACES = {"b": _BOUNDARY, "B": _INNER, "A": r"\A", "Z": r"(?=\n?\Z)", "z": r"\Z", "G": r"\G", "K": r"\K"}
_ITEMS = {"R": rf"(?>\r\n|[{KINDS['v']}])", "N": r"[^\n]", "X": r"\X"}
_MOST_REPEATS = 65535


@dataclass
class _State:
    """What was written, and what may follow: `repeatable` if a quantifier may stand here."""

    scanner: Scanner
    written: list[str] = field(default_factory=list)
    repeatable: bool = False
    groups: int = 0
    names: set[str] = field(default_factory=set)
    open_groups: list[bool] = field(default_factory=list)  # whether each is, or is in, a lookbehind

    def add(self, text: str, repeatable: bool = True) -> None:
        self.written.append(text)
        self.repeatable = repeatable


def translate(pattern: str) -> str:
    """A pattern for the `regex` package (version 1) that matches the whole text as the wiki would."""
    wrapped = f"^(?:{pattern})$"
    if not _delimits(wrapped):
        raise InvalidPattern("its brackets are not balanced (PHP counts those in character classes too)")
    state = _State(Scanner(wrapped))
    while not state.scanner.done:
        _step(state)
    if state.open_groups:
        raise InvalidPattern("a group is not closed")
    return "(?-f)" + "".join(state.written)


def _delimits(wrapped: str) -> bool:
    """The reference puts the pattern in round brackets, and PHP looks for the closing one by counting."""
    depth, position = 1, 0
    while position < len(wrapped) and depth > 0:
        character = wrapped[position]
        if character == "\\":
            position += 1
        else:
            depth += (character == "(") - (character == ")")
        position += 1
    return depth == 1


def _step(state: _State) -> None:
    character = state.scanner.take()
    if character == "\\":
        _escape(state)
    elif character == "[":
        state.add(translate_class(state.scanner))
    elif character == "(":
        state.scanner.at -= 1
        _group(state)
    elif character == ")":
        _close(state)
    elif character in "*+?{":
        _quantifier(character, state)
    elif character in "|^$":
        state.add(character, repeatable=False)
    else:
        state.add(character)


def _quantifier(character: str, state: _State) -> None:
    if character == "{":
        state.scanner.at -= 1
        found = state.scanner.match(_QUANTIFIER)
        if found is None:
            state.scanner.at += 1
            state.add(r"\{")
            return
        _refuse_counts(found)
        text, unbounded = found[0], found[3] == ""
    else:
        text, unbounded = character, character in "*+"
    if not state.repeatable:
        raise InvalidPattern(f"{text} does not follow anything that can be repeated")
    if unbounded and state.open_groups and state.open_groups[-1]:
        raise InvalidPattern("a lookbehind has no limited length")
    suffix = state.scanner.take() if state.scanner.peek() and state.scanner.peek() in "?+" else ""
    state.add(text + suffix, repeatable=False)


def _refuse_counts(found: re.Match[str]) -> None:
    counts = [int(count) for count in (found[1], found[3]) if count]
    if max(counts) > _MOST_REPEATS or (len(counts) == 2 and counts[0] > counts[1]):
        raise InvalidPattern(f"{found[0]} is no possible number of repetitions")


def _close(state: _State) -> None:
    if not state.open_groups:
        raise InvalidPattern("a group is closed that was not opened")
    state.open_groups.pop()
    state.add(")")


def _open(text: str, state: _State, lookbehind: bool = False) -> None:
    state.open_groups.append(lookbehind or bool(state.open_groups and state.open_groups[-1]))
    state.add(text, repeatable=False)


def _group(state: _State) -> None:
    scanner = state.scanner
    for opening in _OPENINGS:
        if scanner.accept(opening):
            _open(opening, state, lookbehind=opening.startswith("(?<"))
            return
    if scanner.accept("(?#"):
        scanner.until(")", "a comment")
    elif found := scanner.match(_OPTIONS):
        _options(found, state)
    elif found := scanner.match(_NAMED):
        _named(found[1] or found[2], state)
    elif found := scanner.match(_CALL):
        state.add(found[0])
    elif found := scanner.match(_CONDITION):
        _open(found[0].replace("<", "").replace(">", "").replace("'", ""), state)
    elif scanner.peek(1) in ("?", "*"):
        _refuse_group(scanner)
    else:
        scanner.take()
        state.groups += 1
        _open("(", state)


def _options(found: re.Match[str], state: _State) -> None:
    on, off, end = found[1], found[2] or "", found[3]
    if not on and not off:  # `(?:` was handled before; `(?)` changes nothing
        return
    text = f"(?{on}{'-' + off if off else ''}{end}"
    if end == ":":
        _open(text, state)
    else:
        state.add(text, repeatable=False)


def _named(name: str, state: _State) -> None:
    if name in state.names:
        raise InvalidPattern(f"two groups are named {name}")
    state.names.add(name)
    state.groups += 1
    _open(f"(?P<{name}>", state)


def _refuse_group(scanner: Scanner) -> None:
    beginning = scanner.text[scanner.at : scanner.at + 4]
    if re.match(r"\(\?[-+0-9(CJUnx^P<]|\(\*", beginning):
        raise UnsupportedPattern(f"a group that begins with {beginning} has no equivalent here")
    raise InvalidPattern(f"no group begins with {beginning}")


def _escape(state: _State) -> None:
    scanner = state.scanner
    letter = scanner.take()
    if letter == "Q":
        end = scanner.text.find("\\E", scanner.at)
        quoted = scanner.text[scanner.at :] if end < 0 else scanner.until("\\E", "\\Q")
        for character in quoted:
            state.add(literal(character))
    elif letter == "E":
        pass
    elif letter in _PLACES:
        state.add(_PLACES[letter], repeatable=False)
    elif letter in _ITEMS and not (letter == "N" and scanner.peek() == "{"):
        state.add(_ITEMS[letter])
    elif letter in "123456789gk":
        _reference(letter, state)
    else:
        state.add(_character_or_kind(letter, scanner))


def _character_or_kind(letter: str, scanner: Scanner) -> str:
    if letter in "pP":
        return f"[{property_members(letter == 'P', scanner)}]"
    members = kind_members(letter)
    if members is not None:
        return f"[{members}]"
    character = character_escape(letter, scanner)
    if character is None:
        raise InvalidPattern(f"\\{letter} has no meaning")
    return literal(character)


def _reference(letter: str, state: _State) -> None:
    """Back references; numbers beyond nine may be characters in octal, which nobody writes: unsupported."""
    if letter not in "gk":
        state.scanner.at -= 1
    found = state.scanner.match(_REFERENCE)
    if found is None or (letter == "g" and (found[5] or found[6])):
        raise UnsupportedPattern(f"\\{letter} is used in a way that has no equivalent here")
    sign, target = found[1] or found[3], found[2] or found[4] or found[5] or found[6]
    if not target.isdigit():
        state.add(f"(?P={target})")
        return
    number = state.groups + 1 - int(target) if sign else int(target)
    if number < 1 or (letter not in "gk" and len(target) > 1):
        raise UnsupportedPattern(f"\\{letter}{found[0]} is used in a way that has no equivalent here")
    state.add(f"\\g<{number}>")
