"""The action of people and of models, by one function over the same places; and S_info, the protocol's score.

Of an item's repair the place is the property (or term) that people edited; where a proposal leaves that
alone, it is the property that was reported. Of a definition's repair it is the constraints of the reported
types. An edit that touches neither place has no action.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.pre_repair import State
from wikidata_repair_eval.benchmark.verdicts import type_key
from wikidata_repair_eval.scoring.matches import statements_at, term_at
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.wikibase import Action, action

Raw = Mapping[str, Any]
SILENCING = -0.5


def s_info(model: str | None, human: str | None) -> float:
    """1 for the same action, -0.5 for deleting what people updated, else 0."""
    if model is not None and model == human:
        return 1.0
    return SILENCING if (model, human) == ("DELETE", "UPDATE") else 0.0


def action_of(room: Room, after: State) -> Action | None:
    """What an edit did, by its state after; None if it did nothing that counts."""
    target = room.case["repair_target"]
    if target["kind"] == "T_BOX":
        return _definition_action(room, after)
    places = [target, *_reported_places(room)]
    found = (_action_at(room.state, after, place) for place in places)
    return next((one for one in found if one is not None), None)


def _reported_places(room: Room) -> list[Raw]:
    holders = room.reported.pointing or (room.state.qid,)
    return [{"entity": holder, "property": room.state.property_id} for holder in holders]


def _action_at(before: State, after: State, place: Raw) -> Action | None:
    entity_id, property_id = place["entity"], place.get("property")
    if property_id is None:
        return action(*(term_at(state, entity_id, str(place["term"])) for state in (before, after)))
    old, new = (statements_at(state, entity_id, property_id) for state in (before, after))
    return None if old is new else action(old, new)


def _definition_action(room: Room, after: State) -> Action | None:
    """Over the reported types; if those are the same, over all constraints."""
    old, new = room.state.constraints, after.constraints
    if old is new:
        return None
    types = room.reported.types
    return action(_of_types(old, types), _of_types(new, types)) or action(old, new)


def _of_types(statements: Sequence[Raw], types: frozenset[bytes]) -> list[Raw]:
    return [raw for raw in statements if type_key(raw) in types]
