"""Many list lines at once: one pattern over the whole list, for the shapes that nearly all lines have.

What a pattern finds is what `lines`, the long way, would find; a line that it does not match to its end goes
that way. A page has 100,000 lines, so nothing is done line by line here that can be done for all of them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wikidata_repair_eval.reports.lines import (
    Ids,
    first_subject,
    following_list,
    following_values,
    read_list,
    read_values,
    shared_value,
    subjects_at_end,
)

Lines = Sequence[str]
Values = tuple[str, ...]

_BULLET = r"^\*++[ \t]*+"
_ID = r"Q[1-9][0-9]*+"
_ITEMS = rf"\[\[({_ID}(?:\]\], \[\[{_ID})*+)\]\]"
_WORD = r"[^ \t-\r\[\]]++"  # not \s: spelled out it is twice as fast
_URL = rf"\[(?:[a-z]{{1,10}}:)?//{_WORD} "
_LINKS = rf"{_URL}({_WORD})\](?:, {_URL}({_WORD})\]((?:, {_URL}{_WORD}\])*+))?+"
_NEXT_ITEM, _NEXT_LINK = "]], [[", "], ["


def _pattern(line: str) -> re.Pattern[str]:
    """One match for each line of a text; all groups are empty where the line is another."""
    return re.compile(rf"{line}$|^.*+$", re.ASCII | re.MULTILINE)


_SUBJECT = _pattern(rf"{_BULLET}\[\[({_ID})\]\].*+")
# subject; items; first, second and further outside links; any other text
_FOLLOWING = _pattern(rf"{_BULLET}\[\[({_ID})\]\](?:: (?:{_ITEMS}$|{_LINKS}$|(.*+)))?+")
# value: an outside link, an item, or plain text with its colon; subjects
_SHARED = _pattern(rf"{_BULLET}(?:{_URL}({_WORD})\]: |\[\[({_ID})\]\]: |([^\[{{<\n]*+)(?<=: )){_ITEMS}")


@dataclass(frozen=True, slots=True)
class LineShape:
    """How the lines of a family are read; `one_subject` where no line can have several."""

    subjects: Callable[[Lines], tuple[Ids, ...]]
    values: Callable[[Lines], list[Values]]
    one_subject: bool = True


def _rows(pattern: re.Pattern[str], lines: Lines) -> list[tuple[str, ...]]:
    return pattern.findall("\n".join(lines)) if lines else []


def _first_subjects(lines: Lines) -> tuple[Ids, ...]:
    found: list[str] = _SUBJECT.findall("\n".join(lines)) if lines else []
    return _completed(found, lines, first_subject)


def _last_subjects(lines: Lines) -> tuple[Ids, ...]:
    found = [row[3].replace(_NEXT_ITEM, " ") for row in _rows(_SHARED, lines)]
    return _completed(found, lines, subjects_at_end)


def _completed(found: list[Ids], lines: Lines, long_way: Callable[[str], Ids]) -> tuple[Ids, ...]:
    if "" in found:
        found = [ids or long_way(line) for ids, line in zip(found, lines, strict=True)]
    return tuple(found)


def _following(
    of_text: Callable[[str], Values], long_way: Callable[[str], Values]
) -> Callable[[Lines], list[Values]]:
    def values(lines: Lines) -> list[Values]:
        return [
            tuple(items.split(_NEXT_ITEM))
            if items
            else _labels(first, second, further)
            if first
            else of_text(text.strip())
            if subject
            else long_way(line)
            for (subject, items, first, second, further, text), line in zip(
                _rows(_FOLLOWING, lines), lines, strict=True
            )
        ]

    return values


def _labels(first: str, second: str, further: str) -> Values:
    """What outside links show; where there are more than two, `further` has the others as they stand."""
    if not second:
        return (first.strip(),)
    others = [link.partition(" ")[2].strip() for link in further[3:-1].split(_NEXT_LINK)] if further else ()
    return (first.strip(), second.strip(), *others)


def _shared_values(lines: Lines) -> list[Values]:
    return [
        (label.strip() or item or text[:-2].strip(),) if subjects else shared_value(line)
        for (label, item, text, subjects), line in zip(_rows(_SHARED, lines), lines, strict=True)
    ]


def _nobody(lines: Lines) -> tuple[Ids, ...]:
    return ("",) * len(lines)


def _nothing(lines: Lines) -> list[Values]:
    return [()] * len(lines)


SHAPES: dict[tuple[str, bool], LineShape] = {
    ("subject_first", False): LineShape(_first_subjects, _following(read_values, following_values)),
    ("subject_first", True): LineShape(_first_subjects, _following(read_list, following_list)),
    ("value_first", False): LineShape(_last_subjects, _shared_values, one_subject=False),
}
# For lines whose meaning is not known.
UNKNOWN_SHAPE = LineShape(_nobody, _nothing)
