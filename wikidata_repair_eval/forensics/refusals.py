"""Candidates that need no judging: what they themselves, or the history alone, already decide."""

from wikidata_repair_eval.forensics.case import Case
from wikidata_repair_eval.forensics.outcomes import Outcome, empty_proof, unproven
from wikidata_repair_eval.forensics.records import UnprovenOutcome
from wikidata_repair_eval.forensics.windows import Windows, constraints_were_templates
from wikidata_repair_eval.reports.records import Candidate


def refusal(candidate: Candidate, windows: Windows | None) -> Outcome | None:
    """What no request could help."""
    if constraints_were_templates(candidate):
        reason = "before July 2017 constraints were templates on talk pages"
        return unproven(candidate, "undecidable", reason, empty_proof("undecidable", reason))
    if candidate.property_id is None or windows is None:
        reason = "the candidate does not say which property or when its reports were published"
        return unproven(candidate, "undecidable", reason, empty_proof("undecidable", reason))
    return None


def told_by_history(case: Case) -> Outcome | None:
    """What can be said without looking at any state."""
    track, candidate = case.tracks[case.qid], case.candidate
    if track.deleted is not None and track.deleted <= case.windows.reach.end:
        reason = f"{case.qid} was deleted on {track.deleted[:10]}"
        return unproven(candidate, "entity_removed", reason)
    if track.trouble == "history_too_deep":
        return unproven(candidate, "history_too_deep", track.why)
    if track.trouble:
        outcome: UnprovenOutcome = "undecidable" if track.trouble == "deleted" else "error"
        return unproven(candidate, outcome, track.why)
    trouble = case.definitions.track.trouble
    if trouble:
        kind: UnprovenOutcome = "history_too_deep" if trouble == "history_too_deep" else "undecidable"
        return unproven(candidate, kind, f"the constraints cannot be read: {case.definitions.track.why}")
    edits = len(track.within(case.windows.wide_items))
    if edits > case.limits.max_revisions:
        return unproven(candidate, "undecidable", f"{edits} edits in the window are more than we read")
    return None
