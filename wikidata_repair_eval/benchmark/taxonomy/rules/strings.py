"""Rules for texts and identifiers: the new text is the old one, put into the demanded form.

Every rule is a function of the old text alone. Where a format is known, its pattern must accept the result;
where the old text offers several pieces that would do, nothing is determined and no rule applies.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl, unquote, urlsplit

from wikidata_repair_eval.benchmark.taxonomy.demands import FORMAT
from wikidata_repair_eval.benchmark.taxonomy.said import Said
from wikidata_repair_eval.benchmark.taxonomy.situation import Finding, Situation
from wikidata_repair_eval.benchmark.taxonomy.texts import words
from wikidata_repair_eval.wikibase import MonolingualTextValue, StringValue

Admits = Callable[[str], bool | None]
_INVISIBLE = ("Cf", "Cc", "Zl", "Zp")
_SIMPLE: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("whitespace", lambda text: " ".join(text.split())),
    ("whitespace", lambda text: "".join(text.split())),
    (
        "whitespace",
        lambda text: "".join(c for c in text if unicodedata.category(c) not in _INVISIBLE).strip(),
    ),
    ("unicode_form", lambda text: unicodedata.normalize("NFC", text)),
    ("unicode_form", lambda text: unicodedata.normalize("NFKC", text)),
    ("unicode_form", lambda text: re.sub("[\u2010-\u2015\u2212]", "-", text)),
    ("unicode_form", lambda text: text.replace("\u2019", "'").replace("\u02bc", "'")),
    ("encoding", unquote),
    ("encoding", html.unescape),
    ("letter_case", str.upper),
    ("letter_case", str.lower),
    ("letter_case", lambda text: text[:1].upper() + text[1:]),
    ("letter_case", lambda text: text[:1].lower() + text[1:]),
    ("underscores", lambda text: text.replace("_", " ")),
    ("underscores", lambda text: text.replace(" ", "_")),
    ("leading_zeros", lambda text: text.lstrip("0") or "0"),
    ("digit_grouping", lambda text: re.sub(r"(?<=\d)[\s.,'\u2019\u00a0\u202f](?=\d)", "", text)),
    ("separators", lambda text: re.sub(r"[\s\-\u2010-\u2015./_]", "", text)),
    ("separators", lambda text: re.sub(r"[\W_]", "", text)),
    ("prefix", lambda text: re.sub(r"^[^:/]+:\s*(?!//)", "", text)),
    ("web_address", lambda text: re.sub(r"^http:", "https:", text)),
    ("web_address", lambda text: text.rstrip("/")),
    ("web_address", lambda text: f"{text}/"),
)
# Where a text may be cut: between letters, digits and everything else.
_PIECES = re.compile(r"[^\W\d_]+|\d+|[\W_]+")
_TRAILING_NOISE = " \t,;.:/#()[]{}<>\"'"


def normalised(situation: Situation, said: Said, sources: list[Said]) -> Finding | None:
    """The added text is a function of one that it replaces."""
    new, admits = _text(said), _formats(situation)
    if new is None or admits(new) is False:
        return None
    for source in sources:
        old = _text(source)
        rule = None if old is None else _rule(situation, old, new)
        if rule is not None:
            sure = admits(new)
            told = f"The new text is the old one put into the demanded form ({rule.replace('_', ' ')})."
            evidence = {"old": old, "new": new, "rule": rule, "format_accepts_new": sure}
            return Finding("format_normalised", told, 0.95 if sure else 0.75, evidence)
    return None


def _rule(situation: Situation, old: str, new: str) -> str | None:
    """To cut something off, a format must ask for it: else nobody says that less would be better."""
    admits = _formats(situation)
    asked = admits(old) is False or situation.demands.about(FORMAT)
    if asked and _stood_behind_its_name(situation, old, new) and admits(new) is not False:
        return "prefix"
    return respelled(old, new, admits) or (_cut_out(old, new, admits) if asked else None)


def _stood_behind_its_name(situation: Situation, old: str, new: str) -> bool:
    """Only words of the property's own name stood before the new text: whose identifier it is."""
    name = situation.sight.names_of(situation.change.edited_property)
    said = words(old.removesuffix(new)) if old.endswith(new) else []
    return bool(said) and {word for label in name for word in words(label)}.issuperset(said)


def _formats(situation: Situation) -> Admits:
    """The formats of the reported property say nothing about values of another one."""
    if situation.change.edited_property == situation.reported:
        return situation.demands.admits_text
    return lambda _: None


def respelled(old: str, new: str, admits: Admits | None = None) -> str | None:
    """The name of the rule by which the old text, all of it, becomes the new one; None if there is none."""
    if old == new or not new:
        return None
    for name, text in _derivations(old):
        if text == new:
            return name
    found = (rule(old, new, admits) for rule in (_regrouped, _zeros))
    return next((name for name in found if name is not None), None)


def _derivations(old: str) -> Iterator[tuple[str, str]]:
    """All texts that one rule makes of the old one, then all that two make."""
    first = [(name, rule(old)) for name, rule in _SIMPLE]
    first += [("web_address", part) for part in _address_parts(old)]
    first = [(name, text) for name, text in first if text and text != old]
    yield from first
    for name, text in first:
        for other, rule in _SIMPLE:
            yield name if name == other else f"{name}_and_{other}", rule(text)


def _address_parts(text: str) -> list[str]:
    if "//" not in text and "/" not in text:
        return []
    try:
        parts = urlsplit(text)
    except ValueError:
        return []
    path = [unquote(piece) for piece in parts.path.split("/") if piece]
    tails = ["/".join(path[start:]) for start in range(len(path))]
    values = [value for _, value in parse_qsl(parts.query)]
    return [*tails, *path[-1:], *values, parts.fragment] if parts.scheme or parts.netloc else []


def _cut_out(old: str, new: str, admits: Admits) -> str | None:
    """The new text is the one piece of the old one that will do, cut where letters, digits and signs meet."""
    if new not in old:
        return None
    if new == old.strip(_TRAILING_NOISE):
        return "surrounding_signs"
    ends = [0, *(match.end() for match in _PIECES.finditer(old))]
    pieces = {old[start:end] for start in ends for end in ends if start < end} - {old}
    if new not in pieces:
        return None
    fitting = [piece for piece in pieces if _may_be(piece, admits)]
    longest = [piece for piece in fitting if not any(piece in other and piece != other for other in fitting)]
    if admits(new) is None:
        return _place_of(old, new) if old.startswith(new) or old.endswith(new) else None
    return _place_of(old, new) if longest == [new] else None


def _may_be(piece: str, admits: Admits) -> bool:
    return bool(piece.strip()) and admits(piece) is not False


def _place_of(old: str, new: str) -> str:
    return "prefix" if old.endswith(new) else "suffix" if old.startswith(new) else "surrounding_text"


def _regrouped(old: str, new: str, admits: Admits | None) -> str | None:
    """Only separators and letter case differ, and the format says where they go."""
    bare = [re.sub(r"[\W_]", "", text).casefold() for text in (old, new)]
    if bare[0] != bare[1] or not bare[0]:
        return None
    return "separators" if admits is not None and admits(new) else None


def _zeros(old: str, new: str, admits: Admits | None) -> str | None:
    """Only zeros in front of numbers differ."""
    left, right = (re.findall(r"\d+|\D+", text) for text in (old, new))
    if len(left) != len(right) or not any(piece.isdigit() for piece in right):
        return None
    same = all(_number(one) == _number(other) for one, other in zip(left, right, strict=True))
    return "leading_zeros" if same and (admits is None or admits(new) is not False) else None


def _number(piece: str) -> int | str:
    return int(piece) if piece.isascii() and piece.isdigit() else piece


def _text(said: Said) -> str | None:
    return said.value.text if isinstance(said.value, StringValue | MonolingualTextValue) else None
