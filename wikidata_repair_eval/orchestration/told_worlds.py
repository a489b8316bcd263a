"""What a person wants to know of many world states, noted while they go by as a stream."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from wikidata_repair_eval.orchestration import pictures

Record = Mapping[str, Any]


class ToldWorlds:
    """Metadata of the worlds that went by; to be read when the last one has."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._status, self._persistence, self._reasons = Counter[str](), Counter[str](), Counter[str]()
        self._sample: list[dict[str, Any]] = []

    def noting(self, member: tuple[str, Any]) -> tuple[str, Any]:
        name, world = member
        if name not in self._seen:
            self._seen.add(name)
            self._status[world["status"]] += 1
            self._persistence[world["persistence"]["status"]] += 1
            if world["status"] == "not_frozen":
                self._reasons[world["reason"]] += 1
            if len(self._sample) < 10:
                self._sample.append(_shown(name, world))
        return member

    def metadata(self) -> dict[str, Any]:
        judged = self._persistence["persists"] + self._persistence["lost"]
        return {
            "cases": len(self._seen),
            "frozen": self._status["frozen"],
            "not_frozen": self._status["not_frozen"],
            "why_not_frozen": pictures.counts_table(dict(self._reasons.most_common(20))),
            "persistence": pictures.counts_table(self._persistence),
            "loss_rate": round(self._persistence["lost"] / judged, 4) if judged else 0.0,
            "sample": pictures.table(self._sample),
            "plot": pictures.bars(dict(self._status + self._persistence), "worlds and persistence"),
        }


def _shown(name: str, world: Record) -> dict[str, Any]:
    ego, rules = world.get("L1_ego_node") or {}, (world.get("L4_constraints") or {}).get("constraints", [])
    return {
        "id": name,
        "status": world["status"],
        "label": ego.get("label"),
        "edges": len((world.get("L3_neighborhood") or {}).get("outgoing_edges", [])),
        "constraints": len(rules),
        "persistence": world["persistence"]["status"],
    }
