"""Words for ids, snaks and lists of them inside a sentence. What they say is in the other modules."""

from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.wikibase import render_id, render_snak

Labels = Mapping[str, str]


def fill(template: str, parts: tuple[Any, ...], labels: Labels | None = None) -> str:
    """The template with its numbered places filled in."""
    return template.format(*(word(part, labels) for part in parts)) if parts else template


def word(part: Any, labels: Labels | None = None) -> str:
    """An id with its label if known, a snak's value, or a list of either joined as in speech."""
    if isinstance(part, str):
        return render_id(part, labels)
    if isinstance(part, Mapping):
        return render_snak(part, labels)
    if isinstance(part, list | tuple | frozenset | set):
        return joined((word(member, labels) for member in part), "and")
    return str(part)


def joined(words: Iterable[str], conjunction: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; nothing is `nothing`."""
    *most, last = list(words) or ["nothing"]
    return f"{', '.join(most)} {conjunction} {last}" if most else last
