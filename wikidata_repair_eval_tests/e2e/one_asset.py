"""Materialize some assets over some pages on the configured data directory; also as a process to kill.

python -m wikidata_repair_eval_tests.e2e.one_asset retrieval_snapshots P21 P569 [config.json]
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import dagster as dg

from wikidata_repair_eval.definitions import build_defs
from wikidata_repair_eval.orchestration.instance import prepare_home
from wikidata_repair_eval.orchestration.partitions import RANGE_END, RANGE_START
from wikidata_repair_eval.settings import load_settings

QUIET = {"loggers": {"console": {"config": {"log_level": "ERROR"}}}}


@contextmanager
def instance() -> Iterator[dg.DagsterInstance]:
    prepare_home(load_settings())
    with dg.DagsterInstance.get() as found:
        yield found


def materialize(
    assets: Sequence[str], first: str = "", last: str = "", config: dict[str, object] | None = None
):
    """Run these assets, over the pages from `first` to `last` in the order of their registration."""
    tags = {RANGE_START: first, RANGE_END: last or first} if first else {}
    job = build_defs().resolve_implicit_global_asset_job_def()
    with instance() as found:
        return job.execute_in_process(
            run_config={**QUIET, "ops": config or {}},
            instance=found,
            asset_selection=[dg.AssetKey(name) for name in assets],
            tags=tags,
            raise_on_error=False,
        )


def pages() -> list[str]:
    with instance() as found:
        return list(found.get_dynamic_partitions("report_pages"))


if __name__ == "__main__":
    asset, first, last, *config = sys.argv[1:]
    read = json.loads(Path(config[0]).read_text()) if config else None
    sys.exit(not materialize([asset], first, last, read).success)
