"""Typed comparison of what an extractor said with what a statement states, each datatype by its own rules."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from wikidata_repair_eval.extraction import coordinates, dates, quantities
from wikidata_repair_eval.extraction.coordinates import Coordinate, coordinate_in
from wikidata_repair_eval.extraction.date_texts import dates_in, iso_date
from wikidata_repair_eval.extraction.literals import (
    entity_id,
    is_bare_id,
    parse_literal,
    readings,
    without_qualifier,
)
from wikidata_repair_eval.extraction.names import Name, likeness, name_of, similarity
from wikidata_repair_eval.extraction.numbers import clean_number_text, leading_number
from wikidata_repair_eval.extraction.quantities import Stated, quantities_in, unit_id_of
from wikidata_repair_eval.extraction.records import Statement

QUALIFIED = 0.9  # `Mercury (planet)` for the label Mercury: labels have no qualifiers
_JULIAN = ("Q1985786", "julian")


@dataclass(frozen=True, slots=True)
class Said:
    """An object as it was written, with every name it may stand for; `place` where two halves were joined."""

    text: str
    entity: str | None
    entity_is_bare: bool
    class_id: str | None
    names: tuple[Name, ...]
    qualified: tuple[Name, ...]
    place: Coordinate | None = None


Comparison = Callable[[Said], float]


@dataclass(frozen=True, slots=True)
class Truth:
    """A statement prepared for many comparisons."""

    statement: Statement
    names: tuple[Name, ...]
    compare: Comparison
    by_name: bool


def said(raw: str, class_id: str | None = None, place: Coordinate | None = None) -> Said:
    texts = readings(raw)
    bare = [name for text in texts if (name := without_qualifier(text))]
    text = parse_literal(raw).text
    found = entity_id(raw)
    return Said(
        text=text,
        entity=found,
        entity_is_bare=is_bare_id(raw),
        class_id=class_id,
        names=tuple(dict.fromkeys(map(name_of, texts))),
        qualified=tuple(dict.fromkeys(map(name_of, bare))),
        place=place,
    )


def prepare(statement: Statement) -> Truth:
    """Choose the comparison for the statement's datatype and read its value once."""
    maker = _MAKERS.get(statement.value_type)
    typed = maker(statement) if maker else None
    if typed is not None:
        return Truth(statement, (), typed, by_name=False)
    names = _names_of(statement)
    is_entity = statement.value_type.startswith("wikibase")
    return Truth(statement, names, _entity(statement, names) if is_entity else _text(names), by_name=True)


def nearness(truths: Iterable[Truth], what: Said) -> float:
    """For a report's near misses: never enough for a match."""
    names = [name for truth in truths for name in truth.names]
    return max((likeness(mine, names) for mine in what.names), default=0.0)


def _names_of(statement: Statement) -> tuple[Name, ...]:
    texts: list[str] = [text for text in (statement.value_label, *statement.value_aliases) if text]
    if not statement.value_type.startswith("wikibase") or entity_id(statement.value) is None:
        texts.append(statement.value)
    return tuple(dict.fromkeys(name_of(text) for text in texts))


def _entity(statement: Statement, names: tuple[Name, ...]) -> Comparison:
    identity = entity_id(statement.value)

    def compare(what: Said) -> float:
        if identity is not None and identity in (what.entity, what.class_id):
            return 1.0
        if what.entity is not None:  # another item; but Q7 may also be the name of a car
            return 1.0 if what.entity_is_bare and not set(what.names).isdisjoint(names) else 0.0
        return _best(names, what)

    return compare


def _text(names: tuple[Name, ...]) -> Comparison:
    return lambda what: _best(names, what)


def _best(names: tuple[Name, ...], what: Said) -> float:
    return _best_of(names, what.names) or (
        QUALIFIED * _best_of(names, what.qualified) if what.qualified else 0.0
    )


def _best_of(names: tuple[Name, ...], others: tuple[Name, ...]) -> float:
    best = 0.0
    for mine in names:  # plain loops: this is where the time goes
        for theirs in others:
            score = similarity(mine, theirs)
            if score > best:
                best = score
    return best


def _time(statement: Statement) -> Comparison | None:
    found = iso_date(statement.value)
    if found is None:
        return None
    precision = None if statement.precision is None else int(statement.precision)
    truth = replace(dates.with_precision(found, precision), years=found.years or statement.years)
    calendar = (statement.calendar or "").casefold()
    julian = any(name.casefold() in calendar for name in _JULIAN) and "gregorian" not in calendar

    def compare(what: Said) -> float:
        return max((dates.compare(truth, date, julian=julian) for date in dates_in(what.text)), default=0.0)

    return compare


def _quantity(statement: Statement) -> Comparison | None:
    found = leading_number(clean_number_text(statement.value))
    if found is None:
        return None
    truth = Stated(found[0], unit_id_of(statement.unit))

    def compare(what: Said) -> float:
        return max((quantities.compare(truth, one) for one in quantities_in(what.text)), default=0.0)

    return compare


def _coordinate(statement: Statement) -> Comparison | None:
    truth = coordinate_in(statement.value)
    if truth is None:
        return None

    def compare(what: Said) -> float:
        place = what.place or coordinate_in(what.text)
        return coordinates.compare(truth, place, statement.precision) if place else 0.0

    return compare


_MAKERS: dict[str, Callable[[Statement], Comparison | None]] = {
    "time": _time,
    "quantity": _quantity,
    "globecoordinate": _coordinate,
}
