"""What Dagster loads: one line per thing that exists. `workspace.yaml` points here."""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from wikidata_repair_eval.orchestration.resources import WikiResource


def build_defs(overrides: Mapping[str, Any] | None = None) -> dg.Definitions:
    """The one wiring that the UI, the command line and the tests share; `overrides` replaces resources."""
    resources: dict[str, Any] = {"wiki": WikiResource()}
    return dg.Definitions(assets=[], resources={**resources, **(overrides or {})})


defs = build_defs()
