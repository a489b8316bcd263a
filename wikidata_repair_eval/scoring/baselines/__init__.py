"""Baselines: what a rule without any learning, or with nothing but memory, proposes.

A baseline sees what a model may see: the state before the repair and what the report said, never the repair.
Those that learn are given the cases of the training split alone. `BASELINES` names them all.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.scoring.baselines.guided import constraint_guided
from wikidata_repair_eval.scoring.baselines.local import local_lookup
from wikidata_repair_eval.scoring.baselines.memory import definition_majority, majority_action
from wikidata_repair_eval.scoring.baselines.plain import always_delete, do_nothing
from wikidata_repair_eval.scoring.baselines.sight import Answer, Baseline, Propose

BASELINES: Mapping[str, Baseline] = {
    "do-nothing": lambda _: do_nothing,
    "always-delete": lambda _: always_delete,
    "majority-action": majority_action,
    "definition-majority": definition_majority,
    "constraint-guided": lambda _: constraint_guided,
    "local-lookup": lambda _: local_lookup,
}
SCHEMA_VERSION = 1
LEARNING = frozenset({"majority-action", "definition-majority"})


def proposals_of(
    name: str, cases: Iterable[Mapping[str, Any]], training: Iterable[Mapping[str, Any]] = ()
) -> Iterable[dict[str, Any]]:
    """One proposal per case by this baseline; `training` is read only by those that learn."""
    propose = BASELINES[name](training)
    for case in cases:
        yield record(name, case["id"], propose(case))


def record(name: str, case_id: str, answer: Answer) -> dict[str, Any]:
    """The answer as a proposal record."""
    return {
        "case_id": case_id,
        "track": answer.track,
        "operations": answer.operations,
        "abstain": answer.abstain,
        "confidence": None,
        "rationale": answer.rationale,
        "usage": {"prompt_tokens": None, "completion_tokens": None, "cost": None, "latency_s": None},
        "layers": ["L1", "L2", "L3", "L4"],
        "model": f"baseline:{name}",
        "raw": None,
        "schema_version": SCHEMA_VERSION,
    }


__all__ = ["BASELINES", "LEARNING", "Answer", "Baseline", "Propose", "proposals_of", "record"]
