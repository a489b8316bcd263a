"""Checks of Stage 3."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import dagster as dg

from wikidata_repair_eval.artifacts import ArtifactStore
from wikidata_repair_eval.orchestration.assets.world import repairs_with_states, world_state
from wikidata_repair_eval.orchestration.checks.verdict import result_of
from wikidata_repair_eval.orchestration.contracts.repairs import WIKIDATA_REPAIRS
from wikidata_repair_eval.orchestration.contracts.world import WORLD_STATE
from wikidata_repair_eval.orchestration.partitions import REPORT_PAGES
from wikidata_repair_eval.orchestration.resources import ArtifactsResource
from wikidata_repair_eval.world import audit

_AT_A_TIME = 500


@dg.asset_check(asset=world_state, partitions_def=REPORT_PAGES)
def every_repair_has_a_world_or_a_reason(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Each repair of the page is frozen with all layers, or says why it is not."""
    store = artifacts.store()

    def judge(key: str) -> list[str]:
        return audit.without_world(store.lines(WIKIDATA_REPAIRS, key), store.members(WORLD_STATE, key))

    return result_of(context, judge, "without a world or a reason")


@dg.asset_check(asset=world_state, partitions_def=REPORT_PAGES)
def every_mentioned_id_is_named(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """Each id in a layer has a label, or is known to have none."""
    store = artifacts.store()
    return result_of(
        context, lambda key: audit.unnamed_ids(store.members(WORLD_STATE, key)), "ids without a name"
    )


@dg.asset_check(asset=world_state, partitions_def=REPORT_PAGES)
def no_prompt_gives_the_answer_away(
    context: dg.AssetCheckExecutionContext, artifacts: ArtifactsResource
) -> dg.AssetCheckResult:
    """In the prompt of each case the answer stands only where it stood before the repair."""
    store = artifacts.store()
    return result_of(context, lambda key: audit.leaking(_cases(store, key)), "leaks")


def _cases(store: ArtifactStore, key: str) -> Iterator[dict[str, Any]]:
    """The cases of a page as the benchmark will have them; some at a time, since one edit can free thousands.

    A repair without a world is another check's to name.
    """
    pairs = repairs_with_states(store, key)
    while some := {repair["id"]: (repair, state) for repair, state in islice(pairs, _AT_A_TIME)}:
        for name, world in store.members(WORLD_STATE, key):
            if name in some:
                repair, state = some[name]
                yield {**repair, "pre_repair_state": state, "world_state": world}
