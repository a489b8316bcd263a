"""Kill a run at any moment and run again: nothing lost, nothing twice, the same bytes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import dagster as dg
import pytest

from wikidata_repair_eval_tests.e2e.worlds import served, small_world


def start(source: str, data_dir: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "wikidata_repair_eval.cli.main", "run"]
    command += ["--until", "all_wikidata_repairs"]  # later stages have kill tests of their own
    environment = {**os.environ, "WRE_SOURCE": source, "WRE_DATA_DIR": str(data_dir)}
    environment |= {"WRE_LOCAL_DIR": str(data_dir), "DAGSTER_HOME": str(data_dir / "dagster")}
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


def artifacts(place: Path) -> dict[str, bytes]:
    paths = {path.relative_to(place).as_posix(): path for path in place.rglob("*") if path.is_file()}
    # Run ids, times and costs differ; caches are no artifacts; a kill may leave a hidden `.tmp` behind.
    others = ("dagster/", "journal/", "cache/", "repair_fetch_stats/", "lineage/repair_fetch_stats/")
    kept = (name for name, path in paths.items() if not name.startswith(others) and path.suffix != ".tmp")
    return {name: paths[name].read_bytes() for name in kept}


@pytest.fixture
def undisturbed(tmp_path: Path) -> dict[str, bytes]:
    with served(tmp_path, small_world(2)) as (source, _):
        assert start(source, tmp_path / "undisturbed").wait(120) == 0
    return artifacts(tmp_path / "undisturbed")


def test_a_run_killed_three_times_ends_with_the_bytes_of_one_that_was_not(
    tmp_path: Path, undisturbed: dict[str, bytes]
):
    place = tmp_path / "killed"
    with served(tmp_path, small_world(2)) as (source, _):
        for asset, made in (("report_snapshots", 5), ("constraint_history", 4), ("02_wikidata_repairs", 6)):
            running = start(source, place)
            while running.poll() is None and len(list(place.glob(f"{asset}/P*"))) < made:
                time.sleep(0.01)
            assert running.poll() is None, "the run ended before it could be killed"
            running.send_signal(signal.SIGKILL)
            running.wait()
            assert not [name for name in artifacts(place) if artifacts_are_cut(place / name)]
        assert start(source, place).wait(120) == 0
    assert artifacts(place) == undisturbed
    assert not list(place.glob("journal/**/*.sqlite"))
    with dg.DagsterInstance.from_config(str(place / "dagster")) as instance:
        unfinished = instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED]))
    assert unfinished == []


def artifacts_are_cut(path: Path) -> bool:
    """Whole files end as their kind does; no records at all are an empty file."""
    data = path.read_bytes()
    if path.suffix == ".jsonl" and not data:
        return False
    return not data.endswith(b"PAR1" if path.suffix == ".parquet" else b"\n")
