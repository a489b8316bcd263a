"""Three ways through a dump, one result: each hands all lines to the ledger, in the order of the file.

`in_segments` reads parts of the file on all cores. `in_one_stream` decompresses here and scans in other
processes, and here as well when those are busy. `as_whole_json` is for files without a line for each entity.
"""

from collections import deque
from collections.abc import Iterator, Set
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import ijson  # type: ignore[import-untyped]
import orjson

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.world.checksums import Digest, HashedFile
from wikidata_repair_eval.world.head import Head, broken, cut
from wikidata_repair_eval.world.jobs import BlockJob, SegmentJob, Setup
from wikidata_repair_eval.world.ledger import AGAIN, Ledger
from wikidata_repair_eval.world.lines import Span, line_spans
from wikidata_repair_eval.world.progress import Reporter
from wikidata_repair_eval.world.scan import CLOSE, OPEN, Scan, scan_block, scan_lines
from wikidata_repair_eval.world.scan_files import read_scans
from wikidata_repair_eval.world.segments import Outcome, Segment, find_segments, scan_segment
from wikidata_repair_eval.world.streams import PlainText, Readable, StreamBroken, StreamCut
from wikidata_repair_eval.world.workers import Workers

_DAMAGE = ("trailing garbage", "invalid bytes", "invalid char", "unallowed token", "expect")


@dataclass(frozen=True, slots=True)
class Sizes:
    """In bytes: text scanned at once, file read by one job, and the file for which processes are worth it."""

    block: int = 4 * 1024 * 1024
    segment: int = 2 * 1024 * 1024
    worth_processes: int = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Task:
    """One pass: what to read, what to look for, where to put it."""

    dump: Path
    head: Head
    wanted: Set[bytes]
    folder: Path
    ledger: Ledger
    digest: Digest
    reporter: Reporter
    cores: int
    sizes: Sizes


def run(task: Task) -> None:
    """Read the whole dump into the ledger; InputError if it is not whole."""
    alone = task.cores < 2 or task.head.size < task.sizes.worth_processes
    if task.head.layout == "whole":
        as_whole_json(task)
    elif alone or not task.head.splittable:
        in_one_stream(task, scanners=0 if alone else min(task.cores - 1, 4))
    else:
        in_segments(task)
    task.ledger.finish()


def in_one_stream(task: Task, scanners: int) -> None:
    with task.dump.open("rb", buffering=0) as raw:
        file = HashedFile(raw, task.digest)
        spans = line_spans(_checked(task, PlainText(file, task.head.packing)), task.sizes.block)
        try:
            for scan in _scanned(task, spans, scanners):
                task.ledger.take(scan)
                task.reporter.at(raw.tell(), task.ledger.entities)
            file.finish()
        finally:
            file.close()


def _scanned(task: Task, spans: Iterator[Span], scanners: int) -> Iterator[Scan]:
    if scanners:
        room = task.sizes.block + task.sizes.block // 2  # the last span to come in is not cut
        slots = range(0, room * (scanners + 2), room)  # all scan while one is filled and one waits
        with Workers(_setup(task), scanners, room * len(slots)) as workers:
            yield from _scanned_by(workers, task, spans, slots)
        return
    scan = Scan()
    for text, start, stop in spans:
        scan_lines(scan, text, start, stop, task.wanted)
        if scan.full:
            yield scan
            scan = Scan()
    yield scan


def _scanned_by(workers: Workers, task: Task, spans: Iterator[Span], slots: range) -> Iterator[Scan]:
    """Lines go into the ring as they come, still in the cache; without a free slot they are scanned here."""
    free, room = list(slots), slots.step
    waiting: deque[_Pending] = deque()
    filling: BlockJob | None = None
    for text, start, stop in spans:
        if filling is not None and filling.length + stop - start > room:
            waiting.append(_handed_in(workers, filling))
            filling = None
        if filling is None and free and stop - start <= room:
            filling = BlockJob(free.pop(), [])
        if filling is None:
            _scan_here(task, waiting, text, start, stop)
        else:
            workers.put(memoryview(text)[start:stop], filling)
            if filling.length >= task.sizes.block:
                waiting.append(_handed_in(workers, filling))
                filling = None
        while waiting and _is_done(waiting[0][1]):
            yield _taken(waiting, free)
    if filling is not None:
        waiting.append(_handed_in(workers, filling))
    while waiting:
        yield _taken(waiting, free)


# A scan that is made here or elsewhere, and the slot of the ring that is free again when it is done.
_Pending = tuple[int | None, Future[Scan] | Scan]


def _scan_here(task: Task, waiting: deque[_Pending], text: bytes, start: int, stop: int) -> None:
    last = waiting[-1][1] if waiting else None
    scan = last if isinstance(last, Scan) and not last.full else Scan()
    if scan is not last:
        waiting.append((None, scan))
    scan_lines(scan, text, start, stop, task.wanted)


def _handed_in(workers: Workers, block: BlockJob) -> _Pending:
    return block.offset, workers.scan_block(block)


def _is_done(scan: Future[Scan] | Scan) -> bool:
    return isinstance(scan, Scan) or scan.done()


def _taken(waiting: deque[_Pending], free: list[int]) -> Scan:
    offset, scan = waiting.popleft()
    result = scan if isinstance(scan, Scan) else scan.result()
    if offset is not None:
        free.append(offset)
    return result


@dataclass(slots=True)
class _Part:
    """A segment on its way; `outcome` where this process scanned it itself."""

    job: SegmentJob
    future: "Future[Outcome]"
    outcome: Outcome | None = None

    def result(self) -> Outcome:
        return self.outcome or self.future.result()


def in_segments(task: Task) -> None:
    """One process fewer than cores: this one scans as well, when there is nothing else for it to do."""
    with task.dump.open("rb") as file, Workers(_setup(task), task.cores - 1, 4096) as workers:
        waiting: deque[_Part] = deque()
        segments = find_segments(file, task.head.packing, task.sizes.segment, task.digest)
        for number, segment in enumerate(segments):
            job = SegmentJob(segment, task.folder / f"segment-{number}")
            waiting.append(_Part(job, workers.scan_segment(job)))
            if len(waiting) > 2 * task.cores:
                _lend_a_hand(task, waiting)
                _take_segment(task, workers, waiting)
        while waiting:
            _lend_a_hand(task, waiting)
            _take_segment(task, workers, waiting)


def _lend_a_hand(task: Task, waiting: "deque[_Part]") -> None:
    """Until the first in the line is done, scan segments that no other process has begun with."""
    while not waiting[0].outcome and not waiting[0].future.done():
        part = next((part for part in waiting if not part.outcome and part.future.cancel()), None)
        if part is None:
            return
        about = (task.dump, task.head.packing, part.job.segment, task.wanted, task.sizes.block, part.job.out)
        part.outcome = scan_segment(*about)


def _take_segment(task: Task, workers: Workers, waiting: "deque[_Part]") -> None:
    part = waiting.popleft()
    job, outcome = part.job, part.result()
    if outcome == "cut" and waiting:
        # What looked like a member's header was none: the member goes on in the next segment.
        following = waiting.popleft()
        following.result()
        span = Segment(job.segment.start, following.job.segment.stop)
        longer = SegmentJob(span, Path(f"{following.job.out}-again"))
        waiting.appendleft(_Part(longer, workers.scan_segment(longer)))
        return
    if outcome != "whole":
        raise cut(task.dump) if outcome == "cut" else broken(task.dump, f"after byte {job.segment.start:,}")
    for scan in read_scans(job.out):
        task.ledger.take(scan)
    job.out.unlink()
    task.reporter.at(job.segment.stop, task.ledger.entities)


def as_whole_json(task: Task) -> None:
    with task.dump.open("rb", buffering=0) as raw:
        file = HashedFile(raw, task.digest)
        task.ledger.take(Scan(framing=[(0, OPEN)]))
        try:
            for entity in ijson.items(
                _checked(task, PlainText(file, task.head.packing)), "item", use_float=True
            ):
                task.ledger.take(_scan_of(entity, task.wanted))
                task.reporter.at(raw.tell(), task.ledger.entities)
            file.finish()
        except ijson.JSONError as error:
            raise InputError(str(task.dump), _after(task.ledger), _not_json(error), AGAIN) from None
        finally:
            file.close()
        task.ledger.take(Scan(framing=[(0, CLOSE)]))


def _scan_of(entity: object, wanted: Set[bytes]) -> Scan:
    scan = scan_block(orjson.dumps(entity) + b",", wanted)
    if scan.failure:
        scan.failure = (1, f"holds something that {scan.failure[1]}")
    return scan


def _not_json(error: ijson.JSONError) -> str:
    """Every error of this parser is an IncompleteJSONError; only its words tell damage from an early end."""
    words = error.args[0] if error.args else ""
    text = words.decode(errors="replace") if isinstance(words, bytes) else str(words)
    said = text.partition("\n")[0].strip()
    if any(sign in said for sign in _DAMAGE):
        return f"is not JSON ({said})"
    return "ends in the middle, so the dump is cut"


def _after(ledger: Ledger) -> str:
    return f"after {ledger.entities:,} entities"


class _Checked:
    def __init__(self, task: Task, text: PlainText) -> None:
        self._task, self._text = task, text

    def read(self, size: int, /) -> bytes:
        try:
            return self._text.read(size)
        except StreamCut:
            raise cut(self._task.dump) from None
        except StreamBroken as error:
            raise broken(self._task.dump, error) from None


def _checked(task: Task, text: PlainText) -> Readable:
    """The text, with the stream's troubles told as troubles of this file."""
    return _Checked(task, text)


def _setup(task: Task) -> Setup:
    return Setup(task.dump, task.head.packing, task.wanted, task.sizes.block, task.folder / "ring")
