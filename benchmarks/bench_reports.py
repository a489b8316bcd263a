"""How fast report pages are read, against reading the file and splitting its lines.

`python -m benchmarks reports` prints one row per figure. Times are processor time and the best of several
rounds, baseline and parser taking turns, so that neighbours on the machine disturb both alike. Each round is
a process of its own, as `report parse` is: in a process that has read large pages before, memory comes for
free, and the same splitting of lines takes 14 ms or 32, as luck has it.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from wikidata_repair_eval.reports import ReportPage, ReportRevision, page_json, parse_report, walk_history

Row = dict[str, Any]
GOAL = 8
ENTRIES, ROUNDS = 100_000, 9
HEADER = "{{Constraint violations report|date=2025-08-10T11:59:01Z|item count=1691671}}"


def main() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (
            ("ASCII", page_text(plain="value")),
            ("mixed scripts", page_text(plain="Müller 日本")),
        ):
            file = Path(folder) / "page.txt"
            file.write_text(text, encoding="utf-8")
            yield from page_rows(name, file)
    yield refresh_row()
    yield from (
        hostile_row(piece) for piece in ("[[", "[http://a ", "{{Q|", "<nowiki>", ": [[Q1]], ", "<!--")
    )


def page_rows(name: str, file: Path) -> Iterator[Row]:
    base, parse, values, printed = best_in_own_processes(("split", "parse", "values", "json"), file)
    size = f"{file.stat().st_size / 1e6:.1f} MB, {ENTRIES} entries, {name}"
    yield row(f"reading and splitting ({size})", base * 1000, "ms", "the measure")
    yield row(f"reading and parsing: sections, subjects ({name})", parse / base, "x", f"goal: at most {GOAL}")
    yield row(f"reading and parsing: all values too ({name})", values / base, "x", f"goal: at most {GOAL}")
    yield row(
        f"the same as `report parse` hands it on ({name})", printed / base, "x", "before it is JSON text"
    )


def refresh_row() -> Row:
    """A new revision in which one line of 100,000 changed: most lines are known from the one before."""
    texts = {1: page_text(), 2: page_text().replace("* [[Q", "* [[Q9", 1)}
    revisions = [ReportRevision(number, f"2025-08-0{number}T00:00:00Z", "KrBot2") for number in texts]
    first = walk_history(revisions[:1], texts.__getitem__, bots=["KrBot2"])
    begin = time.process_time()
    walk_history(revisions, texts.__getitem__, bots=["KrBot2"], known=first)
    return row("a further revision of that page, walked", time.process_time() - begin, "s", "resume included")


def hostile_row(piece: str) -> Row:
    """Lines that never close what they open: twice the text, twice the time."""
    short, long = (hostile(piece, size) for size in (250_000, 500_000))
    once, twice = best_of(lambda: with_values(parse_report(short)), lambda: with_values(parse_report(long)))
    return row(
        f"half a megabyte of {piece!r} on one line", twice * 1000, "ms", f"{twice / once:.1f} x half of it"
    )


def hostile(piece: str, size: int) -> str:
    body = piece * (size // len(piece))
    parts = [HEADER, '== "Format" violations ==', f"* [[Q1]]: {body}!", '== "Unique value" violations ==']
    return "\n".join([*parts, f"* {body}!", f"== {body} ==", ""])


def split(file: Path) -> object:
    return file.read_text(encoding="utf-8").splitlines()


def read(file: Path) -> ReportPage:
    return parse_report(file.read_text(encoding="utf-8"))


def with_values(page: ReportPage) -> object:
    return [sum(len(entry.values) for entry in section.entries) for section in page.sections]


ACTIONS: dict[str, Callable[[Path], object]] = {
    "split": split,
    "parse": read,
    "values": lambda file: with_values(read(file)),
    "json": lambda file: page_json(read(file)),
}


def best_in_own_processes(actions: Sequence[str], file: Path) -> list[float]:
    best = [float("inf")] * len(actions)
    for _ in range(ROUNDS):
        for number, action in enumerate(actions):
            command = [sys.executable, "-m", "benchmarks.bench_reports", action, str(file)]
            answer = subprocess.run(command, check=True, capture_output=True, text=True)
            best[number] = min(best[number], float(answer.stdout))
    return best


def once(action: str, file: Path) -> float:
    """Seconds of one action on the file; the tables of families are read before."""
    page_json(parse_report(f'{HEADER}\n== "Format" violations ==\n* [[Q1]]: x\n'))
    begin = time.process_time()
    result = ACTIONS[action](file)
    seconds = time.process_time() - begin
    del result
    return seconds


def best_of(*actions: Callable[[], object]) -> list[float]:
    best = [float("inf")] * len(actions)
    for _ in range(ROUNDS):
        for number, action in enumerate(actions):
            begin = time.process_time()
            action()
            best[number] = min(best[number], time.process_time() - begin)
    return best


def page_text(plain: str = "value") -> str:
    """A page of 100,000 entries in five sections, one for each shape of line."""
    choice = random.Random(1)
    parts = [HEADER]
    for heading, line in LINES.items():
        parts += [
            f'<span id="{heading}"></span>',
            f'== "{heading}" violations ==',
            f"Violations count: {ENTRIES // 5}",
        ]
        parts += [line(choice.randrange(1, 130_000_000), choice, plain) for _ in range(ENTRIES // 5)]
    return "\n".join(parts) + "\n"


def _items(choice: random.Random, count: int) -> str:
    return ", ".join(f"[[Q{choice.randrange(1, 9_999_999)}]]" for _ in range(count))


def _outside(number: int) -> str:
    return f"[https://viaf.org/viaf/{number} {number}]"


LINES: dict[str, Callable[[int, random.Random, str], str]] = {
    "Single value": lambda number, _, __: f"* [[Q{number}]]: {_outside(number)}, {_outside(number + 7)}",
    "Unique value": lambda number, choice, _: f"* {_outside(number)}: {_items(choice, 4)}",
    "Format": lambda number, _, plain: (
        f"* [[Q{number}]]: {plain}, {plain}: long as such values are, {'-' * 60}"
    ),
    "Type {{Q|5}}, {{Q|95074}}": lambda number, choice, _: f"* [[Q{number}]]: {_items(choice, 6)}",
    "Conflicts with {{P|31}}": lambda number, choice, _: f"* [[Q{number}]]: {_items(choice, 6)}",
}


def row(name: str, value: float, unit: str, note: str) -> Row:
    return {"name": name, "value": f"{value:.1f}", "unit": unit, "note": note}


if __name__ == "__main__":
    print(once(sys.argv[1], Path(sys.argv[2])))  # noqa: T201
