"""Q25796498: the life spans of subject and value overlap."""

from collections.abc import Sequence

from wikidata_repair_eval.constraints.comparisons import Measure, NotComparable, compare, measure_of
from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.quantities import UnitTable
from wikidata_repair_eval.constraints.snaks import has_value
from wikidata_repair_eval.constraints.subjects import Subject, Use
from wikidata_repair_eval.constraints.targets import target_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation
from wikidata_repair_eval.constraints.vocabulary import END_PROPERTIES, START_PROPERTIES

Span = tuple[Measure | None, Measure | None]


def check(use: Use, _constraint: Constraint, context: Context) -> Verdict:
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    target = target_of(use, context)
    if isinstance(target, Verdict):
        return target
    try:
        return _overlap(use, target, context.units)
    except NotComparable:
        raise Unknown("The dates of {0} and {1} cannot be compared.", use.subject.id, target.id) from None


def _overlap(use: Use, target: Subject, units: UnitTable | None) -> Verdict:
    """Touching bounds comply; a span that ends before it starts is left to other constraints."""
    own, others = _span(use.subject, units), _span(target, units)
    if compare(own[0], own[1], units) > 0 or compare(others[0], others[1], units) > 0:
        return COMPLIANCE
    if compare(own[1], others[0], units) < 0:
        return violation("{0} ends before {1} starts.", use.subject.id, target.id)
    if compare(others[1], own[0], units) < 0:
        return violation("{0} ends before {1} starts.", target.id, use.subject.id)
    return COMPLIANCE


def _span(subject: Subject, units: UnitTable | None) -> Span:
    return subject.once(
        "life span",
        lambda: (
            _extreme(subject, START_PROPERTIES, -1, units),
            _extreme(subject, END_PROPERTIES, 1, units),
        ),
    )


def _extreme(
    subject: Subject, properties: Sequence[str], sense: int, units: UnitTable | None
) -> Measure | None:
    """The earliest start or latest end; one unknown value or no value leaves that side open at once."""
    extreme: Measure | None = None
    for property_id in properties:
        for statement in subject.standing(property_id):
            if not has_value(statement["mainsnak"]):
                return None
            measure = measure_of(statement["mainsnak"])
            if extreme is None or compare(measure, extreme, units) * sense > 0:
                extreme = measure
    return extreme
