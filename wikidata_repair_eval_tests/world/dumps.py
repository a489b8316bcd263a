"""Small dumps in every packing, framed as the real scripts frame them; entities come from `build`."""

import bz2
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pyarrow.parquet as pq
import zstandard

from wikidata_repair_eval_tests.build import Raw, entity, item, statement

PAGE_DATA = ("pageid", "ns", "title", "lastrevid", "modified")


def dump_order(raw: Raw) -> Raw:
    """Today's key order: type, datatype, id, terms, claims, sitelinks, then the page data."""
    first = {key: raw[key] for key in ("type", "datatype", "id") if key in raw}
    rest = {key: part for key, part in raw.items() if key not in (*first, *PAGE_DATA)}
    return first | rest | {key: raw[key] for key in PAGE_DATA if key in raw}


def line(raw: Raw) -> bytes:
    return orjson.dumps(dump_order(raw))


def text_of(*entities: Raw) -> bytes:
    return b"[\n" + b",\n".join(map(line, entities)) + b"\n]\n"


def one_member(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def many_members(text: bytes, batch: int = 3) -> bytes:
    """As the dump script does: `[`, batches, the commas between them, and `]` are members of their own."""
    lines = text.removeprefix(b"[\n").removesuffix(b"\n]\n").split(b",\n")
    batches = [b",\n".join(lines[at : at + batch]) for at in range(0, len(lines), batch)]
    comma = one_member(b",\n")
    return one_member(b"[\n") + comma.join(map(one_member, batches)) + one_member(b"\n]\n")


def _halves(pack: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    return lambda text: pack(text[: len(text) // 2]) + pack(text[len(text) // 2 :])


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip of one member": one_member,
    "gzip of many members": many_members,
    "bzip2 of one stream": bz2.compress,
    "bzip2 of many streams": _halves(bz2.compress),
    "zstd of one frame": zstandard.ZstdCompressor(write_checksum=True).compress,
    "zstd of many frames": _halves(lambda text: b"\x50\x2a\x4d\x18\4\0\0\0abcd" + zstandard.compress(text)),
}


def small_world(count: int = 30) -> list[Raw]:
    """Q1..Qn, each an instance of Q1001; Q1001 below Q1002 below Q1003 below Q1002 (a circle); P31."""
    people = [
        entity(
            f"Q{number}",
            statement("P31", item("Q1001")),
            statement("P22", item(f"Q{number % count + 1}"), qualifiers={"P580": [item("Q1004")]}),
            labels={"de": f"Person {number}", "en": f'person "{number}"'},
            descriptions={"en": "somebody"},
            lastrevid=1000 + number,
            modified=f"2026-01-{number % 28 + 1:02d}T00:00:00Z",
        )
        for number in range(1, count + 1)
    ]
    classes = [
        entity("Q1001", statement("P279", item("Q1002")), labels={"mul": "human"}),
        entity(
            "Q1002", statement("P279", item("Q1003")), statement("P31", item("Q1005")), labels={"en": "being"}
        ),
        entity("Q1003", statement("P279", item("Q1002")), labels={"fr": "chose"}),
        entity("Q1004", labels={"en": "only a qualifier"}),
        entity("Q1005", labels={"en": "not referred to"}),
        entity("P31", labels={"en": "instance of"}, datatype="wikibase-item"),
    ]
    return [*people[: count // 2], *classes, *people[count // 2 :]]


def table(path: Path) -> list[dict[str, Any]]:
    return list(pq.read_table(path).to_pylist())
