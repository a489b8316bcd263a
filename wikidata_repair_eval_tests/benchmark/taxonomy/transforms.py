"""Changes of a case that change no information, and one that takes all evidence away.

They work on plain records: a repair, the state before it, its frozen world.
"""

import json
import re
from collections.abc import Callable
from typing import Any

Raw = dict[str, Any]
Case = tuple[Raw, Raw | None, Raw | None]
# Ids that carry meaning by themselves, like those of constraint types: calendars, units, the Earth.
_MEANINGFUL = re.compile(r"Q(?:1985727|1985786|2|199|577|11573|3710|11574)")
_ID = re.compile(r"\bQ(\d+)\b")


def renamed(case: Case) -> Case:
    """Every item under another id."""
    keep = {match for part in case for match in _constraint_ids(part)}
    return _each(
        case, lambda part: json.loads(_ID.sub(lambda m: _new_id(m, keep), json.dumps(_bare_ids(part))))
    )


def _new_id(match: re.Match[str], keep: set[str]) -> str:
    name = match[0]
    return name if name in keep or _MEANINGFUL.fullmatch(name) else f"Q{int(match[1]) + 7_000_000_000}"


def _constraint_ids(part: Any) -> set[str]:
    """Types of constraints, and what their relation, scope, status and place say."""
    found: set[str] = set()
    fixed = ("P2309", "P4680", "P2316", "P5314")
    for snak in _dicts(part):
        if snak.get("property") in ("P2302", *fixed) and isinstance(snak.get("datavalue"), dict):
            value = snak["datavalue"].get("value")
            found |= {value["id"]} if isinstance(value, dict) and "id" in value else set()
        for key in ("type_qid", "qid"):
            if key in snak and ("statement_id" in snak or ("label" in snak and len(snak) == 2)):
                found.add(str(snak[key]))
    return found


def _bare_ids(part: Any) -> Any:
    """Without numbers of ids, which say the same a second time."""
    if isinstance(part, dict):
        return {key: _bare_ids(value) for key, value in part.items() if key != "numeric-id"}
    return [_bare_ids(one) for one in part] if isinstance(part, list) else part


def reordered(case: Case) -> Case:
    """Every map and every list of statements, snaks and constraints in the opposite order."""
    return _each(case, _reversed)


def _reversed(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _reversed(value) for key, value in reversed(part.items())}
    if isinstance(part, list):
        turned = [_reversed(one) for one in part]
        return turned[::-1] if all(isinstance(one, dict) for one in turned) else turned
    return part


def crowded(case: Case) -> Case:
    """The item and all its neighbours say something more that has nothing to do with the repair."""
    repair, state, world = case
    if state is None:
        return case
    entities = {"entity": _crowd(state["entity"])}
    neighbours = {key: _crowd(raw) for key, raw in state["neighbours"].items()}
    return repair, {**state, **entities, "neighbours": neighbours}, world


def _crowd(raw: Raw) -> Raw:
    if not isinstance(raw.get("claims"), dict):
        return raw
    extra = {"P999001": [_text_statement(raw["id"])]}
    return {**raw, "claims": {**extra, **raw["claims"]}}


def _text_statement(owner: str) -> Raw:
    datavalue = {"type": "string", "value": "zzqx unrelated words zzqx"}
    snak = {"snaktype": "value", "property": "P999001", "datavalue": datavalue, "datatype": "string"}
    return {"id": f"{owner}$zzqx", "mainsnak": snak, "rank": "normal", "type": "statement"}


def stripped(case: Case) -> Case:
    """Nothing left to look at but the values under repair: no texts, no other statement, no neighbour."""
    repair, state, _ = case
    assert state is not None
    edited = repair["repair_target"]["property"]
    entity = _strip(state["entity"], {repair["property"], edited})
    neighbours = {
        key: _strip(raw, {edited})
        for key, raw in state["neighbours"].items()
        if key == repair["repair_target"]["entity"]
    }
    return repair, {**state, "entity": entity, "neighbours": neighbours}, None


def _strip(raw: Raw, properties: set[str | None]) -> Raw:
    claims = {key: _plain(value) for key, value in raw["claims"].items() if key in properties}
    return {**raw, "claims": claims, "labels": {}, "descriptions": {}, "aliases": {}, "sitelinks": {}}


def _plain(statements: list[Raw]) -> list[Raw]:
    return [{key: one[key] for key in ("id", "mainsnak", "rank", "type")} for one in statements]


HARMLESS: dict[str, Callable[[Case], Case]] = {
    "items renamed": renamed,
    "order turned round": reordered,
    "unrelated statements added": crowded,
}


def _each(case: Case, change: Callable[[Any], Any]) -> Case:
    repair, state, world = (change(part) for part in case)
    return repair, state, world


def _dicts(part: Any) -> list[Raw]:
    if isinstance(part, dict):
        return [part, *(one for value in part.values() for one in _dicts(value))]
    return [one for value in part for one in _dicts(value)] if isinstance(part, list) else []
