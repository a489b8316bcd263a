"""`freeze-dump`: exit codes, sentences, and what it prints."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from wikidata_repair_eval.cli.freeze_dump import _log_teller, freeze_dump
from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.world.progress import Progress
from wikidata_repair_eval_tests.world.dumps import many_members, small_world, text_of


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "wikidata-20260105-all.json.gz"
    path.write_bytes(many_members(text_of(*small_world())))
    return path


def arguments(dump: Path, ids: str = "-", *more: str) -> list[str]:
    return ["--dump", str(dump), "--ids", ids, "--out", str(dump.parent / "frozen"), *more]


def test_it_freezes_and_says_what_it_found(dump: Path):
    done = CliRunner().invoke(freeze_dump, arguments(dump), input="Q3\nQ4\nQ99\n", catch_exceptions=False)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith(
        "wikidata-20260105-all.json.gz: 36 entities, modified 2026-01-01T00:00:00Z to "
    )
    assert lines[1] == "found 2 of 3 wanted; missing: Q99"
    assert lines[2].endswith("entities.parquet: 2 rows")
    assert (dump.parent / "frozen" / "manifest.json").is_file()


def test_ids_come_from_a_file_too(dump: Path):
    ids = dump.parent / "ids.txt"
    ids.write_text("Q3  # a person\n")
    assert CliRunner().invoke(freeze_dump, arguments(dump, str(ids)), catch_exceptions=False).exit_code == 0


@pytest.mark.parametrize(
    ("more", "ids", "error", "sentence"),
    [
        pytest.param(("--engine", "spark"), "-", SetupError, "spark is not part of this version", id="spark"),
        pytest.param(
            (), "nowhere.txt", InputError, "nowhere.txt, --ids: cannot be read", id="no list of ids"
        ),
        pytest.param(
            ("--checksum", "abc"), "-", InputError, "'abc' is no md5, sha1 or sha256", id="checksum"
        ),
    ],
)
def test_what_it_cannot_do_is_said_and_nothing_is_made(dump: Path, more, ids, error, sentence):
    done = CliRunner().invoke(freeze_dump, arguments(dump, ids, *more), input="Q3\n")
    assert isinstance(done.exception, error)  # the entry point turns both into exit code 2
    assert sentence in str(done.exception)
    assert not (dump.parent / "frozen").exists()


def test_a_log_gets_a_line_about_every_minute(capsys: pytest.CaptureFixture[str]):
    tell = _log_teller()
    for seconds in (1.0, 59.0, 61.0, 62.0, 120.0, 121.0):
        tell(Progress(int(seconds), 200, 5, seconds))
    told = capsys.readouterr().err.splitlines()
    assert [line.split("%")[0].strip() for line in told] == ["30.5", "60.5"]


def test_the_help_has_an_example():
    assert "Example" in CliRunner().invoke(freeze_dump, ["--help"]).stdout
