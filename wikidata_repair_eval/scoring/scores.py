"""One case, one proposal, one trace.

A proposal that is missing, invalid or on the wrong track scores 0 everywhere; each of these is counted by
itself. `score_case` never raises because of a proposal: whatever is wrong with it costs one invalid score.
"""

from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.benchmark.expressible import repaired
from wikidata_repair_eval.benchmark.pre_repair import State
from wikidata_repair_eval.scoring.actions import action_of, s_info
from wikidata_repair_eval.scoring.apply import apply
from wikidata_repair_eval.scoring.errors import InvalidProposal, shortened
from wikidata_repair_eval.scoring.functional import NOT_SCORED, functional
from wikidata_repair_eval.scoring.matches import definition_matches, value_matches
from wikidata_repair_eval.scoring.proposals import Proposal
from wikidata_repair_eval.scoring.reading import read_proposal
from wikidata_repair_eval.scoring.room import Room
from wikidata_repair_eval.scoring.traces import SCORER_VERSION, about
from wikidata_repair_eval.wikibase import Malformed

Raw = Mapping[str, Any]
Answer = Proposal | Raw | str | bytes
# What reading or judging hostile values may run into; anything else is a bug of ours and must be seen.
_HOSTILE = (InvalidProposal, Malformed, RecursionError, OverflowError, UnicodeError)


def score_case(case: Raw, answer: Answer | None) -> dict[str, Any]:
    """The score trace of one case; no answer at all is `missing`."""
    room = Room(case)
    people = repaired(case, room.state)
    human = case["repair_target"].get("action") or action_of(room, people)  # told by the same function
    trace = about(case) | {"action_human": human, "scorer_version": SCORER_VERSION}
    if answer is None:
        return trace | _nothing() | {"missing": True, "reason": "there is no proposal for this case"}
    try:
        return trace | _answered(room, answer, people, human)
    finally:
        room.forget()


def _answered(room: Room, answer: Answer, people: State, human: str | None) -> dict[str, Any]:
    case = room.case
    try:
        proposal = answer if isinstance(answer, Proposal) else read_proposal(answer, case, room.names)
        after = apply(proposal, room)
        return _bookkeeping(proposal) | _scored(room, proposal, after, people, human)
    except _HOSTILE as error:
        reason = shortened(str(error) or type(error).__name__, 300)
        return _said_of(answer) | _nothing() | {"invalid": True, "reason": reason}


def _scored(room: Room, proposal: Proposal, after: State, people: State, human: str | None) -> dict[str, Any]:
    case, diagnosis = room.case, proposal.diagnosis
    said = {"track_model": diagnosis, "track_correct": diagnosis == case["track"]}
    if diagnosis is not None and diagnosis != case["track"]:
        return _nothing() | said | {"reason": f"the repair is on the track {case['track']}"}
    model = action_of(room, after)
    exact, semantic = _matches(room, after, people) if model else (False, False)
    return (
        _nothing()
        | said
        | {
            "abstained": proposal.abstain,
            "action_model": model,
            "s_info": s_info(model, human),
            "action_match": model is not None and model == human,
            "exact": exact,
            "semantic": semantic,
            "functional": functional(room, after, people).record(),
        }
    )


def _matches(room: Room, after: State, people: State) -> tuple[bool, bool]:
    target = room.case["repair_target"]
    if target["kind"] == "T_BOX":
        return definition_matches(target, after, room.reported)
    return value_matches(target, people, after, room.meaning)


def _nothing() -> dict[str, Any]:
    """The scores of a proposal that cannot be scored."""
    return {
        "action_model": None,
        "s_info": 0.0,
        "action_match": False,
        "exact": False,
        "semantic": False,
        "functional": NOT_SCORED.record(),
        "track_model": None,
        "track_correct": False,
        "abstained": False,
        "invalid": False,
        "missing": False,
        "reason": None,
    }


def _bookkeeping(proposal: Proposal) -> dict[str, Any]:
    return {
        "confidence": proposal.confidence,
        "layers": list(proposal.layers) if proposal.layers is not None else None,
        "model": proposal.model,
        "usage": proposal.usage.model_dump(exclude_none=True) if proposal.usage else None,
    }


def _said_of(answer: Answer) -> dict[str, Any]:
    """What an invalid answer still tells about the run it belongs to."""
    kept: dict[str, Any] = {"confidence": None, "layers": None, "model": None, "usage": None}
    if not isinstance(answer, Mapping):
        return kept
    layers, model = answer.get("layers"), answer.get("model")
    if isinstance(layers, list) and all(isinstance(one, str) for one in layers[:20]):
        kept["layers"] = [shortened(one, 40) for one in layers[:20]]
    if isinstance(model, str):
        kept["model"] = shortened(model, 200)
    return kept
