"""`/dumps/YYYYMMDD/`: the world's dump under its dated name, with ranges, and the checksums beside it.

Written when it is first asked for, and held: a world's dump is small. How it is written is in `sandbox.dump`.
"""

import hashlib
import io
import re
from functools import cached_property

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from wikidata_repair_eval.sandbox.dump import DAYS_BEFORE_CLOCK, write_dump
from wikidata_repair_eval.sandbox.model import World
from wikidata_repair_eval.sandbox.server.html_errors import html_error
from wikidata_repair_eval.sandbox.timeline import DAY, at, iso

_RANGE = re.compile(r"bytes=(\d+)-(\d*)")


def dump_path(world: World) -> str:
    """Where a server has this world's dump; named after the day on which the dumper began."""
    began = iso(at(world.clock.removesuffix("Z")) - DAYS_BEFORE_CLOCK * DAY)
    day = began[:10].replace("-", "")
    return f"/dumps/{day}/wikidata-{day}-all.json.gz"


class _DumpFile:
    def __init__(self, world: World) -> None:
        self._world = world

    @cached_property
    def content(self) -> bytes:
        out = io.BytesIO()
        write_dump(self._world, out)
        return out.getvalue()

    @cached_property
    def sha1(self) -> str:
        return hashlib.sha1(self.content, usedforsecurity=False).hexdigest()


def routes(world: World) -> list[BaseRoute]:
    path, file = dump_path(world), _DumpFile(world)
    folder, _, name = path.rpartition("/")
    sums = f"{folder}/{name.removesuffix('-all.json.gz')}-sha1sums.txt"

    async def show(request: Request) -> Response:
        await run_in_threadpool(lambda: file.sha1)
        return _piece(file, request.headers.get("range"), request.headers.get("if-range"))

    async def show_sums(_request: Request) -> Response:
        sha1 = await run_in_threadpool(lambda: file.sha1)
        return Response(f"{sha1}  {name}\n", media_type="text/plain")

    return [Route(path, show), Route(sums, show_sums)]


def _piece(file: _DumpFile, wanted: str | None, only_if: str | None) -> Response:
    """The bytes asked for, with 206; all of them where no range is asked for, or one of another file."""
    etag, content = f'"{file.sha1}"', file.content
    headers = {"ETag": etag, "Accept-Ranges": "bytes"}
    match = _RANGE.fullmatch(wanted or "")
    if match is None or (only_if is not None and only_if != etag):
        return Response(content, headers=headers, media_type="application/gzip")
    first, last = int(match[1]), min(int(match[2] or len(content)), len(content) - 1)
    if first >= len(content):
        return html_error(416, "The file ends before that range.")
    headers["Content-Range"] = f"bytes {first}-{last}/{len(content)}"
    return Response(content[first : last + 1], 206, headers=headers, media_type="application/gzip")
