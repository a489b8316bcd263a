"""What the process that runs a pass and the processes that scan tell each other. Plain data, pickled.

Apart from `worker`, because a module that is run as a program is another module than the imported one, and
its classes are other classes.
"""

from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from wikidata_repair_eval.world.segments import Segment
from wikidata_repair_eval.world.streams import Packing


@dataclass(frozen=True, slots=True)
class Setup:
    """What all jobs of a pass have in common."""

    dump: Path
    packing: Packing
    wanted: Set[bytes]
    block: int
    ring: Path


@dataclass(slots=True)
class BlockJob:
    """Scan the text that stands in the ring, in pieces of whole lines that lie one behind the other."""

    offset: int
    lengths: list[int]
    length: int = 0


@dataclass(frozen=True, slots=True)
class SegmentJob:
    """Scan a segment of the file into a ScanFile."""

    segment: Segment
    out: Path


@dataclass(frozen=True, slots=True)
class Crashed:
    """The job raised what no job should; the text is its traceback."""

    text: str


Job = BlockJob | SegmentJob
