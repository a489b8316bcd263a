"""From a dump file to its plain text: gzip, bzip2, zstd or none of them, each read to its real end.

A stream that stops early raises StreamCut, one that is damaged StreamBroken; what that means for the file is
the caller's to say. Nothing here knows lines or entities.
"""

import bz2
import gzip
import io
import re
import zlib
from pathlib import Path
from typing import IO, Any, Literal, Protocol, cast

import zstandard
from isal import igzip, isal_zlib

Packing = Literal["gzip", "bzip2", "zstd", "plain"]
_MAGIC: dict[bytes, Packing] = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstd"}
_SKIPPED_FRAME = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")  # what parallel zstd puts before each of its frames
Raw = IO[bytes] | io.RawIOBase
_CHUNK = 256 * 1024
_ISAL_ERROR = cast(type[Exception], isal_zlib.error)  # its type stub takes the class for an instance


class StreamCut(Exception):
    """The compressed stream ends before its end."""


class StreamBroken(Exception):
    """The compressed stream is damaged."""


class Readable(Protocol):
    """What every stream here can do; fewer bytes than asked for are no end, no bytes are."""

    def read(self, size: int, /) -> bytes: ...


def packing_of(first: bytes) -> Packing:
    """By the first bytes, not by the name: people rename files."""
    if _SKIPPED_FRAME.match(first):
        return "zstd"
    return next((packing for magic, packing in _MAGIC.items() if first.startswith(magic)), "plain")


class PlainText:
    """The text behind a raw file in any packing, across members, streams and frames."""

    def __init__(self, raw: Raw, packing: Packing) -> None:
        self._inner = _inner(raw, packing)

    def read(self, size: int, /) -> bytes:
        try:
            return self._inner.read(size)
        except EOFError:
            raise StreamCut from None
        except (gzip.BadGzipFile, zlib.error, _ISAL_ERROR, zstandard.ZstdError) as error:
            raise StreamBroken(str(error)) from None
        except OSError as error:
            if error.errno is not None:  # the disk, not the stream: bz2 reports damage without a number
                raise
            raise StreamBroken(str(error)) from None


class FileRange(io.RawIOBase):
    """The bytes `start` to `stop` of a file, as a file."""

    def __init__(self, path: Path, start: int, stop: int) -> None:
        self._file = path.open("rb", buffering=0)
        self._file.seek(start)
        self._left = stop - start

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer)[: max(self._left, 0)]
        count = self._file.readinto(view) if len(view) else 0
        self._left -= count or 0
        return count or 0

    def close(self) -> None:
        self._file.close()
        super().close()


class _ZstdFrames:
    """Frames one after the other. The library's own reader takes a cut frame for a finished one."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._pending = b""
        self._inside = False

    def read(self, size: int, /) -> bytes:
        while True:
            data = self._pending or self._raw.read(min(size, _CHUNK))
            self._pending = b""
            if not data:
                if self._inside:
                    raise EOFError
                return b""
            if text := self._decompress(data):
                return text

    def _decompress(self, data: bytes) -> bytes:
        text = self._frame.decompress(data)
        self._inside = not self._frame.eof
        if self._frame.eof:
            self._pending = self._frame.unused_data
            self._frame = zstandard.ZstdDecompressor().decompressobj()
        return text


def _inner(raw: Raw, packing: Packing) -> Readable:
    file = cast(IO[bytes], raw)
    if packing == "gzip":
        return igzip.IGzipFile(fileobj=file, mode="rb")  # type: ignore[no-untyped-call]
    if packing == "bzip2":
        return bz2.BZ2File(file)
    return _ZstdFrames(file) if packing == "zstd" else file
