"""Q21510854: this value minus the one of another property (P2306) lies within the range."""

from collections.abc import Iterator

from wikidata_repair_eval.constraints.comparisons import (
    Measure,
    NotComparable,
    kind_of,
    measure_of,
    subtract,
)
from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.moments import Moment, years_between
from wikidata_repair_eval.constraints.parameters import read_property
from wikidata_repair_eval.constraints.quantities import Quantity, as_written
from wikidata_repair_eval.constraints.ranges import Range, read_quantity_range
from wikidata_repair_eval.constraints.snaks import RawSnak, has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation
from wikidata_repair_eval.constraints.vocabulary import YEAR


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    """Only the first value of the other property that is known and not deprecated is looked at."""
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    limits, other = constraint.reading(read_quantity_range), constraint.reading(read_property)
    subtrahend = next((snak for snak in _group(use, other) if has_value(snak)), None)
    if subtrahend is None:
        return COMPLIANCE
    own, others = measure_of(use.snak), measure_of(subtrahend)
    if kind_of(own) != kind_of(others):
        return violation("{0} and {1} have values of different types.", use.property, other)
    if limits.contains(_difference(own, others, limits, context), context):
        return COMPLIANCE
    template = "{0} ({1}) minus {2} ({3}) is out of range."
    return violation(template, use.property, use.snak, other, subtrahend)


def _group(use: Use, property_id: str) -> Iterator[RawSnak]:
    if use.place == "statement":
        yield from (raw["mainsnak"] for raw in use.subject.standing(property_id))
    else:
        yield from (snak for snak in use.companions if snak["property"] == property_id)


def _difference(own: Measure, other: Measure, limits: Range, context: Context) -> Quantity:
    if isinstance(own, Moment) and isinstance(other, Moment) and limits.in_years:
        return Quantity(as_written(years_between(own, other)), YEAR)
    try:
        return subtract(own, other, context.units)
    except NotComparable:
        raise Unknown("Values of this type have no difference.") from None
