"""The commands of the second half: scoring of triples that were extracted from articles."""

import sys

import click

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.cases import parse_case, score_case
from wikidata_repair_eval.files import json_bytes

BAD_INPUT = 2
_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)


@click.command("score-triples")
@click.argument("cases", type=_FILE)
def score_triples(cases: str) -> None:
    """Score each case of CASES (JSON Lines, - is stdin) and print its counts, ratios and pairs.

    Exit 0: all cases were scored. Exit 2: a line cannot be used; it gives {id, error}, the others are scored.

    \b
    Example:
      echo '{"id": "1", "article_title": "Marie Curie", "item": {"qid": "Q7186", "label": "Marie Curie",
      "aliases": [], "statements": [{"property_id": "P569", "value": "1867-11-07T00:00:00Z",
      "value_type": "time", "precision": 11}]}, "triples": [["ex:Marie_Curie", "pgc:birthDate",
      "7 November 1867", 0.9]], "alignment": "default", "options": {}}' | tr -d '\\n' |
      wikidata-repair-eval score-triples -
    """
    exit_code = 0
    name = "stdin" if cases == "-" else cases
    with click.open_file(cases, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                exit_code = max(exit_code, _score_line(line, name, f"line {number}"))
    sys.exit(exit_code)


def _score_line(line: bytes, file: str, place: str) -> int:
    case = {}
    try:
        case = parse_case(line, file, place)
        result = score_case(case, f"{file}, {place}")
    except InputError as error:
        click.echo(str(error), err=True)
        click.echo(json_bytes({"id": case.get("id"), "error": str(error)}), nl=False)
        return BAD_INPUT
    click.echo(json_bytes(result), nl=False)
    return 0
