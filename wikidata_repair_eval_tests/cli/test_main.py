"""Exit codes: findings, bad input, an absent world and a crash never look alike."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from wikidata_repair_eval.cli import main
from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.net.errors import NotFound, ServerBusy

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        pytest.param(
            InputError("a.jsonl", "line 3", "no JSON", "mend it"), 2, "a.jsonl, line 3: no JSON", id="in"
        ),
        pytest.param(SetupError("no contact", "set it"), 2, "no contact. Fix: set it.", id="set-up"),
        pytest.param(ServerBusy("wiki", "http://wiki/", "busy", "wait"), 3, "wiki: busy", id="busy"),
        pytest.param(NotFound("wiki", "http://wiki/", "gone", "look"), 3, "wiki: gone", id="not found"),
        pytest.param(KeyError("oops"), 70, "this is a bug of the program", id="crash"),
        pytest.param(SystemExit(1), 1, "", id="findings"),
        pytest.param(KeyboardInterrupt(), 130, "interrupted", id="Ctrl-C"),
    ],
)
def test_each_kind_of_failure_has_its_exit_code_and_sentence(
    error: BaseException,
    code: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    @click.command()
    def fail() -> None:
        raise error

    monkeypatch.setitem(main.commands.commands, "fail", fail)
    assert main.run(["fail"]) == code
    assert sentence in capsys.readouterr().err


def test_a_crash_does_not_print_a_key(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    @click.command()
    def fail() -> None:
        raise RuntimeError(f"the key is {os.environ['OPENAI_API_KEY']}")

    monkeypatch.setenv("OPENAI_API_KEY", "shapeless-secret")
    monkeypatch.setitem(main.commands.commands, "fail", fail)
    assert main.run(["fail"]) == 70
    assert "shapeless-secret" not in capsys.readouterr().err


def test_an_unknown_command_or_option_is_bad_input(capsys: pytest.CaptureFixture[str]):
    assert main.run(["no-such-command"]) == 2
    assert main.run(["doctor", "--no-such-option"]) == 2
    assert "No such" in capsys.readouterr().err


def all_commands() -> list[tuple[str, click.Command]]:
    found = []
    context = click.Context(main.commands)
    for name in main.commands.list_commands(context):
        command = main.commands.get_command(context, name)
        assert command is not None
        assert command.name == name
        found.append((name, command))
        if isinstance(command, click.Group):
            found += [(f"{name} {sub}", inner) for sub, inner in sorted(command.commands.items())]
    return found


@pytest.mark.parametrize(("name", "command"), all_commands(), ids=[name for name, _ in all_commands()])
def test_every_command_has_help_with_an_example_and_stands_in_the_docs(name: str, command: click.Command):
    docs = "".join(path.read_text() for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))])
    assert f"wikidata-repair-eval {name}" in docs
    if not isinstance(command, click.Group):
        assert "Example" in (command.help or "")


def test_a_command_does_not_wait_for_dagster_where_it_has_no_use_for_it():
    code = """if True:
        import sys
        from wikidata_repair_eval.cli.main import run
        assert run(["freeze-dump", "--help"]) == 0
        sys.exit("dagster" in sys.modules)"""
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)


def test_a_closed_pipe_is_no_crash():
    shell = f"{sys.executable} -m wikidata_repair_eval.cli.main --help | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
