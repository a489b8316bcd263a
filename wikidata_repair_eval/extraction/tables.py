"""The YAML tables that ship with this room: read once, refused by name where they are malformed."""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from wikidata_repair_eval.errors import InputError


@cache
def shipped_text(name: str) -> str:
    return (files("wikidata_repair_eval.extraction") / "data" / name).read_text(encoding="utf-8")


def parse_table(text: str, file: str) -> dict[str, Any]:
    """The mapping in a YAML text."""
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}" if mark else "the file"
        raise InputError(file, place, "this is not YAML", "check quotes and indentation") from None
    if not isinstance(content, dict):
        problem = f"holds a {type(content).__name__}, not keys and values"
        raise InputError(file, "the file", problem, "see the table that ships with the package")
    return content


@cache
def shipped_table(name: str) -> dict[str, Any]:
    """One of our own tables. Callers share it and must not change it."""
    return parse_table(shipped_text(name), name)
