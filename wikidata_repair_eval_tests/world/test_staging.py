"""What a killed pass leaves is swept by the next one into the same place; a live one is left alone."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from wikidata_repair_eval.world.freeze import freeze
from wikidata_repair_eval.world.staging import alone_in, staging
from wikidata_repair_eval_tests.world.dumps import small_world, text_of

HOLD = """
import sys, time
from pathlib import Path
from wikidata_repair_eval.world.staging import staging
with staging(Path(sys.argv[1])) as folder:
    (folder / "half").write_text("done")
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def other_pass(tmp_path: Path):
    """A process in the middle of a pass into `out`."""
    call = [sys.executable, "-c", HOLD, str(tmp_path / "out")]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.folder = Path(process.stdout.readline().strip())  # type: ignore[attr-defined]
        yield process
        process.kill()


def test_a_killed_pass_is_swept_by_the_next_one_into_the_same_place(tmp_path: Path, other_pass):
    os.kill(other_pass.pid, signal.SIGKILL)
    other_pass.wait()
    assert other_pass.folder.is_dir()
    (tmp_path / "dump").write_bytes(text_of(*small_world()))
    freeze(tmp_path / "dump", ["Q3"], tmp_path / "out", cores=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump", "out"]


def test_a_pass_that_is_still_at_work_is_left_alone(tmp_path: Path, other_pass):
    with staging(tmp_path / "out") as mine:
        assert mine != other_pass.folder
    assert (other_pass.folder / "half").read_text() == "done"


def test_only_our_own_kind_of_folder_and_only_of_this_output_is_swept(tmp_path: Path):
    foreign = [f".else.{'0' * 32}.tmp", ".out.tmp", f".out.{'0' * 32}", f".out.{'g' * 32}.tmp", "out"]
    for name in [*foreign, f".out.{'0' * 32}.tmp"]:
        (tmp_path / name).mkdir()
    with staging(tmp_path / "out"):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(foreign)


def test_files_are_put_in_place_by_one_pass_at_a_time(tmp_path: Path):
    dump, out = tmp_path / "dump", tmp_path / "out"
    dump.write_bytes(text_of(*small_world()))
    out.mkdir()
    with alone_in(out):
        passing = threading.Thread(target=freeze, args=(dump, ["Q1"], out))
        passing.start()
        passing.join(timeout=1.0)
        assert passing.is_alive()
        assert list(out.iterdir()) == []
    passing.join(timeout=60)
    assert (out / "manifest.json").exists()
