"""Dates by meaning: two values, or a value and the dates that a text mentions. Precision and calendar count.

Evidence holds an answer if it is at least as precise and says the same as far as the answer goes: a day holds
its year, a year never holds a day.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from wikidata_repair_eval.benchmark.taxonomy.texts import folded
from wikidata_repair_eval.wikibase import TimeValue
from wikidata_repair_eval.wikibase.values import JULIAN

CENTURY, DECADE, YEAR, MONTH, DAY = 7, 8, 9, 10, 11
# Months as descriptions write them, first letters that no other month of the table begins with.
_MONTHS = (
    "jan ene gen янв січ",
    "feb fev fév fév. févr лют фев",
    "mar mär maa мар бер",  # noqa: RUF001
    "apr avr abr апр кві",
    "may mai mag maj mei maio mayo мая май тра",
    "jun juin giu июн чер",
    "jul juil lug июл лип",
    "aug aou aoû ago авг сер",  # noqa: RUF001
    "sep set сен вер",
    "oct okt out ott окт жов",
    "nov ноя лис",
    "dec dez dic déc дек гру",  # noqa: RUF001
)
_MONTH_OF = {stem: number for number, stems in enumerate(_MONTHS, start=1) for stem in stems.split()}
_NAME = r"([^\W\d_]{3,12})\.?"
_LINK = r"\s*(?:de |of |del |di )?"
_ERA = r"(\s*(?:b\.?\s?c\.?(?:\s?e\.?)?|v\.\s?chr\.?|av\.\s?j\.-?c\.?|a\.\s?c\.|до н\.?\s?э\.?)(?!\w))?"
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_NUMERIC = re.compile(r"(?<!\d)(\d{1,2})([./])(\d{1,2})\2(\d{4})(?!\d)")
_HAN = re.compile(r"(\d{3,4})\s?年(?:\s?(\d{1,2})\s?月(?:\s?(\d{1,2})\s?日)?)?")
_DAY_FIRST = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|er)?\.?{_LINK}{_NAME},?{_LINK}(\d{{3,4}})(?!\d){_ERA}"
)
_MONTH_FIRST = re.compile(rf"(?<!\w){_NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{3,4}})(?!\d){_ERA}")
_MONTH_ONLY = re.compile(rf"(?<!\w){_NAME}{_LINK}(\d{{3,4}})(?!\d){_ERA}")
_YEAR = re.compile(rf"(?<![\w.,/])(\d{{3,4}})(?!\w|[.,/]\d){_ERA}")
_FEW_DIGITS = re.compile(rf"(?<![\w.,/])(\d{{1,2}}){_ERA[:-1]}")
_DECADE = re.compile(r"(?<!\w)(\d{3}0)(?:s|er|-е|-х)(?!\w)")  # noqa: RUF001
_CENTURY = re.compile(
    r"(?<!\w)(\d{1,2})(?:st|nd|rd|th|\.|e|º|°)?\s?(?:-\s?)?(?:century|jahrhundert|siècle|siglo|век|世紀)"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A date in a text, as precise as it is written."""

    year: int
    month: int = 0
    day: int = 0
    precision: int = YEAR


def same_date(answer: TimeValue, evidence: TimeValue) -> bool:
    """The evidence is at least as precise and agrees, whatever the calendar it is written in."""
    if evidence.precision < answer.precision or answer.precision < CENTURY:
        return evidence.precision == answer.precision and evidence.year == answer.year
    if answer.precision >= DAY and answer.calendar != evidence.calendar:
        return day_number(answer) == day_number(evidence)
    return _agree(answer, evidence.year, evidence.month, evidence.day)


def mentioned(answer: TimeValue, text: str) -> bool:
    """The text mentions the date, at least as precisely as the answer has it."""
    found = mentions_of(text)
    return any(
        mention.precision >= min(answer.precision, DAY)
        and _agree(answer, mention.year, mention.month, mention.day)
        for mention in found
    )


def year_mentioned(value: TimeValue, text: str) -> bool:
    """The text mentions the year: enough to choose among dates, not to find one."""
    return any(mention.year == value.year and mention.precision >= YEAR for mention in mentions_of(text))


@lru_cache(maxsize=16384)
def mentions_of(text: str) -> frozenset[Mention]:
    """All dates that a text mentions, in the forms that descriptions use."""
    plain = folded(text)
    found = [Mention(int(m[1]), int(m[2]), int(m[3]), DAY) for m in _ISO.finditer(plain)]
    for match in _NUMERIC.finditer(plain):
        found += _numeric(int(match[1]), match[2], int(match[3]), int(match[4]))
    for match in _HAN.finditer(plain):
        parts = [int(part) if part else 0 for part in match.groups()]
        found.append(Mention(parts[0], parts[1], parts[2], YEAR + sum(map(bool, parts[1:]))))
    found += _named(plain) + _years(plain)
    return frozenset(found)


def day_number(value: TimeValue) -> int:
    """The day counted from a fixed one, in the calendar that the value names."""
    year, month, day = value.astronomical_year, max(value.month, 1), max(value.day, 1)
    shift = (14 - month) // 12
    year, month = year + 4800 - shift, month + 12 * shift - 3
    days = day + (153 * month + 2) // 5 + 365 * year + year // 4
    return days - 32083 if value.calendar == JULIAN else days - year // 100 + year // 400 - 32045


def _agree(answer: TimeValue, year: int, month: int, day: int) -> bool:
    if answer.precision == CENTURY:
        return _century(answer.year) == _century(year)
    if answer.precision == DECADE:
        return answer.year // 10 == year // 10
    return (
        answer.year == year
        and (answer.precision < MONTH or answer.month == month)
        and (answer.precision < DAY or answer.day == day)
    )


def _century(year: int) -> int:
    return -(-year // 100)


def _numeric(first: int, sign: str, second: int, year: int) -> list[Mention]:
    """Day first with dots; with slashes nobody knows, so both readings count."""
    readings = [(second, first)] if sign == "." else [(second, first), (first, second)]
    return [Mention(year, month, day, DAY) for month, day in readings if 1 <= month <= 12 and 1 <= day <= 31]


def _named(text: str) -> list[Mention]:
    found: list[Mention] = []
    for pattern, (day, name, year) in ((_DAY_FIRST, (1, 2, 3)), (_MONTH_FIRST, (2, 1, 3))):
        for match in pattern.finditer(text):
            month = _month(match[name])
            if month and 1 <= int(match[day]) <= 31:
                found.append(Mention(_signed(match[year], match[4]), month, int(match[day]), DAY))
    for match in _MONTH_ONLY.finditer(text):
        month = _month(match[1])
        if month:
            found.append(Mention(_signed(match[2], match[3]), month, 0, MONTH))
    return found


def _years(text: str) -> list[Mention]:
    found = [Mention(_signed(match[1], match[2])) for match in _YEAR.finditer(text)]
    found += [Mention(-int(match[1])) for match in _FEW_DIGITS.finditer(text) if match[2]]
    found += [Mention(int(match[1]), precision=DECADE) for match in _DECADE.finditer(text)]
    found += [Mention(100 * int(m[1]), precision=CENTURY) for m in _CENTURY.finditer(text)]
    return found


def _signed(digits: str, era: str | None) -> int:
    return -int(digits) if era else int(digits)


def _month(name: str) -> int | None:
    """By the first letters, which languages share more than endings; the longest stem decides."""
    stems = [stem for stem in _MONTH_OF if name.startswith(stem)]
    return _MONTH_OF[max(stems, key=len)] if stems else None
