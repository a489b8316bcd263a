"""Read a response body to its real end, within a limit. Decompression is bounded as well: see `read_body`."""

import time
import zlib
from collections.abc import Iterator

from urllib3.exceptions import HTTPError
from urllib3.response import BaseHTTPResponse

CHUNK = 64 * 1024


class BodyLimit(Exception):
    """More bytes than allowed."""


class BodyCut(Exception):
    """The body ended, or broke, before its end."""


class BodyLate(Exception):
    """The body was still coming when its time was over."""


def read_body(raw: BaseHTTPResponse, encoding: str, limit: int, give_up_at: float) -> bytes:
    """The decoded body, or why there is none.

    Decompressed here and not by the HTTP library, because a small compressed chunk may unpack to gigabytes:
    `max_length` stops it after `limit` bytes.
    """
    chunks = _bounded(_raw_chunks(raw, give_up_at), limit)
    if encoding in ("", "identity"):
        return b"".join(chunks)
    if encoding not in ("gzip", "x-gzip"):
        raise BodyCut(f"content encoding {encoding!r}, which was not asked for")
    return b"".join(_bounded(_gunzip(chunks, limit), limit))


def _raw_chunks(raw: BaseHTTPResponse, give_up_at: float) -> Iterator[bytes]:
    while True:
        if time.monotonic() > give_up_at:
            raise BodyLate
        try:
            # read1 returns what is there: read() would wait for a full chunk from a server that drips.
            chunk = raw.read1(CHUNK, decode_content=False)
        except (HTTPError, OSError) as error:
            raise BodyCut(type(error).__name__) from None
        if not chunk:  # the real end: a body shorter than announced raises instead
            return
        yield chunk


def _bounded(chunks: Iterator[bytes], limit: int) -> Iterator[bytes]:
    total = 0
    for chunk in chunks:
        total += len(chunk)
        if total > limit:
            raise BodyLimit
        yield chunk


def _gunzip(chunks: Iterator[bytes], limit: int) -> Iterator[bytes]:
    """All members of a gzip stream; a stream that does not end with a whole member is cut."""
    unpacker, between_members = zlib.decompressobj(wbits=31), True
    for chunk in chunks:
        pending = chunk
        while pending:
            if unpacker.eof:
                unpacker = zlib.decompressobj(wbits=31)
            between_members = False
            try:
                yield unpacker.decompress(pending, limit + 1)
            except zlib.error as error:
                raise BodyCut(f"damaged gzip data ({error})") from None
            between_members = unpacker.eof
            pending = unpacker.unused_data or unpacker.unconsumed_tail
    if not between_members:
        raise BodyCut("gzip data without an end")
