"""Repairs told by an entity before and after: records shaped like the pipeline's, without a pipeline."""

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy import classify
from wikidata_repair_eval.wikibase import action, statement_ops, values_of
from wikidata_repair_eval_tests.build import Raw, entity, snaks, statement

AS_OF, REPAIRED = "2025-10-01T00:00:00Z", "2025-10-01T00:00:01Z"


@dataclass(frozen=True)
class Story:
    """One repair with the states that go with it."""

    repair: Raw
    state: Raw | None
    world: Raw | None = None

    def told(self) -> Raw:
        return classify(deepcopy(self.repair), deepcopy(self.state), deepcopy(self.world))

    @property
    def class_(self) -> str:
        return str(self.told()["class"])

    @property
    def answer(self) -> tuple[str, str]:
        case = self.told()
        return case["class"], case["subtype"]

    def without_state(self) -> "Story":
        return replace(self, state=None)


def rule(type_id: str, property_id: str = "P1", **parameters: list[Raw]) -> Raw:
    """A P2302 statement of the property."""
    qualifiers = snaks(parameters) if parameters else {}
    raw = statement(
        "P2302", {"snaktype": "value", "datavalue": _item(type_id)}, id=f"{property_id}${type_id}"
    )
    return {**raw, "qualifiers": qualifiers}


def _item(entity_id: str) -> Raw:
    content = {"entity-type": "item", "id": entity_id, "numeric-id": int(entity_id[1:])}
    return {"type": "wikibase-entityid", "value": content}


def story(
    before: Raw,
    after: Raw,
    *,
    rules: list[Raw] | None = None,
    reported: str = "P1",
    edited: str | None = "P1",
    term: str | None = None,
    subject: Raw | None = None,
    neighbours: tuple[Raw, ...] = (),
    violating: list[str] | None = None,
    family: str = "Format",
    world: Raw | None = None,
    **proof: Any,
) -> Story:
    """`before` and `after` are the edited entity; `subject` is the one on the report, if that is another."""
    definitions = rules or []
    holder = subject or before
    blamed = _ids(holder, reported) if violating is None else violating
    target = _target(before, after, edited, term)
    repair = {
        "id": f"repair_{holder['id']}_77",
        "qid": holder["id"],
        "property": reported,
        "track": "A_BOX",
        "repair_target": target,
        "violation_context": {"report_violation_type": family, "value": None},
        "proof": {
            "verdict": "proven",
            "constraints": [{"type_qid": _type(raw), "statement_id": raw["id"]} for raw in definitions],
            "violating_statements": blamed,
            "retracted": False,
            **proof,
        },
    }
    others = [*neighbours, *([before] if subject else [])]
    state = {
        "id": repair["id"],
        "entity": holder,
        "neighbours": {raw["id"]: raw for raw in others},
        "class_edges": [],
        "constraints": definitions,
        "companions": [],
        "as_of": AS_OF,
    }
    return Story(repair, state, world)


def replaced(
    old: Raw, new: Raw, *, property_id: str = "P1", rest: tuple[Raw, ...] = (), **more: Any
) -> Story:
    """The only value of a property was changed in place on Q1, which has the `rest` besides and the texts."""
    parts = {
        name: more.pop(name) for name in ("labels", "descriptions", "aliases", "sitelinks") if name in more
    }
    before, after = (entity("Q1", statement(property_id, value), *rest, **parts) for value in (old, new))
    more.setdefault("reported", property_id)
    return story(before, after, edited=property_id, **more)


def created(new: Raw, *, property_id: str = "P2", rest: tuple[Raw, ...] = (), **more: Any) -> Story:
    """A statement was added to Q1, which had none of this property."""
    parts = {
        name: more.pop(name) for name in ("labels", "descriptions", "aliases", "sitelinks") if name in more
    }
    before = entity("Q1", *rest, **parts)
    after = entity("Q1", *rest, statement(property_id, new), **parts)
    return story(before, after, edited=property_id, **more)


def _target(before: Raw, after: Raw, edited: str | None, term: str | None) -> Raw:
    old, new = (_shown(raw, edited, term) for raw in (before, after))
    whole = [
        [*(raw["claims"].get(edited) or [])] if edited else _shown(raw, None, term) for raw in (before, after)
    ]
    return {
        "kind": "A_BOX",
        "action": action(*whole) or "UPDATE",
        "entity": before["id"],
        "property": edited,
        "term": term,
        "old_value": old,
        "new_value": new,
        "value": new or old,
        "statement_ops": statement_ops(before, after, [edited]) if edited else [],
        "revision_id": 77,
        "parent_id": 76,
        "session_revision_ids": [77],
        "timestamp": REPAIRED,
        "author": "Somebody",
        "comment": "",
    }


def _shown(raw: Raw, edited: str | None, term: str | None) -> list[Raw]:
    if edited is not None:
        return values_of(raw, edited)
    part, _, language = str(term).partition("/")
    found = raw[part].get(language)
    if not found:
        return []
    content = {"text": found["value"], "language": language}
    return [
        {"snaktype": "value", "datatype": "monolingualtext", "value": content, "rank": "normal", "text": ""}
    ]


def _ids(raw: Raw, property_id: str) -> list[str]:
    return [one["id"] for one in raw["claims"].get(property_id, [])]


def _type(raw: Raw) -> str:
    return str(raw["mainsnak"]["datavalue"]["value"]["id"])
