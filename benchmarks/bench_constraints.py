"""How fast constraints are judged: checks per second by type, and one item of 5 MB from text to verdict.

`python -m benchmarks constraints` prints one row per figure. States are parsed beforehand, except in the rows
that say otherwise; verdicts are not worded, as in a run over a history.
"""

import time
from collections.abc import Iterator
from typing import Any

import orjson

from wikidata_repair_eval.constraints import Constraint, NoContext, Subject, judge
from wikidata_repair_eval.constraints.registry import CONSTRAINT_TYPES
from wikidata_repair_eval_tests.build import entity, item, quantity, statement, text
from wikidata_repair_eval_tests.build import time as date
from wikidata_repair_eval_tests.constraints.definitions import EXAMPLES

Row = dict[str, Any]
ENTITY_ONLY = frozenset({"statement", "item"})
GOAL, BIG = 20_000, 5 * 1024**2
STATES, STATEMENTS, ROUNDS = 200, 10, 5


def main() -> Iterator[Row]:
    yield from (by_type(definition) for definition in EXAMPLES if _needs(definition) in ENTITY_ONLY)
    yield big_item()


def _needs(definition: Constraint) -> str:
    return CONSTRAINT_TYPES[str(definition.type)].needs


def by_type(definition: Constraint) -> Row:
    """A new subject each time, as in a history: nothing that was found out before helps."""
    raw = small_item(definition.property)
    rate = STATES * STATEMENTS / min(_once(raw, definition) for _ in range(ROUNDS))
    label = CONSTRAINT_TYPES[str(definition.type)].label
    return {
        "name": label,
        "value": f"{rate:,.0f}",
        "unit": "checks/s",
        "note": f"{rate / GOAL:.1f} x the goal",
    }


def _once(raw: dict[str, Any], definition: Constraint) -> float:
    subjects = [Subject(raw) for _ in range(STATES)]
    start = time.process_time()
    for subject in subjects:
        judge(subject, definition, NoContext())
    return time.process_time() - start


def small_item(property_id: str, count: int = STATEMENTS) -> dict[str, Any]:
    values = [item("Q5"), text("abc"), quantity("+7", "Q11573"), date("+1952-03-11")]
    statements = [
        statement(property_id, values[number % 4], qualifiers={"P580": [date("+1960-00-00", 9)]})
        for number in range(count)
    ]
    return entity("Q1", *statements, statement("P31", item("Q5")), labels={"en": "x"})


def big_item() -> Row:
    """All entity-only types at once on an item with thousands of statements, decoding included."""
    line = orjson.dumps(small_item("P1", 7_500))
    definitions = [Constraint(d.raw, "P1") for d in EXAMPLES if _needs(d) in ENTITY_ONLY]
    start = time.process_time()
    subject = Subject(orjson.loads(line))
    for definition in definitions:
        judge(subject, definition, NoContext())
    seconds = (time.process_time() - start) / len(definitions)
    note = f"{len(line) / BIG:.1f} x 5 MB, mean of {len(definitions)} constraints, decoding shared"
    return {"name": "a 5 MB item under one constraint", "value": f"{seconds:.3f}", "unit": "s", "note": note}
