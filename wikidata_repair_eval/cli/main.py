"""The entry point: the commands there are, and what each kind of failure means for the exit code."""

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from wikidata_repair_eval import __version__
from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.net.errors import NetError
from wikidata_repair_eval.net.secrets import scrub
from wikidata_repair_eval.settings import SECRET_VARIABLES

FINE, FINDINGS, BAD_INPUT, NO_WORLD, CRASH, INTERRUPTED = 0, 1, 2, 3, 70, 130


class _ReaderGone(Exception):
    """The reader of our output (`| head`) closed the pipe. click would exit with 1, which means findings."""


# Where each command is. It is loaded when it is asked for: Dagster alone takes half a second.
_HOMES = {
    "audit": "audit:audit",
    "check": "constraints:check_entity",
    "check-constraints": "constraints:check_constraints",
    "classify": "classify:classify_repairs",
    "compare": "score:compare_runs",
    "demo": "pipeline:demo",
    "doctor": "doctor:doctor",
    "evaluate-wikidata": "extraction:evaluate_wikidata",
    "explain": "explain:explain_candidate",
    "freeze-dump": "freeze_dump:freeze_dump",
    "novel-discoveries": "extraction:novel_discoveries",
    "plan": "plan:plan",
    "recall-gap-analysis": "extraction:recall_gap_analysis",
    "report": "report:report",
    "run": "pipeline:run",
    "sandbox": "sandbox:sandbox",
    "score": "score:score",
    "score-triples": "extraction:score_triples",
    "tune-extraction-prompts": "extraction:tune_extraction_prompts",
    "ui": "ui:ui",
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*_HOMES, *self.commands})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _HOMES and cmd_name not in self.commands:
            module, _, attribute = _HOMES[cmd_name].partition(":")
            self.add_command(getattr(import_module(f"wikidata_repair_eval.cli.{module}"), attribute))
        return super().get_command(ctx, cmd_name)

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with _noticing_closed_pipes():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _noticing_closed_pipes():
            return super().invoke(ctx)


@contextmanager
def _noticing_closed_pipes() -> Iterator[None]:
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise _ReaderGone from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="wikidata-repair-eval")
def commands() -> None:
    """Proven Wikidata repairs, and the scoring of extracted triples.

    Exit codes: 0 fine, 1 findings or failed cases, 2 bad input or set-up, 3 the source did not answer,
    70 a crash of the program itself.
    """


def entry_point() -> None:
    """Run the command; whatever happens ends in one clear sentence on stderr and its own exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    try:
        commands.main(arguments, prog_name="wikidata-repair-eval", standalone_mode=False)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted; what was finished is kept", INTERRUPTED)
    except _ReaderGone:
        # Python would complain once more when it closes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except (InputError, SetupError) as error:
        return _say(str(error), BAD_INPUT)
    except NetError as error:
        return _say(str(error), NO_WORLD)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else FINE
    except Exception as error:  # noqa: BLE001 - the last resort: trouble must not look like findings
        return _crashed(error)
    return FINE


def _crashed(error: Exception) -> int:
    click.echo(_without_secrets("".join(traceback.format_exception(error))), err=True)
    return _say("this is a bug of the program, not of your input; please report the lines above", CRASH)


def _say(sentence: str, exit_code: int) -> int:
    click.echo(f"wikidata-repair-eval: {_without_secrets(sentence)}", err=True)
    return exit_code


def _without_secrets(text: str) -> str:
    return scrub(text, tuple(os.environ.get(name, "") for name in SECRET_VARIABLES))


if __name__ == "__main__":
    entry_point()
