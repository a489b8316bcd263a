"""Cut a stream of text into stretches of whole lines."""

from collections.abc import Iterator

from wikidata_repair_eval.world.streams import Readable

# Whole lines are `text[start:stop]`: only lines that begin in one block and end in another are copied.
Span = tuple[bytes, int, int]
_READ = 256 * 1024  # larger blocks do not stay in the processor's cache, and their memory is new each time


def line_spans(text: Readable, size: int) -> Iterator[Span]:
    """Spans of whole lines, read in blocks of `size` bytes; only the very last may end without a line end."""
    size = min(size, _READ)
    pieces: list[bytes] = []
    while data := text.read(size):
        first = data.find(b"\n") + 1
        if not first:  # a line longer than a block: keep collecting
            pieces.append(data)
            continue
        if pieces:
            yield _whole([*pieces, data[:first]])
        else:
            first = 0
        last = data.rfind(b"\n") + 1
        if last > first:
            yield data, first, last
        pieces = [data[last:]] if last < len(data) else []
    if pieces:
        yield _whole(pieces)


def rest_of_line(text: Readable, size: int = 64 * 1024) -> bytes:
    """What is left of the line that the stream stands in, its end included, or all that is left."""
    pieces = []
    while data := text.read(size):
        border = data.find(b"\n") + 1
        if border:
            pieces.append(data[:border])
            break
        pieces.append(data)
    return b"".join(pieces)


def _whole(pieces: list[bytes]) -> Span:
    line = b"".join(pieces)
    return line, 0, len(line)
