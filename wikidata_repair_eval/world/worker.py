"""One scanning process: jobs come in on stdin, answers go out on stdout, both pickled. Run with `python -m`.

A process of our own and not `multiprocessing`, which would import the caller's main module (for the command
line that is Dagster and all) into each of them. Text to scan comes through a file that both sides map.
"""

import contextlib
import mmap
import pickle
import sys
import traceback
from collections.abc import Iterator
from typing import IO

from wikidata_repair_eval.world.jobs import BlockJob, Crashed, Job, Setup
from wikidata_repair_eval.world.scan import Scan, scan_pieces
from wikidata_repair_eval.world.segments import Outcome, scan_segment


def perform(setup: Setup, job: Job, ring: mmap.mmap) -> Scan | Outcome:
    if isinstance(job, BlockJob):
        return scan_pieces(_pieces(job, ring), setup.wanted)
    return scan_segment(setup.dump, setup.packing, job.segment, setup.wanted, setup.block, job.out)


def _pieces(job: BlockJob, ring: mmap.mmap) -> Iterator[bytes]:
    """One piece is copied at a time, and scanned while it is in the processor's cache."""
    start = job.offset
    for length in job.lengths:
        yield ring[start : start + length]
        start += length


def serve(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Work until there are no more jobs."""
    setup: Setup = pickle.load(jobs)
    with setup.ring.open("rb") as file:
        ring = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    with ring, contextlib.suppress(EOFError):
        while True:
            _answer(setup, pickle.load(jobs), ring, answers)


def _answer(setup: Setup, job: Job, ring: mmap.mmap, answers: IO[bytes]) -> None:
    answer: Scan | Outcome | Crashed
    try:
        answer = perform(setup, job, ring)
    except Exception:  # noqa: BLE001 - it is raised again where the pass runs
        answer = Crashed(traceback.format_exc())
    answers.write(pickle.dumps(answer, protocol=5))
    answers.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):  # the caller ends the pass and says why
        serve(sys.stdin.buffer, sys.stdout.buffer)
