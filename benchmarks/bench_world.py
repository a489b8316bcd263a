"""What the dump pass costs, as ratios to isal's own decompression of the same file to nowhere, in one run.

`python -m benchmarks world` makes a synthetic dump of WRE_BENCH_MB plain megabytes (200 by default; the
figures that count are made with 1000) in a temporary folder: lines of about 12 KB, labels in dozens of
languages, about 5:1 in gzip, once as one member and once as many. isal reads either file as one stream on
one core; what it could do with the members on all cores is a row of its own. Start-up is taken off: a dump
of a few lines, read with the same number of processes, is timed the same way and subtracted. Each time is
the best of several rounds. Processor time is given as well: it says something on a busy machine, too. The
last rows are for lines with blanks, which no dump script writes but other programs do.
"""

import gzip
import io
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ijson
import orjson
from isal import igzip

from wikidata_repair_eval.world.freeze import freeze, usable_cores
from wikidata_repair_eval.world.passes import Sizes

LANGUAGES = tuple(f"{first}{second}" for first in "enda" for second in "nzlrsitokv")
SYLLABLES = tuple(f"{first}{second}" for first in "kmnrstvwdg" for second in ("a", "el", "ion", "or"))
WANTED, BATCH, ROUNDS = 500, 700, 5
IJSON_SHARE = 20


def lines(megabytes: int, spelled: Callable[[Any], bytes] = orjson.dumps) -> Iterator[bytes]:
    """Items, some of them classes, until there are so many megabytes."""
    chance = random.Random(20260105)
    size = number = 0
    while size < megabytes * 1_000_000:
        number += 1
        line = spelled(_item(number, chance))
        size += len(line) + 2
        yield line


def _item(number: int, chance: random.Random) -> dict[str, Any]:
    entity_id, name = f"Q{number}", _words(chance, 2)
    spoken = chance.sample(LANGUAGES, chance.randint(18, len(LANGUAGES)))
    spoken += ["en"] * ("en" not in spoken and chance.random() < 0.8)
    names = {key: name if chance.random() < 0.7 else _words(chance, 2) for key in spoken}
    texts = {key: _words(chance, 4) for key in spoken if chance.random() < 0.8}
    properties = ["P31", *{f"P{chance.randint(300, 9000)}" for _ in range(chance.randint(6, 20))}]
    properties += ["P279"] * (number % 20 == 0)
    return {
        "type": "item",
        "id": entity_id,
        "labels": {key: {"language": key, "value": value} for key, value in names.items()},
        "descriptions": {key: {"language": key, "value": value} for key, value in texts.items()},
        "aliases": {key: [{"language": key, "value": _words(chance, 2)}] for key in spoken[:6]},
        "claims": {key: [_statement(entity_id, key, chance)] for key in properties},
        "sitelinks": {
            f"{key}wiki": {"site": f"{key}wiki", "title": name, "badges": []} for key in spoken[:12]
        },
        "pageid": number + 100,
        "ns": 0,
        "title": entity_id,
        "lastrevid": 2_000_000_000 + number,
        "modified": f"2026-01-{chance.randint(1, 28):02d}T12:00:00Z",
    }


def _statement(entity_id: str, property_id: str, chance: random.Random) -> dict[str, Any]:
    digits = f"{chance.getrandbits(128):032X}"
    guid = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    raw = {
        "mainsnak": _snak(property_id, chance),
        "type": "statement",
        "id": f"{entity_id}${guid}",
        "rank": "normal",
    }
    if chance.random() < 0.5:
        snaks = {"P248": [_snak("P248", chance)], "P854": [_snak("P854", chance)]}
        raw["references"] = [
            {"hash": f"{chance.getrandbits(160):040x}", "snaks": snaks, "snaks-order": list(snaks)}
        ]
    return raw


def _snak(property_id: str, chance: random.Random) -> dict[str, Any]:
    # Values point all over Wikidata, most of it outside this dump; classes are few.
    number = chance.randint(1, 2_000 if property_id in ("P31", "P279") else 120_000_000)
    value = {"entity-type": "item", "numeric-id": number, "id": f"Q{number}"}
    datavalue = {"value": value, "type": "wikibase-entityid"}
    snak = {"snaktype": "value", "property": property_id, "hash": f"{chance.getrandbits(160):040x}"}
    return snak | {"datavalue": datavalue, "datatype": "wikibase-item"}


def _words(chance: random.Random, count: int) -> str:
    return " ".join("".join(chance.choices(SYLLABLES, k=3)).title() for _ in range(count))


def with_blanks(raw: Any) -> bytes:
    """As Python writes JSON and no dump script does."""
    return json.dumps(raw, ensure_ascii=False).encode()


def write_dumps(
    folder: Path, megabytes: int, spelled: Callable[[Any], bytes] = orjson.dumps
) -> dict[str, Path]:
    """The same dump as one gzip member and as many, framed as the real one is."""
    folder.mkdir(exist_ok=True)
    paths = {"one": folder / "one.json.gz", "many": folder / "many.json.gz"}
    with gzip.open(paths["one"], "wb", 6) as one, paths["many"].open("wb") as many:
        _member(many, one, b"[\n")
        batch: list[bytes] = []
        for number, line in enumerate(lines(megabytes, spelled)):
            if batch and number % BATCH == 0:
                _member(many, one, b",\n".join(batch))
                _member(many, one, b",\n")
                batch = []
            batch.append(line)
        _member(many, one, b",\n".join(batch))
        _member(many, one, b"\n]\n")
    return paths


def _member(many: io.BufferedWriter, one: Any, text: bytes) -> None:
    many.write(gzip.compress(text, 6))
    one.write(text)


def nowhere(path: Path) -> None:
    with igzip.open(path, "rb") as file:
        while file.read(1024 * 1024):
            pass


def with_ijson(path: Path, entities: int) -> None:
    """What a reader with ijson does for so many entities: a fair share of the file, not all of it."""
    with igzip.open(path, "rb") as file:
        for number, entity in enumerate(ijson.items(file, "item", use_float=True)):
            entity["labels"].get("en")
            if number >= entities:
                return


def the_pass(path: Path, folder: Path, cores: int) -> int:
    """The number of entities read. Processes are used however small the file is, so start-up can be told."""
    wanted = [f"Q{number}" for number in range(1, WANTED + 1)]
    manifest = freeze(path, wanted, folder / "out", cores=cores, sizes=Sizes(worth_processes=0))
    return int(manifest["dump"]["entities"])


def _seconds(work: Callable[[], object]) -> tuple[float, float]:
    """On the clock, and of processors, those of ended children included."""
    start, before = time.perf_counter(), sum(os.times()[:4])
    work()
    return time.perf_counter() - start, sum(os.times()[:4]) - before


def peak_memory(path: Path, folder: Path, cores: int) -> tuple[float, float]:
    """Peak MiB of the process that runs a pass, and of the largest process it started."""
    call = [sys.executable, __file__, str(path), str(folder), str(cores)]
    own, child = subprocess.run(call, check=True, capture_output=True, text=True).stdout.split()
    return float(own), float(child)


def main() -> list[dict[str, Any]]:
    """Rows of name, value, unit and note."""
    megabytes, cores = int(os.environ.get("WRE_BENCH_MB", "200")), usable_cores()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, large = write_dumps(folder / "small", 7), write_dumps(folder, megabytes)
        the_pass(small["one"], folder, 1)  # imports and caches, once
        rows = [row for kind in large for row in _compare(kind, small, large, folder, cores, megabytes)]
        rows += [_memory(kind, large, folder, cores) for kind in large]
        odd_small = write_dumps(folder / "odd small", 7, with_blanks)
        odd = write_dumps(folder / "odd", megabytes, with_blanks)
        for kind in odd:
            row = next(_compare(kind, odd_small, odd, folder, cores, megabytes))
            rows.append(row | {"name": f"{row['name']}, lines with blanks"})
        return rows


def _compare(
    kind: str, small: dict[str, Path], large: dict[str, Path], folder: Path, cores: int, megabytes: int
) -> Iterator[dict[str, Any]]:
    """Rounds alternate between what is compared, so that a busy machine is busy for all of them."""
    times: dict[str, list[tuple[float, float]]] = {"isal": [], "pass": [], "start": []}
    for _ in range(ROUNDS):
        times["isal"].append(_seconds(lambda: nowhere(large[kind])))
        times["start"].append(_seconds(lambda: the_pass(small[kind], folder, cores)))
        times["pass"].append(_seconds(lambda: the_pass(large[kind], folder, cores)))
    (isal, net), (isal_cpu, net_cpu) = (_figures(times, which, megabytes) for which in (0, 1))
    start, whole = (min(times[key])[0] for key in ("start", "pass"))
    load = os.getloadavg()[0]
    note = f"{megabytes} MB plain, {cores} cores, load {load:.1f}: isal {isal:.2f} s, start-up {start:.2f} s"
    yield _row(f"pass over {kind} member(s)", net / isal, "x isal", f"{note}, pass {whole:.2f} s")
    share = net_cpu / isal_cpu / cores
    yield _row("the same, processor time on each core", share, "x isal", f"isal {isal_cpu:.2f} s")
    if kind == "many":
        yield _row(f"isal alone on {cores} cores", 1 / cores, "x isal", "what no pass can be faster than")
    if kind == "one":
        some = max(1, megabytes * 80 // IJSON_SHARE)
        reader = min(_seconds(lambda: with_ijson(large[kind], some)) for _ in range(2))[0] * (
            megabytes * 80 / some
        )
        yield _row(
            "an ijson reader of the same file", reader / net, "x the pass", f"{reader:.1f} s, from a share"
        )


def _figures(times: dict[str, list[tuple[float, float]]], which: int, megabytes: int) -> tuple[float, float]:
    """Seconds of isal, and of a pass without its start-up."""
    isal, start, whole = (min(each[which] for each in times[key]) for key in ("isal", "start", "pass"))
    return isal, (whole - start) * megabytes / (megabytes - 7)


def _memory(kind: str, large: dict[str, Path], folder: Path, cores: int) -> dict[str, Any]:
    own, child = peak_memory(large[kind], folder, cores)
    note = f"{own:.0f} in the pass and at most {child:.0f} in each of its processes"
    return _row(f"peak memory, {kind} member(s)", own + max(1, cores - 1) * child, "MiB", note)


def _row(name: str, value: float, unit: str, note: str) -> dict[str, Any]:
    return {"name": f"world: {name}", "value": round(value, 2), "unit": unit, "note": note}


def _mebibytes(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1024


if __name__ == "__main__":
    the_pass(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
    print(_mebibytes(resource.RUSAGE_SELF), _mebibytes(resource.RUSAGE_CHILDREN))  # noqa: T201
