"""Coordinates: decimal degrees, degrees-minutes-seconds, well-known text, geo addresses.

A plain pair is latitude, longitude; `Point(...)` is longitude, latitude; letters win over both.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

SAME, NEAR = 1.0, 0.95
CLOSE_ENOUGH = 0.001  # degrees, about 100 m: articles and items rarely measure at the same stone
COARSEST_STATED = 0.05
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_POINT = re.compile(
    rf"(?:<[^>]*>\s*)?point\s*z?\s*\(\s*({_NUMBER})[\s,]+({_NUMBER})(?:[\s,]+{_NUMBER})?\s*\)", re.IGNORECASE
)
_PAIR = re.compile(
    rf"(?:geo:|[(\[]\s*)?({_NUMBER})\s*°?\s*[,;\s]\s*({_NUMBER})\s*°?\s*(?:[)\]]|;u=\S+)?", re.IGNORECASE
)
_NAMED = re.compile(
    rf"\W*lat(?:itude)?\W+({_NUMBER})\W+(?:longitude|long|lon|lng)\W+({_NUMBER})\W*", re.IGNORECASE
)
_PART = re.compile(
    r"(?P<before>[NSEW])?\s*(?P<sign>-?)(?P<d>\d+(?:\.\d+)?)\s*(?:°|º|deg(?:rees)?|d)?\s*"
    r"(?:(?P<m>\d+(?:\.\d+)?)\s*(?:'|\u2032|\u2019|m(?:in)?)\s*)?(?:(?P<s>\d+(?:\.\d+)?)\s*(?:\"|\u2033|\u201d|''|\u2032\u2032|s(?:ec)?)\s*)?"
    r"(?P<after>[NSEW]|north|south|east|west)?[\s,;/]*",
    re.IGNORECASE,
)
_LETTERS_FIRST = re.compile(r"\s*[NSEW]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Angle:
    """Degrees, and the half width of what was stated (48.86: 0.005)."""

    degrees: float
    half_width: float


@dataclass(frozen=True, slots=True)
class Coordinate:
    latitude: Angle
    longitude: Angle


@lru_cache(maxsize=16_384)
def coordinate_in(text: str) -> Coordinate | None:
    """The place that a whole text names, or None."""
    plain = unicodedata.normalize("NFC", text).replace("\u2212", "-").replace("\ufeff", "").strip()
    if found := _POINT.fullmatch(plain):
        return _place(angle_in(found[2]), angle_in(found[1]))
    for pattern in (_PAIR, _NAMED):
        if found := pattern.fullmatch(plain):
            return _place(angle_in(found[1]), angle_in(found[2]))
    return _lettered(plain)


@lru_cache(maxsize=16_384)
def angle_in(text: str) -> Angle | None:
    """One number of degrees, decimal or in minutes and seconds, with or without its letter."""
    found = _PART.fullmatch(text.strip().replace("\u2212", "-"))
    return _angle(found)[0] if found else None


def compare(truth: Coordinate, said: Coordinate, precision: float | None = None) -> float:
    """The same place, within what either side states and what the statement's precision allows."""
    pairs = ((truth.latitude, said.latitude), (truth.longitude, said.longitude))
    if all(_apart(one.degrees, other.degrees) < 1e-9 for one, other in pairs):
        return SAME
    near = all(near_enough(one, other, precision) for one, other in pairs)
    return NEAR if near else 0.0


def near_enough(truth: Angle, said: Angle, precision: float | None) -> bool:
    allowed = max(CLOSE_ENOUGH, min(precision or 0.0, 1.0), min(said.half_width, COARSEST_STATED))
    return _apart(truth.degrees, said.degrees) <= allowed + 1e-9


def _apart(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def _place(latitude: Angle | None, longitude: Angle | None) -> Coordinate | None:
    if latitude is None or longitude is None:
        return None
    if abs(latitude.degrees) > 90 or abs(longitude.degrees) > 360:
        return None
    return Coordinate(latitude, longitude)


def _lettered(text: str) -> Coordinate | None:
    if _LETTERS_FIRST.match(text):  # N48.85 E2.35: each letter belongs to the number after it
        text = re.sub(r"([NSEW])\s*([^NSEW]*\d[^NSEW,;]*)", r"\2\1 ", text.upper())
    parts = []
    position = 0
    while position < len(text) and (found := _PART.match(text, position)):
        parts.append(_angle(found))
        position = found.end()
    if position != len(text) or len(parts) != 2:
        return None
    by_axis = {axis: angle for angle, axis in parts}
    if set(by_axis) == {None}:
        return _place(parts[0][0], parts[1][0])
    return _place(by_axis.get("latitude"), by_axis.get("longitude"))


def _angle(found: re.Match[str]) -> tuple[Angle, str | None]:
    degrees, minutes, seconds = found["d"], found["m"], found["s"]
    size = float(degrees) + float(minutes or 0) / 60 + float(seconds or 0) / 3600
    unit, last = (3600, seconds) if seconds else (60, minutes) if minutes else (1, degrees)
    decimals = len(last.partition(".")[2])
    letter = (found["before"] or found["after"] or "")[:1].upper()
    negative = (found["sign"] == "-") != (letter in ("S", "W"))
    axis = {"N": "latitude", "S": "latitude", "E": "longitude", "W": "longitude"}.get(letter)
    return Angle(-size if negative else size, 0.5 * 10**-decimals / unit), axis
