"""`sandbox serve` and `sandbox truth` as a person uses them."""

import json
import re
import signal
import subprocess
import sys
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


def test_the_scales_on_offer_are_the_scales_there_are() -> None:
    assert set(SCALES) == set(scales.SCALES)


@pytest.mark.parametrize(
    "command", [[], *([name] for name in sandbox.commands)], ids=["sandbox", *sandbox.commands]
)
def test_every_help_shows_an_example(command: list[str]) -> None:
    shown = CliRunner().invoke(sandbox, [*command, "--help"]).stdout
    assert re.search(r"Example:\n +wikidata-repair-eval sandbox \w+", shown)
