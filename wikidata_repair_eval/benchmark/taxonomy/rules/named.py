"""Rules by which the constraint itself names the value, or dictates it from what stands on the item."""

from collections.abc import Iterator

from wikidata_repair_eval.benchmark.taxonomy.demands import (
    CONFLICT,
    DIFFERENCE,
    INVERSE,
    ITEM_REQUIRES,
    NONE_OF,
    ONE_OF,
    REQUIRED_QUALIFIER,
    SUBJECT_TYPE,
    SYMMETRIC,
    VALUE_REQUIRES,
    VALUE_TYPE,
    ids_in,
    listed,
)
from wikidata_repair_eval.benchmark.taxonomy.said import Said
from wikidata_repair_eval.benchmark.taxonomy.situation import Finding, Part, Situation
from wikidata_repair_eval.constraints import Constraint
from wikidata_repair_eval.constraints.vocabulary import END_PROPERTIES, START_PROPERTIES

REPLACEMENT_VALUE, REPLACEMENT_PROPERTY = "P9729", "P6824"


def named_value(situation: Situation, part: Part) -> Finding | None:
    """The first rule by which the constraint gives the value."""
    if part.place == "main" and part.said.snaktype == "somevalue":
        return Finding("unknown_value_set", "Unknown value says nothing that would have to be found.", 0.8)
    for rule in (_replacement, _only_member, _only_required, _points_back, _exchanged, _moved):
        finding = rule(situation, part)
        if finding is not None:
            return finding
    return None


def _replacement(situation: Situation, part: Part) -> Finding | None:
    """The constraint that forbids the old value names what to put in its place (P9729)."""
    for rule in situation.demands.of(NONE_OF, ONE_OF, CONFLICT):
        named = listed(rule, REPLACEMENT_VALUE)
        forbidden = {said.key for said in listed(rule, "P2305")}
        meant = rule.type != NONE_OF or any(said.key in forbidden for said in situation.change.old)
        if meant and len(named) == 1 and named[0].key == part.said.key:
            words = f"The violated constraint names {part.said.text} as the replacement."
            return Finding("named_replacement", words, 0.95, {"constraint": rule.id, "value": part.said.text})
    return None


def _only_member(situation: Situation, part: Part) -> Finding | None:
    """A one-of list of which nothing else is left."""
    if part.place != "main" or situation.change.edited_property != situation.reported:
        return None
    held = {said.key for said in (*situation.change.old, *situation.change.kept)}
    for rule in situation.demands.of(ONE_OF):
        left = [said for said in listed(rule, "P2305") if said.key not in held]
        if len(left) == 1 and left[0].key == part.said.key:
            words = f"Of the allowed values only {part.said.text} is left."
            return Finding(
                "only_allowed_value", words, 0.95, {"constraint": rule.id, "value": part.said.text}
            )
    return None


def _only_required(situation: Situation, part: Part) -> Finding | None:
    """A required statement, class or qualifier for which the constraint lists one value."""
    for rule, parameter in _requirements(situation, part):
        named = listed(rule, parameter)
        if len(named) == 1 and named[0].key == part.said.key:
            words = f"The constraint demands {part.property} and admits only {part.said.text}."
            evidence = {"constraint": rule.id, "value": part.said.text}
            return Finding("only_required_value", words, 0.95, evidence)
    return None


def _requirements(situation: Situation, part: Part) -> Iterator[tuple[Constraint, str]]:
    on_subject = situation.change.entity == situation.subject
    for rule in situation.demands.violated:
        wanted = ids_in(rule, "P2306")
        if rule.type == REQUIRED_QUALIFIER and part.place == "qualifier" and part.property in wanted:
            yield rule, "P2305"
        if part.place != "main":
            continue
        if rule.type == (ITEM_REQUIRES if on_subject else VALUE_REQUIRES) and part.property in wanted:
            yield rule, "P2305"
        if rule.type == (SUBJECT_TYPE if on_subject else VALUE_TYPE) and part.property in _relations(rule):
            yield rule, "P2308"


def _relations(rule: Constraint) -> tuple[str, ...]:
    """Instance of, subclass of, or either, as the constraint's relation says."""
    relation = ids_in(rule, "P2309")
    known = {"Q21503252": ("P31",), "Q21514624": ("P279",), "Q30208840": ("P31", "P279")}
    return known.get(relation[0], ()) if len(relation) == 1 else ()


def _points_back(situation: Situation, part: Part) -> Finding | None:
    """The statement in the other direction, which symmetric and inverse constraints spell out."""
    other = part.said.entity
    unnamed = situation.demands.about(INVERSE) and not situation.demands.of(INVERSE)
    if part.place != "main" or other is None:
        return None
    if part.property not in _back_properties(situation) and not unnamed:
        return None
    edited, subject = situation.change.entity, situation.subject
    if edited != subject and other == subject:
        words = f"{subject} says {situation.reported} of {edited}; the constraint demands the way back."
        return Finding("statement_points_back", words, 0.95, {"from": edited, "to": subject})
    if edited == subject and _says(situation, other, edited):
        words = f"{other} already points to {edited}; the constraint demands the same in the other direction."
        return Finding("statement_points_back", words, 0.9, {"from": edited, "to": other})
    return None


def _back_properties(situation: Situation) -> set[str]:
    found = {situation.reported for _ in situation.demands.of(SYMMETRIC)}
    if situation.demands.about(SYMMETRIC):
        found.add(situation.reported)
    for rule in situation.demands.of(INVERSE):
        found.update(ids_in(rule, "P2306"))
    if found and situation.change.entity == situation.subject:
        found.add(situation.reported)
    return found


def _says(situation: Situation, holder: str, target: str) -> bool:
    node = situation.sight.nodes.get(holder)
    allowed = _back_properties(situation)
    if node is None or node.later:  # later, it may say so because of the repair
        return False
    facts = (fact for fact in node.facts if fact.place == "statement" and fact.property in allowed)
    return any(fact.said.entity == target for fact in facts)


def _exchanged(situation: Situation, part: Part) -> Finding | None:
    """The value stood under the property with which the constraint compares: the two were exchanged."""
    for name in _counterparts(situation) if part.place == "main" else ():
        if _held(situation, name, part.said) or _holds_now(situation, name):
            words = f"The value stood under {name}: the two were exchanged."
            evidence = {"properties": sorted([name, str(part.property)]), "value": part.said.text}
            return Finding("swapped_properties", words, 0.95, evidence)
    return None


def _counterparts(situation: Situation) -> list[str]:
    """What the edited property is compared with: by the constraint, or as the other end of a time."""
    edited, found = situation.change.edited_property, set[str]()
    for rule in situation.demands.of(DIFFERENCE):
        pair = {situation.reported, *ids_in(rule, "P2306")}
        found |= pair if edited in pair else set()
    for ends, others in ((START_PROPERTIES, END_PROPERTIES), (END_PROPERTIES, START_PROPERTIES)):
        found |= set(others) if edited in ends else set()
    return sorted(found - {str(edited)})


def _held(situation: Situation, name: str, said: Said) -> bool:
    node = situation.sight.nodes.get(situation.change.entity)
    if node is None or node.later:
        return False
    return any(f.place == "statement" and f.property == name and f.said.key == said.key for f in node.facts)


def _holds_now(situation: Situation, name: str) -> bool:
    """Without the state before: what went from here stands there today."""
    node = situation.sight.nodes.get(situation.change.entity)
    gone = {said.key for said in situation.change.removed}
    if node is None or not node.later or not gone:
        return False
    return any(f.place == "statement" and f.property == name and f.said.key in gone for f in node.facts)


def _moved(situation: Situation, part: Part) -> Finding | None:
    """The value was already there, in a place where the constraint does not want it."""
    change = situation.change
    if part.place == "qualifier":
        stood = [*(said for _, said in change.qualifiers_removed), *change.removed]
        if any(said.key == part.said.key for said in stood):
            words = f"The value stood on the same statement and moved to {part.property}."
            return Finding("value_moved", words, 0.8, {"value": part.said.text})
        return None
    named = {one for rule in situation.demands.violated for one in ids_in(rule, REPLACEMENT_PROPERTY)}
    if part.place == "main" and part.property in named and _held(situation, situation.reported, part.said):
        words = f"The constraint names {part.property} as the place of this value."
        return Finding("value_moved", words, 0.95, {"value": part.said.text})
    return None
