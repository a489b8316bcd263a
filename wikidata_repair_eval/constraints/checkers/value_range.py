"""Q21510860: a quantity or date lies within the range."""

from wikidata_repair_eval.constraints.comparisons import kind_of, measure_of
from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import BadParameters
from wikidata_repair_eval.constraints.model import Constraint, Reader
from wikidata_repair_eval.constraints.ranges import Range, read_date_range, read_quantity_range
from wikidata_repair_eval.constraints.snaks import QUANTITY, TIME, has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation
from wikidata_repair_eval.constraints.vocabulary import MAXIMUM_DATE, MINIMUM_DATE


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    """Unknown value and no value pass before the parameters are read. Bounds do not widen a quantity."""
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    measure = measure_of(use.snak)
    limits = constraint.reading(_reader(kind_of(measure)))
    if limits.contains(measure, context):
        return COMPLIANCE
    return violation("The value {0} of {1} is out of range.", use.snak, use.property)


def _reader(kind: str | None) -> Reader[Range]:
    if kind == QUANTITY:
        return read_quantity_range
    if kind == TIME:
        return read_date_range
    raise BadParameters("the range", "is for quantities and dates only")


def problems(constraint: Constraint, datatype: str | None) -> list[BadParameters]:
    """The pair that the property's datatype asks for; where that is unknown, the pair that is there."""
    dates = MINIMUM_DATE in constraint.qualifiers or MAXIMUM_DATE in constraint.qualifiers
    try:
        constraint.reading(_reader(datatype or (TIME if dates else QUANTITY)))
    except BadParameters as problem:
        return [problem]
    return []
