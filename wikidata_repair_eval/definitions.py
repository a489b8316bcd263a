"""What Dagster loads: one line per thing that exists. `workspace.yaml` points here."""

from collections.abc import Mapping
from typing import Any

import dagster as dg

from wikidata_repair_eval.orchestration.assets import reports
from wikidata_repair_eval.orchestration.io_managers import ContractFiles
from wikidata_repair_eval.orchestration.resources import ArtifactsResource, WikiResource

ASSETS = [
    reports.report_pages,
    reports.report_snapshots,
    reports.repair_candidates,
    reports.all_repair_candidates,
]


def build_defs(overrides: Mapping[str, Any] | None = None) -> dg.Definitions:
    """The one wiring that the UI, the command line and the tests share; `overrides` replaces resources."""
    artifacts = ArtifactsResource()
    resources: dict[str, Any] = {
        "wiki": WikiResource(),
        "artifacts": artifacts,
        "contract_files": ContractFiles(artifacts=artifacts),
    }
    return dg.Definitions(assets=ASSETS, resources={**resources, **(overrides or {})})


defs = build_defs()
