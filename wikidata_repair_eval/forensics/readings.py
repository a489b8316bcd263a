"""What the text of a revision says: an entity, a redirect, or nothing that can be read."""

from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.forensics.texts import Texts, Unreadable
from wikidata_repair_eval.forensics.tracks import Step
from wikidata_repair_eval.wikibase import Entity, Malformed, Redirect, parse_entity

Raw = Mapping[str, Any]
# None: there was no page, and that is known.
Reading = Raw | Redirect | Unreadable | None


def read(texts: Texts, step: Step, entity_id: str) -> Reading:
    """The state of an entity at a step of its track."""
    if step.kind == "absent":
        return None
    if step.revision is None:
        return Unreadable(step.why)
    text = texts.text(step.revision.revid)
    return text if isinstance(text, Unreadable) else decoded(text, entity_id, step.revision.revid)


def decoded(text: str, entity_id: str, revid: int) -> Reading:
    try:
        parsed = parse_entity(text)
    except (Malformed, AttributeError, KeyError, TypeError, ValueError) as error:
        return Unreadable(f"the text of revision {revid} is no entity ({error})")
    if isinstance(parsed, Redirect):
        return parsed
    if not isinstance(parsed, Entity):
        return None
    return _part(parsed, entity_id)


def _part(entity: Entity, entity_id: str) -> Reading:
    """Forms and senses live on the page of their lexeme."""
    if "-" not in entity_id or entity.id == entity_id:
        return entity.raw
    parts = entity.forms if "-F" in entity_id else entity.senses
    return next((part.raw for part in parts if part.id == entity_id), None)
