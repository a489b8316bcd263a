"""The house is as CONTRACTS and DESIGN draw it."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGETS = ["demo", "test", "ui", "install", "lint", "lock", "bench", "faults", "browser-test", "cluster-test"]


def test_the_makefile_has_every_promised_target():
    makefile = (ROOT / "Makefile").read_text()
    assert [target for target in TARGETS if not re.search(rf"^{target}:", makefile, re.M)] == []


def test_ci_runs_exactly_the_readmes_test_command():
    script = (ROOT / ".ci" / "run").read_text()
    assert script.rstrip().endswith("\nmake test")
    assert "make test" in (ROOT / "README.md").read_text()


def test_the_lock_has_a_hash_for_every_pin_and_no_address():
    lock = (ROOT / "requirements.lock").read_text()
    pins = re.findall(r"^[A-Za-z0-9_.\[\]-]+==.*(?:\n    .*)*", lock, re.M)
    assert len(pins) > 50
    assert [pin.splitlines()[0] for pin in pins if "--hash=sha256:" not in pin] == []
    assert "://" not in lock
    assert "--index" not in lock


def test_every_room_stands_in_the_import_contracts():
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    named = {
        module.removeprefix("wikidata_repair_eval.")
        for contract in config["contracts"]
        for key in ("source_modules", "forbidden_modules", "modules")
        for module in contract.get(key, ())
    }
    rooms = {path.parent.name for path in (ROOT / "wikidata_repair_eval").glob("*/__init__.py")}
    assert rooms - named == set()


def test_the_changelog_has_the_unreleased_changes_on_top():
    headings = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert headings[0] == "Unreleased"
