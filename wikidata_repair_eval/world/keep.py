"""From the fields of all entities to what the wanted ones refer to: looked through twice, only that is held.

Kept are: label and description of every wanted entity, of everything that a wanted entity names, and of
every class above those; best-rank P31 and P279 edges of the wanted and the named; and P279 edges of every
class above them, up to the roots. An id that has no row is not in the dump; an id whose label is None is,
without a label.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import orjson

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.wikibase import sort_key
from wikidata_repair_eval.world.code_sets import CodeSet
from wikidata_repair_eval.world.codes import code_of
from wikidata_repair_eval.world.rows import INSTANCE_OF, SUBCLASS_OF
from wikidata_repair_eval.world.spill import Spilled

Row = list[bytes]


@dataclass(frozen=True, slots=True)
class Kept:
    """Both sorted by id, P9 before P31."""

    labels: list[tuple[str, str | None, str | None]]
    class_edges: list[tuple[str, str, str]]


def keep(spilled: Spilled, named: Iterable[str], dump: str) -> Kept:
    """`named` are the wanted ids and the ids they name."""
    seeds = {entity_id.encode() for entity_id in named}
    seed_codes = CodeSet(map(code_of, seeds))
    rows = list(spilled.fields_of(seed_codes))
    classes = CodeSet(code_of(parent) for row in rows for targets in row[3:] for parent in targets.split())
    spilled.above(classes)
    rows += spilled.fields_of(classes, but=seed_codes)
    rows.sort(key=_order)
    labels = [(row[0].decode(), _text(row, 1, dump), _text(row, 2, dump)) for row in rows]
    return Kept(labels, [edge for row in rows for edge in _edges(row, with_classes=row[0] in seeds)])


def _order(row: Row) -> tuple[str, int] | tuple[str, int, str, int]:
    """As `sort_key` of its id, without the checks for the ids that make up nearly everything."""
    letter, digits = row[0][:1].decode(), row[0][1:]
    return (letter, int(digits)) if digits.isdigit() else sort_key(letter + digits.decode())


def _text(row: Row, place: int, dump: str) -> str | None:
    """A text that was cut out unread may still turn out to be damaged."""
    try:
        return str(orjson.loads(row[place])) if row[place] else None
    except orjson.JSONDecodeError as error:
        where = f"{'label' if place == 1 else 'description'} of {row[0].decode()}"
        raise InputError(dump, where, f"is not JSON ({error})", "download the dump again") from None


def _edges(row: Row, *, with_classes: bool) -> Iterator[tuple[str, str, str]]:
    child = row[0].decode()
    for property_id, targets in ((INSTANCE_OF, row[3] if with_classes else b""), (SUBCLASS_OF, row[4])):
        parents = {target.decode() for target in targets.split()} if targets else set()
        for parent in sorted(parents, key=sort_key) if len(parents) > 1 else parents:
            yield child, property_id, parent
