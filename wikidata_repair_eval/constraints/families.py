"""Which P2302 statements a report heading means, from a family record of a candidate.

The heading spells parameters of the day the report was made, while the statements may be of another day. So
the property of a heading decides (another property is another rule), but lists of items or classes only
choose between several statements: the closest one is meant. "Self link" has no statement and a plain rule of
its own; other families without a counterpart say so.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from wikidata_repair_eval.constraints.fold import Judgement, Result, fold
from wikidata_repair_eval.constraints.snaks import STRING, content_of, entity_id_of
from wikidata_repair_eval.constraints.subjects import RawStatement, Subject, main_uses, qualifiers_of
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, DEPRECATED, Verdict, violation
from wikidata_repair_eval.constraints.vocabulary import CLASS, ITEM, LANGUAGE, PROPERTY
from wikidata_repair_eval.wikibase.ranks import rank_of

SELF_LINK = "Self link"
# Families whose heading names a property, and those whose heading lists items or classes.
_PROPERTY_TYPES = frozenset({"Q21503247", "Q21510864", "Q21502838"})
_LISTS: Mapping[str, str] = {
    "Q21503250": CLASS,
    "Q21510865": CLASS,
    "Q21503247": ITEM,
    "Q21510864": ITEM,
}
_LABEL_TYPE = "Q108139345"


@dataclass(frozen=True, slots=True)
class FamilyMatch:
    """The statements a heading means; `rule` says how to judge where there are none, `reason` why."""

    rule: Literal["statements", "self_link", "none"]
    statements: Sequence[RawStatement]
    reason: str


def statements_for_family(record: Mapping[str, Any], statements: Sequence[Mapping[str, Any]]) -> FamilyMatch:
    """The P2302 statements (of whatever day) that the heading of this record is about."""
    family = str(record.get("family") or "")
    if family.casefold() == SELF_LINK.casefold():
        return FamilyMatch("self_link", (), "Self link has no P2302 statement; its own rule decides.")
    types = [str(qid) for qid in record.get("type_qids") or ()]
    if not types:
        return FamilyMatch("none", (), f"The family {family!r} has no constraint type.")
    live = [raw for raw in statements if rank_of(raw) != "deprecated" and _type(raw) in types]
    if not live:
        return FamilyMatch("statements", (), f"No statement of the types {', '.join(types)} was there.")
    meant = _closest(record, _same_rule(record, live))
    if not meant:
        return FamilyMatch("statements", (), "No statement of this type had the heading's parameters.")
    return FamilyMatch("statements", meant, f"{len(meant)} of {len(live)} statements of this type are meant.")


def _type(raw: RawStatement) -> str | None:
    snak = raw.get("mainsnak")
    return entity_id_of(snak) if isinstance(snak, Mapping) else None


def _same_rule(record: Mapping[str, Any], statements: Sequence[RawStatement]) -> list[RawStatement]:
    """Headings that name a property or a language mean only statements about it."""
    properties, language = set(record.get("properties") or ()), record.get("language")
    return [
        raw
        for raw in statements
        if not (properties and _type(raw) in _PROPERTY_TYPES and not properties & _ids(raw, PROPERTY))
        and not (language and _type(raw) == _LABEL_TYPE and language not in _codes(raw))
    ]


def _closest(record: Mapping[str, Any], statements: Sequence[RawStatement]) -> list[RawStatement]:
    """Those whose list is most like the heading's; all of them if the heading has no list."""
    if len(statements) < 2 or not any(_type(raw) in _LISTS for raw in statements):
        return list(statements)
    wanted = set(record.get("items") or ())
    scores = [_likeness(wanted, _ids(raw, _LISTS.get(str(_type(raw)), ITEM))) for raw in statements]
    return [raw for raw, score in zip(statements, scores, strict=True) if score == max(scores)]


def _likeness(wanted: Collection[str], listed: Collection[str]) -> float:
    """The share of common members; two empty lists are equal."""
    everything = set(wanted) | set(listed)
    return len(set(wanted) & set(listed)) / len(everything) if everything else 1.0


def _ids(raw: RawStatement, parameter: str) -> set[str]:
    found = (entity_id_of(snak) for snak in qualifiers_of(raw).get(parameter, ()))
    return {entity_id for entity_id in found if entity_id is not None}


def _codes(raw: RawStatement) -> set[str]:
    return {str(content_of(snak, STRING)) for snak in qualifiers_of(raw).get(LANGUAGE, ())}


def judge_self_link(subject: Subject, property_id: str) -> Judgement:
    """The value of a statement must not be the entity itself; deprecated statements are skipped."""
    results = [
        Result(use, _self_link(subject, property_id, use.snak, use.rank))
        for use in main_uses(subject, property_id)
    ]
    return Judgement(fold(result.verdict.status for result in results), results)


def _self_link(subject: Subject, property_id: str, snak: Mapping[str, Any], rank: str | None) -> Verdict:
    if rank == "deprecated":
        return DEPRECATED
    if entity_id_of(snak) == subject.id:
        return violation("The value of {0} is {1} itself.", property_id, subject.id)
    return COMPLIANCE
