"""Through what a repair came: which entity, which property, found by trying each change by itself.

The state before the event gets one change at a time; the first that alone makes the verdict clean is what
the repair went through. The reported property is tried first, then terms, then the others.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.constraints import Subject
from wikidata_repair_eval.forensics.case import Case
from wikidata_repair_eval.forensics.locus import Fix
from wikidata_repair_eval.forensics.records import Through
from wikidata_repair_eval.forensics.scene import DEFINITION
from wikidata_repair_eval.forensics.turning import CLEAN
from wikidata_repair_eval.wikibase import changed_properties, entity_type
from wikidata_repair_eval.wikibase.shapes import claims_of

Raw = Mapping[str, Any]
Edited = tuple[str | None, str | None]  # property, term
_TERMS = ("labels", "descriptions", "aliases", "lemmas")


@dataclass(frozen=True, slots=True)
class Way:
    """What was edited: a property, or a term such as `labels/en`."""

    through: Through
    property: str | None
    term: str | None = None


def way_of(case: Case, fix: Fix) -> Way:
    """How the fixing event made the verdict clean."""
    entity = case.scene.events[fix.place].entity
    if entity == DEFINITION:
        return Way("constraint", case.definitions.property_id)
    before, after = (_state(case, entity, position) for position in fix.items)
    trials = _trials(case.definitions.property_id, before, after)
    found = next((way for way, state in trials if _heals(case, fix, entity, state)), None)
    if found is None:  # only all changes together; the reported property stands for them
        found = (case.definitions.property_id, None)
    return Way(_through(case, fix, entity, found[0], before), *found)


def _through(case: Case, fix: Fix, entity: str, property_id: str | None, before: Raw) -> Through:
    if entity in case.companions:
        return "other_holder"
    if entity != case.qid:
        return "neighbour" if entity in case.demands.neighbours else "hierarchy"
    if property_id is None:
        return "terms"
    if property_id == case.definitions.property_id:
        return "same_property"
    # The reported property can also stand in a qualifier or a reference of another one's statement.
    held = {raw.get("id") for raw in claims_of(before).get(property_id) or ()}
    return "same_property" if held & set(fix.before(case).violating) else "other_property"


def _state(case: Case, entity: str, position: int) -> Raw:
    """The entity, or an empty one where it was not there (or only a redirect was)."""
    reading = case.reading(entity, position)
    return (
        reading if isinstance(reading, Mapping) else {"id": entity, "type": entity_type(entity), "claims": {}}
    )


def _trials(reported: str, before: Raw, after: Raw) -> Iterator[tuple[Edited, Raw]]:
    if claims_of(before).get(reported) != claims_of(after).get(reported):
        yield (reported, None), _with_claims(before, after, reported)
    yield from _term_trials(before, after)
    for property_id in changed_properties(before, after):
        if property_id != reported:
            yield (property_id, None), _with_claims(before, after, property_id)


def _term_trials(before: Raw, after: Raw) -> Iterator[tuple[Edited, Raw]]:
    for part in _TERMS:
        old, new = _terms(before, part), _terms(after, part)
        for language in sorted({*old, *new}):
            if old.get(language) != new.get(language):
                terms = {key: term for key, term in old.items() if key != language}
                terms |= {language: new[language]} if language in new else {}
                yield (None, f"{part}/{language}"), {**before, part: terms}


def _terms(raw: Raw, part: str) -> Mapping[str, Any]:
    found = raw.get(part)
    return found if isinstance(found, Mapping) else {}  # an empty map may be written []


def _with_claims(before: Raw, after: Raw, property_id: str) -> Raw:
    claims = {key: value for key, value in claims_of(before).items() if key != property_id}
    new = claims_of(after).get(property_id)
    return {**before, "claims": {**claims, property_id: new} if new else claims}


def _heals(case: Case, fix: Fix, entity: str, state: Raw) -> bool:
    verdict = case.verdict(fix.items[0], fix.definition[0], {entity: Subject(state)})
    return verdict.status in CLEAN
