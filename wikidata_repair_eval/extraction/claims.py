"""Triples sorted by what can be done with them: claims about the article, and those that are never scored.

The order of decisions: too little confidence, another subject, a predicate outside the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from wikidata_repair_eval.extraction import coordinates
from wikidata_repair_eval.extraction.alignment import Meaning, PropertyAlignmentTable
from wikidata_repair_eval.extraction.coordinates import Angle, Coordinate, angle_in
from wikidata_repair_eval.extraction.literals import parse_literal
from wikidata_repair_eval.extraction.names import MATCH
from wikidata_repair_eval.extraction.records import Statement, Triple
from wikidata_repair_eval.extraction.subjects import Subject
from wikidata_repair_eval.extraction.values import Said, said

Unscored = Literal["below_confidence", "off_subject", "no_match"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What one triple (or two halves of one value) says of the article; `merged` is the other half."""

    triple: int
    properties: tuple[str, ...]
    said: Said
    merged: int | None = None


@dataclass(frozen=True, slots=True)
class Sorted:
    """All triples: claims by the order of the input, and the reason for each of the others."""

    claims: list[Claim]
    unscored: dict[int, Unscored]


@dataclass(frozen=True, slots=True)
class _Half:
    triple: int
    properties: tuple[str, ...]
    part: str
    text: str
    angle: Angle | None


def sort_triples(
    triples: Sequence[Triple],
    subject: Subject,
    table: PropertyAlignmentTable,
    min_confidence: float,
    statements: Sequence[Statement],
) -> Sorted:
    """Which triples are scored, as what, and why the others are not."""
    found = Sorted([], {})
    halves: dict[str, list[_Half]] = {"latitude": [], "longitude": []}
    for index, triple in enumerate(triples):
        if triple.confidence is not None and triple.confidence < min_confidence:
            found.unscored[index] = "below_confidence"
            continue
        meaning = table.meaning(triple.predicate)
        read = _read(triple, meaning, subject)
        if read is None:
            about = subject.is_named(triple.subject) and meaning is None
            found.unscored[index] = "no_match" if about else "off_subject"
            continue
        value, properties = read
        if meaning is not None and meaning.part:
            text = parse_literal(value).text
            halves[meaning.part].append(_Half(index, properties, meaning.part, text, angle_in(text)))
        else:
            found.claims.append(
                Claim(index, properties, said(value, table.class_of(parse_literal(value).text)))
            )
    found.claims.extend(_joined(halves["latitude"], halves["longitude"], statements))
    found.claims.sort(key=lambda claim: claim.triple)
    return found


def _read(triple: Triple, meaning: Meaning | None, subject: Subject) -> tuple[str, tuple[str, ...]] | None:
    """The value that the triple gives to the article, and for which properties; None if it gives none."""
    if meaning is None:
        return None
    if meaning.direct and subject.is_named(triple.subject):
        return triple.object, meaning.direct
    if meaning.inverse and subject.is_named(triple.object):
        return triple.subject, meaning.inverse
    return None


def _joined(latitudes: list[_Half], longitudes: list[_Half], statements: Sequence[Statement]) -> list[Claim]:
    """Halves to whole coordinates. First those that a statement knows, so that the order does not count."""
    left = sorted(latitudes, key=lambda half: (half.text, half.triple))
    right = sorted(longitudes, key=lambda half: (half.text, half.triple))
    pairs: list[tuple[_Half, _Half]] = []
    for truth, precision in _stated_places(left, statements):
        pair = next(((a, b) for a in left for b in right if _fit(truth, a, b, precision)), None)
        if pair is not None:
            pairs.append(pair)
            left.remove(pair[0])
            right.remove(pair[1])
    pairs += list(zip(left, right, strict=False))
    alone = left[len(right) :] + right[len(left) :]
    return [_whole(a, b) for a, b in pairs] + [_alone(half, pairs) for half in alone]


def _alone(half: _Half, pairs: list[tuple[_Half, _Half]]) -> Claim:
    """Half a place is none; but a half that repeats one of a pair says what the pair says."""
    told = next((pair for pair in pairs for one in pair if _repeats(half, one)), None)
    place = _place(*told) if told else None
    return Claim(half.triple, half.properties, said(half.text, place=place))


def _repeats(half: _Half, other: _Half) -> bool:
    return half.part == other.part and half.angle is not None and half.angle == other.angle


def _stated_places(
    halves: list[_Half], statements: Sequence[Statement]
) -> list[tuple[Coordinate, float | None]]:
    properties = {pid for half in halves for pid in half.properties}
    stated = [one for one in statements if one.property_id in properties]
    places = [(coordinates.coordinate_in(one.value), one.precision) for one in stated]
    known = [(place, precision) for place, precision in places if place is not None]
    return sorted(known, key=lambda one: (one[0].latitude.degrees, one[0].longitude.degrees))


def _fit(truth: Coordinate, a: _Half, b: _Half, precision: float | None) -> bool:
    if a.angle is None or b.angle is None:
        return False
    return coordinates.compare(truth, Coordinate(a.angle, b.angle), precision) >= MATCH


def _whole(a: _Half, b: _Half) -> Claim:
    first, second = sorted((a.triple, b.triple))
    return Claim(first, a.properties, said(f"{a.text}, {b.text}", place=_place(a, b)), merged=second)


def _place(a: _Half, b: _Half) -> Coordinate | None:
    return Coordinate(a.angle, b.angle) if a.angle and b.angle else None
