"""Rules for repairs that only take away or lower statements: nothing has to be found, only told."""

from collections.abc import Iterable, Mapping

from wikidata_repair_eval.benchmark.taxonomy.demands import (
    CONFLICT,
    DISTINCT,
    FORMAT,
    NONE_OF,
    ONE_OF,
    RANGE,
    UNITS,
    ids_in,
    is_text,
    listed,
)
from wikidata_repair_eval.benchmark.taxonomy.said import Said, said_in_record
from wikidata_repair_eval.benchmark.taxonomy.situation import Finding, Situation

SURE, LIKELY, GUESSED = 0.95, 0.8, 0.7
_ONE_BY_ONE = (FORMAT, ONE_OF, NONE_OF, RANGE, UNITS)


def told_to_remove(situation: Situation, gone: Iterable[Said]) -> Finding | None:
    """The first rule by which the constraint alone says that these values must go."""
    values = tuple(gone)
    for rule in (_duplicate, _self_link, _violating, _conflicting, _shared, _forbidden, _reported, _by_kind):
        finding = rule(situation, values)
        if finding is not None:
            return finding
    return None


def _duplicate(situation: Situation, gone: tuple[Said, ...]) -> Finding | None:
    change = situation.change
    if gone or change.added or len(change.old) <= len(change.new):
        return None
    words = "The same value stood there more than once, and one is enough."
    return Finding("duplicate_removed", words, SURE, {"value": change.new[0].text if change.new else None})


def _self_link(situation: Situation, gone: tuple[Said, ...]) -> Finding | None:
    if not gone or any(said.entity != situation.change.entity for said in gone):
        return None
    words = (
        f"The removed value is {situation.change.entity} itself: an entity does not stand in its own value."
    )
    return Finding("self_link_removed", words, SURE, {"value": situation.change.entity})


def _violating(situation: Situation, gone: tuple[Said, ...]) -> Finding | None:
    """Exactly the violating statements went or fell; of those that stay none violates."""
    ids = {_statement_id(edit.before) for edit in situation.change.edits if edit.before}
    blamed = situation.violating
    if not gone or not ids or not blamed or not ids <= blamed or not blamed <= ids | _elsewhere(situation):
        return None
    if not situation.change.kept and situation.change.new:
        return None
    words = "The constraint condemns exactly the statements that went; those that stayed do not violate it."
    return Finding("violating_removed", words, SURE, {"statements": sorted(ids), "values": _texts(gone)})


def _elsewhere(situation: Situation) -> frozenset[str]:
    """Violating statements of other properties or entities, which this edit could not touch."""
    change, held = situation.change, _held(situation)
    if held is None and change.edited_property == situation.reported:
        own = f"{change.entity}$".casefold()  # all that is known of the others is whose they are
        return frozenset(one for one in situation.violating if not one.startswith(own))
    return frozenset(one for one in situation.violating if one not in (held or ()))


def _held(situation: Situation) -> set[str] | None:
    """The ids of all statements of the edited property; None where nobody stored them."""
    node = situation.sight.nodes.get(situation.change.entity)
    if node is None or node.raw is None:
        return None
    claims = node.raw.get("claims")
    found = claims.get(situation.change.edited_property) if isinstance(claims, Mapping) else None
    return {_statement_id(raw) for raw in found or ()}


def _conflicting(situation: Situation, gone: tuple[Said, ...]) -> Finding | None:
    """The statements that a conflicts-with constraint names."""
    for rule in situation.demands.of(CONFLICT):
        if situation.change.edited_property not in ids_in(rule, "P2306"):
            continue
        named = {said.key for said in listed(rule, "P2305")}
        if gone and all(not named or said.key in named for said in gone):
            words = (
                f"The constraint names {situation.change.edited_property} with this value as the conflict."
            )
            return Finding("conflicting_removed", words, SURE, {"values": _texts(gone)})
    return None


def _shared(situation: Situation, gone: tuple[Said, ...]) -> Finding | None:
    """The value that two holders share went from one of them."""
    if not situation.demands.about(DISTINCT) or situation.change.entity == situation.subject:
        return None
    offending = {said.key for said in _offending(situation)}
    if not gone or not offending or any(said.key not in offending for said in gone):
        return None
    words = "The value may stand on one entity only, and it was taken from the other one."
    return Finding("shared_value_removed", words, SURE, {"values": _texts(gone)})


def _singled_out(situation: Situation) -> bool:
    """Statements are blamed by their ids, and the ids of those that changed are known."""
    return bool(situation.violating and situation.change.edits)


def _forbidden(situation: Situation, gone: tuple[Said, ...]) -> Finding | None:
    """Without ids of statements: the parameters themselves tell the removed values from the kept ones."""
    kept = situation.change.kept
    if _singled_out(situation) or not gone or situation.change.edited_property != situation.reported:
        return None
    bad = [fails(situation, said) for said in gone]
    good = [fails(situation, said) for said in kept]
    if not all(bad) or any(answer is not False for answer in good):
        return None
    words = "The parameters of the constraint refuse exactly the removed values and admit those that stayed."
    return Finding("refused_value_removed", words, LIKELY, {"values": _texts(gone)})


def _reported(situation: Situation, gone: tuple[Said, ...]) -> Finding | None:
    """The report itself lists the removed values and none of those that stayed."""
    offending = {said.key for said in _offending(situation)}
    if _singled_out(situation) or not gone or situation.change.edited_property != situation.reported:
        return None
    kept = {said.key for said in situation.change.kept}
    if not all(said.key in offending for said in gone) or kept & offending:
        return None
    words = "The report lists exactly the removed values."
    return Finding("reported_value_removed", words, LIKELY, {"values": _texts(gone)})


def _by_kind(situation: Situation, gone: tuple[Said, ...]) -> Finding | None:
    """Constraints that condemn each value by itself: whatever went, was condemned."""
    if _singled_out(situation) or not gone or not situation.demands.about(*_ONE_BY_ONE):
        return None
    if situation.change.edited_property != situation.reported or any(
        fails(situation, s) is False for s in gone
    ):
        return None
    words = "A constraint of this kind condemns each value by itself, and the repair only took values away."
    return Finding("condemned_value_removed", words, GUESSED, {"values": _texts(gone)})


def fails(situation: Situation, said: Said) -> bool | None:
    """The lists and formats of the property refuse the value; None if there is none that can tell."""
    answers: list[bool] = []
    for rule in situation.demands.every:
        if rule.type == ONE_OF:
            answers.append(said.key not in {one.key for one in listed(rule, "P2305")})
        elif rule.type == NONE_OF:
            answers.append(said.key in {one.key for one in listed(rule, "P2305")})
    if is_text(said) and any(rule.type == FORMAT for rule in situation.demands.every):
        admitted = situation.demands.admits_text(said.text)
        answers += [] if admitted is None else [not admitted]
    return any(answers) if answers else None


def _offending(situation: Situation) -> list[Said]:
    shown = (situation.repair.get("violation_context") or {}).get("value") or ()
    found = (said_in_record(one) for one in shown)
    return [said for said in found if said is not None]


def _statement_id(raw: object) -> str:
    return str(raw.get("id")).casefold() if isinstance(raw, Mapping) else ""


def _texts(values: Iterable[Said]) -> list[str]:
    return [said.text for said in values]
