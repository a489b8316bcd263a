"""The journal of one partition of Stage 2: outcomes are kept a batch at a time, as soon as they are known.

It is the protocol's append-only log: a killed run goes on where it stopped. Artifacts are streamed from it,
so that a page with hundreds of thousands of candidates never has to fit into memory.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel

from wikidata_repair_eval.forensics import Outcome
from wikidata_repair_eval.forensics.merging import OnePerId
from wikidata_repair_eval.net.cache import Cache

# `brief` is what merging and metadata need of a repair; `stats` is there for every outcome.
REPAIR, UNPROVEN, STATE, STATS, BRIEF = "repair", "unproven", "pre_repair_state", "stats", "brief"
FLUSH = 100  # outcomes come in such batches, so that a kill costs at most what was not asked for yet


class RepairJournal:
    """Outcomes by candidate key. `edition` keeps outcomes of another version or configuration apart."""

    def __init__(self, path: Path, edition: str) -> None:
        self._file = Cache(path, edition, purpose="outcomes")
        self._keys: list[str] = []

    def knows(self, key: str) -> bool:
        """Is this candidate's outcome kept already? Also notes the order in which candidates come."""
        self._keys.append(key)
        return self._file.get(f"{STATS}/{key}") is not None

    def keep(self, outcomes: Iterable[Outcome]) -> None:
        waiting: dict[str, bytes] = {}
        try:
            for number, outcome in enumerate(outcomes, start=1):
                waiting |= _entries(outcome)
                if number % FLUSH == 0:
                    self._file.put_many(waiting)
                    waiting.clear()
        finally:
            self._file.put_many(waiting)

    def stats(self) -> Iterator[dict[str, Any]]:
        """What each candidate cost, in their order."""
        return (orjson.loads(body) for _, body in self._bodies(STATS))

    def briefs(self) -> Iterator[dict[str, Any]]:
        """Id, violations and agreement of every proven candidate, also of those with a common id."""
        return (orjson.loads(body) for _, body in self._bodies(BRIEF))

    def unproven(self) -> Iterator[orjson.Fragment]:
        return (orjson.Fragment(body) for _, body in self._bodies(UNPROVEN))

    def merging(self) -> OnePerId:
        """Which candidates ended in the same edit of the same entity."""
        found = OnePerId()
        for key, body in self._bodies(BRIEF):
            brief = orjson.loads(body)
            found.note(key, brief["id"], brief["violations"])
        return found

    def repairs(self, merging: OnePerId) -> Iterator[Any]:
        """One record per id, ready to be written."""
        for key, body in self._bodies(REPAIR):
            if more := merging.more(key):
                repair = orjson.loads(body)
                yield {**repair, "violations": [*repair["violations"], *more]}
            elif merging.keeps(key):
                yield orjson.Fragment(body)

    def states(self, merging: OnePerId) -> Iterator[orjson.Fragment]:
        """The states before the repairs that are kept."""
        return (orjson.Fragment(body) for key, body in self._bodies(STATE) if merging.keeps(key))

    def close(self) -> None:
        self._file.close()

    def _bodies(self, part: str) -> Iterator[tuple[str, bytes]]:
        """In the order of the candidates; an outcome without this part is left out."""
        keys = iter(self._keys)
        while some := list(islice(keys, FLUSH)):
            found = self._file.get_many(f"{part}/{key}" for key in some)
            yield from ((key, found[f"{part}/{key}"].body) for key in some if f"{part}/{key}" in found)


def _entries(outcome: Outcome) -> dict[str, bytes]:
    """All parts of an outcome, which are stored together or not at all."""
    parts = {
        REPAIR: outcome.repair,
        UNPROVEN: outcome.unproven,
        STATE: outcome.pre_repair_state,
        STATS: outcome.stats,
        BRIEF: _brief(outcome),
    }
    return {f"{part}/{outcome.key}": _bytes(record) for part, record in parts.items() if record is not None}


def _brief(outcome: Outcome) -> dict[str, Any] | None:
    repair = outcome.repair
    if repair is None:
        return None
    rule = repair.protocol_attribution
    agrees = None if rule is None else rule.agrees_with_proof
    return {"id": repair.id, "violations": repair.violations, "rule_agrees": agrees}


def _bytes(record: Any) -> bytes:
    # By the fields themselves: a dump of the model would first copy whole entities.
    return orjson.dumps(record, default=_fields, option=orjson.OPT_SORT_KEYS)


def _fields(record: Any) -> dict[str, Any]:
    if not isinstance(record, BaseModel):
        raise TypeError(f"{type(record).__name__} has no place in a record")
    return record.__dict__
