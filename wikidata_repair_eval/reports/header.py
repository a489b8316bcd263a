"""The header template of a report, `{{Constraint violations report|date=..|item count=..}}`.

Whether its date is that of the data or of the run is not known; it is read, not interpreted.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

_OPENING = re.compile(r"^(?![*=]).*?\{\{\s*constraint[ _]violations[ _]report\s*(?=[|}])", re.I | re.M)
_BRACES = re.compile(r"\{\{|\}\}")
_LONGEST = 2_000  # characters; a header is one line, so an unclosed one must not swallow the page
_DATE = re.compile(
    r"(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2})(:\d{2})?(?:\.\d+)?"
    r"\s*(?:\(\s*([^()]*?)\s*\)|(Z|[A-Z]{1,5}|[+-]\d{1,2}:?\d{2}))?",
    re.ASCII | re.I,
)
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d{2}))?", re.ASCII | re.I)
_NUMBER = re.compile(r"[0-9](?:[0-9,.'\s\u00a0\u202f]*[0-9])?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Header:
    """`data_date` is UTC in ISO form; None, like `items_processed`, where the header does not say."""

    data_date: str | None
    items_processed: int | None
    notes: tuple[str, ...]


def read_header(text: str) -> Header | None:
    """The first header of the text, list lines and headings apart; None where there is none."""
    opening = _OPENING.search(text)
    parameters = None if opening is None else _parameters(text, opening.end())
    if parameters is None:
        return None
    notes: list[str] = []
    data_date = utc_date(parameters.get("date", ""))
    if data_date is None:
        notes.append(f"date is not readable: {parameters.get('date', '')!r}")
    count = read_number(parameters.get("item count", ""))
    if count is None:
        notes.append(f"item count is not readable: {parameters.get('item count', '')!r}")
    return Header(data_date, count, tuple(notes))


def read_number(text: str) -> int | None:
    """1691671 of `1691671`, `1,691,671` or `1 691 671`; None for anything else."""
    match = _NUMBER.fullmatch(text.strip())
    return None if match is None else int(re.sub(r"\D", "", match[0]))


def utc_date(text: str) -> str | None:
    """The date of either style as `YYYY-MM-DDTHH:MM:SSZ`; None for what no clock could show.

    Without a zone it is taken as UTC, which the bots' server keeps; a zone nobody knows makes it unknown.
    """
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    day, minute, second, named, short = match.groups()
    clock = f"{day} {minute}{second or ':00'}"
    try:
        moment = datetime.strptime(clock, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None
    offset = _offset(named or short or "UTC", day)
    return None if offset is None else (moment - offset).strftime("%Y-%m-%dT%H:%M:%SZ")


def _parameters(text: str, start: int) -> dict[str, str] | None:
    """`name=value` between the bars, nested templates kept whole; None for a template that never closes."""
    depth = 1
    for brace in _BRACES.finditer(text, start, start + _LONGEST):
        depth += 1 if brace[0] == "{{" else -1
        if depth == 0:
            pairs = (part.partition("=") for part in text[start : brace.start()].split("|"))
            return {" ".join(name.split()).lower(): value.strip() for name, _, value in pairs}
    return None


def _offset(zone: str, day: str) -> timedelta | None:
    match = _OFFSET.fullmatch(zone)
    if match is not None:
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        return timedelta(minutes=minutes if match[1] == "+" else -minutes)
    known = _time_zones().get(zone.upper())
    if known is None or isinstance(known, int):
        return None if known is None else timedelta(minutes=known)
    spans = (span for span in known if "until" not in span or day < span["until"])
    return timedelta(minutes=next(spans)["offset"])


@lru_cache(maxsize=1)
def _time_zones() -> dict[str, Any]:
    zones: dict[str, Any] = yaml.safe_load(
        files(__package__).joinpath("time_zones.yaml").read_text(encoding="utf-8")
    )
    return zones
