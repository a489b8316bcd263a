"""The Dagster home of this installation: where runs are recorded, and the few settings that matter."""

import os

from wikidata_repair_eval.files import write_atomically
from wikidata_repair_eval.settings import Settings

DAGSTER_YAML = b"""\
# Written once by wikidata-repair-eval; yours to change. No telemetry leaves this machine.
telemetry:
  enabled: false
nux:
  enabled: false
concurrency:
  runs:
    max_concurrent_runs: 4
  pools:
    granularity: op
    default_limit: 2
run_monitoring:
  enabled: true
"""


def prepare_home(settings: Settings) -> None:
    """Make the Dagster home, with a dagster.yaml where there is none, and point this process at it."""
    home = settings.dagster_home
    home.mkdir(parents=True, exist_ok=True)
    if not (home / "dagster.yaml").exists():
        write_atomically(home / "dagster.yaml", DAGSTER_YAML)
    os.environ["DAGSTER_HOME"] = str(home)
