"""The outcome of one candidate: a repair with its pre-repair state, or the reason why there is none."""

from dataclasses import dataclass

from wikidata_repair_eval.forensics.candidates import candidate_key
from wikidata_repair_eval.forensics.records import (
    FetchStats,
    PersistenceCheck,
    PreRepairState,
    Proof,
    ProofVerdict,
    ProtocolAttribution,
    Repair,
    UnprovenCandidate,
    UnprovenOutcome,
)
from wikidata_repair_eval.reports.records import Candidate


@dataclass(frozen=True, slots=True)
class Outcome:
    """Exactly one of `repair` and `unproven` is there; `pre_repair_state` goes with a repair.

    `stats` says what the answer cost: it differs from run to run, the rest does not.
    """

    key: str
    candidate: Candidate
    stats: FetchStats
    repair: Repair | None = None
    unproven: UnprovenCandidate | None = None
    pre_repair_state: PreRepairState | None = None

    @property
    def name(self) -> str:
        return self.stats.outcome


def stats_of(candidate: Candidate, outcome: str, reason: str) -> FetchStats:
    return FetchStats(
        qid=candidate.qid,
        property_id=candidate.property_id,
        report_revision_old=candidate.report_revision_old,
        report_revision_new=candidate.report_revision_new,
        violation_type=candidate.violation_type,
        outcome=outcome,
        reason=reason,
        requests=0.0,
        cache_hits=0.0,
        revisions_read=0,
    )


def unproven(
    candidate: Candidate,
    outcome: UnprovenOutcome,
    reason: str,
    proof: Proof | None = None,
    attribution: ProtocolAttribution | None = None,
    persistence: PersistenceCheck | None = None,
) -> Outcome:
    record = UnprovenCandidate(
        candidate=candidate,
        outcome=outcome,
        reason=reason,
        proof=proof,
        protocol_attribution=attribution,
        persistence_check=persistence,
    )
    return Outcome(candidate_key(candidate), candidate, stats_of(candidate, outcome, reason), unproven=record)


def released(repair: Repair, state: PreRepairState, candidate: Candidate) -> Outcome:
    stats = stats_of(candidate, "proven", repair.proof.reason)
    return Outcome(candidate_key(candidate), candidate, stats, repair=repair, pre_repair_state=state)


def empty_proof(verdict: ProofVerdict, reason: str, *, widened: bool = False) -> Proof:
    """A proof of nothing: no event, no locus."""
    return Proof(
        verdict=verdict,
        locus="NONE",
        through=None,
        constraints=(),
        event=None,
        before=None,
        after=None,
        cells=None,
        violating_statements=(),
        partial_repairs=(),
        class_tree=None,
        reason=reason,
        window_widened=widened,
    )
