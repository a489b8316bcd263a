"""From the cases of all pages to the cases of a release: one per id, capped clusters, splits over all.

Two passes over the pages, so that the cases themselves never have to fit into memory: the first collects what
decisions need, the second finishes and hands out one case at a time.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.benchmark.clusters import MOST_WITNESSES, over_the_cap
from wikidata_repair_eval.benchmark.splits import (
    DEFINITION,
    ENTITY,
    TEMPORAL,
    Boundaries,
    definition_part,
    entity_part,
    temporal_boundaries,
)
from wikidata_repair_eval.benchmark.standing import INEXPRESSIBLE, WITNESS_CAP

Case = dict[str, Any]
# What a surplus witness leaves out: it says that it exists, and its cluster's kept witnesses say the rest.
HEAVY = ("pre_repair_state", "world_state", "retrieval_context", "trace")


@dataclass(frozen=True, slots=True)
class _Sighting:
    """One case on one page, as far as decisions need it."""

    page: str
    cluster: str
    moment: str
    reason: str | None
    definitions: tuple[str, ...]
    violations: tuple[Mapping[str, Any], ...]


class Plan:
    """What becomes of every case. `cases_of` reads a page anew each time; `pages` are in their order."""

    def __init__(
        self,
        version: str,
        pages: Sequence[str],
        cases_of: Callable[[str], Iterable[Case]],
        *,
        popularity: Mapping[str, Mapping[str, Any]] | None = None,
        boundaries: Boundaries | None = None,
        most_witnesses: int = MOST_WITNESSES,
    ) -> None:
        self.version = version
        self._pages, self._cases_of, self._popularity = pages, cases_of, popularity
        self._seen: dict[str, list[_Sighting]] = defaultdict(list)
        for page in pages:
            for case in cases_of(page):
                self._seen[case["id"]].append(_sighting(page, case))
        self._chosen = {case_id: _best(seen) for case_id, seen in self._seen.items()}
        self._cap(most_witnesses)
        self._moments = self._moments_of_clusters()
        moments = [self._moments[self._chosen[case_id].cluster] for case_id in self.released]
        self.boundaries = boundaries or temporal_boundaries(moments)

    def cases(self) -> Iterator[Case]:
        """Every case once, finished, released or not (`diagnostic_reason` tells), page by page."""
        for page in self._pages:
            for case in self._cases_of(page):
                if self._chosen[case["id"]].page == page:
                    yield self._finished(case)

    @property
    def on_several_pages(self) -> int:
        return sum(len(seen) > 1 for seen in self._seen.values())

    def _moments_of_clusters(self) -> dict[str, str]:
        """An edit session takes its time, but it belongs to one part: to that of its first repair."""
        moments: dict[str, str] = {}
        for one in self._chosen.values():
            moments[one.cluster] = min(one.moment, moments.get(one.cluster, one.moment))
        return moments

    def _cap(self, most: int) -> None:
        """Comes before the question whether a repair can be expressed, which popularity does not ask."""
        standing = {None, INEXPRESSIBLE}
        members = [(one.cluster, case_id) for case_id, one in self._chosen.items() if one.reason in standing]
        self.surplus = over_the_cap(members, most)
        self._sizes = Counter(one.cluster for one in self._chosen.values())
        self.released = frozenset(
            case_id
            for case_id, one in self._chosen.items()
            if one.reason is None and case_id not in self.surplus
        )

    def _finished(self, case: Case) -> Case:
        seen = self._seen[case["id"]]
        definitions = sorted({name for one in seen for name in one.definitions})
        finished = {
            **case,
            "violations": [violation for one in seen for violation in one.violations],
            "definitions": definitions,
            "cluster_size": self._sizes[case["cluster_id"]],
            "popularity": self._popular(case),
            "splits": self._splits(case, definitions),
        }
        return _without_the_heavy(finished) if case["id"] in self.surplus else finished

    def _popular(self, case: Case) -> Mapping[str, Any] | None:
        """Tiers are shares of all entities, so today's table counts, not the one of the page's day."""
        if self._popularity is None:
            return case.get("popularity")
        return self._popularity.get(case["qid"])

    def _splits(self, case: Case, definitions: Iterable[str]) -> dict[str, str | None]:
        if case["id"] not in self.released:
            return {TEMPORAL: None, DEFINITION: None, ENTITY: None}
        return {
            TEMPORAL: self.boundaries.part(self._moments[case["cluster_id"]]),
            DEFINITION: definition_part(definitions),
            ENTITY: entity_part(case["qid"]),
        }


def _sighting(page: str, case: Case) -> _Sighting:
    return _Sighting(
        page,
        case["cluster_id"],
        case["timestamps"]["repair"],
        case["diagnostic_reason"],
        tuple(case["definitions"]),
        tuple(case["violations"]),
    )


def _best(seen: Sequence[_Sighting]) -> _Sighting:
    """The first page on which the case can be released; the first page if there is none."""
    return next((one for one in seen if one.reason is None), seen[0])


def _without_the_heavy(case: Case) -> Case:
    told = "its cluster has enough witnesses without it"
    reason = {"diagnostic_reason": WITNESS_CAP, "diagnostic_detail": told, "main_score": False}
    return {**case, **dict.fromkeys(HEAVY), **reason}
