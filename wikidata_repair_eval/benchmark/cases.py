"""One benchmark case from a repair and what later stages found about it; editors' names and comments go.

Nothing here reads files. Which cases are kept is in `standing` and `clusters`, which part in `splits`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wikidata_repair_eval.benchmark.clusters import cluster_id
from wikidata_repair_eval.benchmark.expressible import expressible
from wikidata_repair_eval.benchmark.live_media import without_live_media
from wikidata_repair_eval.benchmark.splits import (
    DEFINITION,
    ENTITY,
    TEMPORAL,
    definition_part,
    definitions_of,
    entity_part,
)
from wikidata_repair_eval.benchmark.standing import INEXPRESSIBLE, ineligible

SCHEMA_VERSION = 1
# Who edited and what they wrote about it: provenance in the repair files, nobody's business in a release.
PERSONAL = ("author", "comment")
OF_CLASSIFICATION = ("class", "subtype", "confidence", "trace", "evidence_as_of")

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that is known of one repair; None where a stage has nothing."""

    repair: Raw
    pre_repair_state: Raw | None
    world_state: Raw | None
    classified: Raw | None
    retrieval: Raw | None
    popularity: Raw | None
    definition_times: Mapping[int, str]


def benchmark_case(parts: Parts) -> dict[str, Any]:
    """The case as its page sees it; `temporal`, which needs all pages, is decided by the release."""
    repair, classified = parts.repair, parts.classified or {}
    case = {
        **without_names(repair),
        **{name: classified.get(name) for name in OF_CLASSIFICATION},
        "violations": violations_of(repair),
        "pre_repair_state": parts.pre_repair_state,
        "world_state": parts.world_state,
        "persistence_check": _persistence(repair, parts.world_state),
        "retrieval_context": _retrieval(parts),
        "popularity": parts.popularity,
        "cluster_id": cluster_id(repair),
        "definitions": sorted(definitions_of(repair)),
        "timestamps": _timestamps(repair, parts.definition_times),
        "splits": _splits(repair),
        "schema_version": SCHEMA_VERSION,
    }
    name, sentence = _diagnosis(parts, case) or (None, None)
    main = bool(classified.get("main_score")) and name is None
    return {**case, "main_score": main, "diagnostic_reason": name, "diagnostic_detail": sentence}


def without_names(repair: Raw) -> dict[str, Any]:
    """The repair without the editor's name and comment."""
    target = {key: value for key, value in repair["repair_target"].items() if key not in PERSONAL}
    return {**repair, "repair_target": target}


def violations_of(repair: Raw) -> list[dict[str, Any]]:
    """What the page's reports said of it; a record without such a list has only its own context."""
    own = {"property": repair["property"], **repair["violation_context"]}
    return list(repair.get("violations") or [own])


def _diagnosis(parts: Parts, case: Raw) -> tuple[str, str] | None:
    reason = ineligible(parts.repair, parts.classified, parts.world_state)
    if reason is not None:
        return reason
    sentence = expressible(case)
    return None if sentence is None else (INEXPRESSIBLE, sentence)


def _persistence(repair: Raw, world_state: Raw | None) -> dict[str, Any]:
    dump = (world_state or {}).get("persistence")
    return {**repair["persistence_check"], "dump": dump}


def _retrieval(parts: Parts) -> dict[str, Any] | None:
    if (parts.classified or {}).get("class") != "TypeC" or parts.retrieval is None:
        return None
    return without_live_media(parts.retrieval)


def _timestamps(repair: Raw, definition_times: Mapping[int, str]) -> dict[str, str | None]:
    """When it was repaired, and since when the violated definition had stood."""
    revisions = [used["property_revision_id"] for used in repair["proof"]["constraints"]]
    known = [definition_times[one] for one in revisions if one in definition_times]
    return {"repair": repair["repair_target"]["timestamp"], "constraint": max(known, default=None)}


def _splits(repair: Raw) -> dict[str, str | None]:
    return {
        TEMPORAL: None,
        DEFINITION: definition_part(definitions_of(repair)),
        ENTITY: entity_part(repair["qid"]),
    }
