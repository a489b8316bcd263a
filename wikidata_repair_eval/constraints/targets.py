"""The entity a value points to, for the checkers that look at it."""

from collections.abc import Iterator

from wikidata_repair_eval.constraints.context import Absence, Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.parameters import Items
from wikidata_repair_eval.constraints.snaks import RawSnak, entity_id_of
from wikidata_repair_eval.constraints.subjects import Subject, Use
from wikidata_repair_eval.constraints.verdicts import Verdict, violation


def target_of(use: Use, context: Context) -> Subject | Verdict:
    """The target of a snak that has a value, or the violation that there is none."""
    target_id = entity_id_of(use.snak)
    if target_id is None:
        return violation("The value of {0}, {1}, is not an entity.", use.property, use.snak)
    if target_id == use.subject.id:
        return use.subject
    found = context.entity(target_id)
    if found is None:
        raise Unknown("What {0} says is not known.", target_id)
    if isinstance(found, Absence):
        return violation("The value of {0}, {1}, does not exist.", use.property, target_id)
    return found


def points_back(target: Subject, property_id: str, subject_id: str) -> bool:
    """True if a statement of any rank, deprecated ones included, points to the subject."""
    return any(entity_id_of(raw["mainsnak"]) == subject_id for raw in target.statements(property_id))


def has_statement(subject: Subject, property_id: str, items: Items) -> bool:
    """True if a statement of any rank has the property and, where items are listed, one of them."""
    if not items:
        return bool(subject.statements(property_id))
    return subject.once(
        ("has", property_id, items.key),
        lambda: any(items.match(raw["mainsnak"]) for raw in subject.statements(property_id)),
    )


def conflicting(subject: Subject, property_id: str, items: Items) -> RawSnak | None:
    """The first value that is not deprecated and, where items are listed, is one of them."""
    return subject.once(
        ("conflict", property_id, items.key),
        lambda: next((snak for snak in _standing_snaks(subject, property_id) if items.admit(snak)), None),
    )


def _standing_snaks(subject: Subject, property_id: str) -> Iterator[RawSnak]:
    return (raw["mainsnak"] for raw in subject.standing(property_id))
