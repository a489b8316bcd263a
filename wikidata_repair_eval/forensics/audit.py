"""What must hold of stored repairs. Judges only; mends nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wikidata_repair_eval.forensics.candidates import key_of
from wikidata_repair_eval.forensics.merging import violations_of

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
    outcomes = Counter(key for repair in repairs for key in _keys_of(repair))
    outcomes.update(_key(one["candidate"], one["candidate"]["property_id"]) for one in unproven)
    asked = dict.fromkeys(_key(candidate, candidate["property_id"]) for candidate in candidates)
    return [key for key in asked if outcomes[key] != 1]


def _keys_of(repair: Record) -> Iterator[str]:
    """The candidates that a repair answers: several can end in one edit."""
    for violation in violations_of(repair):
        yield _key({**violation, "qid": repair["qid"]}, violation["property"])


def _key(told: Record, property_id: str | None) -> str:
    return key_of(property_id, told["qid"], told["report_revision_old"], told["report_revision_new"])
