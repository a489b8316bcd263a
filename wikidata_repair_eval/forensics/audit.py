"""What must hold of stored repairs. Judges only; mends nothing."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.forensics.candidates import candidate_key, deduplicated
from wikidata_repair_eval.reports.records import Candidate

Record = Mapping[str, Any]


def not_proven(repairs: Iterable[Record]) -> list[str]:
    """Repairs whose proof does not say: violated before, clean after, by a named event."""
    return [
        repair["id"]
        for repair in repairs
        if (proof := repair["proof"])["verdict"] != "proven"
        or proof["before"] != "violated"
        or proof["after"] not in ("clean", "retracted")
        or proof["event"] is None
    ]


def repeated_ids(repairs: Iterable[Record]) -> list[str]:
    """Ids that stand more than once on one page."""
    return [name for name, count in Counter(repair["id"] for repair in repairs).items() if count > 1]


def without_one_outcome(
    candidates: Iterable[Record], repairs: Iterable[Record], unproven: Iterable[Record]
) -> list[str]:
    """Candidates with no outcome, or with more than one."""
    outcomes = Counter(_key_of_repair(repair) for repair in repairs)
    outcomes.update(candidate_key(Candidate.model_validate(one["candidate"])) for one in unproven)
    asked = deduplicated(Candidate.model_validate(candidate) for candidate in candidates)
    return [key for candidate in asked if outcomes[key := candidate_key(candidate)] != 1]


def _key_of_repair(repair: Record) -> str:
    context = repair["violation_context"]
    revisions = f"{context['report_revision_old']}/{context['report_revision_new']}"
    return f"{repair['property']}/{repair['qid']}/{revisions}"
