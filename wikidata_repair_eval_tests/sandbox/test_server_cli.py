"""`sandbox serve` and `sandbox truth` as a person uses them."""

import bz2
import gzip
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import requests
from click.testing import CliRunner

from wikidata_repair_eval.cli.sandbox import SCALES, sandbox
from wikidata_repair_eval.sandbox import scales

CODE = "from wikidata_repair_eval.cli.sandbox import sandbox; sandbox()"


def test_serve_announces_its_address_plants_the_faults_and_stops_with_ctrl_c(tmp_path: Path) -> None:
    plan = tmp_path / "faults.yaml"
    plan.write_text("rates: {unavailable: 1}\npaths: [/w/rest.php]\n")
    command = [sys.executable, "-c", CODE, "serve", "--port", "0", "--faults", str(plan), "--admin"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        announced = process.stderr.readline()
        found = re.search(r"seed 1, scale small\): (http://127\.0\.0\.1:\d+)/w/api\.php", announced)
        assert found is not None, announced
        query = {"action": "query", "meta": "siteinfo", "format": "json"}
        assert requests.get(f"{found[1]}/w/api.php", query, timeout=20).json()["query"]["general"]
        assert requests.get(f"{found[1]}/w/rest.php/v1/page/Q1/history", timeout=20).status_code == 503
        assert requests.get(f"{found[1]}/_admin/log", timeout=20).json()["requests"] == 2
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0


def test_a_bad_plan_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    plan = tmp_path / "faults.yaml"
    plan.write_text("rates: {rain: 1}\n")
    result = CliRunner().invoke(sandbox, ["serve", "--port", "0", "--faults", str(plan)])
    assert "unknown kind of fault" in str(result.exception)


def test_truth_is_sorted_json_and_the_same_every_time(tmp_path: Path) -> None:
    printed = CliRunner().invoke(sandbox, ["truth", "--seed", "3"])
    assert printed.exit_code == 0
    truth = json.loads(printed.stdout)
    assert list(truth) == ["clock", "not_repairs", "repairs", "scale", "seed"]
    assert (truth["seed"], truth["scale"]) == (3, "small")
    out = tmp_path / "truth.json"
    assert CliRunner().invoke(sandbox, ["truth", "--seed", "3", "--out", str(out)]).exit_code == 0
    assert out.read_text() == printed.stdout


@pytest.mark.parametrize(
    ("name", "form", "decoded"),
    [
        pytest.param("dump.json.gz", None, gzip.decompress, id="gz by its ending"),
        pytest.param("dump.json.bz2", None, bz2.decompress, id="bz2 by its ending"),
        pytest.param("dump.json", None, bytes, id="plain"),
        pytest.param("dump.bin", "gz-single", gzip.decompress, id="as asked for"),
    ],
)
def test_the_dump_is_one_json_array(
    tmp_path: Path, name: str, form: str | None, decoded: Callable[[bytes], bytes]
) -> None:
    out = tmp_path / "new" / name
    result = CliRunner().invoke(sandbox, ["dump", "--out", str(out), *(["--form", form] if form else [])])
    entities = json.loads(decoded(out.read_bytes()))
    assert result.stderr == f"{len(entities)} entities\n"
    assert {entity["type"] for entity in entities} == {"item", "property"}
    assert [path.name for path in out.parent.iterdir()] == [name]


def test_the_dump_goes_to_stdout_as_bytes(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CODE, "dump", "--out", "-", "--form", "gz"]
    done = subprocess.run(command, capture_output=True, check=True)
    out = tmp_path / "dump.gz"
    CliRunner().invoke(sandbox, ["dump", "--out", str(out)])
    assert done.stdout == out.read_bytes()


def test_the_scales_on_offer_are_the_scales_there_are() -> None:
    assert set(SCALES) == set(scales.SCALES)


@pytest.mark.parametrize(
    "command", [[], *([name] for name in sandbox.commands)], ids=["sandbox", *sandbox.commands]
)
def test_every_help_shows_an_example(command: list[str]) -> None:
    shown = CliRunner().invoke(sandbox, [*command, "--help"]).stdout
    assert re.search(r"Example:\n +wikidata-repair-eval sandbox \w+", shown)
