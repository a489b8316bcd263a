"""`check-constraints`: judge cases from a file, one answer a line. `check`: an entity of the source."""

from typing import Any

import click

from wikidata_repair_eval.constraints import VIOLATED
from wikidata_repair_eval.constraints.cases import CaseError, check_case
from wikidata_repair_eval.files import json_bytes


@click.command("check-constraints")
@click.argument("cases", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--checker-only", is_flag=True, help="leave out exceptions, scope and status")
def check_constraints(cases: str, checker_only: bool) -> None:
    """Check each case of CASES (JSON Lines; - is stdin) and write one answer a line.

    A case is {id, constraint, property, entity, context?, neighbours?, facts?}. Exit code 0: nothing is
    violated; 1: something is; 2: some lines could not be used.

    \b
    Example:
      wikidata-repair-eval check-constraints cases.jsonl > answers.jsonl
    """
    exit_code = 0
    with click.open_file(cases, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                exit_code = max(exit_code, _answer(line, cases, number, checker_only))
    raise SystemExit(exit_code)


def _answer(line: bytes, file: str, number: int, checker_only: bool) -> int:
    """One line in, one line out; what this line means for the exit code."""
    try:
        result = check_case(line, file=file, place=f"line {number}", checker_only=checker_only)
    except CaseError as error:
        click.echo(str(error), err=True)
        click.echo(json_bytes({"id": error.case_id, "error": str(error)}), nl=False)
        return 2
    click.echo(json_bytes(result), nl=False)
    return int(_is_finding(result))


def _is_finding(result: dict[str, Any]) -> bool:
    return result.get("status") in VIOLATED or result.get("item_status") == "violated"
