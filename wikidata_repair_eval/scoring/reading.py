"""The forgiving reader: whatever a model said, turned into a strict Proposal or refused with a reason.

Accepts JSON, fenced JSON, JSON in prose; one operation or a list; other names for keys, operations and
tracks; labels for ids, resolved through the case's own labels. It never guesses a value.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from wikidata_repair_eval.scoring.errors import InvalidProposal, shortened
from wikidata_repair_eval.scoring.json_text import bounded, json_in
from wikidata_repair_eval.scoring.names import Names
from wikidata_repair_eval.scoring.operation_names import (
    CHANGE_KEYS,
    OPERATION_KEYS,
    OPERATIONS,
    PROPOSAL_KEYS,
    RANKS,
    TRACKS,
    folded,
    renamed,
)
from wikidata_repair_eval.scoring.proposals import Proposal

Raw = Mapping[str, Any]
_ANSWER_KEYS = ("raw", "response", "answer", "text", "content", "completion", "output")
_BOOKKEEPING = ("case_id", "confidence", "rationale", "usage", "layers", "model", "raw")


def read_proposal(
    answer: str | bytes | Raw | Sequence[Any], case: Raw, names: Names | None = None
) -> Proposal:
    """The proposal that an answer makes for this case; InvalidProposal if it makes none."""
    if isinstance(answer, bytes):
        answer = answer.decode("utf-8", "replace")
    found = json_in(answer) if isinstance(answer, str) else bounded(answer)
    members = _as_proposal(found)
    if members.get("malformed"):
        raise InvalidProposal(shortened(members["malformed"], 300))
    if not _says_something(members):
        members = _from_text(members)
    return _strict(members, case, names or Names(case))


def read_record(answer: str | None, case: Raw) -> dict[str, Any]:
    """The record of an answer for a proposals file; one that makes no proposal carries `malformed`."""
    said = {"case_id": str(case["id"]), "raw": answer}
    try:
        if answer is None:
            raise InvalidProposal("there was no answer")
        found = read_proposal(answer, case).model_dump(mode="json", exclude_none=True)
    except InvalidProposal as error:
        return {**said, "malformed": str(error)}
    return {**found, **said}


def _as_proposal(found: Any) -> dict[str, Any]:
    """A proposal, one operation, a list of operations, or a list that holds one proposal."""
    if isinstance(found, Sequence) and not isinstance(found, str):
        only = found[0] if len(found) == 1 else None
        if isinstance(only, Mapping) and _says_something(renamed(only, PROPOSAL_KEYS)):
            return renamed(only, PROPOSAL_KEYS)
        return {"operations": list(found)}
    if not isinstance(found, Mapping):
        raise InvalidProposal(f"the answer is {shortened(found)}, not an object")
    members = renamed(found, PROPOSAL_KEYS)
    if not _says_something(members) and "op" in renamed(found, OPERATION_KEYS):
        rest = {key: value for key, value in members.items() if key in ("case_id", "track", "confidence")}
        return {**rest, "operations": [dict(found)]}
    return members


def _says_something(members: Raw) -> bool:
    return "operations" in members or "abstain" in members


def _from_text(members: dict[str, Any]) -> dict[str, Any]:
    """A record that only holds what the model said: its text is the answer, the rest is bookkeeping."""
    for key in _ANSWER_KEYS:
        said = members.get(key)
        if isinstance(said, str) and said.strip():
            kept = {name: members[name] for name in _BOOKKEEPING if name in members}
            return {**_as_proposal(json_in(said)), **kept}
    raise InvalidProposal("the answer holds neither operations nor an abstention")


def _strict(members: Raw, case: Raw, names: Names) -> Proposal:
    kept = {key: members[key] for key in _BOOKKEEPING if members.get(key) is not None}
    kept["case_id"] = str(case["id"])
    kept["track"] = _track(members.get("track"))
    kept["abstain"] = _flag(members.get("abstain"))
    kept["operations"] = [] if kept["abstain"] else list(_operations(members.get("operations"), case, names))
    for key, reader in (("confidence", _confidence), ("layers", _layers), ("rationale", _text)):
        if key in kept:
            kept[key] = reader(kept[key])
    try:
        return Proposal.model_validate(kept)
    except (ValidationError, RecursionError) as error:
        raise InvalidProposal(_first_problem(error)) from None


def _first_problem(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "the answer is nested too deeply"
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"] if part not in _UNION_TAGS)
    return shortened(f"{place}: {first['msg']}" if place else first["msg"], 200)


_UNION_TAGS = frozenset({*OPERATIONS.values()})


def _track(raw: Any) -> str | None:
    if raw is None:
        return None
    found = TRACKS.get(folded(raw))
    if found is None:
        raise InvalidProposal(f"{shortened(raw)!r} is no track; the tracks are A_BOX and T_BOX")
    return found


def _flag(raw: Any) -> bool:
    if isinstance(raw, str) and folded(raw) in ("true", "false", "yes", "no", ""):
        return folded(raw) in ("true", "yes")
    if raw is None or isinstance(raw, bool):
        return bool(raw)
    raise InvalidProposal(f"abstain is {shortened(raw)}, neither true nor false")


def _confidence(raw: Any) -> Any:
    """0.8, "0.8" or "80%"; what is none of these is left out, since no score hangs on it."""
    text = str(raw).strip() if isinstance(raw, str | int | float) and not isinstance(raw, bool) else ""
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        return None
    return number if 0 <= number <= 1 else None


def _layers(raw: Any) -> Any:
    """["L1", "L2"], "L1+L2" or "L1,L2"."""
    if isinstance(raw, str):
        return [part.strip() for part in raw.replace(",", "+").split("+") if part.strip()]
    return raw


def _text(raw: Any) -> str:
    return raw if isinstance(raw, str) else shortened(raw, 2_000)


def _operations(raw: Any, case: Raw, names: Names) -> Iterator[dict[str, Any]]:
    if isinstance(raw, Mapping):
        raw = [raw]
    if raw is None or raw == "none":
        return
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        raise InvalidProposal(f"operations are {shortened(raw)}, not a list")
    for number, operation in enumerate(raw, start=1):
        if not isinstance(operation, Mapping):
            raise InvalidProposal(f"operation {number} is {shortened(operation)}, not an object")
        yield from _operation(operation, case, names)


def _operation(raw: Raw, case: Raw, names: Names) -> Iterator[dict[str, Any]]:
    members = renamed(raw, OPERATION_KEYS)
    said = folded(members.pop("op", None))
    op = OPERATIONS.get(said)
    if op is None:
        raise InvalidProposal(f"{shortened(said)!r} is no operation")
    members = {key: value for key, value in members.items() if key in _FIELDS[op == "change_constraint"]}
    members["op"] = op
    if members.get("property") is not None or op not in ("set_label", "merge_into", "none"):
        members["property"] = _id(members.get("property", case["property"]), names.property_id, "property")
    if op == "change_constraint":
        yield _constraint_change(members, names)
        return
    members["entity"] = _id(members.get("entity", case["qid"]), names.entity_id, "entity")
    if members.get("qualifier") is not None:
        members["qualifier"] = _id(members["qualifier"], names.property_id, "qualifier")
    if said == "deprecate":
        members.setdefault("new", "deprecated")
    yield from _spread(_filled(members))


_FIELDS = {
    False: frozenset(
        {"entity", "property", "statement_id", "value", "qualifier", "language", "old", "new", "rank"}
    ),
    True: frozenset({"property", "statement_id", "constraint_type", "change"}),
}


def _id(raw: Any, resolve: Any, what: str) -> str:
    found = resolve(raw) if isinstance(raw, str) else None
    if found is None:
        raise InvalidProposal(f"{shortened(raw)!r} is no {what} of this case")
    return str(found)


def _filled(members: dict[str, Any]) -> dict[str, Any]:
    """`value` and `rank` where other names belong, as the operation needs them."""
    op, value, rank = members["op"], members.get("value"), members.pop("rank", None)
    if (
        op in ("add", "replace", "set_label", "merge_into")
        and members.get("new") is None
        and value is not None
    ):
        members["new"] = members.pop("value")
    elif op == "remove" and members.get("old") is None and value is not None:
        members["old"] = members.pop("value")
    if op == "set_rank":
        new = members.get("new")
        said = new.get("rank") if isinstance(new, Mapping) else new
        chosen = said if rank is None else rank
        members["new"] = RANKS.get(folded(chosen), chosen)
    elif rank is not None and op == "add" and members.get("new") is not None:
        members["new"] = {"snaktype": "value", "value": members["new"], "rank": RANKS.get(folded(rank), rank)}
    return members


def _spread(members: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Lists of values: pairs are replaced, what is left over is removed or added."""
    if members["op"] not in ("add", "remove", "replace"):
        yield members
        return
    old, new = _listed(members.pop("old", None)), _listed(members.pop("new", None))
    if members["op"] != "replace" or not (old and new):
        side = "old" if members["op"] == "remove" else "new"
        for value in (old if side == "old" else new) or [None]:
            yield {**members, side: value}
        return
    kept = [value for value in old if value in new] if len(old) + len(new) > 2 else []
    old, new = ([value for value in side if value not in kept] for side in (old, new))
    for before, after in zip(old, new, strict=False):
        yield {**members, "old": before, "new": after}
    for value in old[len(new) :]:
        yield {**members, "op": "remove", "old": value}
    for value in new[len(old) :]:
        yield {**members, "op": "add", "new": value}


def _listed(raw: Any) -> list[Any]:
    if raw is None:
        return []
    return list(raw) if isinstance(raw, list | tuple) else [raw]


def _constraint_change(members: dict[str, Any], names: Names) -> dict[str, Any]:
    kind = members.get("constraint_type")
    if isinstance(kind, Mapping):
        kind = kind.get("qid") or kind.get("id") or kind.get("label")
    if kind is not None:
        members["constraint_type"] = _id(kind, names.entity_id, "constraint type")
    change = members.get("change")
    if not isinstance(change, Mapping):
        raise InvalidProposal("change_constraint has no change")
    members["change"] = {
        key: _parameters(value, names) if key in ("add", "remove") else value
        for key, value in renamed(change, CHANGE_KEYS).items()
        if key in CHANGE_KEYS and value is not None
    }
    return members


def _parameters(raw: Any, names: Names) -> dict[str, list[Any]]:
    if not isinstance(raw, Mapping):
        raise InvalidProposal("the parameters to add or remove are not given by property")
    return {_id(key, names.property_id, "parameter"): _listed(value) for key, value in raw.items()}
