"""The local-lookup baseline: the answer from the item's own texts or from one hop away, if it is there."""

from collections import Counter
from collections.abc import Iterator

from wikidata_repair_eval.constraints import BadParameters, Constraint
from wikidata_repair_eval.constraints.parameters import read_languages, read_property
from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.scoring.baselines.guided import constraint_guided
from wikidata_repair_eval.scoring.baselines.sight import Answer, Case, Operation, Sight, Value
from wikidata_repair_eval.wikibase import values_of

LABEL, ITEM_REQUIRES, TARGET_REQUIRES = "Q108139345", "Q21503247", "Q21510864"


def local_lookup(case: Case) -> Answer:
    """Labels from other languages, values from the neighbours; where nothing is found, what the rule says."""
    sight = Sight(case)
    for constraint in sight.rules():
        try:
            operations = _found(sight, constraint)
        except BadParameters:
            continue
        if operations:
            return Answer(operations, "Found on the item or one hop away.")
    return constraint_guided(case)


def _found(sight: Sight, constraint: Constraint) -> list[Operation]:
    if constraint.type == LABEL:
        return _label(sight, constraint)
    if constraint.type == ITEM_REQUIRES:
        return _copied(sight, constraint.reading(read_property), replace=False)
    return _copied(sight, sight.property_id, replace=True)


def _label(sight: Sight, constraint: Constraint) -> list[Operation]:
    """A name is the same in most languages that share a script: the one that most languages have."""
    wanted = constraint.reading(read_languages)[0]
    texts = Counter(one["value"] for one in (sight.entity.get("labels") or {}).values())
    if not texts:
        return []
    common = min(texts, key=lambda text: (-texts[text], text))
    return [{"op": "set_label", "entity": sight.subject, "language": wanted, "old": None, "new": common}]


def _copied(sight: Sight, property_id: str, *, replace: bool) -> list[Operation]:
    """The one value that the neighbours have for this property, unless the item has it already."""
    held = {_key(value) for value in values_of(sight.entity, property_id)}
    offered = {_key(value): value for value in _offers(sight, property_id) if _key(value) not in held}
    if len(offered) != 1:
        return []
    [new] = offered.values()
    base = {**sight.operation("add", new=new), "property": property_id}
    offending = sight.offending() if replace else []
    return [{**base, "op": "replace", "old": value} for value in offending] if offending else [base]


def _offers(sight: Sight, property_id: str) -> Iterator[Value]:
    for neighbour in sight.neighbours.values():
        yield from values_of(neighbour, property_id)


def _key(value: Value) -> bytes:
    return json_bytes([value["snaktype"], value["value"]])
