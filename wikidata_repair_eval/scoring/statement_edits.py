"""Edits of the statements of one property on one entity: a list of statements in, another one out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wikidata_repair_eval.scoring.errors import InvalidProposal, shortened
from wikidata_repair_eval.scoring.proposals import Edit
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.wikibase import render_snak
from wikidata_repair_eval.wikibase.canonical import canonical_reference, canonical_snak
from wikidata_repair_eval.wikibase.ids import is_entity_id
from wikidata_repair_eval.wikibase.ranks import RANKS

Raw = Mapping[str, Any]
Statements = list[Raw]
MOST_SNAKS = 500


def _add(edit: Edit, statements: Statements, room: Room) -> Statements:
    return [*statements, _statement(edit.new, str(edit.property), room, edit.language)]


def _remove(edit: Edit, statements: Statements, room: Room) -> Statements:
    """Without a value or an id: all of them."""
    chosen = set(_selected(edit, statements, room, edit.old))
    return [raw for place, raw in enumerate(statements) if place not in chosen]


def _replace(edit: Edit, statements: Statements, room: Room) -> Statements:
    new = _statement(edit.new, str(edit.property), room, edit.language)
    said = edit.new if isinstance(edit.new, Mapping) else {}
    kept = {"mainsnak": new["mainsnak"]} | {
        key: new[key] for key in ("rank", "qualifiers", "references") if key in said and key in new
    }
    chosen = _one_or_violating(_selected(edit, statements, room, edit.old), statements, edit, room)
    return [{**raw, **kept} if place in chosen else raw for place, raw in enumerate(statements)]


def _set_rank(edit: Edit, statements: Statements, room: Room) -> Statements:
    if edit.new not in RANKS:
        raise InvalidProposal(f"{shortened(edit.new)!r} is no rank")
    return _changed(edit, statements, room, lambda raw: {**raw, "rank": edit.new})


def _add_qualifier(edit: Edit, statements: Statements, room: Room) -> Statements:
    snak = room.values.snak(edit.new, str(edit.qualifier), edit.language)
    return _changed(edit, statements, room, lambda raw: _with_qualifiers(raw, [*_qualifiers(raw), snak]))


def _remove_qualifier(edit: Edit, statements: Statements, room: Room) -> Statements:
    return _with_other_qualifiers(edit, statements, room, [])


def _replace_qualifier(edit: Edit, statements: Statements, room: Room) -> Statements:
    new = room.values.snak(edit.new, str(edit.qualifier), edit.language)
    return _with_other_qualifiers(edit, statements, room, [new])


def _with_other_qualifiers(
    edit: Edit, statements: Statements, room: Room, instead: Sequence[Raw]
) -> Statements:
    """On the statements meant that hold the qualifier; one of them at least must."""
    chosen = _selected(edit, statements, room, None)
    holding = [place for place in chosen if _held(edit, statements[place], room)]
    if not holding:
        raise InvalidProposal(f"no such qualifier {edit.qualifier} on {edit.property} of {edit.entity}")
    changed = list(statements)
    for place in holding:
        raw = statements[place]
        gone = _held(edit, raw, room)
        kept = [snak for number, snak in enumerate(_qualifiers(raw)) if number not in gone]
        changed[place] = _with_qualifiers(raw, [*kept, *instead])
    return changed


def _held(edit: Edit, statement: Raw, room: Room) -> list[int]:
    """Where the statement's qualifiers are the ones meant; without an old value all of that property."""
    own = [(number, snak) for number, snak in enumerate(_qualifiers(statement))]
    own = [(number, snak) for number, snak in own if snak.get("property") == edit.qualifier]
    if edit.old is None:
        return [number for number, _ in own]
    meant = _matching(edit.old, [snak for _, snak in own], str(edit.qualifier), room)
    return [own[place][0] for place in meant]


def _add_reference(edit: Edit, statements: Statements, room: Room) -> Statements:
    reference = _reference(edit.new, room)
    return _changed(
        edit, statements, room, lambda raw: {**raw, "references": [*(raw.get("references") or ()), reference]}
    )


def _remove_reference(edit: Edit, statements: Statements, room: Room) -> Statements:
    """Without a reference: all of them."""
    wanted = None if edit.old is None else canonical_reference(_reference(edit.old, room))
    changed, gone = list(statements), 0
    for place in _selected(edit, statements, room, None):
        own = list(statements[place].get("references") or ())
        kept = [] if wanted is None else [ref for ref in own if canonical_reference(ref) != wanted]
        gone += len(own) - len(kept)
        changed[place] = {**statements[place], "references": kept}
    if not gone:
        raise InvalidProposal(f"no such reference on {edit.property} of {edit.entity}")
    return changed


STATEMENT_EDITS: Mapping[str, Callable[[Edit, Statements, Room], Statements]] = {
    "add": _add,
    "remove": _remove,
    "replace": _replace,
    "set_rank": _set_rank,
    "add_qualifier": _add_qualifier,
    "remove_qualifier": _remove_qualifier,
    "replace_qualifier": _replace_qualifier,
    "add_reference": _add_reference,
    "remove_reference": _remove_reference,
}


def _changed(edit: Edit, statements: Statements, room: Room, change: Callable[[Raw], Raw]) -> Statements:
    """The statement meant, changed; `old` may name it, since nothing else needs it here."""
    meant = _selected(edit, statements, room, edit.old)
    chosen = _one_or_violating(meant, statements, edit, room)
    return [change(raw) if place in chosen else raw for place, raw in enumerate(statements)]


def _selected(edit: Edit, statements: Statements, room: Room, named: Any) -> list[int]:
    """The places of the statements meant: by id, by main value, or all; one at least must be there."""
    value = edit.value if edit.value is not None else named
    found = [place for place, raw in enumerate(statements) if _has_id(raw, edit.statement_id)]
    if not found and value is not None:
        found = _matching(value, [raw["mainsnak"] for raw in statements], str(edit.property), room)
    elif not found and edit.statement_id is None:
        found = list(range(len(statements)))
    if not found:
        what = shortened(value if value is not None else edit.statement_id or "value")
        raise InvalidProposal(f"{edit.entity} has no {edit.property} of {what!r}")
    return found


def _has_id(raw: Raw, statement_id: str | None) -> bool:
    own = raw.get("id")
    return statement_id is not None and own is not None and str(own).upper() == statement_id.upper()


def _one_or_violating(places: list[int], statements: Statements, edit: Edit, room: Room) -> list[int]:
    """Of several that an edit without id and value could mean, those that violate."""
    if len(places) == 1 or edit.statement_id or edit.value is not None or edit.old is not None:
        return places
    violating = [place for place in places if str(statements[place].get("id")).upper() in room.violating]
    if len(violating) != 1:
        raise InvalidProposal(f"{edit.op} does not say which of {len(places)} values of {edit.property}")
    return violating


def _matching(value: Any, snaks: Sequence[Raw], property_id: str, room: Room) -> list[int]:
    """By the text that artifacts show, else by what the value says, else by what it means."""
    if isinstance(value, Mapping) and "mainsnak" in value:
        value = value["mainsnak"]
    if isinstance(value, str):
        shown = [place for place, snak in enumerate(snaks) if render_snak(snak) == value.strip()]
        if shown:
            return shown
    wanted = room.values.snak(value, property_id)
    key = canonical_snak(wanted)
    same = [place for place, snak in enumerate(snaks) if canonical_snak(snak) == key]
    return same or [place for place, snak in enumerate(snaks) if room.meaning.same(snak, wanted)]


def _statement(new: Any, property_id: str, room: Room, language: str | None) -> dict[str, Any]:
    """A whole statement in the full form, or a value as a statement of normal rank."""
    statement: dict[str, Any] = {
        "mainsnak": room.values.snak(new, property_id, language),
        "type": "statement",
        "rank": "normal",
    }
    if not isinstance(new, Mapping):
        return statement
    if new.get("rank") is not None:
        if new["rank"] not in RANKS:
            raise InvalidProposal(f"{shortened(new['rank'])!r} is no rank")
        statement["rank"] = new["rank"]
    if "mainsnak" in new and new.get("qualifiers"):
        statement = _with_qualifiers(statement, _snaks(new["qualifiers"], room))
    if "mainsnak" in new and isinstance(new.get("references"), list):
        statement["references"] = [_reference(raw, room) for raw in new["references"][:MOST_SNAKS]]
    return statement


def _qualifiers(statement: Raw) -> list[Raw]:
    return [snak for snaks in (statement.get("qualifiers") or {}).values() for snak in snaks]


def _with_qualifiers(statement: Raw, snaks: Sequence[Raw]) -> dict[str, Any]:
    rest = {key: value for key, value in statement.items() if key not in ("qualifiers", "qualifiers-order")}
    return {**rest, "qualifiers": _grouped(snaks)} if snaks else rest


def _grouped(snaks: Sequence[Raw]) -> dict[str, list[Raw]]:
    groups: dict[str, list[Raw]] = {}
    for snak in snaks:
        groups.setdefault(str(snak["property"]), []).append(snak)
    return groups


def _reference(raw: Any, room: Room) -> dict[str, Any]:
    """`{"snaks": {P: [...]}}`, `{P: [values]}`, `{P: value}` or a list of snaks."""
    inner = raw.get("snaks", raw) if isinstance(raw, Mapping) else raw
    snaks = _snaks(inner, room)
    if not snaks:
        raise InvalidProposal("a reference says nothing")
    return {"snaks": _grouped(snaks)}


def _snaks(raw: Any, room: Room) -> list[Raw]:
    if isinstance(raw, Mapping):
        rows = [(key, value) for key, values in raw.items() for value in _listed(values)]
    elif isinstance(raw, list):
        rows = [(snak.get("property"), snak) for snak in raw if isinstance(snak, Mapping)]
    else:
        rows = []
    if len(rows) > MOST_SNAKS:
        raise InvalidProposal(f"more than {MOST_SNAKS} qualifiers or reference snaks in one statement")
    return [room.values.snak(value, _property(key, room)) for key, value in rows]


def _property(key: Any, room: Room) -> str:
    found = room.names.property_id(key) if isinstance(key, str) else None
    if found is None or not is_entity_id(found):
        raise InvalidProposal(f"{shortened(key)!r} is no property")
    return found


def _listed(raw: Any) -> list[Any]:
    return raw if isinstance(raw, list) else [raw]
