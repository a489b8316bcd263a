"""What doctor finds, and that it says what to do."""

import json
import platform
from pathlib import Path

import dagster as dg
import pytest

from wikidata_repair_eval.cli import main
from wikidata_repair_eval.orchestration.pipeline import HOST_TAG, PID_TAG
from wikidata_repair_eval_tests.net.rude_server import Reply, rude_server

SITEINFO = b'{"query": {"general": {"sitename": "A wiki of our own"}}}'


def write_source(folder: Path, api_url: str, more: str = "") -> str:
    path = folder / "mine.yaml"
    path.write_text(f"name: mine\napi_url: {api_url}\nreport_prefix: 'R/'\n{more}")
    return str(path)


@pytest.fixture
def doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Run doctor on a source; gives exit code and findings by check."""
    for name in ("WRE_CONTACT", "TAVILY_API_KEY", "OPENAI_API_KEY", "DAGSTER_HOME", "WRE_LOCAL_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WRE_DATA_DIR", str(tmp_path / "data"))

    def run(source: str, *options: str) -> tuple[int, dict[str, list[tuple[str, str]]]]:
        monkeypatch.setenv("WRE_SOURCE", source)
        code = main.run(["doctor", "--json", *options])
        found: dict[str, list[tuple[str, str]]] = {}
        for line in capsys.readouterr().out.splitlines():
            row = json.loads(line)
            found.setdefault(row["check"], []).append((row["level"], row["sentence"]))
        return code, found

    return run


def test_a_healthy_installation_is_fine_and_names_the_wiki(doctor, tmp_path: Path):
    with rude_server([Reply(body=SITEINFO)]) as server:
        code, found = doctor(write_source(tmp_path, f"{server.url}/api.php"))
    assert code == 0
    assert found["wiki"] == [("ok", f"A wiki of our own answers at {server.url}/api.php")]
    assert ("note", "no sparql_url: ground truth of the extraction half is off") in found["source"]


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        pytest.param(Reply(body=b"{}"), "not like MediaWiki's api.php", id="another API"),
        pytest.param(Reply(status=403, body=b"who are you"), "HTTP 403: who are you", id="refused"),
        pytest.param(Reply(status=404, body=b"no"), "HTTP 404", id="wrong path"),
    ],
)
def test_a_wiki_that_does_not_answer_right_is_a_problem(doctor, tmp_path: Path, reply: Reply, sentence: str):
    with rude_server([reply]) as server:
        code, found = doctor(write_source(tmp_path, server.url))
    [(level, said)] = found["wiki"]
    assert (code, level) == (1, "problem")
    assert sentence in said


def test_live_wikidata_without_a_contact_is_a_problem_that_names_the_variable(doctor):
    code, found = doctor("wikidata", "--offline")
    [(level, said)] = found["contact"]
    assert (code, level) == (1, "problem")
    assert "WRE_CONTACT" in said
    assert "wiki" not in found


def test_a_folder_that_cannot_be_written_is_a_problem(
    doctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("WRE_DATA_DIR", str(tmp_path / "file"))
    code, found = doctor(write_source(tmp_path, "http://127.0.0.1:9/"), "--offline")
    assert code == 1
    assert found["data folder"][0][0] == "problem"
    assert "WRE_DATA_DIR" in found["data folder"][0][1]


@pytest.mark.parametrize(
    ("dump", "level", "sentence"),
    [
        ("nowhere.json.gz", "problem", "is not there"),
        ("https://dumps.example/latest-all.json.gz", "problem", "changes while it is downloaded"),
        ("https://dumps.example/wikidata-20260101-all.json.gz", None, "are free"),
    ],
)
def test_the_dump_is_looked_at(doctor, tmp_path: Path, dump: str, level: str | None, sentence: str):
    _, found = doctor(write_source(tmp_path, "http://127.0.0.1:9/", f"dump: {dump}\n"), "--offline")
    [(said_level, said)] = found["dump"]
    assert sentence in said
    assert level in (None, said_level)


def test_a_broken_source_file_is_bad_input(doctor, tmp_path: Path):
    (tmp_path / "mine.yaml").write_text("name: [")
    assert doctor(str(tmp_path / "mine.yaml"))[0] == 2


def test_a_run_that_a_killed_process_left_behind_is_ended(doctor, tmp_path: Path):
    home = tmp_path / "data" / "dagster"
    home.mkdir(parents=True)
    (home / "dagster.yaml").write_text("telemetry:\n  enabled: false\n")
    with dg.DagsterInstance.from_config(str(home)) as instance:
        tags = {HOST_TAG: platform.node(), PID_TAG: "999999999"}
        left = instance.create_run_for_job(_nothing, status=dg.DagsterRunStatus.STARTED, tags=tags)
    source = write_source(tmp_path, "http://127.0.0.1:9/")
    assert ("note", "1 whose process is gone are marked as failed now") in doctor(source, "--offline")[1][
        "runs"
    ]
    assert doctor(source, "--offline")[1]["runs"][0][0] == "ok"
    with dg.DagsterInstance.from_config(str(home)) as instance:
        assert instance.get_run_by_id(left.run_id).status == dg.DagsterRunStatus.FAILURE


@dg.job
def _nothing() -> None:
    pass


def test_keys_are_told_by_name_only(doctor, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-topsecret")
    _, found = doctor("sandbox", "--offline")
    assert ("ok", "TAVILY_API_KEY is set") in found["keys"]
    assert "topsecret" not in str(found)
