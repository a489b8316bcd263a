"""How people write values in English texts, as far as it can be told from the value alone.

For finding an answer in words; what a text really says is not understood here.
"""

import re
from calendar import month_name
from collections.abc import Iterator

_TIME = re.compile(r"([+-])0*([0-9]+)-([0-9]{2})-([0-9]{2})T.*")
_YEAR, _MONTH, _DAY = 9, 10, 11
_SQUEEZED = 6


def spellings_of_time(time: str, precision: int | None) -> Iterator[str]:
    """`11 March 1952` of a day, `March 1952` of a month, `1952` of a year; nothing of what is less exact."""
    found = _TIME.fullmatch(time)
    if found is None or precision is None or precision < _YEAR:
        return
    era = " BC" if found[1] == "-" else ""
    year, month, day = f"{found[2]}{era}", int(found[3]), int(found[4])
    if precision == _YEAR or not 1 <= month <= len(month_name) - 1:
        yield year
        return
    name = month_name[month]
    if precision == _MONTH or not day:
        yield f"{name} {year}"
        return
    yield from (f"{day} {name} {year}", f"{name} {day}, {year}", f"{day} {name[:3]} {year}")
    yield f"{found[2]}-{month:02d}-{day:02d}"


def spellings_of_amount(amount: str) -> Iterator[str]:
    """`12345`, `12,345`, `12 345` ..."""
    plain = amount.lstrip("+")
    whole, point, rest = plain.partition(".")
    yield plain
    if whole.lstrip("-").isdecimal():
        grouped = f"{int(whole):,}"
        yield from (grouped.replace(",", sign) + point + rest for sign in (",", " ", "'", "\u2019"))


def spellings_of_text(text: str) -> Iterator[str]:
    """An identifier also without its blanks, a web address also without its scheme."""
    yield text
    squeezed = "".join(text.split())
    if len(squeezed) >= _SQUEEZED and any(sign.isdecimal() for sign in squeezed):
        yield squeezed
    if "://" in text:
        yield text.partition("://")[2].removeprefix("www.").rstrip("/")
