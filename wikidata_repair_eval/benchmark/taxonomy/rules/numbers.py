"""Rules for dates and quantities: the new one is the old one with a mistake of writing undone.

A slip of a century or of a power of ten counts only if the violated constraint leaves no other choice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal

from wikidata_repair_eval.benchmark.taxonomy.dates import DAY, MONTH, day_number
from wikidata_repair_eval.benchmark.taxonomy.demands import UNITS, complies, listed
from wikidata_repair_eval.benchmark.taxonomy.said import Said
from wikidata_repair_eval.benchmark.taxonomy.situation import Finding, Situation
from wikidata_repair_eval.wikibase import QuantityValue, TimeValue, Value

# So many of the first unit of their kind: metre, square metre, kilogram, second. Arithmetic, not knowledge
# of the item; units that are not here are not converted.
_FACTORS: Mapping[str, tuple[str, str]] = {
    "Q11573": ("length", "1"),
    "Q828224": ("length", "1000"),
    "Q174728": ("length", "0.01"),
    "Q174789": ("length", "0.001"),
    "Q3710": ("length", "0.3048"),
    "Q218593": ("length", "0.0254"),
    "Q482798": ("length", "0.9144"),
    "Q253276": ("length", "1609.344"),
    "Q25343": ("area", "1"),
    "Q712226": ("area", "1000000"),
    "Q35852": ("area", "10000"),
    "Q81292": ("area", "4046.8564224"),
    "Q11570": ("mass", "1"),
    "Q41803": ("mass", "0.001"),
    "Q191118": ("mass", "1000"),
    "Q100995": ("mass", "0.45359237"),
    "Q11574": ("time", "1"),
    "Q7727": ("time", "60"),
    "Q25235": ("time", "3600"),
    "Q573": ("time", "86400"),
}
Rule = tuple[str, str, float]


def rewritten(situation: Situation, said: Said, sources: list[Said]) -> Finding | None:
    """The added date or quantity is a function of one that it replaces."""
    for source in sources:
        rule = _rule(situation, source, said)
        if rule is not None:
            name, words, confidence = rule
            return Finding(name, words, confidence, {"old": source.text, "new": said.text})
    return None


def _rule(situation: Situation, old: Said, new: Said) -> Rule | None:
    match old.value, new.value:
        case TimeValue() as before, TimeValue() as after:
            return _date(before, after) or _pinned(situation, old, new, _centuries(before), "century_slip")
        case QuantityValue() as before, QuantityValue() as after:
            shifted = _powers_of_ten(before)
            return _quantity(situation, before, after) or _pinned(
                situation, old, new, shifted, "decimal_shift"
            )
    return None


def _date(old: TimeValue, new: TimeValue) -> Rule | None:
    same_year = old.year == new.year
    if same_year and old.precision == new.precision >= DAY and (old.day, old.month) == (new.month, new.day):
        return "day_month_swapped", "Day and month were exchanged.", 0.95
    if old.precision > new.precision and _agrees(old, new):
        return "date_shortened", "The new date is the old one with less precision.", 0.9
    if old.year == -new.year and (old.month, old.day) == (new.month, new.day):
        return "era_corrected", "Only the era of the year differs.", 0.9
    if old.calendar != new.calendar and _same_day(old, new):
        return "calendar_corrected", "Only the calendar in which the date is written differs.", 0.8
    if _same_digits(old, new):
        return "date_form", "The same date, in another form.", 0.9
    return None


def _agrees(old: TimeValue, new: TimeValue) -> bool:
    if old.year != new.year:
        return new.precision < 9 and old.year // 10 == new.year // 10
    return new.precision < MONTH or old.month == new.month


def _same_day(old: TimeValue, new: TimeValue) -> bool:
    return _same_digits(old, new) or day_number(old) == day_number(new)


def _same_digits(old: TimeValue, new: TimeValue) -> bool:
    return (old.year, old.month, old.day, old.precision) == (new.year, new.month, new.day, new.precision)


def _quantity(situation: Situation, old: QuantityValue, new: QuantityValue) -> Rule | None:
    if old.unit != new.unit:
        return _unit(situation, old, new)
    if old.amount == new.amount:
        return "bounds_corrected", "The amount stayed; only its bounds changed.", 0.9
    if old.amount == -new.amount:
        return "sign_corrected", "Only the sign changed.", 0.9
    if _digits(old) == _digits(new) and new.amount == new.amount.to_integral_value():
        return "digit_grouping", "The same digits: the point was a sign between thousands.", 0.9
    if new.amount == new.amount.to_integral_value() and abs(old.amount - new.amount) < 1:
        return "rounded", "The old amount rounded to a whole number.", 0.85
    return None


def _digits(value: QuantityValue) -> str:
    return f"{value.amount:f}".replace(".", "").lstrip("0")


def _unit(situation: Situation, old: QuantityValue, new: QuantityValue) -> Rule | None:
    allowed = {said.entity or "1" for rule in situation.demands.of(UNITS) for said in listed(rule, "P2305")}
    if allowed and new.unit not in allowed:
        return None
    if old.amount == new.amount:
        only = len(allowed) == 1
        words = "The amount stayed and got "
        words += "the only unit that the constraint allows." if only else "a unit that the constraint allows."
        return "unit_replaced", words, 0.95 if only else 0.7
    if _converted(old, new):
        return "unit_converted", "The same quantity in a unit that the constraint allows.", 0.95
    return None


def _converted(old: QuantityValue, new: QuantityValue) -> bool:
    if old.unit not in _FACTORS or new.unit not in _FACTORS:
        return False
    (kind, factor), (other, divisor) = _FACTORS[old.unit], _FACTORS[new.unit]
    if kind != other:
        return False
    exact = old.amount * Decimal(factor) / Decimal(divisor)
    exponent = new.amount.as_tuple().exponent
    unit_of_last_digit = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    return abs(exact - new.amount) <= unit_of_last_digit / 2


def _pinned(
    situation: Situation, old: Said, new: Said, candidates: Iterable[Value], name: str
) -> Rule | None:
    """Exactly one of the candidates meets the violated constraints, and it is the new value."""
    change = situation.change
    found = [Said("value", candidate) for candidate in candidates]
    if change.edited_property is None or all(said.key != new.key for said in found):
        return None
    node = situation.sight.nodes.get(change.entity)
    judged = {
        said.key: complies(
            situation.demands, situation.state, node.raw if node else None, change.edited_property, said
        )
        for said in found
    }
    if change.entity != situation.subject or [key for key, good in judged.items() if good] != [new.key]:
        return None
    if None in judged.values():
        return None
    words = f"Of all values that differ from {old.text} by such a slip, the constraint accepts only this one."
    return name, words, 0.85


def _centuries(old: TimeValue) -> list[TimeValue]:
    shifts = [hundreds * 100 for hundreds in range(-20, 21) if hundreds]
    return [replace(old, year=old.year + years) for years in shifts if (old.year + years) * old.year > 0]


def _powers_of_ten(old: QuantityValue) -> list[QuantityValue]:
    return [
        QuantityValue(old.amount.scaleb(power), old.unit) for power in range(-6, 7) if power and old.amount
    ]
