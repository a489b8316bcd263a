"""The scanning processes of a pass, seen from the process that runs it."""

import mmap
import os
import pickle
import queue
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

import wikidata_repair_eval
from wikidata_repair_eval.world.jobs import BlockJob, Crashed, Job, SegmentJob, Setup
from wikidata_repair_eval.world.scan import Scan
from wikidata_repair_eval.world.segments import Outcome


class WorkerLost(RuntimeError):
    """A scanning process ended or crashed: the machine's trouble or a bug of ours, never the dump's fault."""


class Workers:
    """`count` processes; a thread each waits for the answer. Leaving the context ends them."""

    def __init__(self, setup: Setup, count: int, ring_size: int) -> None:
        setup.ring.write_bytes(bytes(ring_size))
        with setup.ring.open("r+b") as file:
            self.ring = mmap.mmap(file.fileno(), 0)
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        self._all = [_start() for _ in range(count)]
        for process in self._all:
            _send(process, setup)
            self._idle.put(process)
        self._threads = ThreadPoolExecutor(count)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._all:
            process.kill()
        self._threads.shutdown()
        for process in self._all:
            process.communicate()
        self.ring.close()

    def put(self, piece: memoryview, block: BlockJob) -> None:
        """Put whole lines into the ring, behind what the block has already."""
        start = block.offset + block.length
        self.ring[start : start + len(piece)] = piece
        block.lengths.append(len(piece))
        block.length += len(piece)

    def scan_block(self, block: BlockJob) -> "Future[Scan]":
        """Have a block of the ring scanned; its place must not be used until that is done."""
        return self._threads.submit(self._perform, block)

    def scan_segment(self, job: SegmentJob) -> "Future[Outcome]":
        return self._threads.submit(self._perform, job)

    def _perform(self, job: Job) -> Any:
        process = self._idle.get()
        try:
            _send(process, job)
            answer = pickle.load(cast(IO[bytes], process.stdout))
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise WorkerLost(f"a scanning process ended early (exit {process.poll()})") from error
        finally:
            self._idle.put(process)  # also a lost one: whoever gets it finds out, instead of waiting for ever
        if isinstance(answer, Crashed):
            raise WorkerLost(f"a scanning process failed:\n{answer.text}")
        return answer


def _send(process: subprocess.Popen[bytes], message: Setup | Job) -> None:
    pipe = cast(IO[bytes], process.stdin)
    pipe.write(pickle.dumps(message, protocol=5))
    pipe.flush()


def _start() -> subprocess.Popen[bytes]:
    # The package may not be installed but lie beside the caller's script, so tell the process where it is.
    home = str(Path(wikidata_repair_eval.__file__).parents[1])
    paths = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "wikidata_repair_eval.world.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )
