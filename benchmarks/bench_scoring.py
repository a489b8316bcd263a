"""How long scoring takes: cases of a medium world's size, half of them answered as people did, half badly.

`python -m benchmarks scoring` scores 10,000 cases with two processes and says what 100,000 would take; give
another number in WRE_BENCH_CASES. Making the cases is not counted.
"""

import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from wikidata_repair_eval.scoring import replay, score_files
from wikidata_repair_eval_tests.build import entity, item, monolingual, quantity, statement, text
from wikidata_repair_eval_tests.build import time as date
from wikidata_repair_eval_tests.scoring.builders import (
    ALLOWED_QUALIFIERS,
    CITATION,
    FORMAT,
    NONE_OF,
    REQUIRED_QUALIFIER,
    SINGLE_VALUE,
    case,
    exception_case,
    p1,
    rule,
)

Row = dict[str, Any]
CASES, GOAL_CASES, GOAL_S, GOAL_MIB = 10_000, 100_000, 120, 1024
STATEMENTS, KINDS = 32, 50
SOURCE = {"P248": [item("Q36578")], "P813": [date("+2019-08-21")]}


def main() -> Iterator[Row]:
    count = int(os.environ.get("WRE_BENCH_CASES", CASES))
    with TemporaryDirectory() as folder:
        files = written(Path(folder), count)
        size = files[0].stat().st_size
        start, used = time.perf_counter(), cpu_seconds()
        summary = score_files(*files, Path(folder) / "out", processes=2)
        seconds, used = time.perf_counter() - start, cpu_seconds() - used
    assert summary["all"]["cases"] == count
    projected = seconds * GOAL_CASES / count
    yield row("100,000 cases", f"{projected:.0f}", "s", f"goal {GOAL_S} s; {count:,} took {seconds:.1f} s")
    shared = used * GOAL_CASES / count / 2
    yield row("100,000 cases by CPU time", f"{shared:.0f}", "s", "on two cores that do nothing else")
    yield row("size", f"{size / count / 1024:.0f}", "KiB/case", f"{count / seconds:,.0f} cases/s")
    yield row("most memory of one process", f"{most_memory():.0f}", "MiB", f"goal {GOAL_MIB} MiB for all")


def row(name: str, value: str, unit: str, note: str) -> Row:
    return {"name": name, "value": value, "unit": unit, "note": note}


def cpu_seconds() -> float:
    """Of this process and of its finished children."""
    used = [resource.getrusage(one) for one in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def most_memory() -> float:
    """Of this process and of the largest of its children."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(one).ru_maxrss for one in who) / 1024


def written(folder: Path, count: int) -> tuple[Path, Path]:
    """Some dozens of different cases, over and over under other ids."""
    kinds = [medium_case(number) for number in range(KINDS)]
    answers = [answer(number, made) for number, made in enumerate(kinds)]
    cases, proposals = folder / "cases.jsonl", folder / "proposals.jsonl"
    with cases.open("wb") as case_file, proposals.open("wb") as proposal_file:
        for number in range(count):
            name = {
                "id": f"repair_Q1_{number}",
                "cluster_id": f"k{number // 3}",
                "class": f"Type{number % 3}",
            }
            case_file.write(orjson.dumps(kinds[number % KINDS] | name) + b"\n")
            said = answers[number % KINDS] | {"case_id": name["id"]}
            proposal_file.write(orjson.dumps(said) + b"\n")
    return cases, proposals


def medium_case(number: int) -> Row:
    rest = [other(place) for place in range(STATEMENTS)]
    labels = {f"x{place}": f"name {place}" for place in range(60)}
    parts: Row = {"labels": labels, "descriptions": {"en": "an item like many"}}
    rules = definition()
    before = entity("Q1", p1(text(f"abc{number}"), references=[SOURCE]), *rest, **parts)
    after = entity("Q1", p1(text(str(number)), references=[SOURCE]), *rest, **parts)
    made = exception_case() if number % 5 == 4 else case(before, rules, after=after)
    made["pre_repair_state"]["entity"] = {**before, "claims": {**before["claims"], **_own(made)}}
    made["world_state"] = {"L1_ego_node": {"statements": before["claims"]}, "L2_labels": {"entities": {}}}
    return made


def _own(made: Row) -> Row:
    return {"P1": made["pre_repair_state"]["entity"]["claims"]["P1"]}


def other(place: int) -> Row:
    values = [item(f"Q{place + 10}"), date("+1952-03-11"), quantity("+7", "Q11573"), monolingual("x")]
    qualifiers = {"P580": [date("+1999-00-00", 9)]} if place % 3 == 0 else None
    return statement(f"P{place % 20 + 10}", values[place % 4], qualifiers=qualifiers, references=[SOURCE])


def definition() -> list[Row]:
    return [
        rule(FORMAT, P1793=[text("[0-9]+")]),
        rule(SINGLE_VALUE, P2303=[item(f"Q{place}") for place in range(100, 130)]),
        rule(NONE_OF, P2305=[item(f"Q{place}") for place in range(200, 210)]),
        rule(ALLOWED_QUALIFIERS, P2306=[item("P580"), item("P582")]),
        rule(REQUIRED_QUALIFIER, P2306=[item("P585")]),
        rule(CITATION),
    ]


def answer(number: int, made: Row) -> Row:
    people = replay(made)
    if people is None or number % 2:
        return {"track": "A_BOX", "operations": [{"op": "remove"}], "layers": ["L1"], "model": "m"}
    return people.model_dump(mode="json", exclude_none=True)
