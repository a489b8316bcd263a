"""Which entities popularity is asked for: those of cases that can be released, one request each."""

from collections.abc import Iterable, Mapping
from typing import Any

from wikidata_repair_eval.benchmark.clusters import cluster_id, over_the_cap
from wikidata_repair_eval.benchmark.standing import ineligible

Raw = Mapping[str, Any]
Seen = tuple[Raw, Raw | None, Raw | None]


def entities_to_ask(cases: Iterable[Seen]) -> dict[str, dict[str, str]]:
    """Titles by site of every entity to ask for, from triples (repair, classification, world state)."""
    members: dict[str, tuple[str, str]] = {}
    titles: dict[str, dict[str, str]] = {}
    for repair, classified, world_state in cases:
        if ineligible(repair, classified, world_state) is None:
            members[repair["id"]] = (cluster_id(repair), repair["qid"])
            titles[repair["qid"]] = sitelinks_of(world_state or {})
    surplus = over_the_cap((cluster, case_id) for case_id, (cluster, _) in members.items())
    wanted = {qid for case_id, (_, qid) in members.items() if case_id not in surplus}
    return {qid: titles[qid] for qid in titles if qid in wanted}


def sitelinks_of(world_state: Raw) -> dict[str, str]:
    return dict((world_state.get("L1_ego_node") or {}).get("sitelinks") or {})
