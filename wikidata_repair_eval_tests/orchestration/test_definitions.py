"""The wiring loads, without touching the network or the environment."""

import subprocess
import sys
from pathlib import Path

import dagster as dg
import yaml

from wikidata_repair_eval.definitions import build_defs, defs
from wikidata_repair_eval.orchestration.instance import DAGSTER_YAML, prepare_home
from wikidata_repair_eval.settings import load_settings

ROOT = Path(__file__).parents[2]


def test_the_definitions_are_valid():
    dg.Definitions.validate_loadable(defs)


def test_workspace_yaml_points_at_the_definitions_and_nothing_overrides_it():
    assert yaml.safe_load((ROOT / "workspace.yaml").read_text()) == {
        "load_from": [{"python_module": "wikidata_repair_eval.definitions"}]
    }
    assert "[tool.dagster]" not in (ROOT / "pyproject.toml").read_text()


def test_a_resource_can_be_replaced():
    assert build_defs({"wiki": dg.ResourceDefinition.none_resource()}).resources["wiki"] is not None


def test_the_dagster_home_is_made_once_and_a_persons_changes_stay(tmp_path: Path, monkeypatch):
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    settings = load_settings({"WRE_DATA_DIR": str(tmp_path)})
    prepare_home(settings)
    config = tmp_path / "dagster" / "dagster.yaml"
    assert config.read_bytes() == DAGSTER_YAML
    with dg.DagsterInstance.get() as instance:
        assert not instance.telemetry_enabled
    config.write_text("telemetry:\n  enabled: false\n")
    prepare_home(settings)
    assert "nux" not in config.read_text()


def test_domain_packages_import_without_dagster():
    code = (
        "import sys, wikidata_repair_eval.wikibase, wikidata_repair_eval.net.connect\n"
        "sys.exit('dagster' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0
