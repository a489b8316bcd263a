"""`freeze`: one pass over a dump, and a snapshot of what the wanted entities are and refer to.

The steps are elsewhere: `head` looks at the file, `passes` reads it, `keep` cuts it down, `snapshot` writes.
"""

import logging
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.wikibase import normalise_id, sort_key
from wikidata_repair_eval.world.checksums import Digest, check, expected_checksum
from wikidata_repair_eval.world.head import look_at, refuse_an_open_end
from wikidata_repair_eval.world.keep import keep
from wikidata_repair_eval.world.ledger import Ledger
from wikidata_repair_eval.world.passes import Sizes, Task, run
from wikidata_repair_eval.world.progress import Progress, Reporter
from wikidata_repair_eval.world.snapshot import SCHEMA_VERSION, check_place, publish, write_tables
from wikidata_repair_eval.world.spill import Spilled
from wikidata_repair_eval.world.staging import staging

log = logging.getLogger(__name__)
_NAMED = 20


def freeze(
    dump: Path,
    wanted: Iterable[str],
    out: Path,
    *,
    cores: int | None = None,
    checksum: str | None = None,
    open_end: bool = False,
    tell: Callable[[Progress], None] = lambda progress: None,
    clock: Callable[[], float] = time.monotonic,
    sizes: Sizes = Sizes(),  # noqa: B008 - frozen
) -> dict[str, Any]:
    """Write the snapshot to `out` and return its manifest; InputError, and nothing written, if it cannot be.

    `checksum` is what the file must have (md5, sha1 or sha256 in hex digits); without it, a file
    `*sha1sums.txt` beside the dump is asked. `open_end` accepts a plain file without its last line end.
    """
    ids = sorted({normalise_id(entity_id) for entity_id in wanted}, key=sort_key)
    if not ids:
        raise InputError(str(dump), "the ids", "none is wanted", "name at least one")
    check_place(out)
    head = look_at(dump)
    expected = expected_checksum(dump, checksum)
    if expected is None and not open_end:
        refuse_an_open_end(dump, head)
    digest, reporter = Digest(expected), Reporter(tell, clock, head.size)
    with staging(out) as staged:
        ledger = Ledger(str(dump), staged)
        names = frozenset(entity_id.encode() for entity_id in ids)
        try:
            run(Task(dump, head, names, staged, ledger, digest, reporter, cores or usable_cores(), sizes))
        finally:
            ledger.close()
        check(dump, expected, digest.hexdigests())
        _refuse_a_foreign_dump(dump, ids, ledger)
        reporter.at(head.size, ledger.entities, last=True)
        kept = keep(Spilled(staged), {*ids, *ledger.referred}, str(dump))
        files = write_tables(staged, ledger.places, staged / "wanted.bin", kept)
        manifest = _manifest(dump, head.size, digest, ids, ledger) | {"files": files}
        publish(staged, out, manifest)
    _warn(dump, ledger)
    return manifest


def usable_cores() -> int:
    """The cores this process may use, which in a container are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _refuse_a_foreign_dump(dump: Path, ids: list[str], ledger: Ledger) -> None:
    if not ledger.places:
        problem = (
            f"none of the {len(ids):,} wanted ids ({', '.join(ids[:3])} ...) is among its "
            f"{ledger.entities:,} entities, so it seems to be the dump of another wiki"
        )
        raise InputError(str(dump), "the entities", problem, "name the dump of the wiki the ids come from")


def _manifest(dump: Path, size: int, digest: Digest, ids: list[str], ledger: Ledger) -> dict[str, Any]:
    found = {place.id for place in ledger.places}
    missing = [entity_id for entity_id in ids if entity_id not in found]
    return {
        "schema_version": SCHEMA_VERSION,
        "dump": {
            "name": dump.name,
            "size": size,
            "checksums": digest.hexdigests(),
            "entities": ledger.entities,
            "oldest_modified": ledger.oldest and ledger.oldest.decode(),
            "newest_modified": ledger.newest and ledger.newest.decode(),
        },
        "wanted": len(ids),
        "found": len(found),
        "missing": len(missing),
        "duplicates": ledger.duplicates,
        "found_ids": [entity_id for entity_id in ids if entity_id in found],
        "missing_ids": missing,
        "duplicate_ids": sorted(set(ledger.duplicate_ids), key=sort_key),
    }


def _warn(dump: Path, ledger: Ledger) -> None:
    if ledger.duplicates:
        named = sorted(set(ledger.duplicate_ids), key=sort_key)
        more = " ..." if len(named) > _NAMED else ""
        text = "%s: %d lines repeat an id and were rejected, the first line of each id was kept: %s%s"
        log.warning(text, dump, ledger.duplicates, ", ".join(named[:_NAMED]), more)
