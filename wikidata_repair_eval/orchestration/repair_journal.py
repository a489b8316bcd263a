"""The journal of one partition of Stage 2: every outcome is kept as soon as it is known.

It is the protocol's append-only log: a killed run goes on where it stopped. Artifacts are streamed from it,
so that a page with hundreds of thousands of candidates never has to fit into memory.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from wikidata_repair_eval.forensics import Outcome
from wikidata_repair_eval.net.cache import Cache

PARTS = ("repair", "unproven", "pre_repair_state", "stats")


class RepairJournal:
    """Outcomes by candidate key. `edition` keeps outcomes of another version or configuration apart."""

    def __init__(self, path: Path, edition: str) -> None:
        self._file = Cache(path, edition, purpose="outcomes")
        self._keys: list[str] = []

    def knows(self, key: str) -> bool:
        """Is this candidate's outcome kept already? Also notes the order in which candidates come."""
        self._keys.append(key)
        return self._file.get(key) is not None

    def keep(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            record = {part: _plain(getattr(outcome, part)) for part in PARTS}
            self._file.put(outcome.key, orjson.dumps(record, option=orjson.OPT_SORT_KEYS))

    def records(self, part: str) -> Iterator[dict[str, Any]]:
        """The records of one part, in the order of the candidates; an outcome without one is left out."""
        for key in self._keys:
            entry = self._file.get(key)
            record = orjson.loads(entry.body)[part] if entry is not None else None
            if record is not None:
                yield record

    def close(self) -> None:
        self._file.close()


def _plain(record: Any) -> Any:
    return None if record is None else record.model_dump(mode="json")
