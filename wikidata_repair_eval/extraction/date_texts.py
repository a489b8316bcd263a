"""Texts that are dates: ISO 8601, English prose, years, decades, centuries, eras. Whole texts only.

A text that merely contains a year (`2012 Tony Award`) is not a date.
"""

import re
import unicodedata
from calendar import monthrange
from dataclasses import replace
from functools import lru_cache

from wikidata_repair_eval.extraction.dates import CENTURY, DAY, DECADE, MILLENNIUM, MONTH, YEAR, Date
from wikidata_repair_eval.extraction.numerals import MONTHS, ORDINALS

_MONTH_NUMBERS = {name: n for n, name in enumerate(MONTHS, start=1)}
_MONTH_NUMBERS |= {name[:3]: n for n, name in enumerate(MONTHS, start=1)} | {"sept": 9}
_MONTH = "(?P<month>" + "|".join(sorted(_MONTH_NUMBERS, key=len, reverse=True)) + r")\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?"
_ERA = r"(?:\s*(?P<era>bce|bc|ce|ad))?"
_YEAR = r"(?:(?P<first_era>bce|bc|ce|ad)\s*)?(?P<year>\d{1,6})" + _ERA

_ISO = re.compile(
    r"(?P<sign>[+-]?)(?P<year>\d{4,16})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
    r"(?:[t ]\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?)?(?:z|[+-]\d\d:\d\d)?"
)
_PROSE = [
    re.compile(rf"{_DAY}\s*(?:of\s+)?[-\s/]?\s*{_MONTH}[-,\s/]*{_YEAR}"),
    re.compile(rf"{_MONTH}[-\s]*{_DAY}[,\s]+{_YEAR}"),
    re.compile(rf"(?P<year>\d{{4}})[,\s-]+{_MONTH}[\s-]+{_DAY}"),
    re.compile(rf"{_MONTH}[,\s]+(?:of\s+)?{_YEAR}"),
    re.compile(_YEAR),
    re.compile(r"(?P<before>-)(?P<year>\d{1,3})"),  # too short for ISO: -44 is 44 BC
    re.compile(r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)"),
    re.compile(r"(?P<year>\d{1,6})年(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?)?"),
    re.compile(r"(?P<year>\d{4})(?P<joint>[-/.])(?P<month>\d{1,2})(?P=joint)(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"),
]
_SLASHED = re.compile(r"(?P<a>\d{1,2})[/-](?P<b>\d{1,2})[/-](?P<year>\d{4})")
_DECADE = re.compile(r"(?:the\s+)?(?P<year>\d{1,4}0)'?s" + _ERA)
_CENTURY = re.compile(
    r"(?:the\s+)?(?P<number>\d{1,2}(?:st|nd|rd|th)|[a-z]+)[\s-]+(?P<span>century|millennium)" + _ERA
)
_AGO = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<scale>million|billion|thousand)\s+years\s+ago")
_SCALES = {"thousand": (1_000, 6), "million": (1_000_000, 3), "billion": (1_000_000_000, 0)}

_WEEKDAY = re.compile(r"^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)[,.\s]+")
_HEDGE = re.compile(
    r"^(?:the(?= \d)|circa|ca\.?|c\.|about|around|approximately|approx\.?|in|on|early|late|mid|the year|year"
    r"|born|died|spring|summer|autumn|fall|winter|~|≈)[\s-]*(?:of\s+)?(?=.)"
)
_DOTTED_ERA = re.compile(r"\b(?:b\.\s?c\.\s?e|b\.\s?c|c\.\s?e|a\.\s?d)\b\.?")
_PARENTHESIS = re.compile(r"\s*\([^()]*\)\s*$")
_OTHER_STYLE = re.compile(r"\((?:(?:o\.? ?s\.?|n\.? ?s\.?|old style|new style):? )(?P<date>[^()]+)\)")


@lru_cache(maxsize=65_536)
def dates_in(text: str) -> tuple[Date, ...]:
    """The readings of a text that is a date; none for a text that is not. `3/4/1900` has two."""
    other = _OTHER_STYLE.search(text.casefold())
    texts = (text, other["date"]) if other else (text,)
    return tuple(dict.fromkeys(date for one in texts for date in _dates(_cleaned(one))))


def _dates(clean: str) -> tuple[Date, ...]:
    found = [_iso(clean), *(_prose(pattern, clean) for pattern in _PROSE)]
    found += [*_slashed(clean), _decade(clean), _century(clean), _ago(clean)]
    return tuple(dict.fromkeys(date for date in found if date is not None))


def iso_date(text: str) -> Date | None:
    """A statement's time: sign, any number of digits, zeros where month or day are unknown.

    Zeros are Wikibase's own spelling, which has no year 0; a year 0 is astronomical.
    """
    found = _iso(text.strip().casefold())
    if found is None or found.year > 0:
        return found
    is_wikibase = found.year < 0 and "-00-00" in text
    return replace(found, years="historical" if is_wikibase else "astronomical" if not found.year else None)


def _cleaned(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().strip().strip(".,;?")
    plain = plain.replace("\u2212", "-").replace("\u2013", "-").replace("\u2010", "-").replace("\u2011", "-")
    plain = "".join(str(unicodedata.decimal(c, c)) if c.isdecimal() else c for c in plain)
    plain = _DOTTED_ERA.sub(lambda found: re.sub(r"[.\s]", "", found[0]), plain)
    plain = _PARENTHESIS.sub("", plain)
    plain = re.sub(r"(?<=\d)\s*(before|of the) (christ|common era)\b", _spelt_era, plain)
    for pattern in (_HEDGE, _WEEKDAY):
        plain = pattern.sub("", plain, count=1)
    return " ".join(plain.split())


def _spelt_era(found: re.Match[str]) -> str:
    return " bc" if found[1] == "before" else " ce"


def _iso(text: str) -> Date | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    return _made(found["sign"] + found["year"], found["month"], found["day"], era=None)


def _prose(pattern: re.Pattern[str], text: str) -> Date | None:
    found = pattern.fullmatch(text)
    if found is None:
        return None
    parts = found.groupdict()
    month = parts.get("month")
    number = str(_MONTH_NUMBERS.get(month, month)) if month else None
    era = "bc" if parts.get("before") else parts.get("era") or parts.get("first_era")
    return _made(parts["year"], number, parts.get("day"), era)


def _slashed(text: str) -> list[Date | None]:
    """Day and month in either order, unless one of them cannot be a month."""
    found = _SLASHED.fullmatch(text)
    if found is None:
        return []
    return [_made(found["year"], m, d, None) for d, m in ((found["a"], found["b"]), (found["b"], found["a"]))]


def _made(year: str, month: str | None, day: str | None, era: str | None) -> Date | None:
    y, m, d = int(year), int(month or 0), int(day or 0)
    if m > 12 or (d and not m) or (d and d > monthrange(2000, m)[1]):
        return None
    if d == 29 and m == 2 and not _may_be_leap(y):
        return None
    precision = DAY if d else MONTH if m else YEAR
    return Date(y, m or None, d or None, precision, bce=era in ("bc", "bce"))


def _may_be_leap(year: int) -> bool:
    """In one of the calendars; a year before 1 has two spellings, so it is not judged."""
    return year < 1 or year % 4 == 0


def _decade(text: str) -> Date | None:
    found = _DECADE.fullmatch(text)
    if found is None:
        return None
    return Date(int(found["year"]), precision=DECADE, bce=found["era"] in ("bc", "bce"))


def _century(text: str) -> Date | None:
    found = _CENTURY.fullmatch(text)
    if found is None:
        return None
    number = ORDINALS.get(found["number"]) or int(re.sub(r"\D", "", found["number"]) or 0)
    if not number:
        return None
    span, precision = (100, CENTURY) if found["span"] == "century" else (1000, MILLENNIUM)
    return Date((number - 1) * span + 1, precision=precision, bce=found["era"] in ("bc", "bce"))


def _ago(text: str) -> Date | None:
    found = _AGO.fullmatch(text)
    if found is None:
        return None
    unit, precision = _SCALES[found["scale"]]
    return Date(round(float(found["number"]) * unit), precision=precision, bce=True)
