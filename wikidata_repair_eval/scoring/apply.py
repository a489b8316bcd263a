"""A proposal applied to the state before the repair: another state, or a reason why it cannot be done.

Nothing given is changed. Edits of entities are here, edits of definitions in `constraint_edits`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.benchmark.expressible import with_claims, with_label
from wikidata_repair_eval.benchmark.pre_repair import State
from wikidata_repair_eval.constraints.vocabulary import CONSTRAINT
from wikidata_repair_eval.scoring.constraint_edits import with_changed_constraint
from wikidata_repair_eval.scoring.errors import InvalidProposal, shortened
from wikidata_repair_eval.scoring.merging import merged
from wikidata_repair_eval.scoring.proposals import ChangeConstraint, Edit, Proposal
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.scoring.statement_edits import STATEMENT_EDITS
from wikidata_repair_eval.wikibase import is_entity_id
from wikidata_repair_eval.wikibase.shapes import claims_of

Raw = Mapping[str, Any]
LONGEST_LABEL = 250


def apply(proposal: Proposal, room: Room) -> State:
    """The state after the proposal; InvalidProposal if one of its operations cannot be done."""
    state = room.state
    for operation in () if proposal.abstain else proposal.operations:
        state = _applied(operation, state, room)
    return state


def _applied(operation: Edit | ChangeConstraint, state: State, room: Room) -> State:
    if isinstance(operation, ChangeConstraint):
        if operation.property != state.property_id:
            raise InvalidProposal(f"{operation.property} is not the property of this case")
        return state.with_constraints(with_changed_constraint(operation, state.constraints, room))
    if operation.op == "none":
        return state
    if not state.knows(operation.entity):
        raise InvalidProposal(f"{operation.entity} is no entity that this case may edit")
    return _EDITS.get(operation.op, _edited_statements)(operation, state, room)


def _edited_statements(edit: Edit, state: State, room: Room) -> State:
    property_id = str(edit.property)
    raw = _entity(state, edit.entity)
    statements = claims_of(raw).get(property_id) or []
    if not statements and not room.knows_property(property_id):
        raise InvalidProposal(f"{property_id} is a property that this case does not know")
    changed = STATEMENT_EDITS[edit.op](edit, list(statements), room)
    after = state.with_entity(edit.entity, with_claims(raw, property_id, changed))
    if property_id == CONSTRAINT and edit.entity == state.property_id:
        raise InvalidProposal("constraints are changed by change_constraint, on the T_BOX track")
    return after


def _entity(state: State, entity_id: str) -> Raw:
    raw = state.entity(entity_id)
    if "redirect" in raw or "missing" in raw:
        raise InvalidProposal(f"{entity_id} is no entity any more")
    return raw


def _labelled(edit: Edit, state: State, room: Room) -> State:
    text, language = edit.new, edit.language or "en"
    if isinstance(text, Mapping):
        text = text.get("text") or text.get("value")
    if text is not None and not (isinstance(text, str) and 0 < len(text.strip()) <= LONGEST_LABEL):
        raise InvalidProposal(f"{shortened(text)!r} is no label")
    if not language.replace("-", "").isalnum() or len(language) > 20:
        raise InvalidProposal(f"{shortened(language)!r} is no language")
    raw = _entity(state, edit.entity)
    return state.with_entity(edit.entity, with_label(raw, language.lower(), text and text.strip()))


def _merged(edit: Edit, state: State, room: Room) -> State:
    target = room.names.entity_id(edit.new) if isinstance(edit.new, str) else None
    if target is None or not is_entity_id(target) or target not in state.entities or target == edit.entity:
        raise InvalidProposal(f"{edit.entity} cannot be merged into {shortened(edit.new)!r} in this case")
    source, into = _entity(state, edit.entity), _entity(state, target)
    if source.get("type") != into.get("type"):
        raise InvalidProposal(f"{edit.entity} and {target} are entities of different types")
    after = state.with_entity(target, merged(source, into))
    return after.with_entity(edit.entity, {"entity": edit.entity, "redirect": target})


_EDITS: Mapping[str, Callable[[Edit, State, Room], State]] = {"set_label": _labelled, "merge_into": _merged}


def touched(before: State, after: State) -> Sequence[tuple[str, str]]:
    """The (entity, property) pairs whose statements are other ones now; a redirect has none any more."""
    found = []
    for entity_id, raw in after.entities.items():
        old = before.entity(entity_id) if before.knows(entity_id) else {}
        if old is not raw:
            earlier, later = _claims(old), _claims(raw)
            names = sorted({*earlier, *later})
            found += [(entity_id, name) for name in names if earlier.get(name) != later.get(name)]
    return found


def _claims(raw: Raw) -> Mapping[str, Any]:
    return claims_of(raw) if raw and "redirect" not in raw and "missing" not in raw else {}
