"""The entry point: the commands there are, and what each kind of failure means for the exit code."""

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from wikidata_repair_eval import __version__
from wikidata_repair_eval.cli.audit import audit
from wikidata_repair_eval.cli.classify import classify_repairs
from wikidata_repair_eval.cli.constraints import check_constraints, check_entity
from wikidata_repair_eval.cli.doctor import doctor
from wikidata_repair_eval.cli.explain import explain_candidate
from wikidata_repair_eval.cli.extraction import (
    evaluate_wikidata,
    novel_discoveries,
    recall_gap_analysis,
    score_triples,
    tune_extraction_prompts,
)
from wikidata_repair_eval.cli.freeze_dump import freeze_dump
from wikidata_repair_eval.cli.pipeline import demo
from wikidata_repair_eval.cli.pipeline import run as run_on_source
from wikidata_repair_eval.cli.plan import plan
from wikidata_repair_eval.cli.report import report
from wikidata_repair_eval.cli.sandbox import sandbox
from wikidata_repair_eval.cli.score import compare_runs, score
from wikidata_repair_eval.cli.ui import ui
from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.net.errors import NetError
from wikidata_repair_eval.net.secrets import scrub
from wikidata_repair_eval.settings import SECRET_VARIABLES

FINE, FINDINGS, BAD_INPUT, NO_WORLD, CRASH, INTERRUPTED = 0, 1, 2, 3, 70, 130


class _ReaderGone(Exception):
    """The reader of our output (`| head`) closed the pipe. click would exit with 1, which means findings."""


class _Commands(click.Group):
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


for command in (
    *(demo, run_on_source, doctor, plan, ui, sandbox),
    *(report, check_entity, check_constraints, explain_candidate, freeze_dump, classify_repairs, audit),
    *(score, compare_runs),
    *(score_triples, evaluate_wikidata, recall_gap_analysis, tune_extraction_prompts, novel_discoveries),
):
    commands.add_command(command)


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
