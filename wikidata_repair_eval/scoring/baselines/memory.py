"""Two baselines that remember the training split: the usual action, and the usual repair of a definition."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from wikidata_repair_eval.files import json_bytes
from wikidata_repair_eval.scoring.baselines.plain import always_delete, do_nothing
from wikidata_repair_eval.scoring.baselines.sight import Answer, Case, Operation, Propose, Sight, abstention
from wikidata_repair_eval.scoring.replay import constraint_operations
from wikidata_repair_eval.wikibase import constraint_signature

DELETE = "DELETE"


def majority_action(training: Iterable[Case]) -> Propose:
    """The commonest action per kind of violation; where that is not to delete, the value loses its rank.

    It knows no values. A deprecated statement is an UPDATE, so the action can be right and the value is not.
    """
    actions: dict[str, Counter[str]] = defaultdict(Counter)
    for case in training:
        action = str(case["repair_target"].get("action") or "T_BOX")
        actions[_kind(case)][action] += 1
        actions[""][action] += 1

    def propose(case: Case) -> Answer:
        common = _commonest(actions.get(_kind(case)) or actions[""])
        if common is None:
            return abstention("There was nothing to learn from.")
        if common == DELETE:
            return always_delete(case)
        sight = Sight(case)
        ranks = [sight.operation("set_rank", old=value, new="deprecated") for value in sight.offending()]
        if not ranks:
            return do_nothing(case)
        return Answer(ranks, f"Most repairs of this kind are {common}; no value is known.")

    return propose


def definition_majority(training: Iterable[Case]) -> Propose:
    """The commonest repair under the same property and definition, word for word; otherwise it abstains."""
    seen: dict[str, Counter[bytes]] = defaultdict(Counter)
    for case in training:
        remembered = _remembered(case)
        if remembered is not None:
            seen[_definition(case)][json_bytes(remembered)] += 1

    def propose(case: Case) -> Answer:
        common = _commonest(seen.get(_definition(case)) or Counter())
        if common is None:
            return abstention("This definition was not in the training split.")
        return _again(case, _decoded(common))

    return propose


def _kind(case: Case) -> str:
    return str(case["violation_context"]["report_violation_type"])


def _definition(case: Case) -> str:
    """The property, the kind of violation, and all of its constraints as they stood."""
    rules = constraint_signature(list(case["pre_repair_state"]["constraints"]))
    return f"{case['property']} {_kind(case)} {rules}"


def _remembered(case: Case) -> dict[str, Any] | None:
    """What was done, without the entity it was done to."""
    target = case["repair_target"]
    if target["kind"] == "T_BOX":
        delta = target["constraint_delta"]
        return {"track": "T_BOX", "operations": constraint_operations(str(case["property"]), delta)}
    if target["entity"] != case["qid"] or target["property"] is None:
        return None  # done to another entity: nothing that could be repeated word for word
    new = [
        {key: one[key] for key in ("snaktype", "datatype", "value", "text")} for one in target["new_value"]
    ]
    return {"track": "A_BOX", "property": target["property"], "new": new}


def _again(case: Case, remembered: Mapping[str, Any]) -> Answer:
    told = "The commonest repair under this definition, from memory."
    if remembered["track"] == "T_BOX":
        return Answer(list(remembered["operations"]), told, track="T_BOX")
    sight, operations = Sight(case), list[Operation]()
    if remembered["property"] == sight.property_id:
        operations += [sight.operation("remove", old=value) for value in sight.offending()]
    fields = {"property": remembered["property"]}
    operations += [{**sight.operation("add", new=value), **fields} for value in remembered["new"]]
    return Answer(operations, told)


def _commonest(counts: Mapping[Any, int]) -> Any:
    """The most frequent; of equals the first in sorted order, so that the order of cases does not matter."""
    return min(counts, key=lambda one: (-counts[one], one)) if counts else None


def _decoded(content: bytes) -> dict[str, Any]:
    decoded: dict[str, Any] = orjson.loads(content)
    return decoded
