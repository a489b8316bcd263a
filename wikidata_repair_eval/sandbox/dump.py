"""The world's JSON dump in the dump's own framing: plain, gzip of one or of many members, bzip2. Streams.

Items and properties only, no redirects, shard by shard and not sorted; read over days, so that every line has
a date of its own. Sums and names of dated directories are left to whoever publishes the file.
"""

import bz2
import hashlib
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Protocol

import orjson

from wikidata_repair_eval.sandbox.flavours import published_entity
from wikidata_repair_eval.sandbox.model import Page, Revision, World
from wikidata_repair_eval.sandbox.timeline import DAY, HOUR, at, iso

SHARDS = 4
BATCH = 40
DAYS_BEFORE_CLOCK = 20
LEVEL = 6
GZIP = 16 + zlib.MAX_WBITS  # a gzip header without name and time


def write_dump(world: World, out: BinaryIO, form: str = "gz") -> int:
    """Write the dump as `plain`, `gz` (many members, as Wikidata's), `gz-single` or `bz2`; count entities."""
    writers: dict[str, Callable[[Iterable[list[bytes]], BinaryIO], int]] = {
        "plain": _plain,
        "gz": _many_members,
        "gz-single": _one_member,
        "bz2": _bzip2,
    }
    if form not in writers:
        raise ValueError(f"{form!r} is no form of a dump. Fix: use one of {', '.join(writers)}.")
    return writers[form](batches(world), out)


def form_of(path: Path) -> str:
    """By the ending: `.gz` has many members, `.bz2`, anything else is plain."""
    return {".gz": "gz", ".bz2": "bz2"}.get(path.suffix, "plain")


# --- entities ----------------------------------------


def batches(world: World) -> Iterator[list[bytes]]:
    """Lines without their commas, as the dumper reads them: batch after batch, hours apart."""
    moment = at(world.clock.removesuffix("Z")) - DAYS_BEFORE_CLOCK * DAY
    for shard in range(SHARDS):
        pages = iter(_pages_of(world, shard))
        while chunk := list(islice(pages, BATCH)):
            lines = [line for page in chunk if (line := _line(world, page, iso(moment))) is not None]
            if lines:
                yield lines
            moment += HOUR if moment < at(world.clock.removesuffix("Z")) - DAY else 0


def _pages_of(world: World, shard: int) -> list[Page]:
    wanted = [page for page in world.pages.values() if _in_shard(page, shard)]
    return sorted(wanted, key=lambda page: page.id)


def _in_shard(page: Page, shard: int) -> bool:
    entity_id = page.entity_id
    if entity_id is None or entity_id[0] not in "QP":
        return False
    digest = hashlib.sha1(entity_id.encode(), usedforsecurity=False).digest()
    return digest[0] % SHARDS == shard


def _line(world: World, page: Page, moment: str) -> bytes | None:
    """The entity as it was when the dumper came by; None for redirects and for what did not exist yet."""
    revision = _revision_at(page, moment)
    if revision is None:
        return None
    content = world.content_json(revision)
    if "redirect" in content:
        return None
    return orjson.dumps(published_entity(content, world.datatypes, page, revision))


def _revision_at(page: Page, moment: str) -> Revision | None:
    index = bisect_right([revision.timestamp for revision in page.revisions], moment)
    return page.revisions[index - 1] if index else None


# --- framing ----------------------------------------


def _plain(parts: Iterable[list[bytes]], out: BinaryIO) -> int:
    return _frame(parts, out.write)


def _many_members(parts: Iterable[list[bytes]], out: BinaryIO) -> int:
    """Each piece is a gzip file of its own: the bracket, a batch, the comma between two batches, the end."""
    return _frame(parts, lambda piece: out.write(zlib.compress(piece, LEVEL, GZIP)))


def _one_member(parts: Iterable[list[bytes]], out: BinaryIO) -> int:
    return _streamed(parts, out, zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP))


def _bzip2(parts: Iterable[list[bytes]], out: BinaryIO) -> int:
    return _streamed(parts, out, bz2.BZ2Compressor(LEVEL))


class _Compressor(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...

    def flush(self) -> bytes: ...


def _streamed(parts: Iterable[list[bytes]], out: BinaryIO, compressor: _Compressor) -> int:
    count = _frame(parts, lambda piece: out.write(compressor.compress(piece)))
    out.write(compressor.flush())
    return count


def _frame(parts: Iterable[list[bytes]], write: Callable[[bytes], object]) -> int:
    """`[`, one entity per line with commas between, `]`; answers with the number of entities."""
    count = 0
    write(b"[\n")
    for lines in parts:
        if count:
            write(b",\n")
        write(b",\n".join(lines))
        count += len(lines)
    write(b"\n]\n")
    return count
