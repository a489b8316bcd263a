"""The cases of one page: its files joined by id, each read as a stream, since none has to fit into memory."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

from wikidata_repair_eval.artifacts import Artifact, ArtifactStore
from wikidata_repair_eval.benchmark.answers import answers
from wikidata_repair_eval.benchmark.cases import Parts, benchmark_case
from wikidata_repair_eval.benchmark.eligible import Seen
from wikidata_repair_eval.benchmark.queries import query_of
from wikidata_repair_eval.benchmark.retrieval import Question
from wikidata_repair_eval.benchmark.shelf import Shelf
from wikidata_repair_eval.orchestration.contracts.benchmark import RETRIEVAL_SNAPSHOTS
from wikidata_repair_eval.orchestration.contracts.benchmark_taxonomy import CLASSIFIED_CASES
from wikidata_repair_eval.orchestration.contracts.repairs import (
    CONSTRAINT_HISTORY,
    PRE_REPAIR_STATES,
    WIKIDATA_REPAIRS,
)
from wikidata_repair_eval.orchestration.contracts.world import WORLD_STATE

Raw = Mapping[str, Any]
Case = dict[str, Any]


def seen_on(store: ArtifactStore, key: str) -> Iterator[Seen]:
    """Every repair of a page with its class and its world, for deciding whom to ask about."""
    with _classified(store, key) as classified, _worlds(store, key) as worlds:
        for repair in store.lines(WIKIDATA_REPAIRS, key):
            yield repair, classified.get(repair["id"]), worlds.get(repair["id"])


def questions_on(store: ArtifactStore, key: str) -> Iterator[Question]:
    """What to ask about the Type C cases of a page."""
    with ExitStack() as stack:
        classified, worlds, states = (
            stack.enter_context(shelf(store, key)) for shelf in (_classified, _worlds, _states)
        )
        for repair in store.lines(WIKIDATA_REPAIRS, key):
            found, state = classified.get(repair["id"]), states.get(repair["id"])
            if found is not None and found["class"] == "TypeC" and state is not None:
                yield _question(repair, state, worlds.get(repair["id"]) or {})


def cases_on(store: ArtifactStore, key: str, popularity: Mapping[str, Raw]) -> Iterator[Case]:
    """Every repair of a page as a case."""
    times = _definition_times(store, key)
    with ExitStack() as stack:
        classified, worlds, states, searches = (
            stack.enter_context(shelf(store, key)) for shelf in (_classified, _worlds, _states, _searches)
        )
        for repair in store.lines(WIKIDATA_REPAIRS, key):
            name = repair["id"]
            yield benchmark_case(
                Parts(
                    repair=repair,
                    pre_repair_state=states.get(name),
                    world_state=worlds.get(name),
                    classified=classified.get(name),
                    retrieval=searches.get(name),
                    popularity=popularity.get(repair["qid"]),
                    definition_times=times,
                )
            )


def stored_searches(store: ArtifactStore, key: str) -> Iterator[tuple[str, Raw]]:
    """What an earlier run froze for this page."""
    if store.exists(RETRIEVAL_SNAPSHOTS, key):
        yield from store.members(RETRIEVAL_SNAPSHOTS, key)


def counted(cases: Iterator[Case], told: Counter[str]) -> Iterator[Case]:
    """The same cases; on the way `told` learns how many there are of each kind."""
    for case in cases:
        told[f"class {case['class']}"] += 1
        told[f"standing {case['diagnostic_reason'] or 'released'}"] += 1
        yield case


def _question(repair: Raw, state: Raw, world: Raw) -> Question:
    labels = (world.get("L2_labels") or {}).get("entities") or {}
    nodes = (world.get("L3_neighborhood") or {}).get("nodes") or {}
    names = {name: _names(row, nodes.get(name)) for name, row in labels.items()}
    wanted = answers(repair, names)
    properties = {name: str(row["label"]) for name, row in labels.items() if name[0] == "P" and row["label"]}
    return Question(repair["id"], query_of(repair, state, properties, wanted), wanted)


def _names(row: Raw, node: Raw | None) -> list[str]:
    return [name for name in (row.get("label"), *((node or {}).get("aliases") or ())) if name]


def _classified(store: ArtifactStore, key: str) -> Shelf:
    return Shelf(_lines(store, CLASSIFIED_CASES, key))


def _states(store: ArtifactStore, key: str) -> Shelf:
    return Shelf(_lines(store, PRE_REPAIR_STATES, key))


def _worlds(store: ArtifactStore, key: str) -> Shelf:
    """A page whose world was not frozen yet has cases all the same: they say so."""
    return Shelf(store.members(WORLD_STATE, key) if store.exists(WORLD_STATE, key) else ())


def _searches(store: ArtifactStore, key: str) -> Shelf:
    return Shelf(stored_searches(store, key))


def _lines(store: ArtifactStore, artifact: Artifact, key: str) -> Iterator[tuple[str, Raw]]:
    if store.exists(artifact, key):
        yield from ((record["id"], record) for record in store.lines(artifact, key))


def _definition_times(store: ArtifactStore, key: str) -> dict[int, str]:
    if not store.exists(CONSTRAINT_HISTORY, key):
        return {}
    return {state["revision_id"]: state["timestamp"] for state in store.load(CONSTRAINT_HISTORY, key)}
