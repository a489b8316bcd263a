"""`report`: what a report page says, and who left it from one revision to the next, for two files at hand."""

import re
import sys

import click

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes, json_lines
from wikidata_repair_eval.reports import NotAReport, compare, page_json, parse_report

NOT_OK = 1
_PROPERTY = re.compile(r"[Pp][1-9][0-9]*", re.ASCII)
_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)


def _property_id(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _PROPERTY.fullmatch(value):
        raise click.BadParameter(f"{value!r} is not a property id. Fix: write it like P569.")
    return None if value is None else value.upper()


_property = click.option(
    "--property", "property_id", metavar="P", callback=_property_id, help="the property of the report page"
)


@click.group()
def report() -> None:
    """Read violation report pages (their wikitext) and compare two of them."""


@report.command()
@click.argument("file", type=_FILE)
@_property
def parse(file: str, property_id: str | None) -> None:
    """Read the report page in FILE (wikitext, - is stdin) and print it as JSON.

    Exit 0: a report. Exit 1: no report (failed, blank, unparseable; the reason is in the JSON). Exit 2: the
    file cannot be read.

    \b
    Example:
      printf '{{Constraint violations report|date=2025-08-10T11:59:01Z|item count=9}}
      == "Format" violations ==
      Violations count: 1
      * [[Q42]]: x-1
      ' | wikidata-repair-eval report parse - --property P214
    """
    page = parse_report(_text(file), property_id)
    click.echo(json_bytes(page_json(page)), nl=False)
    if page.status != "ok":
        click.echo(f"{_name(file)} is no report: {page.status} ({page.reason})", err=True)
        sys.exit(NOT_OK)


@report.command()
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
@_property
@click.option(
    "--include-truncated", is_flag=True, help="also those whose disappearance a cut list could explain"
)
def diff(old: str, new: str, property_id: str | None, include_truncated: bool) -> None:
    """Print as JSON Lines who is a subject on the page OLD and nowhere on NEW (- is stdin).

    Both are the wikitext of revisions by the same bot. Exit 0: compared, with or without candidates. Exit 1:
    one of the two is no report, so nothing can be said. Exit 2: a file cannot be read.

    \b
    Example:
      H='{{Constraint violations report|date=2025-08-10T11:59:01Z|item count=9}}'
      printf '%s\\n== "Format" violations ==\\n* [[Q42]]: x\\n* [[Q5]]: y\\n' "$H" > old.txt
      printf '%s\\n== "Format" violations ==\\n* [[Q5]]: y\\n' "$H" > new.txt
      wikidata-repair-eval report diff old.txt new.txt --property P214
    """
    if old == new == "-":
        raise click.UsageError("OLD and NEW are both stdin. Fix: name a file for one of them.")
    before, after = (parse_report(_text(file), property_id) for file in (old, new))
    try:
        candidates = compare(before, after, include_truncated=include_truncated)
    except NotAReport as error:
        click.echo(f"{error}; nothing can be said of who left it", err=True)
        sys.exit(NOT_OK)
    click.echo(json_lines(candidate.model_dump() for candidate in candidates), nl=False)


def _text(file: str) -> str:
    try:
        with click.open_file(file, "rb") as stream:
            return str(stream.read(), "utf-8-sig")
    except UnicodeDecodeError as error:
        problem, fix = "this is not UTF-8", "save the page's wikitext as UTF-8"
        raise InputError(_name(file), f"byte {error.start}", problem, fix) from None
    except OSError as error:
        problem, fix = error.strerror or str(error), "name a file you can read"
        raise InputError(_name(file), "file", problem, fix) from None


def _name(file: str) -> str:
    return "stdin" if file == "-" else file
