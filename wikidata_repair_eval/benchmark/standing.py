"""Which cases are released and which are only diagnostic, and for what reason. The dump decides."""

from collections.abc import Mapping
from typing import Any

Raw = Mapping[str, Any]
NOT_FROZEN, LOST, RETRACTED = "not_frozen", "lost", "retracted"
NOT_CLASSIFIED, INEXPRESSIBLE, WITNESS_CAP = "not_classified", "inexpressible", "witness_cap"
_PERSISTING = ("persists", "not_applicable")


def ineligible(repair: Raw, classified: Raw | None, world_state: Raw | None) -> tuple[str, str] | None:
    """Why this proven repair cannot be released: a reason's name and a sentence; None if it can."""
    if repair["proof"].get("retracted"):
        return RETRACTED, "the violating statement was deprecated, not repaired"
    if world_state is None:
        return NOT_FROZEN, "there is no world state for it"
    if (why := not_frozen_reason(world_state)) is not None:
        return NOT_FROZEN, why
    status = (world_state.get("persistence") or {}).get("status", "not_checked")
    if status == "lost":
        return LOST, "what the repair said is not in the dump any more"
    if status not in _PERSISTING:
        return NOT_FROZEN, f"whether it persists is not known from the dump ({status})"
    if classified is None:
        return NOT_CLASSIFIED, "it has no class yet"
    return None


def not_frozen_reason(world_state: Raw) -> str | None:
    """Why the snapshot does not cover this case, or None if it does."""
    if world_state.get("status") == NOT_FROZEN:
        return str(world_state.get("reason") or "the dump snapshot does not cover it")
    if world_state.get("not_frozen"):
        return str(world_state.get("reason") or world_state["not_frozen"])
    return None
