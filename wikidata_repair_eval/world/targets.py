"""The list of ids to freeze: one on a line, as `freeze-dump` and people write it."""

from collections.abc import Iterable

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.wikibase import MalformedId, normalise_id


def read_ids(lines: Iterable[str], file: str) -> frozenset[str]:
    """Blank lines and `#` comments are skipped; what is no id is refused by its line."""
    found = set()
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip().removeprefix("\ufeff")
        if text:
            found.add(_id(text, file, number))
    if not found:
        raise InputError(file, "the file", "lists no id", "write one id, such as Q42 or P31, on each line")
    return frozenset(found)


def _id(text: str, file: str, number: int) -> str:
    try:
        return normalise_id(text)
    except MalformedId:
        problem = f"{text[:40]!r} is no entity id"
        raise InputError(file, f"line {number}", problem, "write one id, such as Q42 or P31, on it") from None
